"""A pause needs all who are here, stands in the chain, and is ended by anybody in his own name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import net_players as crowd
import pytest
from net_players import Player
from net_tables import Table, any_legal, identity_of, signer, terms_of

from hacktrick.game.legal import legal_actions
from hacktrick.game.refusals import IllegalAction
from hacktrick.game.rules import PRESETS
from hacktrick.game.shapes import ShapeError
from hacktrick.net.faults import Cheat, Fault
from hacktrick.net.frames import Body, in_base64
from hacktrick.net.log import Log, LogHeader
from hacktrick.net.pause import Moment, Paused, Pauses, Wish, WishKind, statement
from hacktrick.net.replica import Observer, Replica
from hacktrick.net.terms import read_terms
from hacktrick.net.told import Claim, JoinTable, Pause, Ready
from hacktrick.play.proof_file import ProofError, check_proof, proof_of, record_of
from hacktrick.play.record import read_record
from hacktrick.play.replay import replay

PLAIN = terms_of(PRESETS["keypad"])


def dealt(preset: str = "keypad", seed: int = 1) -> Table:
    """A table whose first decision is due."""
    table = Table(PRESETS[preset], any_legal(Random(seed)), seed, pauses=True)
    for peer in table.peers:
        peer.go()
    table.carry_all()
    return table


def acting(table: Table) -> Replica:
    return next(peer for peer in table.peers if peer.wants == "action")


def others(table: Table) -> list[Replica]:
    return [peer for peer in table.peers if peer.wants != "action"]


def act(table: Table) -> None:
    peer = acting(table)
    assert peer.seat is not None
    peer.submit(table.choose[peer.seat](peer))
    table.carry_all()
    table.carry_wishes()


def want(table: Table, peer: Replica, on: bool = True) -> None:
    peer.want_pause(on)
    table.carry_all()
    table.carry_wishes()


def paused(preset: str = "keypad", seed: int = 1) -> tuple[Table, Replica]:
    """A table that pauses by the wish of somebody who has not the turn, and who has it."""
    table = dealt(preset, seed)
    actor = acting(table)
    for peer in others(table):
        want(table, peer)
    want(table, actor)
    assert all(peer.pauses.paused is not None for peer in table.peers)
    return table, actor


def standing(table: Table) -> set[Paused | None]:
    return {peer.pauses.paused for peer in table.peers}


# --- what is agreed on before the match -----------------------------------------------------------


def test_terms_say_whether_a_match_can_pause_and_older_ones_are_as_they_were() -> None:
    terms = replace(PLAIN, pauses=True)
    assert read_terms(terms.as_text()) == terms and '"protocol":3' in terms.as_text()
    assert read_terms(replace(terms, clock=60).as_text()).clock == 60
    assert not read_terms(PLAIN.as_text()).pauses
    for text in (
        terms.as_text().replace('"protocol":3', '"protocol":1'),
        terms.as_text().replace('"pauses":true', '"pauses":1'),
        PLAIN.as_text().replace('"protocol":1', '"protocol":3'),
    ):
        with pytest.raises(ShapeError):
            read_terms(text)


def test_a_match_that_knows_no_pauses_has_none() -> None:
    table = Table(PRESETS["keypad"], any_legal(Random(1)), 1)
    for peer in table.peers:
        peer.go()
    table.carry_all()
    for peer in table.peers:
        want(table, peer)
    assert standing(table) == {None}
    assert not any(peer.pauses.may_ask for peer in table.peers)


# --- agreeing, pausing, going on ------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["keypad", "trio", "quartet"])
def test_nothing_pauses_before_all_have_agreed(preset: str) -> None:
    table = dealt(preset)
    asker = others(table)[0]
    want(table, asker)
    waiting = [peer for peer in table.peers if peer is not asker]
    for n, peer in enumerate(waiting):
        assert standing(table) == {None}
        assert {one.pauses.asker for one in table.peers} == {asker.seat}
        assert len(peer.pauses.agreed) == n + 1
        want(table, peer)
    assert asker.seat is not None
    assert standing(table) == {Paused(asker.seat, tuple(range(len(table.peers))))}


def test_whoever_has_to_act_may_ask_too() -> None:
    table = dealt()
    actor = acting(table)
    want(table, actor)
    assert standing(table) == {None}
    want(table, others(table)[0])
    assert actor.seat is not None
    assert standing(table) == {Paused(actor.seat, (0, 1))}


def test_two_who_ask_at_once_have_agreed() -> None:
    table = dealt()
    for peer in table.peers:
        peer.want_pause(True)
    table.carry_wishes()
    assert standing(table) == {Paused(0, (0, 1))}


def test_in_a_pause_nobody_can_act_and_it_is_still_the_same_decision() -> None:
    table, actor = paused()
    assert {peer.decides for peer in table.peers} == {actor.seat}
    assert not any(peer.wants == "action" for peer in table.peers)
    assert actor.seat is not None
    action = legal_actions(actor.observe(actor.seat))[0]
    with pytest.raises(IllegalAction):
        actor.submit(action)


@pytest.mark.parametrize("preset", ["keypad", "quartet"])
def test_anybody_ends_a_pause_and_the_match_goes_on_to_its_end(preset: str) -> None:
    for seat in range(PRESETS[preset].n_seats):
        table, _actor = paused(preset)
        for peer in table.peers:
            peer.pauses.take_news()
        want(table, table.peers[seat], on=False)
        assert standing(table) == {None}
        for peer in table.peers:
            assert peer.pauses.take_news() == [("PAUSE_ENDED", seat)]
        table.play(1)
        text = record_of(table.peers[0]).as_text()
        assert {record_of(peer).as_text() for peer in table.peers} == {text}
        assert list(replay(read_record(text)))


def test_who_has_agreed_waits_through_the_actions_of_others() -> None:
    """Three at the table: one is asked while others act, and nobody has to ask twice."""
    table = dealt("trio")
    asker, friend = others(table)
    want(table, asker)
    want(table, friend)
    act(table)
    assert standing(table) == {None}
    late = next(peer for peer in table.peers if peer.seat not in peer.pauses.agreed)
    assert len(late.pauses.agreed) == 2 and late.pauses.asker == asker.seat
    want(table, late)
    assert len(standing(table)) == 1 and None not in standing(table)


def test_a_refusal_ends_the_question_and_it_is_not_asked_again_at_this_decision() -> None:
    table = dealt()
    asker, refuser = others(table)[0], acting(table)
    want(table, asker)
    want(table, refuser, on=False)
    for peer in table.peers:
        assert peer.pauses.take_news() == [("PAUSE_REFUSED", refuser.seat)]
        assert peer.pauses.asker is None
    want(table, asker)
    assert refuser.pauses.asker is None and not asker.pauses.may_ask
    assert refuser.pauses.may_ask  # he may have thought better of it
    act(table)
    assert asker.pauses.may_ask


def test_whoever_has_asked_can_take_it_back() -> None:
    table = dealt()
    asker = others(table)[0]
    want(table, asker)
    want(table, asker, on=False)
    for peer in table.peers:
        assert peer.pauses.take_news() == [("PAUSE_WITHDRAWN", asker.seat)]
    assert standing(table) == {None}


def test_there_is_no_pause_between_rounds() -> None:
    table = dealt().play(1)
    assert all(peer.is_round_over for peer in table.peers)
    for peer in table.peers:
        want(table, peer)
    assert standing(table) == {None}


# --- those who are not here -----------------------------------------------------------------------


def test_who_is_absent_hinders_nobody_and_who_comes_back_finds_a_pause() -> None:
    table = dealt("trio")
    actor, (friend, gone) = acting(table), others(table)
    assert gone.seat is not None
    for peer in (actor, friend):
        peer.pauses.absent = frozenset({gone.seat})
    friend.want_pause(True)
    for wish in friend.pauses.take_out():
        actor.hear_wish(wish)
    actor.want_pause(True)
    frames = actor.take_out()
    gone.pauses.came = gone.step  # the line is there again since now
    for frame in frames:
        friend.hear(frame)
        gone.hear(frame)
    assert {peer.pauses.paused for peer in table.peers} == {friend.pauses.paused}
    assert friend.pauses.paused is not None and gone.seat not in friend.pauses.paused.agreed
    assert gone.pauses.take_out() == [] and gone.pauses.take_news() == []


def test_who_was_here_and_not_asked_ends_such_a_pause_at_once() -> None:
    table = dealt()
    act(table)
    actor, other = acting(table), others(table)[0]
    assert other.seat is not None
    actor.pauses.absent = frozenset({other.seat})
    want(table, actor)
    assert standing(table) == {None}
    assert ("PAUSE_UNASKED", actor.seat) in other.pauses.take_news()
    act(table)


# --- deaths ---------------------------------------------------------------------------------------


def log_of(table: Table, seat: int, path: Path) -> Log:
    return Log.create(path, LogHeader(table.terms, seat, identity_of(table.terms, seat).secret))


def risen(table: Table, peer: Replica, path: Path) -> Replica:
    """The replica of a process that has died with everything that was on its disk."""
    assert peer.seat is not None
    log = log_of(table, peer.seat, path)
    for frame in peer.talk.chain.since(0):
        log.keep(frame, own=True)
    log.close()
    log, header, frames = Log.reopen(path)
    identity = identity_of(header.terms, header.seat)
    again = Replica.resume(header.terms, identity, log, frames)
    table.peers[peer.seat] = again
    return again


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pause_outlives_every_process(tmp_path: Path, seat: int) -> None:
    table, _actor = paused()
    before = standing(table)
    again = risen(table, table.peers[seat], tmp_path / "log")
    assert {again.pauses.paused} == before
    assert again.pauses.take_out() == [] and again.pauses.take_news() == []
    want(table, again, on=False)
    assert standing(table) == {None}
    table.play(1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pause_that_is_over_stays_over(tmp_path: Path, seat: int) -> None:
    table, _actor = paused()
    want(table, table.peers[1], on=False)
    again = risen(table, table.peers[seat], tmp_path / "log")
    assert again.pauses.paused is None and again.pauses.take_news() == []
    table.play(1)


def test_an_end_that_the_dead_has_not_heard_is_told_again(tmp_path: Path) -> None:
    table, actor = paused()
    other = next(peer for peer in table.peers if peer is not actor)
    other.want_pause(False)
    other.pauses.take_out()  # it never comes to the other side, which has died
    again = risen(table, actor, tmp_path / "log")
    for wish in other.pauses.known():
        again.hear_wish(wish)
    table.carry_all()
    assert standing(table) == {None}


# --- onlookers and strangers ----------------------------------------------------------------------


def test_an_onlooker_sees_the_pause_and_a_stranger_can_check_it() -> None:
    table, _actor = paused("trio")
    observer = Observer(table.terms)
    for _, frame in table.sent:
        observer.hear(frame)
    assert {observer.pauses.paused} == standing(table)
    assert not observer.pauses.may_ask and observer.decides is not None
    n_heard = len(table.sent)
    want(table, table.peers[2], on=False)
    table.play(1)
    for _, frame in table.sent[n_heard:]:
        observer.hear(frame)
    assert observer.pauses.paused is None
    assert observer.pauses.take_news() == [("PAUSE_ENDED", 2)]
    (round_,) = check_proof(proof_of(table.peers[0]))
    assert round_.result == table.peers[0].rounds[0].result


# --- cheats ---------------------------------------------------------------------------------------


def signed(pauses: Replica, kind: WishKind, seat: int, by: int | None = None) -> bytes:
    """A wish of a seat for the step that is due, signed with the key of another one if wanted."""
    data = statement(pauses.talk.chain, kind, seat)
    return signer(seat if by is None else by).sign(data).signature


def accused(table: Table, villain: Replica, kind: str, body: Body) -> tuple[int, Fault]:
    """A frame of a villain comes to all others: what they say, and a stranger too."""
    assert villain.seat is not None
    frame = villain.talk.chain.compose(signer(villain.seat), villain.seat, kind, body)
    verdicts = set()
    for peer in table.peers:
        if peer is not villain:
            with pytest.raises(Cheat) as caught:
                peer.hear(frame)
            verdicts.add((caught.value.seat, caught.value.fault))
            with pytest.raises(ProofError, match=f"seat {villain.seat} "):
                list(check_proof(proof_of(peer)))
    (verdict,) = verdicts
    return verdict


def consents(*signatures: tuple[int, bytes]) -> str:
    return in_base64(b"".join(bytes([seat]) + one for seat, one in signatures))


def test_to_act_in_a_pause_is_found_and_blamed() -> None:
    table, actor = paused("trio")
    assert accused(table, actor, "act", {"a": "pass"}) == (actor.seat, "WRONG_KIND")
    table, actor = paused("trio")
    other = next(peer for peer in table.peers if peer is not actor)
    assert accused(table, other, "act", {"a": "pass"}) == (other.seat, "OUT_OF_TURN")


@pytest.mark.parametrize("by", [None, 0])
def test_a_pause_without_agreement_is_found_and_blamed(by: int | None) -> None:
    """By nobody's wish, or with a consent that another key has signed."""
    table = dealt("trio")
    act(table)
    actor, (asker, friend) = acting(table), others(table)
    assert actor.seat is not None and asker.seat is not None and friend.seat is not None
    good = (asker.seat, signed(actor, "ask", asker.seat))
    bad = (friend.seat, signed(actor, "agree", friend.seat, by=actor.seat))
    listed = [] if by is None else sorted([good, bad])
    body: Body = {"w": asker.seat, "c": consents(*listed)}
    assert accused(table, actor, "pause", body) == (actor.seat, "UNAGREED")


