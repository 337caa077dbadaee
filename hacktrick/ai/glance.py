"""The players who only look one card ahead: a beginner, and one who blocks and counts cards.

They are weak because of what they leave out, never by dice: the beginner sees his own wins and
captures and nothing of the opponent; neither of them listens to sums or uses commands.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from random import Random

from hacktrick.ai.agent import Budget, Decision, bounded
from hacktrick.ai.codes import choose_code
from hacktrick.ai.position import (
    Position,
    flexibility,
    hand_after,
    read_position,
    sensible,
    winning_now,
)
from hacktrick.ai.threats import NO_FACTS, held_bits, reach, shape, winning_cards, wins
from hacktrick.game.actions import Action, Call, Draw, Fold, Pass, Play, Start
from hacktrick.game.advance import advance
from hacktrick.game.cards import Counts, counts_of, without
from hacktrick.game.rules import Side
from hacktrick.game.state import IN_SUPPLY, PublicState
from hacktrick.game.view import View

DRAWING = 0.12  # what a card drawn is worth to a player who does not look further
CAPTURING = 0.25
THREATENING = 0.22
BUILDING = 0.03
CHOICE = 0.03  # per different card that could be played next
USELESS = -9.0  # what these players never do


@dataclass(frozen=True, slots=True)
class Glance:
    """One card ahead. ``counts``: also sees what the opponent may complete with an unseen card,
    and how likely he holds one."""

    counts: bool

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        position = read_position(view)
        won = winning_now(position)
        if won is not None:
            return Decision(won[0], bounded(won[1]), (won,))
        if position.public.phase == "codes":
            return choose_code(position)
        rng = Random(seed)
        values = [(self._value(position, action), action) for action in sensible(position)]
        # Equal values are told apart by the seed, so that games differ.
        ranked = sorted(values, key=lambda pair: (-round(pair[0], 6), rng.random()))
        value, action = ranked[0]
        return Decision(action, bounded(value), tuple((a, v) for v, a in ranked if v > USELESS))

    def _value(self, position: Position, action: Action) -> float:
        public = position.public
        if isinstance(action, Start):
            return _start_value(position, action)
        if isinstance(action, (Call, Fold)):
            return _answer_value(position, action)
        if not isinstance(action, (Play, Draw, Pass)):
            return USELESS
        if isinstance(action, Play) and action.again and not self.counts:
            return USELESS  # a beginner is content with one card
        after = advance(public, action, NO_FACTS)
        if after.result is not None:
            return position.worth.of_result(after)
        hand = hand_after(position.hand, action)
        value = _own_prospects(public, after, position.side, hand)
        value += DRAWING * isinstance(action, Draw)
        return value - self._danger(position, after, hand) if self.counts else value

    def _danger(self, position: Position, after: PublicState, hand: Counts) -> float:
        """What the next player is expected to win at once, and what he threatens."""
        side = 1 - position.side
        points = wins(after, side)
        last = after.row[-1]
        fatal = winning_cards(points, last, len(hand))
        chance = chance_of_any(_unseen(position), fatal, _opponents_cards(after, position))
        loss = 1 - position.worth.of_win(after, side, max([1, *points]))
        return chance * loss + THREATENING * _threats(points)


def _own_prospects(before: PublicState, after: PublicState, side: Side, hand: Counts) -> float:
    own = tuple(key[side] for key in after.board)
    other = tuple(key[1 - side] for key in after.board)
    begun, empty = shape(own, other)
    points = wins(after, side)
    reached, _ = reach(hand, points)
    value = THREATENING * _threats(points) + BUILDING * begun + 0.01 * empty
    value += CAPTURING * (after.captured[side] - before.captured[side])
    value += 0.05 * reached.bit_count() + CHOICE * held_bits(hand).bit_count()
    value -= 0.1 * max(0, 3 - after.supply[side])
    # The double is worth keeping until it stands in a line that may yet be completed.
    if after.double[side] > 0 and before.double[side] == IN_SUPPLY:
        value += 0.05 if max(points) > 1 else -0.05
    return value


def _threats(points: tuple[int, ...]) -> float:
    """Winning keys, the second one half as much, and so on: he needs only one."""
    found = sorted((n for n in points if n), reverse=True)
    return sum((1 + 0.3 * (n - 1)) * 0.5**place for place, n in enumerate(found))


def chance_of_any(unseen: Counts, wanted: tuple[int, ...], size: int) -> float:
    """The chance that ``size`` cards out of ``unseen`` hold one of ``wanted``."""
    total, good = sum(unseen), sum(unseen[card] for card in wanted)
    if size <= 0 or not good:
        return 0.0
    size = min(size, total)
    return 1 - comb(total - good, size) / comb(total, size)


def _unseen(position: Position) -> Counts:
    rules, public = position.public.rules, position.public
    pack = (rules.copies,) * rules.values
    out = counts_of((*public.row, *public.aside), rules.values)
    return without(without(pack, out), position.hand)


def _opponents_cards(after: PublicState, position: Position) -> int:
    seat = after.seat if after.phase == "turn" else after.next_seat
    return after.hand_sizes[seat]


def _start_value(position: Position, action: Start) -> float:
    """A start card that leaves many different cards and lets nobody reach many keys."""
    left = list(position.hand)
    left[action.card] -= 1
    middle = (position.public.rules.values - 1) / 2
    return 0.1 * flexibility(position.public, tuple(left)) + 0.01 * abs(action.card - middle)


def _answer_value(position: Position, action: Action) -> float:
    """Calls unless the staker threatens more: he moves next."""
    public, side = position.public, position.side
    theirs, mine = _threats(wins(public, 1 - side)), _threats(wins(public, side))
    calling = 0.4 + 0.3 * (mine - 2 * theirs)
    return calling if isinstance(action, Call) else 0.0
