"""Proofs of deals and decisions: honest records pass verification, and changed ones fail."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256, shake_256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.answer_time_slots import work_budget_of
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.fairness import net_and_computer_hashes
from hacktrick.fairness import record_verification as verify_module
from hacktrick.fairness.computer_knowledge_at_decisions import AuditedDecision, audited_decisions
from hacktrick.fairness.net_and_computer_hashes import (
    program_and_processor_hash,
    write_net_and_computer_hashes,
)
from hacktrick.fairness.record_verification import UnfairRecord, verify_record
from hacktrick.game.actions import Action, Draw, Swap
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.deal_proof import CHANCE_TAG, ProvableChance, RandomStream, SealedRound
from hacktrick.match.live_match import Match
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import Record, read_record
from hacktrick.match.record_replay import load_match, replay_record

NAMES = ("Ada", "Zeus", "Iris", "Hera")


def proven_match(preset: str, seed: int = 1, n_actions: int = 400, cut: str | None = "4") -> Match:
    """Return a match of a random player against level 2 whose chance can be verified."""
    rules = rules_for(preset, {"target": 2})
    players = ["human", *["level:2"] * (rules.n_seats - 1)]
    seats = [SeatInfo(name, player) for name, player in zip(NAMES, players, strict=False)]
    rng = Random(seed)
    chances = ProvableChance(rng.randbytes)
    chances.set_cut(cut)
    match = Match.begin(rules, seats, chances)
    write_net_and_computer_hashes(match.record)
    play_on(match, rng, n_actions, cut)
    return match


def play_on(match: Match, rng: Random, n_actions: int, cut: str | None = "4") -> None:
    for _ in range(n_actions):
        if match.is_over:
            return
        if match.is_round_over:
            match.set_cut(cut)
            match.deal_next_round()
        seat = match.public.seat
        level, seed = level_of(match.seats[seat].player), match.decision_seed()
        if level is None:
            match.submit(seat, rng.choice(legal_actions(match.observe(seat))))
        else:
            assert seed is not None
            match.submit(seat, level_decision(level, match.view(seat), seed=seed).action)


def changed_record(record: Record, change: Callable[[dict[str, Any]], object]) -> Record:
    data = copy.deepcopy(record.as_json())
    change(data)
    return read_record(json.dumps(data))


@pytest.mark.parametrize("preset", PRESETS)
def test_an_honest_match_passes_verification(preset: str) -> None:
    record = proven_match(preset).record
    found = list(verify_record(read_record(record.as_text())))
    assert len(found) == len(record.rounds)
    assert all(one.has_proof and one.is_cut_chosen for one in found)
    n_computer = sum(one.n_decisions for one in found)
    assert n_computer and sum(one.n_same for one in found) == n_computer
    assert [one.n_decks for one in found] == [len(one.shuffles) for one in record.rounds]
    assert [one.n_taken for one in found] == [len(one.taken) for one in record.rounds]


def test_the_fingerprint_is_fixed_before_the_cut_and_the_deal_follows_from_both() -> None:
    rules, seats = PRESETS["keypad"], [SeatInfo("a", "human"), SeatInfo("b", "level:1")]
    deals = set()
    for cut in ("1", "2", "a word of my own ✂"):
        chances = ProvableChance(Random(7).randbytes)
        shown = chances.commitment
        chances.set_cut(cut)
        dealt = Match.begin(rules, seats, chances, leader=0).record.rounds[0]
        assert dealt.extra["proof"]["commitment"] == shown
        deals.add((*dealt.hands, dealt.deck))
    assert len(deals) == 3


def test_the_proof_can_be_computed_with_hashlib_alone() -> None:
    """Compute the deal as docs/fairness.md explains it, without code of the program."""
    match = proven_match("keypad", n_actions=0)
    written = match.record.rounds[0]
    proof = written.extra["proof"]
    place = bytes.fromhex(proof["match"]) + (0).to_bytes(4, "big")
    secret = bytes.fromhex(proof["secret"])
    assert sha256(b"hacktrick-deal-1" + place + secret).hexdigest() == proof["commitment"]
    key = sha256(b"hacktrick-cut-1" + place + secret + b"\0\x01" + b"4").digest()
    stream = shake_256(b"hacktrick-chance-1" + b"\0\x04deal" + key).digest(4 * 40)
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    pack = [value for value in range(6) for _ in range(3)]
    for last in range(17, 0, -1):
        word = words.pop(0)
        while word >= 2**32 // (last + 1) * (last + 1):
            word = words.pop(0)
        other = word % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    dealt = [card for hand in written.hands for card in hand]
    assert pack == [*dealt, *written.aside, *written.deck]
    assert CHANCE_TAG == b"hacktrick-chance-1"


@pytest.mark.parametrize("n_actions", [0, 3, 9, 17, 31])
def test_a_resumed_match_passes_verification(n_actions: int) -> None:
    match = proven_match("wits", 3, n_actions)
    record = read_record(match.record.as_text())
    rng = Random(5)
    resumed = ProvableChance.resumed_from_record(record, rng.randbytes)
    assert resumed is not None
    other = load_match(record, resumed)
    assert other.commitment == resumed.commitment is not None
    assert other.decision_seed() == match.decision_seed()
    play_on(other, rng, 60)
    assert all(one.has_proof for one in verify_record(read_record(other.record.as_text())))


def test_a_cut_that_nobody_chose_is_called_unproved() -> None:
    record = proven_match("keypad", cut=None).record
    assert record.rounds[0].extra["proof"]["unproved"] is True
    assert not any(one.is_cut_chosen for one in verify_record(record))


def test_a_match_without_proof_is_reported_as_such() -> None:
    match = Match.begin_with_rng(
        PRESETS["keypad"], [SeatInfo("a", "x"), SeatInfo("b", "y")], Random(1)
    )
    (found,) = verify_record(match.record)
    assert not found.has_proof and match.commitment is None and match.decision_seed() is None
    assert [at.commitment for at, _text in replay_record(match.record)] == [None]
    assert ProvableChance.resumed_from_record(match.record, Random(1).randbytes) is None


def test_decisions_of_another_net_are_not_repeated() -> None:
    record = changed_record(
        proven_match("keypad").record, lambda data: data.update(weights="0" * 64)
    )
    found = list(verify_record(record))
    assert sum(one.n_elsewhere for one in found) == sum(one.n_decisions for one in found) > 0
    assert not any(one.n_same for one in found)


def replace_last_computer_action(data: dict[str, Any]) -> None:
    """Replace the computer's last action of the first round by another one."""
    record = read_record(json.dumps(data))
    for match, _text in replay_record(record):
        n = len(match.record.rounds[-1].actions)
        seat = match.public.seat
        if len(match.record.rounds) > 1 or match.is_round_over or seat == 0:
            continue
        done = data["rounds"][0]["actions"][n]
        others = [str(one) for one in legal_actions(match.observe(seat)) if str(one) != done]
        if others:
            last, instead = n, others[0]
    del data["rounds"][1:], data["rounds"][0]["actions"][last:]
    data["rounds"][0]["actions"].append(instead)
    data["rounds"][0]["result"] = None
    data["score"] = [0, 0]