def test_who_has_only_agreed_has_not_asked() -> None:
    table = dealt()
    actor, other = acting(table), others(table)[0]
    assert other.seat is not None
    body: Body = {"w": other.seat, "c": consents((other.seat, signed(actor, "agree", other.seat)))}
    assert accused(table, actor, "pause", body) == (actor.seat, "UNAGREED")


def test_a_consent_of_another_decision_does_not_hold() -> None:
    table = dealt("trio")
    early = {peer.seat: signed(peer, "ask", peer.seat or 0) for peer in table.peers}
    act(table)
    actor, other = acting(table), others(table)[0]
    assert other.seat is not None
    body: Body = {"w": other.seat, "c": consents((other.seat, early[other.seat]))}
    assert accused(table, actor, "pause", body) == (actor.seat, "UNAGREED")


def test_only_the_seat_that_has_to_act_can_say_it() -> None:
    table = dealt("trio")
    other = others(table)[0]
    body: Body = {"w": other.seat, "c": ""}
    assert accused(table, other, "pause", body) == (other.seat, "OUT_OF_TURN")


def test_a_pause_is_not_ended_in_the_name_of_another() -> None:
    for kind, by in (("end", True), ("agree", False)):
        table, actor = paused("trio")
        other = next(peer for peer in table.peers if peer is not actor)
        assert other.seat is not None and actor.seat is not None
        who = actor.seat if by else other.seat
        forged = signed(actor, kind, other.seat, by=who)  # type: ignore[arg-type]
        body: Body = {"w": other.seat, "z": in_base64(forged)}
        assert accused(table, actor, "resume", body) == (actor.seat, "UNAGREED")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"w": "0", "c": ""},
        {"w": 0, "c": in_base64(bytes(64))},
        {"w": 1, "c": in_base64(bytes([1]) + bytes(64) + bytes([1]) + bytes(64))},
        {"w": 9, "c": in_base64(bytes([9]) + bytes(64))},
    ],
)
def test_rubbish_about_a_pause_is_blamed(body: Body) -> None:
    table = dealt("trio")
    actor = acting(table)
    seat, fault = accused(table, actor, "pause", body)
    assert seat == actor.seat and fault in ("BAD_SHAPE", "UNAGREED")


