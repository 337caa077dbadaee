"""Deduces the possible hands of other players by counting, and keeps the player's pins.

A pin is the player's guess at the value of a hidden card. Everything is computed from a snapshot
and so only from what the viewer may know: seen cards and announced sums, but not how others play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Literal

from hacktrick.ai.possible_worlds import believed_worlds
from hacktrick.game.cards import (
    UNKNOWN_CARD,
    Card,
    Counts,
    cards_of,
    counts_of,
    with_card_added,
    with_card_removed,
)
from hacktrick.game.view import SeenStep, StartPosition, View

if TYPE_CHECKING:
    from hacktrick.app.snapshot import HistoryEntry, Snapshot
    from hacktrick.game.state import Seat

ChanceByHand = Mapping[Counts, float]
"""The possible hands with their chances, which sum to 1."""

SPECTATOR_SEAT = -1
"""Stands for the seat of a spectator, who sees no hand."""

CardReadingKind = Literal["shown", "certain", "either", "unknown", "pinned"]


@dataclass(frozen=True, slots=True)
class CardKnowledge:
    """The knowledge about one card in another player's hand.

    Attributes:
        kind: "shown" if everyone at the table has seen the card; by counting, "certain" or "either"
            of two values; "unknown"; or "pinned" if the value is the player's guess.
        values: the possible values; empty for an unknown card.
    """

    kind: CardReadingKind
    values: tuple[Card, ...] = ()


CHANCE_TOLERANCE = 1e-9
"""Chances with a smaller difference count as equal."""
UNKNOWN_CARD_READING = CardKnowledge("unknown")


def chances_of_hidden_hands(
    snapshot: Snapshot, seat: Seat | None, n_actions: int | None = None
) -> dict[Seat, ChanceByHand]:
    """Return the possible hands of all seats whose cards ``seat`` does not see, with their chances.

    The result is empty before the start card, while an action is still being animated, and if cards
    were exchanged unseen.

    Args:
        seat: the viewer of the snapshot; None for a spectator.
        n_actions: the number of actions to count from the start of the round; None for all.
    """
    entries, start = snapshot.entries[:n_actions], snapshot.start_position
    if entries:
        last = entries[-1].after
    elif start is not None:
        last = start.public
    else:
        return {}
    if not last.row:
        return {}
    own = () if seat is None else _hand_as_dealt(snapshot, seat)
    if own is None:
        return {}
    me = SPECTATOR_SEAT if seat is None else seat
    steps = _history_as_view_steps(snapshot)[: len(entries)]
    seating = snapshot.public.seating
    view = View(
        rules=snapshot.public.rules,
        seat=me,
        seats=snapshot.seats,
        score=snapshot.public.score,
        leader=seating.leader,
        starter=seating.starter,
        hand=own,
        sizes=seating.deal if start is None else start.public.hand_sizes,
        aside=snapshot.public.aside,
        start_position=start,
    )
    try:
        first = steps[0].before if steps else last
        worlds = believed_worlds(view, first, steps)
    except ValueError:  # a spectator does not see which cards players swapped
        return {}
    chances: dict[Seat, dict[Counts, float]] = {}
    for world, chance in worlds.items():
        for other, hand in enumerate(world.hands):
            if other != me and seating.deal[other]:
                hands = chances.setdefault(other, {})
                hands[hand] = hands.get(hand, 0.0) + chance
    return dict(chances)


def _history_as_view_steps(snapshot: Snapshot) -> tuple[SeenStep, ...]:
    """Return the history of a snapshot as the steps of a view, with the scores of the match."""
    entries = snapshot.entries
    if not entries:
        return ()
    ahead = [
        now - then for now, then in zip(snapshot.public.score, entries[-1].after.score, strict=True)
    ]

    def step_with_match_score(entry: HistoryEntry) -> SeenStep:
        before, after = (
            public._replace(score=tuple(map(sum, zip(public.score, ahead, strict=True))))
            for public in (entry.before, entry.after)
        )
        return SeenStep(*entry.event, before, after, ())

    return tuple(map(step_with_match_score, entries))


def _hand_as_dealt(snapshot: Snapshot, seat: Seat) -> tuple[Card, ...] | None:
    """Return the viewer's hand as dealt; None if the snapshot does not match its history."""
    seen, entries = snapshot.observation, snapshot.entries
    if seen is None or seen.seat != seat:
        return None
    hand = seen.hand
    last = entries[-1].after if entries else snapshot.public
    if sum(hand) != last.hand_sizes[seat]:
        return None
    try:
        for entry in reversed(entries):
            hand = _hand_before_action(entry, hand, seat)
    except ValueError:
        return None
    return cards_of(hand)