def test_a_decision_that_does_not_follow_from_its_view_is_detected() -> None:
    changed = changed_record(proven_match("keypad").record, replace_last_computer_action)
    with pytest.raises(UnfairRecord, match="level 2 would have done"):
        list(verify_record(changed))
    assert any(
        not is_decision_repeated(sight) and sight.is_made_here
        for sight in audited_decisions(changed, 0)
    )


@pytest.mark.parametrize("computer", ["0" * 16, "several", None])
def test_decisions_of_another_program_or_processor_are_never_reported_as_cheating(
    computer: str | None,
) -> None:
    def elsewhere(data: dict[str, Any]) -> None:
        replace_last_computer_action(data)
        data.pop("computer")
        if computer is not None:
            data["computer"] = computer

    changed = changed_record(proven_match("keypad").record, elsewhere)
    (found,) = verify_record(changed)
    assert found.n_elsewhere == 1 and found.n_same == found.n_decisions - 1 > 0
    assert not any(sight.is_made_here for sight in audited_decisions(changed, 0))


def is_decision_repeated(sight: AuditedDecision) -> bool:
    return level_decision(sight.level, sight.view, sight.budget, sight.seed).action == sight.action


def test_a_match_continued_by_another_program_is_marked_as_by_several() -> None:
    record = proven_match("keypad").record
    write_net_and_computer_hashes(record)
    assert list(verify_record(record)), "the same program went on"
    begun = changed_record(record, lambda data: data.update(weights="0" * 64, computer="1" * 16))
    write_net_and_computer_hashes(begun)
    assert begun.extra["weights"] == begun.extra["computer"] == "several"
    assert sum(one.n_elsewhere for one in verify_record(begun)) > 0


