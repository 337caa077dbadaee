"""A view prepared for a decision: public state, own hand, legal actions, and values of results.

The module also computes threats: the keys on which a marker would win, and the cards that reach
those keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hacktrick.ai.match_equity import RoundUtility
from hacktrick.game.actions import Action, Play
from hacktrick.game.cards import Counts, counts_of, with_card_removed
from hacktrick.game.keypad import lines_through
from hacktrick.game.legality import is_pointless_command, legal_actions, playable_cards
from hacktrick.game.state import Observation, PublicState, RevealedFacts, Seat, Side
from hacktrick.game.transitions import apply_public_part
from hacktrick.game.view import SeenStep, StartPosition, View, replay_view

KeyPoints = tuple[int, ...]  # for each key, the points that a marker there would win; 0 for none

NO_FACTS = RevealedFacts()


def winning_points(public: PublicState, side: Side) -> KeyPoints:
    """Return, for each key, the points that a single of ``side`` would win in a later turn."""
    if public.codes != (None, None):
        return _winning_points_by_engine(_without_irrelevant_fields(public, side), side)
    own = tuple([key[side] for key in public.board])
    return _winning_points_without_codes(own, public.double[side])


@lru_cache(maxsize=1 << 13)
def _winning_points_without_codes(own: tuple[int, ...], double: int) -> KeyPoints:
    values = (len(own) + 3) // 2
    found = []
    for key in range(1, len(own) + 1):
        best = 0
        if own[key - 1] >= 2:
            best = 2 if double == key else 1
        for line in lines_through(key, values):
            if all(own[k - 1] for k in line if k != key):
                best = max(best, 2 if double in line else 1)
        found.append(best)
    return tuple(found)


def _without_irrelevant_fields(public: PublicState, side: Side) -> PublicState:
    """Return ``public`` with all fields reset that do not affect the wins of ``side``.

    States that differ only in these fields then share a cache entry.
    """
    return public._replace(
        score=(0,) * len(public.score),
        phase="turn",
        seat=public.seating.seats_of(side)[0],
        turn=-2,  # neither ``NEVER`` nor the number of a turn in which a double was placed
        row=(),
        aside=(),
        supply=tuple(max(2, n) for n in public.supply),
        hand_sizes=(4,) * len(public.hand_sizes),
        deck_size=9,
        command_in_force="",
        has_asked=False,
        has_asked_partner=False,
        is_second_card_allowed=False,
        stakes=(0, 0),
        used=(False, False),
        double_turn=(0, 0),
    )


@lru_cache(maxsize=1 << 11)
def _winning_points_by_engine(public: PublicState, side: Side) -> KeyPoints:
    """Compute ``winning_points`` with codes in force, by trying each key with the engine."""
    found = []
    top = public.rules.values - 1
    for key in range(1, 2 * top):
        low = max(0, key - top)
        after = apply_public_part(public._replace(row=(key - low,)), Play(low), NO_FACTS)
        won = after.result is not None and after.result.side == side
        found.append(after.result.points if won and after.result else 0)
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def winning_last_card_masks(hand: Counts, points: KeyPoints) -> tuple[int, int]:
    """Return, as bit masks, the last cards of the row after which ``hand`` would win.

    Returns:
        A mask for wins by any points, and one for wins by more than one point.
    """
    some = several = 0
    for last in range(len(hand)):
        best = most_points_of_next_card(hand, points, last)
        some |= (best > 0) << last
        several |= (best > 1) << last
    return some, several


def most_points_of_next_card(hand: Counts, points: KeyPoints, last_row_card: int) -> int:
    """Return the most points that a card of ``hand`` wins after ``last_row_card``; 0 for none."""
    return max(
        (
            points[last_row_card + card - 1]
            for card, copies in enumerate(hand)
            if copies and card != last_row_card
        ),
        default=0,
    )


@lru_cache(maxsize=4096)
def card_value_bit_mask(hand: Counts) -> int:
    """Return the card values in ``hand`` as a bit mask."""
    return sum(1 << card for card, copies in enumerate(hand) if copies)


def winning_cards(points: KeyPoints, last_row_card: int, values: int) -> tuple[int, ...]:
    """Return the card values that would win if the row ends with ``last_row_card``."""
    return tuple(
        card for card in range(values) if card != last_row_card and points[last_row_card + card - 1]
    )


@lru_cache(maxsize=1 << 13)
def count_begun_and_empty_lines(own: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int]:
    """Count the lines that ``own`` can still complete.

    Lines with a marker of ``other`` are blocked and not counted.

    Args:
        own, other: the number of each side's markers on every key, key 1 first.

    Returns:
        The number of open lines with one key taken, and the number with none taken.
    """
    values = (len(own) + 3) // 2
    begun = empty = 0
    for key in range(1, len(own) + 1):
        for line in lines_through(key, values):
            if line[0] != key or any(other[k - 1] for k in line):
                continue
            taken = sum(own[k - 1] > 0 for k in line)
            begun += taken == 1
            empty += taken == 0
    return begun, empty


@dataclass(frozen=True, slots=True)
class Position:
    """What the deciding seat knows, in the form that decisions need.

    Attributes:
        round_start: the public state at the start of the round.
        steps: the actions of the round as the seat saw them.
        utility: the value of the round's results for the seat's side.
        start_position: public knowledge about hands at ``round_start``; None after a normal deal.
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
    def awaits_command_after_play(self) -> bool:
        """Whether a card was just played, so that its command or pass is still to come.

        False for a command after a draw: the player decides it separately, since the drawn card is
        new information.
        """
        if self.public.phase != "command" or can_play_second_card(self.public):
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


def can_play_second_card(public: PublicState) -> bool:
    """Return whether, by public information, a second card may follow the one just played.

    Trojana Kriskaya's code allows this. The solver treats such a turn as two moves.
    """
    seat = public.seat
    if public.phase != "command" or not public.is_second_card_allowed:
        return False
    return bool(public.supply[public.side] and public.hand_sizes[seat])


def read_position(view: View) -> Position:
    """Return the position of ``view``, whose seat must have a decision to make.

    Raises:
        ValueError: the seat of the view has nothing to decide, or the view contradicts itself.
    """
    position = position_of_view(view)
    if not position.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide")
    return position


def position_of_view(view: View) -> Position:
    """Return the position of ``view``; it has no legal actions if its seat has nothing to decide.

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
    return Position(view, first, steps, observation, legal, worth, view.start_position)


def winning_action_and_value(position: Position) -> tuple[Action, float] | None:
    """Return the action that wins the round at once by the most points, with its value.

    Return None if no action wins.
    """
    best: tuple[int, float, Action] | None = None
    for action in position.legal:
        if action.verb not in ("play", "command", "pass", "discard"):
            continue
        result = (after := apply_public_part(position.public, action, NO_FACTS)).result
        if result is None or result.side != position.side:
            continue
        found = (result.points, position.utility.value_of_result(after), action)
        if best is None or found[:2] > best[:2]:
            best = found
    return None if best is None else (best[2], best[1])


def sensible_actions(position: Position) -> tuple[Action, ...]:
    """Return the legal actions without pointless commands; at least one action always remains."""
    return tuple(a for a in position.legal if not is_pointless_command(position.public, a))


def hand_after(hand: Counts, action: Action) -> Counts:
    """Return the hand after ``action``; a play removes its card, other actions change nothing."""
    return with_card_removed(hand, action.card) if action.verb == "play" else hand


def n_playable_values(public: PublicState, hand: Counts) -> int:
    """Return how many different card values in ``hand`` could be played now."""
    return len(playable_cards(public, hand)) if public.row else sum(n > 0 for n in hand)