def _hand_before_action(entry: HistoryEntry, hand: Counts, seat: Seat) -> Counts:
    """Return the hand of ``seat`` before an action of the round."""
    actor, action, facts = entry.event
    if action.verb == "swap" and facts.taken is not None:
        given, got = (action.card, facts.taken) if actor == seat else (facts.taken, action.card)
        return with_card_added(_without_card(hand, got), given)
    if actor != seat:
        return hand
    for card in facts.drawn:
        hand = _without_card(hand, card)
    for card in action.cards_from_hand:
        hand = with_card_added(hand, card)
    return hand


def _without_card(hand: Counts, card: Card) -> Counts:
    if card == UNKNOWN_CARD or not hand[card]:
        raise ValueError("the hand does not match the history")
    return with_card_removed(hand, card)


def hand_chances_during_animation(
    chances: Mapping[Seat, ChanceByHand], sizes: Sequence[int], played: Card | None
) -> dict[Seat, ChanceByHand]:
    """Return the chances of hands while a played card is moving.

    Args:
        chances: the possible hands before the action.
        sizes: the current sizes of the hands.
        played: the card that left a hand; None if no card did.
    """
    found: dict[Seat, ChanceByHand] = {}
    for seat, hands in chances.items():
        size = sum(next(iter(hands)))
        if size == sizes[seat]:
            found[seat] = hands
        elif size == sizes[seat] + 1 and played is not None:
            left = {
                with_card_removed(hand, played): chance
                for hand, chance in hands.items()
                if hand[played]
            }
            total = sum(left.values())
            if left:
                found[seat] = {hand: chance / total for hand, chance in left.items()}
    return found


def cards_seen_by_everyone(
    entries: Sequence[HistoryEntry],
    seat: Seat,
    values: int,
    position: StartPosition | None = None,
) -> Counts:
    """Return the cards in the hand of ``seat`` that everybody has seen.

    Args:
        entries: the actions of the round so far.
        seat: the owner of the hand.
        values: the number of card values.
        position: the position in which the round begins; None after a normal deal.
    """
    shown = (0,) * values if position is None else position.known[seat]
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
                shown = with_card_removed(shown, card) if shown[card] else shown
    return shown


def card_knowledge_from_hands(
    hands: Iterable[Counts], size: int, shown: Counts | None = None
) -> tuple[CardKnowledge, ...]:
    """Return the knowledge about each card of a hand, the best-known card first.

    The order depends only on the values, so it does not reveal how long a card has been held.

    Args:
        hands: all possible hands; if it is empty, nothing is known.
        size: the number of cards in the hand.
        shown: the cards of the hand that everybody has seen.
    """
    possible = [hand for hand in hands if sum(hand) == size]
    if not possible:
        return (UNKNOWN_CARD_READING,) * size
    core = tuple(map(min, zip(*possible, strict=True)))
    seen = tuple(map(min, zip(core, shown, strict=True))) if shown else (0,) * len(core)
    rest = tuple(a - b for a, b in zip(core, seen, strict=True))
    backs = [
        *(CardKnowledge("shown", (card,)) for card in cards_of(seen)),
        *(CardKnowledge("certain", (card,)) for card in cards_of(rest)),
    ]
    open_cards = [
        cards_of(tuple(a - b for a, b in zip(hand, core, strict=True))) for hand in possible
    ]
    backs += [
        CardKnowledge("either", pair) for pair in _pairs_with_a_card_in_every_hand(open_cards)
    ]
    return (*backs, *[UNKNOWN_CARD_READING] * (size - len(backs)))


