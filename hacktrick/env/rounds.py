"""Single rounds for research: as the arena deals them, where codes and stakes come into play."""

from __future__ import annotations

from random import Random

from hacktrick.game.actions import CODES
from hacktrick.game.match import first_leaders
from hacktrick.game.rules import Rules
from hacktrick.game.state import PublicState
from hacktrick.game.view import SeatInfo
from hacktrick.play.match import Dice, Match

CODES_EACH = 2
SCORE_WITH_CODES = 2


def seats_of(rules: Rules) -> tuple[SeatInfo, ...]:
    """Players without names."""
    return tuple(SeatInfo(str(seat), "agent") for seat in range(rules.n_seats))


def score_before(rules: Rules) -> tuple[int, ...]:
    """The score at which a round begins: level, with points to stake where there are codes."""
    return ((SCORE_WITH_CODES if rules.codes else 0),) * rules.n_scores


def a_match(rules: Rules, rng: Random) -> Match:
    """A match whose first round has been dealt."""
    dice, leader = Dice(rng), rng.choice(first_leaders(rules))
    match = Match(rules, seats_of(rules), dice, leader, dice.codes() if rules.codes else ())
    if rules.codes:
        pile = match.match.pile
        first, second = pile[:CODES_EACH], pile[CODES_EACH : 2 * CODES_EACH]
        left = pile[2 * CODES_EACH :]
        held = (first, second)
        match.match = match.match._replace(held=held, pile=left, score=score_before(rules))
    assert len(CODES) >= 2 * CODES_EACH
    match.deal()
    return match


def gained(public: PublicState, before: tuple[int, ...]) -> list[float]:
    """By seat, what the finished round brought: the gain of the winning side, and as much lost for
    each seat of the other. A seat that sat out has nothing."""
    assert public.result is not None
    winner = public.result.side
    owner = public.score_owners(winner)[0]
    points = float(public.score[owner] - before[owner])
    return [
        points if side == winner else -points if side == 1 - winner else 0.0
        for side in public.seating.side_of
    ]
