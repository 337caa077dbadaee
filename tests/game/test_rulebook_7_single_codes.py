"""RULES section 7: in random positions a code changes what its text says, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest

from hacktrick.game.actions import CODES, PASS, Action, Play, Swap, parse
from hacktrick.game.code_powers import POWERS
from hacktrick.game.editions import rules_for
from hacktrick.game.keypad import lines_through
from hacktrick.game.legality import legal_actions, power_refusal_reason, refusal_reason
from hacktrick.game.state import Observation, PublicState, RevealedFacts
from hacktrick.game.transitions import apply_public_part, keys_of_win
from tests.support.scripted_matches import random_match

KIND = {"discard": "huang", "ask own": "popescu", "swap": "vaeck", "under": "sun", "stake": "doo"}
"""The code that an action belongs to, by how it begins."""


def random_turn_ends() -> Iterator[tuple[PublicState, tuple[int, ...]]]:
    """Yield ends of turns in rounds without codes, each with the hand of the next player.

    Both sides have a point, which they can stake.
    """
    for seed in range(16):
        for match in random_match(rules_for("wits"), seed, n_rounds=1):
            public = match.public
            if public.phase == "command":
                yield public._replace(score=(1, 1)), match.full_state().hands[public.next_seat]


TURNS = list(random_turn_ends())


def next_turn(public: PublicState, own: str | None, other: str | None) -> PublicState:
    """Return the next turn, with these codes in force for its player and the opponent."""
    codes = (own, other) if public.seating.side_of[public.next_seat] == 0 else (other, own)
    return apply_public_part(public._replace(codes=codes), PASS, RevealedFacts())


def legal_actions_in(public: PublicState, hand: tuple[int, ...]) -> set[Action]:
    return set(legal_actions(Observation(public.seat, public, hand, ())))


def owner_of(action: Action) -> str | None:
    return next((code for begin, code in KIND.items() if str(action).startswith(begin)), None)


@pytest.mark.parametrize("code", [code for code in CODES if code != "kriskaya"])
def test_a_code_gives_its_owner_its_own_actions_and_takes_none_away(code: str) -> None:
    added = 0
    for public, hand in TURNS:
        plain = legal_actions_in(next_turn(public, None, None), hand)
        with_it = legal_actions_in(next_turn(public, code, None), hand)
        assert plain <= with_it
        assert {owner_of(action) for action in with_it - plain} <= {code}
        added += len(with_it - plain)
    assert bool(added) == (code in KIND.values())


@pytest.mark.parametrize("code", CODES)
def test_the_opponents_code_gives_no_actions_and_only_grigorova_forbids_any(code: str) -> None:
    forbidden = set()
    for public, hand in TURNS:
        plain = legal_actions_in(next_turn(public, None, None), hand)
        with_it = legal_actions_in(next_turn(public, None, code), hand)
        assert with_it <= plain
        forbidden |= plain - with_it
    assert forbidden == ({parse("ask")} if code == "grigorova" else set())


@pytest.mark.parametrize("code", sorted(KIND.values()))
def test_a_code_and_all_its_uses_are_refused_for_the_same_reason(code: str) -> None:
    power, reasons = POWERS[code], set()
    for public, hand in TURNS:
        command = public._replace(codes=(code, code))
        for now in (command, next_turn(public, code, None), command._replace(phase="over")):
            for seat in (0, 1):
                seen, uses = Observation(seat, now, hand, ()), power.actions(hand)
                if uses and not set(uses) & set(legal_actions(seen)):
                    reason = power_refusal_reason(seen, power)
                    assert {refusal_reason(seen, use) for use in uses} == {reason}
                    reasons.add(reason)
    assert reasons >= {"ROUND_IS_OVER", "NOT_YOUR_TURN", "NOT_NOW"}


@pytest.mark.parametrize("other", [None, *(code for code in CODES if not POWERS[code].cancels)])
def test_a_card_that_is_not_held_cannot_be_swapped_whatever_the_opponent_laid(
    other: str | None,
) -> None:
    refused = 0
    for public, hand in TURNS:
        turn = next_turn(public, "vaeck", other)
        if any(isinstance(action, Swap) for action in legal_actions_in(turn, hand)):
            seen = Observation(turn.seat, turn, hand, ())
            for card in (card for card, n in enumerate(hand) if not n):
                assert refusal_reason(seen, Swap(card)) == "NOT_IN_HAND"
                refused += 1
    assert refused


def has_pair(public: PublicState) -> bool:
    """Whether the side to act has two markers on keys that sum to 10."""
    side = public.side
    marks = [key for key in range(1, 10) for _ in range(public.markers_on(key, side))]
    return any(first + second == 10 for at, first in enumerate(marks) for second in marks[at + 1 :])


@pytest.mark.parametrize("code", [None, *CODES])
def test_only_kriskaya_gives_a_second_card_and_only_with_a_pair_of_ten(code: str | None) -> None:
    pairs = 0
    for public, hand in TURNS:
        turn = next_turn(public, code, None)
        for play in legal_actions_in(turn, hand):
            if not isinstance(play, Play):
                continue
            after = apply_public_part(turn, play, RevealedFacts())
            if after.phase == "command":
                rest = tuple(n - (card == play.card) for card, n in enumerate(hand))
                seconds = [one for one in legal_actions_in(after, rest) if isinstance(one, Play)]
                assert bool(seconds) <= (code == "kriskaya" and has_pair(turn))
                pairs += bool(seconds)
    assert bool(pairs) == (code == "kriskaya")


# Tests of what wins with a code in force.


def board_of(marks: dict[int, int], side: int) -> tuple[tuple[int, ...], ...]:
    """Return a board with these numbers of markers of a side by key."""
    mine = [marks.get(key, 0) for key in range(1, 10)]
    return tuple((n, 0) if side == 0 else (0, n) for n in mine)


def result_of_placing(code: str | None, marks: dict[int, int], key: int) -> str | None:
    """Return how a single placed on ``key``, beside these markers, ends the round."""
    public, _hand = TURNS[0]
    turn = next_turn(public, code, None)
    last = min(card for card in range(6) if 0 <= key - card < 6 and key - card != card)
    turn = turn._replace(
        row=(last,),
        board=board_of(marks, turn.side),
        double=(0, 0),
        supply=(6, 6),
        captured=(0, 0),
    )
    result = apply_public_part(turn, Play(key - last), RevealedFacts()).result
    return None if result is None else result.by


PAIRS = list(combinations_with_replacement(range(1, 10), 2))


@pytest.mark.parametrize("code", [None, *CODES])
def test_lines_and_triples_win_with_every_code_and_only_god_wins_by_1_2_8_9(
    code: str | None,
) -> None:
    """Try a third single beside every pair of singles."""
    lines = {(1, 6, 8), (3, 5, 7), (2, 4, 9), (3, 4, 8), (1, 5, 9), (2, 6, 7), (2, 5, 8), (4, 5, 6)}
    for first, second in PAIRS:
        marks = {first: 1, second: 1} if first != second else {first: 2}
        for key in range(1, 10):
            three = tuple(sorted((first, second, key)))
            by = "line" if three in lines else "triple" if len(set(three)) == 1 else None
            if by is None and code == "god" and set(three) <= {1, 2, 8, 9}:
                by = "code"
            assert result_of_placing(code, marks, key) == by, (code, three)


def test_the_keys_of_a_win_by_andy_god_are_all_keys_with_counted_markers() -> None:
    public, _hand = TURNS[0]
    turn = next_turn(public, "god", None)
    for marks, key, shown in (({2: 1, 8: 1}, 8, (2, 8)), ({1: 1, 9: 1}, 2, (1, 2, 9))):
        last = min(card for card in range(6) if 0 <= key - card < 6 and key - card != card)
        before = turn._replace(row=(last,), board=board_of(marks, turn.side), supply=(6, 6))
        after = apply_public_part(before, Play(key - last), RevealedFacts())
        assert after.result is not None and after.result.by == "code"
        assert keys_of_win(after, turn.side, key, "code") == shown


@pytest.mark.parametrize("code", [None, "gorilla"])
@pytest.mark.parametrize("double", [0, 1, 2, 5, 6, 9])
def test_the_line_shown_is_one_that_is_worth_the_points(code: str | None, double: int) -> None:
    """A single completes two lines through each key; the double lies on any key."""
    public, _hand = TURNS[0]
    turn = next_turn(public, code, None)
    side = turn.side
    for key in range(1, 10):
        for one, other in combinations(lines_through(key), 2):
            marks = dict.fromkeys({*one, *other} - {key}, 1)
            if key == double or (double and double not in marks):
                continue
            places = (double, 0) if side == 0 else (0, double)
            last = min(card for card in range(6) if 0 <= key - card < 6 and key - card != card)
            before = turn._replace(
                row=(last,), board=board_of(marks, side), double=places, supply=(6, 6)
            )
            after = apply_public_part(before, Play(key - last), RevealedFacts())
            assert after.result is not None and after.result.by == "line"
            line = keys_of_win(after, side, key, "line")
            factor = 2 if code and line in ((2, 5, 8), (1, 5, 9)) else 1
            assert factor * (2 if double in line else 1) == after.result.points