def _pairs_with_a_card_in_every_hand(
    hands: Sequence[tuple[Card, ...]],
) -> tuple[tuple[Card, Card], ...]:
    """Return as many pairs of values as possible, such that every hand has one card of each pair.

    Among several solutions, pairs of close values are preferred.
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


Pins = Mapping["Seat", tuple[Card | None, ...]]
"""A player's pins by seat of the hand: the pinned values of its uncertain cards, from the right.

None stands for a card without a pin."""

OPEN_KINDS: tuple[CardReadingKind, ...] = ("either", "unknown")
"""The kinds of readings of cards that can be pinned."""


def card_knowledge_with_pins(
    readings: Sequence[CardKnowledge], pins: Sequence[Card | None]
) -> tuple[CardKnowledge, ...]:
    """Return the readings with the player's pins put on the uncertain cards."""
    found = list(readings)
    for place, pin in enumerate(pins, start=1):
        if pin is not None and place <= len(found) and found[-place].kind in OPEN_KINDS:
            found[-place] = CardKnowledge("pinned", (pin,))
    return tuple(found)


def values_possible_for_pin(
    readings: Sequence[CardKnowledge],
    hands: Iterable[Counts],
    pins: Sequence[Card | None],
    index_from_right: int,
    values: int,
) -> tuple[Card, ...]:
    """Return the values that can be pinned on a card.

    These are the values that are possible together with the hand's other pins. If the pins
    contradict each other, they are ignored.

    Args:
        readings: the knowledge about the hand, without pins.
        hands: all possible hands; if it is empty, any value can be pinned.
        pins: the pins on the hand.
        index_from_right: the index of the card in the hand, from the right.
        values: the number of card values.
    """
    if index_from_right >= len(readings) or readings[-1 - index_from_right].kind not in OPEN_KINDS:
        return ()
    if readings[-1 - index_from_right].kind == "either":
        return readings[-1 - index_from_right].values
    possible = tuple(hands)
    certain = [one.values[0] for one in readings if one.kind in ("shown", "certain")]
    others = [pin for n, pin in enumerate(pins) if pin is not None and n != index_from_right]

    def fits_a_possible_hand(value: Card, other_pins: Sequence[Card]) -> bool:
        wanted = counts_of((*certain, *other_pins, value), values)
        return any(all(a >= b for a, b in zip(hand, wanted, strict=True)) for hand in possible)

    if not possible:
        return tuple(range(values))
    fitting = tuple(value for value in range(values) if fits_a_possible_hand(value, others))
    return fitting or tuple(value for value in range(values) if fits_a_possible_hand(value, ()))


@dataclass(frozen=True, slots=True)
class PinScore:
    """The number of pins that a player had set at the end of a round, and of those that were right.

    Attributes:
        right: the number of pins that agree with the most probable cards.
    """

    pins: int
    right: int


def pin_score(
    snapshot: Snapshot, viewer: Seat, pins: Pins, *, marks_certain: bool
) -> PinScore | None:
    """Return the score of the pins that were set before the last action of the round.

    Pins are compared with what could be known, so luck does not count: a pin is right if it agrees
    with the most probable cards of its hand, or with any of several equally probable sets.

    Args:
        snapshot: the end of the round.
        viewer: the seat of the player who set the pins.
        pins: the viewer's pins, by the seat of the hand.
        marks_certain: whether the table itself marks certain cards, so that only others are pinned.

    Returns:
        The score; None if there are no pins, or if the hands cannot be counted.
    """
    chances = chances_of_hidden_hands(snapshot, viewer, len(snapshot.entries) - 1)
    n_pins = n_right = 0
    for seat, own in pins.items():
        pinned = sorted(pin for pin in own if pin is not None)
        hands = chances.get(seat)
        if pinned and hands:
            core = tuple(map(min, zip(*hands, strict=True)))
            if not marks_certain:
                core = (0,) * len(core)
            pinned = pinned[: sum(next(iter(hands))) - sum(core)]
            n_pins += len(pinned)
            n_right += _n_right_pins(pinned, hands, core)
    return PinScore(n_pins, n_right) if n_pins else None


