"""A position as somebody may know it: what everybody sees, the cards known, the sums announced.

A value between the engine and the line of text of ``diagramtext``. Made from what one seat or an
onlooker may know, it holds nothing more.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from hacktrick.game.actions import Play, Start, Swap, Under
from hacktrick.game.cards import Card, Counts, counts_of, minus, plus, without
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation, PublicState, State
from hacktrick.game.view import Seen, View, follow, observation_of

_T = TypeVar("_T")


class Unknown(ValueError):
    """A hand or code that would be needed is not known."""


class Sum(NamedTuple):
    """An announced sum, brought up to now: the hand is worth ``total`` and the cards ``drawn``
    since, whatever they are."""

    total: int
    drawn: int = 0


class Diagram(NamedTuple):
    """A position. By seat: ``hands``, the cards known (as many as ``public.hand_sizes`` says are
    held); ``held``, the codes, None where only their number is known; ``sums``, None where nothing
    is to be said."""

    public: PublicState
    hands: tuple[Counts, ...]
    held: tuple[tuple[str, ...] | None, ...]
    sums: tuple[Sum | None, ...]

    def knows_hand(self, seat: Seat) -> bool:
        """Whether every card of a hand is known."""
        return sum(self.hands[seat]) == self.public.hand_sizes[seat]


def of_public(public: PublicState) -> Diagram:
    """What an onlooker sees, without the sums."""
    seats = range(public.rules.n_seats)
    nothing = (0,) * public.rules.values
    held = tuple(None if public.held_counts[seat] else () for seat in seats)
    return Diagram(public, tuple(nothing for _ in seats), held, tuple(None for _ in seats))


def of_observation(seen: Observation) -> Diagram:
    """What a seat sees, without the sums."""
    diagram = of_public(seen.public)
    return diagram._replace(
        hands=_with(diagram.hands, seen.seat, seen.hand),
        held=_with(diagram.held, seen.seat, seen.held),
    )


def of_state(state: State) -> Diagram:
    """The whole truth but for the order of cards under the deck and codes that lie face down."""
    return of_public(state.public)._replace(hands=state.hands, held=state.held)


def of_view(view: View) -> Diagram:
    """What the seat of a view knows by now, with the sums and the cards that came to light.

    Raises:
        ValueError: the view contradicts itself.
    """
    diagram = of_observation(observation_of(view))
    _, steps = follow(view)
    hands, sums = diagram.hands, diagram.sums
    others = of_public(diagram.public).hands
    for step in steps:
        others, sums = _cards_after(others, step), _sums_after(sums, step)
    known = (own if seat == view.seat else others[seat] for seat, own in enumerate(hands))
    return diagram._replace(hands=tuple(known), sums=sums)


def observation(diagram: Diagram, seat: Seat) -> Observation:
    """What ``seat`` sees.

    Raises:
        Unknown: not all of its cards or codes are known.
    """
    held = diagram.held[seat]
    if held is None or not diagram.knows_hand(seat):
        raise Unknown(seat)
    return Observation(seat, diagram.public, diagram.hands[seat], held)


def state(diagram: Diagram) -> State:
    """The whole truth; the cards that are nowhere else are the deck.

    Raises:
        Unknown: a card or code is not known, or lies face down.
    """
    public, rules = diagram.public, diagram.public.rules
    seats = range(rules.n_seats)
    if any(public.sealed):
        raise Unknown(public.sealed.index(True))
    held = tuple(observation(diagram, seat).held for seat in seats)
    deck: Counts = (rules.copies,) * rules.values
    for cards in (counts_of((*public.row, *public.aside), rules.values), *diagram.hands):
        deck = without(deck, cards)
    return State(public, diagram.hands, deck, (), held, tuple(None for _ in seats))


def _with(values: tuple[_T, ...], place: int, value: _T) -> tuple[_T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _cards_after(hands: tuple[Counts, ...], step: Seen) -> tuple[Counts, ...]:
    """The cards known by hand after a step: shown, and swapped with the seat that looks on."""
    seat, action = step.seat, step.action
    for shown, cards in step.facts.shown:
        hands = _with(hands, shown, counts_of(cards, len(hands[shown])))
    if isinstance(action, (Play, Start)):
        return _with(hands, seat, _less(hands[seat], action.card))
    if isinstance(action, Under):
        return _with(hands, seat, (0,) * len(hands[seat]))
    if isinstance(action, Swap):
        assert step.facts.taken is not None
        (other,) = step.before.seating.opponents_of(seat)
        own = plus(_less(hands[seat], action.card), step.facts.taken)
        return _with(
            _with(hands, seat, own), other, plus(_less(hands[other], step.facts.taken), action.card)
        )
    return hands


def _less(known: Counts, card: Card) -> Counts:
    return minus(known, card) if known[card] else known


def _sums_after(sums: tuple[Sum | None, ...], step: Seen) -> tuple[Sum | None, ...]:
    """The sums after a step; what was said because of it comes last."""
    seat, action = step.seat, step.action
    if isinstance(action, (Play, Start)):
        sums = _moved(sums, seat, -action.card)
    elif isinstance(action, Under):
        sums = _with(sums, seat, None)
    elif isinstance(action, Swap):
        assert step.facts.taken is not None
        (other,) = step.before.seating.opponents_of(seat)
        gain = step.facts.taken - action.card
        sums = _moved(_moved(sums, seat, gain), other, -gain)
    n_drawn = step.after.hand_sizes[seat] - step.before.hand_sizes[seat]
    if n_drawn > 0:
        sums = _moved(sums, seat, 0, n_drawn)
    for teller, total in step.facts.said:
        sums = _with(sums, teller, Sum(total))
    return sums


def _moved(
    sums: tuple[Sum | None, ...], seat: Seat, total: int, drawn: int = 0
) -> tuple[Sum | None, ...]:
    known = sums[seat]
    if known is None:
        return sums
    return _with(sums, seat, Sum(known.total + total, known.drawn + drawn))
