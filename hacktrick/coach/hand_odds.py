"""The hands that an opponent may hold, with chances by counting and by inference from play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.decision_position import most_points_of_next_card, winning_points
from hacktrick.ai.possible_worlds import believed_worlds_in_steps
from hacktrick.game.cards import Counts
from hacktrick.game.state import PublicState, Seat
from hacktrick.game.view import View, replay_view

HandThreat = Literal["wins", "takes", "harmless"]
"""What a hand can do in its next turn: win, capture a marker, or neither."""
HAND_THREAT_ORDER: tuple[HandThreat, ...] = ("wins", "takes", "harmless")


class PossibleHand(NamedTuple):
    """A possible hand, its chance, and what the hand can do after the last card of the row."""

    hand: Counts
    chance: float
    threat: HandThreat


@dataclass(frozen=True, slots=True)
class HandOdds:
    """The hands that ``seat`` may hold, as far as another player, the viewer, can know them.

    Attributes:
        counted_hands: the hands by counting alone, grouped by use, likeliest first within each
            group.
        inferred_hands: the hands inferred from play, assuming a strong player, in the same order;
            empty if nothing can be inferred.
        card_chances: by card value, the chance by counting that the hand has at least one such
            card.
        key_chances: by key from 1, the chance by counting that the hand can mark the key next.
        own_hands: the viewer's possible hands as others see them, likeliest first; empty if nothing
            can be inferred.
        own_index: the index of the viewer's true hand in ``own_hands``; None if ``own_hands`` is
            empty.
    """

    seat: Seat
    counted_hands: tuple[PossibleHand, ...]
    inferred_hands: tuple[PossibleHand, ...]
    card_chances: tuple[float, ...]
    key_chances: tuple[float, ...]
    own_hands: tuple[tuple[Counts, float], ...]
    own_index: int | None


ChanceByHand = dict[Counts, float]


class InferredHands(NamedTuple):
    """Likely hands inferred from play, assuming strong players; each mapping is likeliest first.

    Attributes:
        opponent: the opponent's hands, as the viewer can infer them.
        own: the viewer's hands at the start of the turn, as an observer can infer them.
        own_hand: the viewer's true hand at the start of the turn.
    """

    opponent: ChanceByHand
    own: ChanceByHand
    own_hand: Counts


def hand_odds(
    view: View, seat: Seat | None = None, inferred: InferredHands | None = None
) -> HandOdds:
    """Return the possible hands of ``seat``, by default of the viewer's next opponent.

    Args:
        inferred: the likely hands inferred from play, if known.

    Raises:
        ValueError: the view contradicts itself.
    """
    return run_to_end(hand_odds_in_steps(view, seat, inferred))


def hand_odds_in_steps(
    view: View, seat: Seat | None = None, inferred: InferredHands | None = None
) -> Interruptible[HandOdds]:
    """Like ``hand_odds``, but yields so that the caller can stop in between."""
    first, steps = replay_view(view)
    public = steps[-1].after if steps else first
    other = public.seating.opponents_of(view.seat)[0] if seat is None else seat
    known: dict[Counts, float] = {}
    worlds = yield from believed_worlds_in_steps(view, first, steps)
    yield
    for world, chance in worlds.items():
        hand = world.hands[other]
        known[hand] = known.get(hand, 0.0) + chance
    values = range(view.rules.values)
    return HandOdds(
        other,
        _possible_hands(public, other, known),
        _possible_hands(public, other, inferred.opponent if inferred else {}),
        tuple(sum(c for hand, c in known.items() if hand[value]) for value in values),
        _key_chances(public, known),
        tuple(inferred.own.items()) if inferred else (),
        list(inferred.own).index(inferred.own_hand) if inferred else None,
    )


def _possible_hands(
    public: PublicState, seat: Seat, hands: dict[Counts, float]
) -> tuple[PossibleHand, ...]:
    found = [
        PossibleHand(hand, chance, _hand_threat(public, seat, hand))
        for hand, chance in hands.items()
    ]
    found.sort(
        key=lambda possible: (
            HAND_THREAT_ORDER.index(possible.threat),
            -possible.chance,
            possible.hand,
        )
    )
    return tuple(found)


def _hand_threat(public: PublicState, seat: Seat, hand: Counts) -> HandThreat:
    side = public.seating.side_of[seat]
    if not public.row or not public.supply[side]:
        return "harmless"
    last = public.row[-1]
    if most_points_of_next_card(hand, winning_points(public, side), last):
        return "wins"
    cards = [card for card, copies in enumerate(hand) if copies and card != last]
    takes = any(public.markers_on(last + card, 1 - side) for card in cards)
    return "takes" if takes else "harmless"


def _key_chances(public: PublicState, hands: dict[Counts, float]) -> tuple[float, ...]:
    """Return, for each key from 1, the chance that the hand has a card that marks the key."""
    values = public.rules.values
    found = [0.0] * (2 * values - 3)
    for hand, chance in hands.items():
        for card, copies in enumerate(hand):
            if copies and public.row and card != public.row[-1]:
                found[public.row[-1] + card - 1] += chance
    return tuple(found)