def test_a_pause_in_a_match_that_knows_none_is_blamed() -> None:
    table = Table(PRESETS["trio"], any_legal(Random(1)), 1)
    for peer in table.peers:
        peer.go()
    table.carry_all()
    actor = acting(table)
    body: Body = {"w": actor.seat, "c": ""}
    assert accused(table, actor, "pause", body) == (actor.seat, "WRONG_KIND")


def test_a_wish_in_the_name_of_another_is_passed_over() -> None:
    """Nobody can be blamed for what nobody has signed."""
    table = dealt()
    actor, other = acting(table), others(table)[0]
    assert actor.seat is not None and other.seat is not None
    before: Pauses = actor.pauses
    forged = signed(actor, "ask", other.seat, by=actor.seat)
    assert not actor.hear_wish(Wish(other.seat, "ask", actor.step, forged))
    late = Moment(actor.talk.chain.head, actor.step - 1)
    old = signer(other.seat).sign(statement(late, "ask", other.seat)).signature
    assert not actor.hear_wish(Wish(other.seat, "ask", actor.step, old))
    assert not actor.hear_wish(Wish(9, "ask", actor.step, old))
    assert before.asker is None


# --- with processes -------------------------------------------------------------------------------


@pytest.fixture
def people(tmp_path: Path) -> Iterator[list[Player]]:
    """Ada hosts, Ben plays, Cleo watches."""
    three = crowd.players(tmp_path, 3, seed=6)
    yield three
    crowd.close(three)


