"""A sample position for previews, always the same position for each edition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from hacktrick.app.match_session import MatchSession
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import Action
from hacktrick.game.editions import Rules
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.player_kinds import HUMAN, level_of, player_for_level

if TYPE_CHECKING:
    from hacktrick.app.profiles import SeatMarkerStyles

TURN_RANGE = range(7, 13)  # possible turn numbers of the position
# Probability of choosing among the plays if there are any, instead of among all legal actions.
PLAY_PROBABILITY = 0.8
MAX_SEEDS = 60  # number of seeds to try with codes in force, and again without
OPPONENT_LEVEL = 3


def sample_session(
    rules: Rules, seats: Sequence[SeatInfo], marker_styles: SeatMarkerStyles
) -> MatchSession:
    """Return a session at a sample position, seen from seat 0.

    Args:
        rules: the rules of the previewed edition.
        seats: the players with their names; all except the first are shown as computers.
        marker_styles: the marker styles of the seats.
    """
    shown = tuple(
        SeatInfo(seat.name, _human_or_computer_opponent(n, seat)) for n, seat in enumerate(seats)
    )
    match = sample_match(rules, shown)
    return MatchSession(
        match, InlineThinker(), _skip_save, Random(0), marker_styles=marker_styles, work_share=1.0
    )


def _human_or_computer_opponent(seat_number: int, seat: SeatInfo) -> str:
    if seat_number == 0:
        return HUMAN
    return player_for_level(OPPONENT_LEVEL) if level_of(seat.player) is None else seat.player


def sample_match(rules: Rules, seats: Sequence[SeatInfo]) -> Match:
    """Return a match in mid-round with seat 0 to move, with codes in force if it has codes."""
    with_codes, seed = _codes_and_first_suitable_seed(rules)
    match = _search_sample_round(rules, seats, Random(seed), with_codes)
    assert match is not None
    return match


@lru_cache(maxsize=32)
def _codes_and_first_suitable_seed(rules: Rules) -> tuple[bool, int]:
    """Return whether codes can be in force, and the first seed that leads to a sample position."""
    seats = tuple(SeatInfo(str(n), HUMAN) for n in range(rules.n_seats))
    for with_codes, seed in product((rules.has_codes, False), range(MAX_SEEDS)):
        if _search_sample_round(rules, seats, Random(seed), with_codes) is not None:
            return with_codes, seed
    raise AssertionError("no match of this edition comes to such a position")


def _search_sample_round(
    rules: Rules, seats: Sequence[SeatInfo], dice: Random, with_codes: bool
) -> Match | None:
    match = Match.begin_with_rng(rules, seats, dice, 0)
    while not match.is_over and (rules.has_codes or not match.is_round_over):
        if _is_sample_position(match, with_codes):
            return match
        # Codes are laid at the start of a round, by players who won them in an earlier one.
        if match.is_round_over:
            match.deal_next_round()
        else:
            match.submit(match.public.seat, _pick_random_action(match, dice))
    return None


def _is_sample_position(match: Match, with_codes: bool) -> bool:
    public = match.public
    ready = public.phase == "turn" and public.seat == 0 and public.turn in TURN_RANGE
    # With two cards or more, the player to act has a choice.
    has_cards = public.hand_sizes[0] > 1 and all(public.hand_sizes)
    return ready and has_cards and (all(public.codes) or not with_codes)


def _pick_random_action(match: Match, dice: Random) -> Action:
    legal = legal_actions(match.observe(match.public.seat))
    laid = [action for action in legal if action.verb == "lay" and action.code]
    plays = [action for action in legal if action.verb == "play"]
    if plays and dice.random() < PLAY_PROBABILITY:
        return dice.choice(plays)
    return dice.choice(laid or legal)


def _skip_save(text: str) -> None:
    """Save nothing, since nobody plays on from a sample position."""
