"""The end of a round: all keys are shown, so the whole deal is known and is played again.

The proofs have shown everything said during the round to be true, but one thing: whether a player
who was commanded to play, without a marker, could have played. That comes out here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hacktrick.game import engine
from hacktrick.game.actions import Action, Draw, Swap, Under
from hacktrick.game.cards import Card, cards_of, counts_of
from hacktrick.game.match import MatchState, RoundPlan, seating_of
from hacktrick.game.state import Deal, Result, State
from hacktrick.game.view import Event


class Opened(NamedTuple):
    """A finished round with nothing hidden.

    Attributes:
        hands: as dealt, by seat; ``final`` the cards left at the end, sorted.
        deck: as dealt, top first; ``shuffles`` every later one.
        taken: the card of each blind swap.
        proved: how many proofs of each kind this computer has checked.
    """

    plan: RoundPlan
    hands: tuple[tuple[Card, ...], ...]
    aside: tuple[Card, ...]
    deck: tuple[Card, ...]
    shuffles: tuple[tuple[Card, ...], ...]
    taken: tuple[Card, ...]
    actions: tuple[str, ...]
    result: Result | None
    proved: Counter[str]
    final: tuple[tuple[Card, ...], ...] = ()


class Lie(Exception):
    """The event of this number was not followed as the cards say."""

    def __init__(self, number: int) -> None:
        super().__init__(f"event {number}")
        self.number = number


def play_again(
    opened: Opened, match: MatchState, laid: Sequence[str | None], events: Sequence[Event]
) -> tuple[tuple[Card, ...], ...]:
    """The hands at the end of the round, played again by the engine.

    Args:
        match: as it was before the round.
        laid: the codes laid, by seat.
        events: with all that is hidden filled in.

    Raises:
        Lie: a player said wrongly that he was stuck, or that he was not.
    """
    state, deck = _dealt(opened, match, laid), list(opened.deck)
    shuffles, taken = iter(opened.shuffles), iter(opened.taken)
    for number, event in enumerate(events):
        chance = _chance(state, event.action, deck, taken)
        before, (state, facts) = state.public, engine.perform(state, event.action, chance)
        if facts.stuck != event.facts.stuck:
            raise Lie(number)
        deck = _moved(deck, event.action, len(facts.drawn))
        if facts.reshuffled:
            deck = list(next(shuffles))
            assert sorted(deck) == sorted(before.row[:-1])
    return tuple(cards_of(hand) for hand in state.hands)


def _dealt(opened: Opened, match: MatchState, laid: Sequence[str | None]) -> State:
    values = match.rules.values
    deal = Deal(
        tuple(counts_of(hand, values) for hand in opened.hands),
        opened.aside,
        counts_of(opened.deck, values),
    )
    held = tuple(
        codes if code is None or code in codes else (code, *codes[1:])
        for codes, code in zip(match.held, laid, strict=True)
    )
    return engine.start(match.rules, seating_of(match), deal, match.score, held)


def _chance(state: State, action: Action, deck: list[Card], taken: Iterator[Card]) -> engine.Chance:
    if isinstance(action, (Draw, Under)):
        wanted = 1 if isinstance(action, Draw) else len(action.cards)
        return tuple(deck[: min(wanted, sum(state.deck))])
    if isinstance(action, Swap):
        return (next(taken),)
    return ()


def _moved(deck: list[Card], action: Action, n_drawn: int) -> list[Card]:
    if isinstance(action, Under):
        deck = [*deck, *action.cards]
    return deck[n_drawn:] if isinstance(action, (Draw, Under)) else deck