def _n_right_pins(pinned: Sequence[Card], hands: ChanceByHand, core: Counts) -> int:
    """Return how many pins agree with the most probable cards of a hand.

    Args:
        pinned: the values that the player has pinned on cards of the hand.
        hands: the possible hands with their chances.
        core: the certain cards of the hand if the table marks them itself, so that they are not
            pinned; otherwise no cards.
    """
    by_cards: dict[tuple[Card, ...], float] = {}
    for hand, chance in hands.items():
        cards = cards_of(tuple(a - b for a, b in zip(hand, core, strict=True)))
        for some in set(combinations(cards, len(pinned))):
            by_cards[some] = by_cards.get(some, 0.0) + chance
    best = max(by_cards.values())
    likeliest = (
        Counter(some) for some, chance in by_cards.items() if chance > best - CHANCE_TOLERANCE
    )
    return max((Counter(pinned) & cards).total() for cards in likeliest)


class PinBoard:
    """The pins that the players at one screen have set on hidden cards in the current round.

    Attributes:
        marks_certain: whether the table itself marks certain cards, so that only others are pinned.
        by_viewer_and_owner: the pinned cards, by the seat that pins and the seat of the hand.
    """

    marks_certain = True

    def __init__(self) -> None:
        self.by_viewer_and_owner: dict[tuple[Seat, Seat], tuple[Card | None, ...]] = {}
        # The round's number and its number of actions at the last removal of pins.
        self._followed: tuple[int, int] = (0, 0)

    def remove_obsolete_pins(self, round_number: int, entries: Sequence[HistoryEntry]) -> None:
        """Remove the pins of cards that have been played since the last call.

        A new round removes all pins. The last action of a round removes none, since the score needs
        them.

        Args:
            round_number: the number of the current round.
            entries: the actions of the round so far.
        """
        known_round, n_known = self._followed
        if round_number != known_round:
            self.by_viewer_and_owner.clear()
        else:
            for entry in entries[n_known:]:
                card = entry.event.action.row_card
                if card is not None and entry.after.result is None:
                    seat = entry.event.seat
                    self._remove_pin(seat, card, entry.after.hand_sizes[seat])
        self._followed = round_number, len(entries)

    def pins_of(self, viewer: Seat | None) -> dict[Seat, tuple[Card | None, ...]]:
        """Return the pins that ``viewer`` has set, by the seat of the hand."""
        return {
            seat: pins for (who, seat), pins in self.by_viewer_and_owner.items() if who == viewer
        }

    def cycle_pin(
        self, viewer: Seat, seat: Seat, index_from_right: int, choices: Sequence[Card]
    ) -> None:
        """Change the pin of a card to the next possible value; after the last value, remove it.

        Args:
            viewer: the seat that pins.
            seat: the seat of the hand.
            index_from_right: the index of the card in the hand, from the right.
            choices: the values that can be pinned on the card, in the order of cycling.
        """
        pins = list(self.by_viewer_and_owner.get((viewer, seat), ()))
        pins += [None] * (index_from_right + 1 - len(pins))
        now = pins[index_from_right]
        later = [card for card in sorted(choices) if now is None or card > now]
        pins[index_from_right] = later[0] if later else None
        self.by_viewer_and_owner[viewer, seat] = tuple(pins)

    def replace_pins(self, viewer: Seat, seat: Seat, cards: Sequence[Card | None]) -> None:
        """Replace all pins of ``viewer`` on the hand of ``seat``."""
        self.by_viewer_and_owner[viewer, seat] = tuple(cards)

    def _remove_pin(self, seat: Seat, card: Card, size: int) -> None:
        """Close the gap that a played card leaves among the pins on its hand.

        The card was a pinned one of its value; otherwise one without a pin; otherwise the pin
        farthest to the left was wrong.

        Args:
            seat: the seat of the hand.
            card: the value of the played card.
            size: the number of cards left in the hand.
        """
        for (viewer, owner), pins in self.by_viewer_and_owner.items():
            if owner == seat:
                left = list(pins)
                gap = card if card in left else None
                if gap in left:
                    left.remove(gap)
                self.by_viewer_and_owner[viewer, owner] = tuple(left[:size])
