"""A view prepared for a decision: public state, own hand, legal actions, and values of results."""

from __future__ import annotations

from dataclasses import dataclass

from hacktrick.ai.board_threats import NO_FACTS
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts, counts_of, minus
from hacktrick.game.legality import is_pointless, legal_actions, playable_cards
from hacktrick.game.rules import Seat, Side
from hacktrick.game.state import Observation, PublicState
from hacktrick.game.transitions import advance
from hacktrick.game.view import SeenStep, StartPosition, View, replay_view


@dataclass(frozen=True, slots=True)
class Position:
    """What the deciding seat knows, in the form that decisions need.

    Attributes:
        round_start: the public state at the start of the round.
        steps: the actions of the round as the seat saw them.
        utility: the value of round results for the seat's side.
        start_position: what all knew at ``round_start``, if that is not the deal.
    """

    view: View
    round_start: PublicState
    steps: tuple[SeenStep, ...]
    observation: Observation
    legal: tuple[Action, ...]
    utility: RoundUtility
    start_position: StartPosition | None = None

    @property
    def public(self) -> PublicState:
        return self.observation.public

    @property
    def awaits_command(self) -> bool:
        """Whether a card was just played and its command or pass is still to come.

        False for a command after a draw: it is a turn of its own, decided with the drawn card in
        hand.
        """
        if self.public.phase != "command" or can_play_again(self.public):
            return False
        return self.steps[-1].action.verb == "play"

    @property
    def seat(self) -> Seat:
        return self.observation.seat

    @property
    def side(self) -> Side:
        return self.public.seating.side_of[self.seat]

    @property
    def hand(self) -> Counts:
        return self.observation.hand


def can_play_again(public: PublicState) -> bool:
    """Whether a second card may follow the one just played (Trojana Kriskaya), by public
    information.

    Such a turn counts as two moves of the solver.
    """
    seat = public.seat
    if public.phase != "command" or not public.again:
        return False
    return bool(public.supply[public.side] and public.hand_sizes[seat])


def read_position(view: View) -> Position:
    """Return the position of ``view``.

    Raises:
        ValueError: the seat of the view has nothing to decide, or the view contradicts itself.
    """
    position = observed_position(view)
    if not position.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide")
    return position


def observed_position(view: View) -> Position:
    """Return the position of ``view``, without legal actions where its seat has nothing to decide.

    Raises:
        ValueError: the view contradicts itself.
    """
    first, steps = replay_view(view)
    public = steps[-1].after if steps else first
    hand = steps[-1].hand if steps else counts_of(view.hand, view.rules.values)
    laid = {s.action.code for s in steps if s.seat == view.seat and s.action.verb == "lay"}
    held = tuple(code for code in view.held if code not in laid)
    observation = Observation(view.seat, public, hand, held)
    legal = legal_actions(observation)
    worth = RoundUtility(public, public.seating.side_of[view.seat], view.duel)
    return Position(view, first, steps, observation, legal, worth, view.position)


def winning_action(position: Position) -> tuple[Action, float] | None:
    """Return the action that wins the round at once with the most points, and its value; None if
    there
    is none."""
    best: tuple[int, float, Action] | None = None
    for action in position.legal:
        if action.verb not in ("play", "command", "pass", "discard"):
            continue
        result = (after := advance(position.public, action, NO_FACTS)).result
        if result is None or result.side != position.side:
            continue
        found = (result.points, position.utility.of_result(after), action)
        if best is None or found[:2] > best[:2]:
            best = found
    return None if best is None else (best[2], best[1])


def sensible_actions(position: Position) -> tuple[Action, ...]:
    """Return the legal actions without pointless commands; never empty."""
    return tuple(a for a in position.legal if not is_pointless(position.public, a))


def hand_after(hand: Counts, action: Action) -> Counts:
    """Return the hand after ``action``, which may play a card of it."""
    return minus(hand, action.card) if action.verb == "play" else hand


def n_playable_values(public: PublicState, hand: Counts) -> int:
    """Count the different card values that could be played now."""
    return len(playable_cards(public, hand)) if public.row else sum(n > 0 for n in hand)
