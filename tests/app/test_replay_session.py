"""A replay shows any position from any perspective; in a running match, only the player's own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hacktrick.app.replay_session import (
    OPEN_PERSPECTIVE,
    PUBLIC_PERSPECTIVE,
    ReplayPosition,
    ReplaySession,
    marker_entry_indices,
    placement_indices_of_row_cards,
)
from hacktrick.app.snapshot import Snapshot
from hacktrick.coach.branched_match import UntraceableMovesError, branch_match
from hacktrick.game.actions import LayStartCard, Play
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record, read_record
from hacktrick.match.record_replay import replay_record
from tests.support.scripted_matches import played_match


def finished_record(preset: str = "keypad", seed: int = 3, target: int = 2) -> Record:
    return played_match(rules_for(preset, {"target": target}), seed).record


def snapshots(replayed: ReplaySession) -> Iterator[Snapshot]:
    for place in replayed.positions:
        replayed.go_to(place)
        yield replayed.snapshot()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_position_shows_what_its_perspective_could_know_then(preset: str) -> None:
    record = finished_record(preset)
    replayed = ReplaySession(read_record(record.as_text()))
    assert replayed.perspectives == (
        *range(len(record.seats)),
        PUBLIC_PERSPECTIVE,
        OPEN_PERSPECTIVE,
    )
    for place, (match, _action) in zip(replayed.positions, replay_record(record), strict=True):
        replayed.go_to(place)
        assert (place.round, place.action) == (
            match.round_number - 1,
            len(match.record.rounds[-1].actions),
        )
        assert replayed.round_number == match.round_number
        over = match.is_round_over
        for eye in replayed.perspectives:
            replayed.set_perspective(eye)
            glance = replayed.snapshot()
            assert glance.public == match.public
            seat = eye if isinstance(eye, int) else None
            assert glance.observation == (None if seat is None else match.observe(seat))
            assert (glance.hands is not None) == (over or eye == OPEN_PERSPECTIVE)
            if eye != OPEN_PERSPECTIVE:
                assert glance.events == match.events_for(seat)


def test_a_replay_moves_by_steps_turns_and_rounds() -> None:
    replayed = ReplaySession(finished_record(target=4))
    assert replayed.n_rounds > 2
    assert replayed.position == ReplayPosition(0, 0) and not replayed.step_by_actions(-1)
    # The start card is played.
    assert replayed.step_by_turns(1) and replayed.position == ReplayPosition(0, 1)
    seat = replayed.public.seat
    assert replayed.step_by_turns(1) and replayed.public.seat != seat
    assert replayed.step_by_turns(-1) and replayed.position == ReplayPosition(0, 1)
    assert replayed.step_by_rounds(1) and replayed.position == ReplayPosition(1, 0)
    assert replayed.step_by_actions(-1) and replayed.position == ReplayPosition(
        0, replayed.n_actions_in_round(0)
    )
    while replayed.step_by_rounds(1):
        pass
    assert (
        replayed.position == replayed.end_position
        and replayed.is_at_won_match_end
        and not replayed.step_by_turns(1)
    )
    assert replayed.step_by_rounds(-1) and replayed.position == ReplayPosition(
        replayed.n_rounds - 1, 0
    )
    assert replayed.step_by_rounds(-1) and replayed.position == ReplayPosition(
        replayed.n_rounds - 2, 0
    )
    replayed.go_to(ReplayPosition(0, 0))
    assert not replayed.step_by_rounds(-1), "there is none before the first"
    assert replayed.go_to(ReplayPosition(99, 99)) and replayed.position == replayed.end_position


@pytest.mark.parametrize("by", [-1000, -3, -1, 0, 1, 2, 1000])
def test_steps_end_at_the_first_and_at_the_last_position(by: int) -> None:
    replayed = ReplaySession(finished_record())
    last = len(replayed.positions) - 1
    for n in (0, 1, 4, last - 1, last):
        replayed.go_to_index(n)
        reached = min(max(0, n + by), last)
        assert replayed.step_by_actions(by) == (reached != n)
        assert replayed.position == replayed.positions[reached]


@pytest.mark.parametrize("preset", PRESETS)
def test_turns_begin_where_another_acts_and_rounds_begin_and_end(preset: str) -> None:
    record = finished_record(preset)
    replayed, begins, before = ReplaySession(record), [], None
    for place, (match, _action) in zip(replayed.positions, replay_record(record), strict=True):
        turn = place.round, match.public.turn, match.public.seat
        if turn != before or match.is_round_over:
            begins.append(place)
        before = turn
    there = [replayed.position]
    while replayed.step_by_turns(1):
        there.append(replayed.position)
    back = [replayed.position]
    while replayed.step_by_turns(-1):
        back.append(replayed.position)
    assert there == back[::-1] == begins


def test_the_next_perspective_is_the_next_seat_then_a_spectator_then_all_cards() -> None:
    replayed = ReplaySession(finished_record())
    replayed.set_perspective(0)
    seen = []
    for _ in range(4):
        seen.append(replayed.perspective)
        replayed.switch_to_next_perspective()
    assert seen == [0, 1, PUBLIC_PERSPECTIVE, OPEN_PERSPECTIVE] and replayed.perspective == 0


def test_a_card_and_a_marker_lead_to_the_action_that_laid_them() -> None:
    replayed = ReplaySession(finished_record())
    for glance in snapshots(replayed):
        entries = glance.entries
        lying = placement_indices_of_row_cards(entries)
        cards = [entries[n].event.action for n in lying]
        assert all(isinstance(card, (LayStartCard, Play)) for card in cards)
        assert tuple(card.card for card in cards) == glance.public.row
        for key in range(1, 10):
            for n in marker_entry_indices(entries, key):
                after = entries[n].after.board[key - 1]
                assert sum(after) > 0


def unfinished_match(seed: int, n: int = 14) -> Match:
    """Return a match in the middle of a round."""
    rng = Random(seed)
    seats = (SeatInfo("Ada", "human"), SeatInfo("Ben", "level:1"))
    match = Match.begin_with_rng(rules_for("keypad"), seats, rng, 0)
    for _n in range(n):
        if match.is_round_over:
            break
        match.submit(match.public.seat, rng.choice(legal_actions(match.observe(match.public.seat))))
    return match


@pytest.mark.parametrize("seed", range(8))
def test_a_running_match_shows_only_what_the_players_seat_knows(seed: int) -> None:
    """Two matches that differ only in what seat 0 cannot know look identical, byte for byte."""
    match = unfinished_match(seed)
    if match.is_round_over:
        match = unfinished_match(seed, 5)
    at = (0, len(match.record.rounds[0].actions))
    shown = set()
    truths = set()
    for n in range(4):
        twin = branch_match(match.record, at, match.seats, Random(n), redrawn_for=0)
        assert twin.view(0) == match.view(0)
        truths.add(str(twin.record.rounds[0].hands) + str(twin.record.rounds[0].deck))
        replayed = ReplaySession(read_record(twin.record.as_text()), running=True, only=0)
        assert replayed.perspectives == (0, PUBLIC_PERSPECTIVE)
        seen = []
        for eye in replayed.perspectives:
            replayed.set_perspective(eye)
            seen += [repr(glance) for glance in snapshots(replayed)]
            assert replayed.whole_round_entries == replayed.entries
        shown.add("\n".join(seen))
    assert len(shown) == 1 and len(truths) > 1


def test_a_running_match_offers_no_other_perspective() -> None:
    match = unfinished_match(1)
    replayed = ReplaySession(match.record, running=True, only=0)
    for eye in (1, OPEN_PERSPECTIVE):
        with pytest.raises(ValueError, match="hidden"):
            replayed.set_perspective(eye)
    assert ReplaySession(match.record, running=True).perspectives == (PUBLIC_PERSPECTIVE,)
    for _n in range(4):
        replayed.switch_to_next_perspective()
        assert replayed.perspective in (0, PUBLIC_PERSPECTIVE)


# Tests of matches that branch off a replay.


@pytest.mark.parametrize("preset", PRESETS)
def test_a_branch_continues_from_any_position(preset: str) -> None:
    record, rng = finished_record(preset, 5), Random(2)
    seats = tuple(SeatInfo(f"P{n}", "human") for n in range(len(record.seats)))
    replayed = ReplaySession(read_record(record.as_text()))
    places = [
        one for one in replayed.positions if one.action < replayed.n_actions_in_round(one.round)
    ]
    for place in rng.sample(places, min(12, len(places))):
        replayed.go_to(place)
        as_it_was = branch_match(record, place, seats, Random(1))
        assert as_it_was.public == replayed.public and as_it_was.seats == seats
        for seat in range(len(seats)):
            replayed.set_perspective(seat)
            assert as_it_was.observe(seat) == replayed.snapshot().observation
            try:
                anew = branch_match(record, place, seats, Random(3), redrawn_for=seat)
            except UntraceableMovesError:
                continue
            assert anew.observe(seat) == replayed.snapshot().observation
            assert anew.events_for(seat) == as_it_was.events_for(seat)
        dice = Random(9)
        while not as_it_was.is_round_over:
            who = as_it_was.public.seat
            as_it_was.submit(who, dice.choice(legal_actions(as_it_was.observe(who))))
        list(replay_record(read_record(as_it_was.record.as_text())))


def test_a_round_that_is_over_cannot_be_played_on() -> None:
    record = finished_record()
    with pytest.raises(ValueError, match="over"):
        branch_match(record, (0, len(record.rounds[0].actions)), record.seats, Random(1))


def test_a_match_is_over_only_at_its_last_position_and_if_it_was_won() -> None:
    won = ReplaySession(played_match(PRESETS["keypad"], 2).record)
    over = []
    for place in won.positions:
        won.go_to(place)
        over.append(won.is_at_won_match_end)
    assert over == [False] * (len(over) - 1) + [True]
    left = ReplaySession(played_match(PRESETS["keypad"], 2, stop=30).record)
    left.go_to(left.end_position)
    assert not left.is_at_won_match_end


def test_turn_by_turn_every_round_is_seen_from_its_deal_to_its_end() -> None:
    session = ReplaySession(played_match(PRESETS["keypad"], 2).record)
    seen = [session.position]
    while session.step_by_turns(1):
        seen.append(session.position)
    for number in range(session.n_rounds):
        assert (
            ReplayPosition(number, 0) in seen
            and ReplayPosition(number, session.n_actions_in_round(number)) in seen
        )
    back = [session.position]
    while session.step_by_turns(-1):
        back.append(session.position)
    assert back[::-1] == seen


@pytest.mark.parametrize("stop", range(6, 18))
def test_moving_by_turns_stops_at_turn_starts_and_at_the_end(stop: int) -> None:
    session = ReplaySession(played_match(PRESETS["keypad"], 2, stop=stop).record)
    while session.step_by_turns(1):
        at = session.position
        now = (session.public.turn, session.public.seat)
        session.step_by_actions(-1)
        assert at == session.end_position or (session.public.turn, session.public.seat) != now
        session.go_to(at)
