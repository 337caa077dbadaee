"""Supplies the positions that build/assets/puzzles.py examines.

Most kinds of puzzles occur often in rounds of level 9, whose turns are all examined. Three kinds
are rare: which win to take, what is certain to win, and what to do against a known hand. For these,
weak, fast levels play rounds, and only turns of the right kind are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from hacktrick.ai.decision_position import read_position, winning_action_and_value
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.coach.advisor import QUICK_SOLVER as QUICK_LOOK
from hacktrick.coach.advisor import advise
from hacktrick.coach.hand_odds import hand_odds
from hacktrick.coach.puzzles import PUZZLE_KINDS
from hacktrick.game.cards import Counts
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match

WEAKER_LEVELS = (3, 4, 5, 6)
QUICK_LEVELS = (2, 3, 4)  # levels that decide almost instantly
MATCHES_PER_TASK = 10  # number of quick matches that one task examines
MIN_WAITING_LEAD = 0.2  # lead in equity that waiting must have by a quick estimate

CandidatePosition = tuple[View, Counts]
"""The view of the seat to act, and the opponent's true hand."""


def positions_of_level_9(seed: int) -> Iterator[CandidatePosition]:
    """Yield turns of two rounds of a match between level 9 and a weaker level or itself.

    To save time, level 2 plays all earlier rounds of the match.
    """
    rng = Random(f"puzzles {seed}")
    other = rng.choice((*WEAKER_LEVELS, 9))
    match = _begin_keypad_match("level:9", f"level:{other}", rng)
    levels, skipped = (9, other), rng.randrange(5)
    while not match.is_over:
        if match.is_round_over:
            match.deal_next_round()
            skipped -= 1
        seat = match.public.seat
        if skipped <= 0 and match.public.phase == "turn":
            yield match.view(seat), match.full_state().hands[1 - seat]
        if skipped < -1:
            return
        level = levels[seat] if skipped <= 0 else 2
        match.submit(
            seat, level_decision(level, match.view(seat), None, rng.getrandbits(30)).action
        )


def positions_with_win_worth_postponing(seed: int) -> Iterator[CandidatePosition]:
    """Yield turns of quick matches at which a win is available but waiting may be better.

    The score is changed so that the player needs two more points to win the match.
    """
    for match, view, rng in _choices_in_quick_matches(seed):
        if winning_action_and_value(read_position(view)) is None:
            continue
        view = with_score_near_match_end(view, rng)
        if may_waiting_beat_winning(view):
            yield view, match.full_state().hands[1 - view.seat]


def may_waiting_beat_winning(view: View) -> bool:
    """Return whether, by a quick estimate, waiting may be better than taking a win.

    Such positions are rare, and every level takes the win in them.
    """
    seen = advise(view, QUICK_LOOK)
    taken = max(
        (turn.forecast.match for turn in seen.turns if turn.figures.win_points), default=1.0
    )
    left = max(
        (turn.forecast.match for turn in seen.turns if not turn.figures.win_points), default=0.0
    )
    return left - taken >= MIN_WAITING_LEAD * seen.chances_by_result.equity_unit


def positions_with_known_hand(seed: int) -> Iterator[CandidatePosition]:
    """Yield turns of quick matches in which only one hand of the opponent is possible."""
    for match, view, _rng in _choices_in_quick_matches(seed):
        if (
            winning_action_and_value(read_position(view)) is None
            and len(hand_odds(view).counted_hands) == 1
        ):
            yield view, match.full_state().hands[1 - view.seat]


def _choices_in_quick_matches(seed: int) -> Iterator[tuple[Match, View, Random]]:
    """Yield all turns of quick matches that offer a choice."""
    for number in range(MATCHES_PER_TASK):
        rng = Random(f"rare puzzles {seed} {number}")
        levels = rng.choice(QUICK_LEVELS), rng.choice(QUICK_LEVELS)
        match = _begin_keypad_match(f"level:{levels[0]}", f"level:{levels[1]}", rng)
        while not match.is_over:
            if match.is_round_over:
                match.deal_next_round()
            seat = match.public.seat
            view = match.view(seat)
            if match.public.phase == "turn" and len(legal_actions(match.observe(seat))) > 1:
                yield match, view, rng
            match.submit(seat, level_decision(levels[seat], view, None, rng.getrandbits(30)).action)


def with_score_near_match_end(view: View, rng: Random) -> View:
    """Return the view with a score at which one point and two points differ most in value.

    At this score, the player needs two more points to win the match; the opponent needs one or two.
    """
    near = view.rules.target - 2
    score = [near + rng.randrange(2)] * 2
    score[view.seat] = near
    return replace(view, score=tuple(score))


def _begin_keypad_match(first: str, second: str, rng: Random) -> Match:
    return Match.begin_with_rng(
        PRESETS["keypad"], [SeatInfo("A", first), SeatInfo("B", second)], rng
    )


class PuzzleSource(NamedTuple):
    """A source of positions, and the kinds of puzzles to look for in these positions."""

    positions: Callable[[int], Iterator[CandidatePosition]]
    kinds: tuple[str, ...]


SOURCES = {
    "usual": PuzzleSource(positions_of_level_9, PUZZLE_KINDS),
    "wins": PuzzleSource(positions_with_win_worth_postponing, ("points",)),
    "known": PuzzleSource(positions_with_known_hand, ("home", "must")),
}
