"""What the hands of others must hold, by counting cards and announced sums.

Works from a snapshot, so from what its viewer may know; nothing is inferred from how others play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Literal

from hacktrick.ai.worlds import believed_worlds
from hacktrick.game.cards import UNKNOWN_CARD, Card, Counts, cards_of, counts_of, minus, plus
from hacktrick.game.view import SeenStep, View

if TYPE_CHECKING:
    from hacktrick.app.round_history import HistoryEntry
    from hacktrick.app.snapshot import Snapshot
    from hacktrick.game.rules import Seat

HandChances = Mapping[Counts, float]
"""Possible hands with their chances, which sum to one."""

ONLOOKER = -1
"""Stands for the seat of someone who sees no hand."""

BackKind = Literal["shown", "certain", "either", "unknown", "pinned"]


@dataclass(frozen=True, slots=True)
class BackReading:
    """What is known of one card of a hand.

    Attributes:
        kind: "shown" to all at the table; "certain" or one of exactly two values by counting;
            "unknown"; or "pinned" by the player, who guesses.
        values: the possible values; empty for an unknown card.
    """

    kind: BackKind
    values: tuple[Card, ...] = ()


UNKNOWN_BACK = BackReading("unknown")


def hand_chances(snapshot: Snapshot, seat: Seat | None) -> dict[Seat, HandChances]:
    """Return the possible hands of all seats that ``seat`` does not see.

    Empty before the start card, while an action is still animated, and where cards were exchanged
    out of sight.

    Args:
        seat: the viewer of the snapshot; None for an onlooker.
    """
    entries = snapshot.entries
    if not entries or not entries[-1].after.row:
        return {}
    own = () if seat is None else _hand_as_dealt(snapshot, seat)
    if own is None:
        return {}
    me = ONLOOKER if seat is None else seat
    steps = _steps(snapshot)
    seating = snapshot.public.seating
    view = View(
        rules=snapshot.public.rules,
        seat=me,
        seats=snapshot.seats,
        score=snapshot.public.score,
        leader=seating.leader,
        starter=seating.starter,
        hand=own,
        sizes=seating.deal,
        aside=snapshot.public.aside,
    )
    try:
        worlds = believed_worlds(view, steps[0].before, steps)
    except ValueError:  # an onlooker does not see which cards were swapped
        return {}
    chances: dict[Seat, dict[Counts, float]] = {}
    for world, chance in worlds.items():
        for other, hand in enumerate(world.hands):
            if other != me and seating.deal[other]:
                hands = chances.setdefault(other, {})
                hands[hand] = hands.get(hand, 0.0) + chance
    return dict(chances)


def _steps(snapshot: Snapshot) -> tuple[SeenStep, ...]:
    """Return the history as steps of a view, with the true scores."""
    entries = snapshot.entries
    ahead = [
        now - then for now, then in zip(snapshot.public.score, entries[-1].after.score, strict=True)
    ]

    def scored(entry: HistoryEntry) -> SeenStep:
        before, after = (
            public._replace(score=tuple(map(sum, zip(public.score, ahead, strict=True))))
            for public in (entry.before, entry.after)
        )
        return SeenStep(*entry.event, before, after, ())

    return tuple(map(scored, entries))


def _hand_as_dealt(snapshot: Snapshot, seat: Seat) -> tuple[Card, ...] | None:
    """Return the viewer's hand as dealt; None if the snapshot does not match its history."""
    seen, entries = snapshot.observation, snapshot.entries
    if seen is None or seen.seat != seat:
        return None
    hand = seen.hand
    if sum(hand) != entries[-1].after.hand_sizes[seat]:
        return None
    try:
        for entry in reversed(entries):
            hand = _hand_before(entry, hand, seat)
    except ValueError:
        return None
    return cards_of(hand)


def _hand_before(entry: HistoryEntry, hand: Counts, seat: Seat) -> Counts:
    """Return the hand of ``seat`` before an action of the round."""
    actor, action, facts = entry.event
    if action.verb == "swap" and facts.taken is not None:
        given, got = (action.card, facts.taken) if actor == seat else (facts.taken, action.card)
        return plus(_less(hand, got), given)
    if actor != seat:
        return hand
    for card in facts.drawn:
        hand = _less(hand, card)
    for card in action.cards_from_hand:
        hand = plus(hand, card)
    return hand