def rests(one: Player) -> bool:
    return one.told.resting is not None and one.told.resting.stands


def all_of(people: list[Player], holds: Callable[[Player], bool], what: str) -> None:
    crowd.wait(people, lambda: all(map(holds, people)), what)


@pytest.mark.slow
def test_a_pause_outlives_a_killed_host_and_a_killed_guest(people: list[Player]) -> None:
    ada, ben, cleo = people
    crowd.gather([ada, ben], "keypad", watched=True)
    cleo.say(JoinTable(dict(ada.told.invitations)["direct"], cleo.name, watch=True))
    all_of(people, lambda one: len(one.told.watchers) == 1, "a spectator")
    for one in (ada, ben):
        one.say(Ready(True))
    all_of([ada, ben], lambda one: one.told.may_pause, "the first decision")
    ben.say(Pause(True))
    crowd.wait(people, lambda: ada.told.resting is not None, "the question")
    ada.say(Pause(True))
    all_of(people, rests, "the pause")
    match = ada.told.match
    for one in (ben, ada):
        one.restart(match)
        all_of([ada, ben], rests, "the pause after a death")
        everybody = lambda: all(s and s.presence == "here" for s in ada.told.sitters)  # noqa: E731
        crowd.wait(people, everybody, "all together again")
    for one in (ada, ben):
        one.play()
        assert one.n_acts == 0
    ben.say(Pause(False))
    all_of(people, lambda one: one.told.resting is None, "the end of the pause")
    crowd.play([ada, ben], lambda: all(one.n_acts >= 2 for one in (ada, ben)))
    all_of(people, lambda one: len(one.told.seen.told_to_all) >= 4, "that all see it")


@pytest.mark.slow
def test_nobody_gives_a_match_up_in_a_pause_while_all_are_here(people: list[Player]) -> None:
    ada, ben, _cleo = people
    crowd.gather([ada, ben], "keypad", clock=60)
    for one in (ada, ben):
        one.say(Ready(True))
    all_of([ada, ben], lambda one: one.told.may_pause, "the first decision")
    for one in (ada, ben):
        one.say(Pause(True))
    all_of([ada, ben], rests, "the pause")
    ada.say(Claim())
    ada.say(Pause(False))
    all_of([ada, ben], lambda one: one.told.resting is None, "that it goes on")
    assert ada.told.stage == ben.told.stage == "playing"
