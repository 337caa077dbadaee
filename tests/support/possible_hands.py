"""Enumerates the hands that fit what a seat has seen, without the engine and without beliefs.

The module independently checks ``hacktrick.app.hand_deduction``. It tracks plain lists of cards
through the plays, draws, announced sums and shown hands of a round without codes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from hacktrick.game.view import Event, View

Hands = tuple[tuple[int, ...], ...]
Arrangement = tuple[Hands, tuple[int, ...]]
"""All hands, sorted, and the deck, sorted."""


def with_card(cards: Sequence[int], card: int) -> tuple[int, ...]:
    return tuple(sorted((*cards, card)))


def without_card(cards: Sequence[int], card: int) -> tuple[int, ...]:
    left = list(cards)
    left.remove(card)
    return tuple(left)


def with_hand(hands: Hands, seat: int, hand: tuple[int, ...]) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def possible_arrangements(view: View, events: Sequence[Event]) -> set[Arrangement]:
    """Return every arrangement of the hidden cards that fits what the seat of ``view`` saw."""
    rules = view.rules
    pack = [card for card in range(rules.values) for _ in range(rules.copies)]
    for card in (*view.aside, *view.hand):
        pack.remove(card)
    found = set(_possible_deals(view, tuple(pack)))
    row: list[int] = []
    for event in events:
        found = set(_arrangements_after(found, event, view.seat, tuple(row)))
        played = event.action.row_card
        if played is not None:
            row.append(played)
        if event.facts.reshuffled:
            del row[:-1]
    return found


def _possible_deals(view: View, pack: tuple[int, ...]) -> Iterator[Arrangement]:
    empty: Hands = ((),) * len(view.sizes)
    deals: set[Arrangement] = {(with_hand(empty, view.seat, tuple(sorted(view.hand))), pack)}
    for seat, size in enumerate(view.sizes):
        if seat != view.seat:
            deals = {
                (with_hand(hands, seat, hand), _without_cards(deck, hand))
                for hands, deck in deals
                for hand in set(combinations(deck, size))
            }
    yield from deals


def _without_cards(cards: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


def _arrangements_after(
    found: set[Arrangement], event: Event, me: int, row: tuple[int, ...]
) -> Iterator[Arrangement]:
    facts = event.facts
    for hands, deck in found:
        if any(hands[who] != tuple(sorted(cards)) for who, cards in facts.shown):
            continue
        for moved in _moved_arrangements((hands, deck), event, me, row):
            if all(sum(moved[0][who]) == total for who, total in facts.said):
                yield moved


def _moved_arrangements(
    one: Arrangement, event: Event, me: int, row: tuple[int, ...]
) -> Iterator[Arrangement]:
    hands, deck = one
    seat, action, facts = event
    card = action.row_card
    if card is not None:
        if card in hands[seat]:
            yield with_hand(hands, seat, without_card(hands[seat], card)), deck
    elif action.verb == "draw":
        for drawn in sorted(set(deck)):
            if seat == me and facts.drawn != (drawn,):
                continue
            left = without_card(deck, drawn)
            if not left:
                left = tuple(sorted(row[:-1]))
            yield with_hand(hands, seat, with_card(hands[seat], drawn)), left
    else:
        yield one
