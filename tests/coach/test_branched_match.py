"""Matches continued from an earlier point: what is kept, redrawn and recorded."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from assets.shots.reviewed_match import sample_record

from hacktrick.coach.branched_match import (
    UntraceableMovesError,
    branch_match,
    branch_match_at_view,
    original_round_winner_and_points,
    swapped_seats_match,
)
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import BRANCH_KEY, Record
from hacktrick.match.record_replay import replay_record
from tests.support.scripted_matches import random_match

RECORD = sample_record()
ROUND = 2


def as_text(match: Match) -> list[str]:
    return match.record.rounds[-1].actions


@pytest.mark.parametrize("n_actions", [0, 1, 4])
def test_a_branch_keeps_earlier_rounds_and_the_given_number_of_actions(n_actions: int) -> None:
    seats = (SeatInfo("Eve", "human"), SeatInfo("Bot", "level:2"))
    match = branch_match(RECORD, (ROUND, n_actions), seats, Random(1))
    assert len(match.record.rounds) == ROUND + 1 and match.seats == seats
    for mine, theirs in zip(match.record.rounds[:ROUND], RECORD.rounds, strict=False):
        assert mine.actions == theirs.actions and mine.result == theirs.result
    assert as_text(match) == RECORD.rounds[ROUND].actions[:n_actions]
    assert match.record.rounds[-1].hands == RECORD.rounds[ROUND].hands
    assert match.record.rounds[-1].deck == RECORD.rounds[ROUND].deck


def test_a_branch_records_its_origin() -> None:
    match = branch_match(RECORD, (ROUND, 4), RECORD.seats, Random(1))
    origin = {"match": RECORD.key, "round": ROUND, "action": 4}
    assert match.record.extra[BRANCH_KEY] == origin | {"as_it_was": True}
    match = branch_match(RECORD, (ROUND, 4), RECORD.seats, Random(1), redrawn_for=0)
    assert match.record.extra[BRANCH_KEY] == origin | {"as_it_was": False}


def test_the_record_of_a_branch_follows_the_rules() -> None:
    match = branch_match(RECORD, (ROUND, 4), RECORD.seats, Random(1), redrawn_for=1)
    *_, (last, _text) = replay_record(match.record)
    assert last.public == match.public


def test_a_finished_round_cannot_be_continued() -> None:
    n_actions = len(RECORD.rounds[ROUND].actions)
    with pytest.raises(ValueError, match="is over"):
        branch_match(RECORD, (ROUND, n_actions), RECORD.seats, Random(1))
    assert branch_match(RECORD, (ROUND, n_actions - 1), RECORD.seats, Random(1))


def test_a_branch_drops_later_notes_and_later_chance() -> None:
    record = long_record()
    at = next(n for n, text in enumerate(record.rounds[0].actions) if text == "draw")
    record.rounds[0].extra["proof"] = {"any": "thing"}
    match = branch_match(record, (0, at), record.seats, Random(1))
    assert match.record.rounds[0].shuffles == [] and match.record.rounds[0].extra == {}
    whole = branch_match(record, (0, len(record.rounds[0].actions) - 1), record.seats, Random(1))
    assert whole.record.rounds[0].shuffles == record.rounds[0].shuffles != []


def long_record() -> Record:
    """Return the record of a round with a reshuffle."""
    for seed in range(100):
        *_, match = random_match(PRESETS["keypad"], seed, n_rounds=1)
        if match.record.rounds[0].shuffles:
            return match.record
    raise AssertionError


@pytest.mark.parametrize("seat", [0, 1])
def test_redrawn_cards_look_the_same_to_their_seat_only(seat: int) -> None:
    record = long_record()
    n_actions = len(record.rounds[0].actions) - 1
    plain = branch_match(record, (0, n_actions), record.seats, Random(1))
    hands = set()
    for seed in range(8):
        match = branch_match(record, (0, n_actions), record.seats, Random(seed), redrawn_for=seat)
        mine, same = match.view(seat), plain.view(seat)
        assert (mine.hand, mine.actions, mine.said, mine.shown, mine.reshuffles) == (
            *(same.hand, same.actions, same.said, same.shown, same.reshuffles),
        )
        assert match.observe(seat) == plain.observe(seat)
        hands.add(match.record.rounds[0].hands[1 - seat])
        made = match.record.rounds[0]
        cards = [*made.aside, *made.deck, *(card for hand in made.hands for card in hand)]
        assert sorted(cards) == sorted([*range(6)] * 3)
        assert [sorted(deck) for deck in made.shuffles] == [
            sorted(deck) for deck in plain.record.rounds[0].shuffles
        ]
    assert len(hands) > 1


def test_cards_that_another_put_under_the_deck_cannot_be_redrawn() -> None:
    record, number, at = with_cards_under_the_deck()
    seat = next(
        match.public.seat
        for match, _text in replay_record(record)
        if len(match.record.rounds) == number + 1 and len(as_text(match)) == at
    )
    own = branch_match(record, (number, at + 1), record.seats, Random(1), redrawn_for=seat)
    assert as_text(own)[at].startswith("under")
    with pytest.raises(UntraceableMovesError):
        branch_match(record, (number, at + 1), record.seats, Random(1), redrawn_for=1 - seat)


def with_cards_under_the_deck() -> tuple[Record, int, int]:
    """Return a match in which Jack Sun's power was used, the round and the action's number."""
    for seed in range(200):
        *_, match = random_match(PRESETS["wits"], seed)
        for number, written in enumerate(match.record.rounds):
            for at, text in enumerate(written.actions):
                if text.startswith("under") and at + 1 < len(written.actions):
                    return match.record, number, at
    raise AssertionError


# Tests of branches from a view, and in swapped seats.


def test_a_branch_from_a_view_continues_at_that_view() -> None:
    seen = [
        match.view(0) for match, _ in replay_record(RECORD) if len(match.record.rounds) == ROUND + 1
    ]
    match = branch_match_at_view(RECORD, ROUND, seen[3], Random(1), "key")
    assert as_text(match) == RECORD.rounds[ROUND].actions[:3]
    assert match.record.extra[BRANCH_KEY] == {
        "match": "key",
        "round": ROUND,
        "action": 3,
        "as_it_was": False,
    }


def test_a_round_in_swapped_seats_starts_from_the_same_deal() -> None:
    match = swapped_seats_match(RECORD, ROUND, Random(1))
    assert as_text(match) == [] and match.record.rounds[-1].hands == RECORD.rounds[ROUND].hands
    assert match.seats == RECORD.seats[::-1]
    result = RECORD.rounds[ROUND].result
    assert result is not None
    origin = match.record.extra[BRANCH_KEY]
    assert origin["swapped"] == [result.side, result.points]
    assert (origin["match"], origin["round"], origin["action"]) == (RECORD.key, ROUND, 0)
    assert original_round_winner_and_points(match.record, ROUND) == (1 - result.side, result.points)
    assert (
        original_round_winner_and_points(match.record, ROUND + 1) is None
        and original_round_winner_and_points(RECORD, ROUND) is None
    )


def test_an_unfinished_round_has_no_earlier_winner() -> None:
    cut = replace(RECORD, rounds=[*RECORD.rounds[:1], replace(RECORD.rounds[1], result=None)])
    match = swapped_seats_match(cut, 1, Random(1))
    assert (
        match.record.extra[BRANCH_KEY]["swapped"] is None
        and original_round_winner_and_points(match.record, 1) is None
    )


@pytest.mark.parametrize("wrong", [None, 3, [], [2, 1], [0], [0, "x"], ["0", 1], [0, 1, 1]])
def test_a_malformed_earlier_result_is_ignored(wrong: object) -> None:
    record = replace(RECORD, extra={BRANCH_KEY: {"round": 0, "swapped": wrong}})
    assert original_round_winner_and_points(record, 0) is None
    right = replace(RECORD, extra={BRANCH_KEY: {"round": 0, "swapped": [1, 2]}})
    assert original_round_winner_and_points(right, 0) == (0, 2)
    assert original_round_winner_and_points(replace(RECORD, extra={BRANCH_KEY: 3}), 0) is None
