"""Levels 1 and 2: players who look one card ahead. Only level 2 considers the opponent's cards.

These levels are weak because of what they ignore, not because of random mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from random import Random

from hacktrick.ai.agent import Budget, Decision, clamp_value
from hacktrick.ai.decision_position import (
    NO_FACTS,
    Position,
    card_value_bit_mask,
    count_begun_and_empty_lines,
    hand_after,
    n_playable_values,
    read_position,
    sensible_actions,
    winning_action_and_value,
    winning_cards,
    winning_last_card_masks,
    winning_points,
)
from hacktrick.ai.search.code_heuristics import choose_code
from hacktrick.game.actions import Action, LayStartCard
from hacktrick.game.cards import Counts, counts_of, with_cards_removed
from hacktrick.game.state import IN_SUPPLY, PublicState, Side
from hacktrick.game.transitions import apply_public_part
from hacktrick.game.view import View

# The following values are set by hand, in points of the round.
DRAW_VALUE = 0.12  # value of drawing a card
CAPTURE_VALUE = 0.25
THREAT_VALUE = 0.22
LINE_VALUE = 0.03
FLEXIBILITY_VALUE = 0.03  # value of each different card in the hand
POINTLESS_VALUE = -9.0  # value of actions that these players never choose


@dataclass(frozen=True, slots=True)
class OnePlyPlayer:
    """A player who looks one card ahead.

    Attributes:
        counts_cards: whether the player considers which unseen cards would let the opponent win,
            and how likely the opponent holds one of them.
    """

    counts_cards: bool

    def choose(self, view: View, budget: Budget, seed: int) -> Decision:
        position = read_position(view)
        won = winning_action_and_value(position)
        if won is not None:
            return Decision(won[0], clamp_value(won[1]), (won,))
        if position.public.phase == "codes":
            return choose_code(position)
        rng = Random(seed)
        values = [
            (self._action_value(position, action), action) for action in sensible_actions(position)
        ]
        # The seed decides between equal values, so that games differ.
        ranked = sorted(values, key=lambda pair: (-round(pair[0], 6), rng.random()))
        value, action = ranked[0]
        return Decision(
            action, clamp_value(value), tuple((a, v) for v, a in ranked if v > POINTLESS_VALUE)
        )

    def _action_value(self, position: Position, action: Action) -> float:
        public = position.public
        if action.verb == "start":
            return _start_card_value(position, action)
        if action.stage == "answer":
            return _stake_answer_value(position, action)
        if action.verb not in ("play", "draw", "pass"):
            return POINTLESS_VALUE
        if action.verb == "play" and action.is_second_card and not self.counts_cards:
            return POINTLESS_VALUE  # level 1 never plays a second card
        after = apply_public_part(public, action, NO_FACTS)
        if after.result is not None:
            return position.utility.value_of_result(after)
        hand = hand_after(position.hand, action)
        value = _position_value(public, after, position.side, hand)
        value += DRAW_VALUE * (action.verb == "draw")
        return (
            value - self._expected_loss_to_opponents(position, after, hand)
            if self.counts_cards
            else value
        )

    def _expected_loss_to_opponents(
        self, position: Position, after: PublicState, hand: Counts
    ) -> float:
        """Return the expected loss, in points, from the next player's win and later threats.

        Args:
            position: the position before the action.
            after: the state after the action.
            hand: the player's hand after the action.
        """
        side = 1 - position.side
        points = winning_points(after, side)
        last = after.row[-1]
        fatal = winning_cards(points, last, len(hand))
        chance = chance_of_any(
            _unseen_cards(position), fatal, _next_player_hand_size(after, position)
        )
        loss = 1 - position.utility.value_of_win(after, side, max([1, *points]))
        return chance * loss + THREAT_VALUE * _threat_value(points)


def _position_value(before: PublicState, after: PublicState, side: Side, hand: Counts) -> float:
    own = tuple(key[side] for key in after.board)
    other = tuple(key[1 - side] for key in after.board)
    begun, empty = count_begun_and_empty_lines(own, other)
    points = winning_points(after, side)
    reached, _ = winning_last_card_masks(hand, points)
    value = THREAT_VALUE * _threat_value(points) + LINE_VALUE * begun + 0.01 * empty
    value += CAPTURE_VALUE * (after.captured[side] - before.captured[side])
    value += 0.05 * reached.bit_count() + FLEXIBILITY_VALUE * card_value_bit_mask(hand).bit_count()
    value -= 0.1 * max(0, 3 - after.supply[side])
    # Placing the double pays only in a line that can still be completed.
    if after.double[side] > 0 and before.double[side] == IN_SUPPLY:
        value += 0.05 if max(points) > 1 else -0.05
    return value


def _threat_value(points: tuple[int, ...]) -> float:
    """Return the value of all keys that would win; each key counts half as much as the one before.

    Args:
        points: for each key, the points that a marker there would win.
    """
    found = sorted((n for n in points if n), reverse=True)
    return sum((1 + 0.3 * (n - 1)) * 0.5**place for place, n in enumerate(found))


def chance_of_any(unseen: Counts, wanted: tuple[int, ...], size: int) -> float:
    """Return the chance that ``size`` random cards from ``unseen`` include one of ``wanted``."""
    total, good = sum(unseen), sum(unseen[card] for card in wanted)
    if size <= 0 or not good:
        return 0.0
    size = min(size, total)
    return 1 - comb(total - good, size) / comb(total, size)


def _unseen_cards(position: Position) -> Counts:
    rules, public = position.public.rules, position.public
    pack = (rules.copies,) * rules.values
    out = counts_of((*public.row, *public.aside), rules.values)
    return with_cards_removed(with_cards_removed(pack, out), position.hand)


def _next_player_hand_size(after: PublicState, position: Position) -> int:
    seat = after.seat if after.phase == "turn" else after.next_seat
    return after.hand_sizes[seat]


def _start_card_value(position: Position, action: LayStartCard) -> float:
    """Return the value of laying a start card.

    The lowest and the highest cards are best to lay. Keeping many different values in the hand adds
    value.
    """
    left = list(position.hand)
    left[action.card] -= 1
    middle = (position.public.rules.values - 1) / 2
    return 0.1 * n_playable_values(position.public, tuple(left)) + 0.01 * abs(action.card - middle)


def _stake_answer_value(position: Position, action: Action) -> float:
    """Return the value of calling or folding after the opponent has staked a point.

    A fold is worth 0. A call is worth more than that unless the opponent, who moves next, threatens
    more.
    """
    public, side = position.public, position.side
    theirs, mine = (
        _threat_value(winning_points(public, 1 - side)),
        _threat_value(winning_points(public, side)),
    )
    calling = 0.4 + 0.3 * (mine - 2 * theirs)
    return calling if action.verb == "call" else 0.0
