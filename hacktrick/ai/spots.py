"""Public states as the nodes of a search: each one worked out once for all worlds.

Cards on hand appear only as arguments; a spot itself holds what everybody sees.
"""

from __future__ import annotations

from typing import NamedTuple

from hacktrick.ai.threats import NO_FACTS, Points, wins
from hacktrick.game.actions import Action, Command, Draw, Pass, Play, Start
from hacktrick.game.advance import advance
from hacktrick.game.cards import Counts, minus
from hacktrick.game.legal import legal_actions
from hacktrick.game.pointless import is_pointless
from hacktrick.game.rules import Side
from hacktrick.game.state import Observation, PublicState


class End(NamedTuple):
    """One way to play a whole turn: the actions, where they lead, the hand that is left.
    ``draws``: a card comes to that hand."""

    actions: tuple[Action, ...]
    spot: Spot
    hand: Counts
    draws: bool


class Spot:
    """A public state and what has been worked out about it."""

    __slots__ = (
        "_bare_wins",
        "_children",
        "_ends",
        "_replies",
        "_wins",
        "judged",
        "public",
        "seen",
        "sure",
        "worths",
    )

    def __init__(self, public: PublicState) -> None:
        self.public = public
        self.sure: float | None = None  # the worth of a finished round
        self.seen: float | None = None  # the judgement of what everybody sees
        self.worths: tuple[float, float] | None = None  # of a win of the side to move, of a loss
        self.judged: dict[tuple[Counts, ...], float] = {}
        self._children: dict[Action, Spot] = {}
        self._ends: dict[Counts, tuple[End, ...]] = {}
        self._replies: dict[Counts, tuple[End, ...]] = {}
        self._wins: list[Points | None] = [None, None]
        self._bare_wins: dict[tuple[Side, int], Points] = {}

    def child(self, action: Action) -> Spot:
        """The spot after ``action``, which is legal here and brings nothing to light."""
        child = self._children.get(action)
        if child is None:
            child = self._children[action] = Spot(advance(self.public, action, NO_FACTS))
        return child

    def wins(self, side: Side) -> Points:
        """Per key, what ``side`` would win there in a later turn."""
        known = self._wins[side]
        if known is None:
            known = self._wins[side] = wins(self.public, side)
        return known

    def wins_without(self, side: Side, key: int) -> Points:
        """The same once the markers of ``side`` on ``key`` are captured."""
        board = self.public.board
        if not board[key - 1][side]:
            return self.wins(side)
        known = self._bare_wins.get((side, key))
        if known is None:
            bare = (*board[: key - 1], (0, 0), *board[key:])
            known = self._bare_wins[side, key] = wins(self.public._replace(board=bare), side)
        return known

    def ends(self, hand: Counts) -> tuple[End, ...]:
        """Every sensible way for the seat to act, holding ``hand``, to finish its turn by cards
        and commands."""
        known = self._ends.get(hand)
        if known is None:
            known = self._ends[hand] = tuple(self._ways(hand, thorough=True))
        return known

    def replies(self, hand: Counts) -> tuple[End, ...]:
        """Fewer of them, for deeper looks: no Guard, and no double while there is a single.
        Measured, that loses nothing; leaving out the command to play would."""
        known = self._replies.get(hand)
        if known is None:
            known = self._replies[hand] = tuple(self._ways(hand, thorough=False))
        return known

    def _ways(self, hand: Counts, thorough: bool) -> list[End]:
        public = self.public
        legal = legal_actions(Observation(public.seat, public, hand, ()))
        found: list[End] = []
        for action in legal:
            if isinstance(action, (Play, Draw, Start, Pass, Command)) and (
                thorough or _in_replies(public, action)
            ):
                found += self._through(action, hand, thorough)
        return found

    def _through(self, action: Action, hand: Counts, thorough: bool) -> list[End]:
        public = self.public
        if is_pointless(public, action):
            return []
        spot = self.child(action)
        after = spot.public
        left = minus(hand, action.card) if isinstance(action, (Play, Start)) else hand
        draws = isinstance(action, Draw)
        if after.result is not None or after.turn != public.turn or public.phase == "start":
            return [End((action,), spot, left, draws)]
        return [
            end._replace(actions=(action, *end.actions), draws=draws or end.draws)
            for end in spot._ways(left, thorough)
        ]


def _in_replies(public: PublicState, action: Action) -> bool:
    if isinstance(action, Play):
        return not action.double or not public.singles(public.side)
    return not isinstance(action, Command) or (
        action.kind == "play" or public.rules.second_command == "draw"
    )