def test_the_fingerprint_of_a_computer_is_that_of_program_and_processor(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fingerprint(*, other: str = "", flags: str = "flags : avx2") -> str:
        info = tmp_path / "cpuinfo"
        info.write_text(f"processor : 0\nmodel name : A\n{flags}\ncpu MHz : {other}\n\n{other}")
        monkeypatch.setattr(net_and_computer_hashes, "CPU_INFO", info)
        return program_and_processor_hash.__wrapped__()

    first = fingerprint()
    assert len(first) == 16 and first == fingerprint(other="800")
    assert first != fingerprint(flags="flags : avx512")
    monkeypatch.setattr(net_and_computer_hashes, "__version__", "99")
    assert first != fingerprint()


def test_decisions_cut_short_by_the_clock_are_not_repeated() -> None:
    honest = proven_match("keypad").record
    by_clock = [n for n in range(100) if n % 2]

    def cheat(data: dict[str, Any]) -> None:
        data["rounds"][0]["by_clock"] = by_clock

    found = next(verify_record(changed_record(honest, cheat)))
    assert found.n_by_clock and found.n_by_clock + found.n_same == found.n_decisions


@pytest.mark.parametrize(("work", "share"), [(0.5, 0.5), (None, 1.0), ("half", 1.0)])
def test_decisions_are_repeated_with_the_same_share_of_work(
    work: object, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = changed_record(
        proven_match("keypad").record, lambda data: data["rounds"][0].update(work=work)
    )
    budgets: set[Budget | None] = set()

    def noting(level: int, view: View, budget: Budget | None, seed: int) -> Decision:
        budgets.add(budget)
        return level_decision(level, view, None, seed)

    monkeypatch.setattr(verify_module, "level_decision", noting)
    next(verify_record(record))
    assert (
        budgets
        == {sight.budget for sight in audited_decisions(record, 0)}
        == {work_budget_of(2, share)}
    )


def with_two_cards_exchanged(cards: list[int]) -> list[int]:
    """Return the cards with two different ones exchanged."""
    other = next(n for n, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return cards


CHEATS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another secret": (
        lambda data: data["rounds"][0]["proof"].update(secret="00" * 32),
        "the secret is not the one",
    ),
    "another fingerprint": (
        lambda data: data["rounds"][0]["proof"].update(commitment="0" * 64),
        "the secret is not the one",
    ),
    "another cut": (lambda data: data["rounds"][0]["proof"].update(cut="5"), "the deal is not"),
    "another match": (
        lambda data: data["rounds"][0]["proof"].update(match="00" * 16),
        "the secret is not the one",
    ),
    "a stacked deck": (
        lambda data: with_two_cards_exchanged(data["rounds"][0]["deal"]["deck"]),
        "the deal is not",
    ),
    "no secret": (lambda data: data["rounds"][0]["proof"].pop("secret"), "cannot be read"),
    "a short secret": (
        lambda data: data["rounds"][0]["proof"].update(secret="00"),
        "cannot be read",
    ),
    "no proof at all": (lambda data: data["rounds"][0].update(proof=7), "cannot be read"),
    "another leader": (lambda data: data["rounds"][0]["proof"].update(leader="lot"), "by lot"),
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_changed_record_fails_verification(name: str) -> None:
    rules, seats = PRESETS["keypad"], [SeatInfo("a", "human"), SeatInfo("b", "human")]
    chances = ProvableChance(Random(11).randbytes)
    chances.set_cut("4")
    # The secret of a round, before it is published.
    key = SealedRound(chances.match_id, 0, chances._next.secret).chance_key("4")
    not_by_lot = 1 - RandomStream(key, "leader").next_number_below(2)
    match = Match.begin(rules, seats, chances, leader=not_by_lot)
    change, sentence = CHEATS[name]
    assert list(verify_record(read_record(match.record.as_text())))
    with pytest.raises(UnfairRecord, match=f"round 0: .*{sentence}"):
        list(verify_record(changed_record(match.record, change)))


def test_a_changed_pile_of_codes_fails_verification() -> None:
    record = proven_match("wits", 2, cut="x").record

    def other_codes(data: dict[str, Any]) -> None:
        data["codes"][-2:] = reversed(data["codes"][-2:])

    with pytest.raises(UnfairRecord, match="pile of codes"):
        list(verify_record(changed_record(record, other_codes)))


def match_at_chance(
    name: str, n: int, kind: type[Action]
) -> Iterator[tuple[Match, tuple[Counts, ...]]]:
    """Yield a match that has just used the ``n``-th chance outcome of a round, and earlier hands.

    The outcome is a later deck or a card taken in a swap; the hands are those before it. Two people
    play.
    """
    seats = [SeatInfo("a", "human"), SeatInfo("b", "human")]
    for seed in range(300):
        rng = Random(seed)
        match = Match.begin(rules_for("wits", {"target": 9}), seats, ProvableChance(rng.randbytes))
        while not match.is_over and len(getattr(match.record.rounds[-1], name)) < n:
            if match.is_round_over:
                match.deal_next_round()
            hands, legal = match.full_state().hands, legal_actions(match.observe(match.public.seat))
            wanted = [one for one in legal if isinstance(one, kind)]
            match.submit(match.public.seat, rng.choice(wanted or legal))
        if not match.is_over:
            yield match, hands


@pytest.mark.parametrize("n", [1, 2])
def test_a_changed_card_taken_fails_verification(n: int) -> None:
    for match, hands in match_at_chance("taken", n, Swap):
        record, number = match.record, len(match.record.rounds) - 1
        assert list(verify_record(record))[-1].n_taken == n
        other = cards_of(hands[1 - match.events_for(None)[-1].seat])
        if instead := set(other) - {record.rounds[-1].taken[-1]}:
            break

    def replace_last_computer_action(data: dict[str, Any]) -> None:
        data["rounds"][number]["taken"][-1] = min(instead)

    with pytest.raises(UnfairRecord, match=f"round {number}: a card was taken"):
        list(verify_record(changed_record(record, replace_last_computer_action)))


def test_a_stacked_later_deck_fails_verification() -> None:
    match, _hands = next(match_at_chance("shuffles", 1, Draw))
    record, number = match.record, len(match.record.rounds) - 1
    assert list(verify_record(record))[-1].n_decks == 1
    with pytest.raises(UnfairRecord, match=f"round {number}: a later deck"):
        list(
            verify_record(
                changed_record(
                    record,
                    lambda data: with_two_cards_exchanged(data["rounds"][number]["shuffles"][-1]),
                )
            )
        )


def test_a_decision_that_the_level_would_not_make_fails_verification() -> None:
    """The record claims that level 9 made the actions of a random player."""
    record = proven_match("keypad", 4).record

    def cheat(data: dict[str, Any]) -> None:
        data["seats"][0]["player"] = "level:7"

    with pytest.raises(UnfairRecord, match="would have done"):
        list(verify_record(changed_record(record, cheat)))


def test_every_order_of_a_few_things_is_equally_likely() -> None:
    """Chi-squared test over the 24 orders of four things.

    With 23 degrees of freedom, the limit is 49.7 at p = 0.001.
    """
    n = 4800
    counts = Counter(RandomStream(k.to_bytes(4, "big"), "deal").shuffled("abcd") for k in range(n))
    expected = n / 24
    assert len(counts) == 24
    assert sum((seen - expected) ** 2 / expected for seen in counts.values()) < 49.7


def test_the_program_in_the_documents_reaches_the_same_verdict(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    program = page.partition("```python\n")[2].partition("```")[0]
    record = proven_match("keypad").record
    file = tmp_path / "match.json"

    def run(data: Record) -> subprocess.CompletedProcess[str]:
        file.write_text(data.as_text(), encoding="utf-8")
        command = [sys.executable, "-c", program, str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    finished = run(record)
    assert finished.returncode == 0 and finished.stdout.count("as it should be") == len(
        record.rounds
    )
    assert run(changed_record(record, CHEATS["a stacked deck"][0])).returncode != 0


# Tests of the command.
