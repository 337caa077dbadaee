"""What may come before playing or drawing: questions, and the powers of Battle of Wits.

A question is worth what the choice gains by the answer. A power is worth what the turn after it
gains at first sight, compared with the turn without it.
"""

from __future__ import annotations

from itertools import islice

from hacktrick.ai.belief import World
from hacktrick.ai.codes import CODE_WORTH
from hacktrick.ai.position import Position
from hacktrick.ai.search import BudgetSpent, Looker
from hacktrick.ai.spots import Spot
from hacktrick.ai.tables import Table
from hacktrick.game.actions import (
    CALL,
    FOLD,
    Action,
    Ask,
    Discard,
    Partner,
    Stake,
    Swap,
    Under,
)
from hacktrick.game.cards import Counts
from hacktrick.game.engine import chance_outcomes, resolve
from hacktrick.game.powers import power_of
from hacktrick.game.rules import Seat

ASKING = 0.015  # the price of a captured marker, beyond what the answer gains
ASKING_OWN = 0.06
PARTNER_ASKING = 0.003  # the opponents hear the answer too
SURE_GAIN = 0.04  # a power must gain more than the error of a first sight
KEEPING_DISCARD = 0.06  # once a round: it is worth more when markers run short
FEW_WORLDS = 10
FEW_DRAWS = 6

Shares = tuple[tuple[World, float], ...]


def openers(
    position: Position,
    spot: Spot,
    table: Table,
    shallow: dict[Action, float],
    looker: Looker,
) -> dict[Action, float]:
    """The worth of every action that may come first and is worth a thought.

    Args:
        table: the plans without it, as deeply looked at as there was time for.
        shallow: what they were worth at first sight.
    """
    found: dict[Action, float] = {}
    for action in position.legal:
        if isinstance(action, (Ask, Partner)):
            found[action] = _question(position, table, action)
    if position.public.rules.codes and shallow:
        powers = _Powers(position, spot, table, looker, max(shallow.values()))
        try:
            for action in position.legal:
                gain = powers.gain(action)
                if gain is not None:
                    found[action] = table.value() + gain - SURE_GAIN
        except BudgetSpent:
            pass
    return found


def _question(position: Position, table: Table, action: Ask | Partner) -> float:
    seating = position.public.seating
    asked: Seat | None
    if isinstance(action, Partner):
        asked, price = seating.partner_of(position.seat), PARTNER_ASKING
    else:
        asked = seating.opponents_of(position.seat)[0] if action.seat is None else action.seat
        price = _price(position, action)
    assert asked is not None
    return table.value_knowing(asked) - price


def _price(position: Position, action: Ask) -> float:
    public, side = position.public, position.side
    if action.own:
        return ASKING_OWN * (2 if public.supply[side] <= 3 else 1)
    power = power_of(public, side)
    price = None if power is None else CODE_WORTH[power.code].captured
    return ASKING if price is None else price


class _Powers:
    """What the powers of the own code gain at first sight."""

    def __init__(
        self, position: Position, spot: Spot, table: Table, looker: Looker, base: float
    ) -> None:
        self._position = position
        self._spot = spot
        self._worlds = table.worlds
        self._looker = looker
        self._base = base

    def gain(self, action: Action) -> float | None:
        """What ``action`` gains over a turn without it; None if it is no power."""
        if isinstance(action, Discard):
            spot = self._spot.child(action)
            value = self._turn_after(spot, self._position.hand, self._worlds) - KEEPING_DISCARD
        elif isinstance(action, Stake):
            value = self._staked(action)
        elif isinstance(action, Swap):
            return self._swapped(action)
        elif isinstance(action, Under):
            # The order matters little at first sight; one of each choice of cards is enough.
            if list(action.cards) != sorted(action.cards):
                return None
            value = self._under(action)
        else:
            return None
        return value - self._base

    def _turn_after(self, spot: Spot, hand: Counts, worlds: Shares) -> float:
        plans = spot.ends(hand)
        if not plans:
            return self._base
        table = Table(plans, worlds, self._position.seat)
        table.fill(self._looker, 0)
        return table.value()

    def _staked(self, action: Stake) -> float:
        answer = self._spot.child(action)
        called = self._turn_after(answer.child(CALL), self._position.hand, self._worlds)
        folded = self._position.worth.of_result(answer.child(FOLD).public)
        return min(called, folded)

    def _swapped(self, action: Swap) -> float:
        """Over the cards that may be taken, each known before the turn goes on."""
        worlds = self._few()
        before = self._turn_after(self._spot, self._position.hand, worlds)
        cases: dict[int, list[tuple[World, float]]] = {}
        for world, share in worlds:
            state = world.state(self._position.public)
            outcomes = chance_outcomes(state, action)
            total = sum(copies for _, copies in outcomes)
            for chance, copies in outcomes:
                after, _ = resolve(state, action, chance)
                moved = World(after.hands, after.deck, after.under)
                cases.setdefault(chance[0], []).append((moved, share * copies / total))
        after_it = sum(
            sum(share for _, share in case)
            * self._turn_after(
                self._spot.child(action), case[0][0].hands[self._position.seat], tuple(case)
            )
            for case in cases.values()
        )
        whole = sum(share for _, share in worlds)
        return after_it / whole - before - ASKING

    def _under(self, action: Under) -> float:
        """Over the cards that may come up; the next turn is judged."""
        spot = self._spot.child(action)
        worlds = self._few()
        value = 0.0
        for world, share in worlds:
            state = world.state(self._position.public)
            outcomes = sorted(chance_outcomes(state, action), key=lambda pair: -pair[1])
            chosen = outcomes[:FEW_DRAWS]
            total = sum(copies for _, copies in chosen)
            for chance, copies in chosen:
                after, _ = resolve(state, action, chance)
                value += share * copies / total * self._looker.value(spot, after.hands, 0)
        return value / sum(share for _, share in worlds)

    def _few(self) -> Shares:
        return tuple(islice(self._worlds, FEW_WORLDS))