def _less(hand: Counts, card: Card) -> Counts:
    if card == UNKNOWN_CARD or not hand[card]:
        raise ValueError("the hand does not match the history")
    return minus(hand, card)


def chances_in_motion(
    chances: Mapping[Seat, HandChances], sizes: Sequence[int], played: Card | None
) -> dict[Seat, HandChances]:
    """Return known chances for hands one of which has just played a card.

    Args:
        sizes: the present sizes of the hands.
        played: the card that left a hand, if any.
    """
    found: dict[Seat, HandChances] = {}
    for seat, hands in chances.items():
        size = sum(next(iter(hands)))
        if size == sizes[seat]:
            found[seat] = hands
        elif size == sizes[seat] + 1 and played is not None:
            left = {minus(hand, played): chance for hand, chance in hands.items() if hand[played]}
            total = sum(left.values())
            if left:
                found[seat] = {hand: chance / total for hand, chance in left.items()}
    return found


def shown_cards(entries: Sequence[HistoryEntry], seat: Seat, values: int) -> Counts:
    """Return the cards of ``seat`` that were shown to all and have not left the hand since."""
    shown = (0,) * values
    for entry in entries:
        event = entry.event
        for who, cards in event.facts.shown:
            if who == seat:
                shown = counts_of(cards, values)
        if event.action.verb == "swap" or (
            event.seat == seat and UNKNOWN_CARD in event.action.cards_from_hand
        ):
            shown = (0,) * values
        elif event.seat == seat:
            for card in event.action.cards_from_hand:
                shown = minus(shown, card) if shown[card] else shown
    return shown


def back_readings(
    hands: Iterable[Counts], size: int, shown: Counts | None = None
) -> tuple[BackReading, ...]:
    """Return what is known of each card of a hand, the best known first.

    The order follows from the values alone, so it does not tell how long a card has been held.

    Args:
        hands: all hands that are possible; nothing is known if there are none.
        size: the number of cards in the hand.
        shown: the cards among them that all have seen.
    """
    possible = [hand for hand in hands if sum(hand) == size]
    if not possible:
        return (UNKNOWN_BACK,) * size
    core = tuple(map(min, zip(*possible, strict=True)))
    seen = tuple(map(min, zip(core, shown, strict=True))) if shown else (0,) * len(core)
    rest = tuple(a - b for a, b in zip(core, seen, strict=True))
    backs = [
        *(BackReading("shown", (card,)) for card in cards_of(seen)),
        *(BackReading("certain", (card,)) for card in cards_of(rest)),
    ]
    open_cards = [
        cards_of(tuple(a - b for a, b in zip(hand, core, strict=True))) for hand in possible
    ]
    backs += [BackReading("either", pair) for pair in _pairs(open_cards)]
    return (*backs, *[UNKNOWN_BACK] * (size - len(backs)))


def _pairs(hands: Sequence[tuple[Card, ...]]) -> tuple[tuple[Card, Card], ...]:
    """Return the most pairs of values such that every hand has a card of its own for each pair.

    Among several answers, those of close values come first.
    """
    values = sorted({card for hand in hands for card in hand})
    single = [pair for pair in combinations(values, 2) if all(set(pair) & set(h) for h in hands)]
    for n in range(min(map(len, hands)), 0, -1):
        found = [
            pairs
            for pairs in combinations_with_replacement(single, n)
            if all(_has_a_card_for_each(hand, pairs) for hand in hands)
        ]
        if found:
            return min(found, key=lambda pairs: (sum(b - a for a, b in pairs), pairs))
    return ()


def _has_a_card_for_each(hand: tuple[Card, ...], pairs: Sequence[tuple[Card, Card]]) -> bool:
    return any(
        all(card in pair for card, pair in zip(cards, pairs, strict=True))
        for cards in permutations(hand, len(pairs))
    )
