"""A match played on from a point of one that is over, the hidden cards drawn anew.

A branch is a match like any other, but not rated; its record names where it comes from. What the
seat that plays on did not know is drawn from what was possible, so that nobody plays on with cards
that he has seen since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hacktrick.ai.resampling import Deals
from hacktrick.game.cards import Card, cards_of, counts_of
from hacktrick.game.view import View, follow
from hacktrick.play.match import Dice, Match
from hacktrick.play.record import Record, RoundRecord
from hacktrick.play.replay import load

BRANCH = "branch"  # key of a record: the match it comes from, the round and the action


def branched(
    record: Record, number: int, view: View, rng: Random, key: str, as_it_was: bool = False
) -> Match:
    """The match from the point at which ``view`` was seen.

    Args:
        number: of the round; its actions up to the view are kept.
        key: of the match in the library.
        as_it_was: with the cards as they really lay.

    Raises:
        RecordError: the record does not follow the rules.
    """
    written = record.rounds[number]
    n = len(view.actions)
    dealt = _as_it_was(written) if as_it_was else _drawn_anew(written, view, rng)
    begun = replace(dealt, actions=written.actions[:n], result=None, more={})
    rounds = [*(replace(one, more={}) for one in record.rounds[:number]), begun]
    more = {BRANCH: {"match": key, "round": number, "action": n, "as_it_was": as_it_was}}
    start = Record(record.rules, record.seats, rounds, view.score, record.codes, more)
    return load(start, Dice(rng))


def _as_it_was(written: RoundRecord) -> RoundRecord:
    return replace(written, shuffles=list(written.shuffles), taken=list(written.taken))


def _drawn_anew(written: RoundRecord, view: View, rng: Random) -> RoundRecord:
    dealt = Deals(view).draw(rng)
    left = list(dealt.drawn)
    rules = view.rules
    gone = [card for hand in dealt.hands for card in hand]
    deck = _ordered(_rest(rules.values, rules.copies, (*gone, *view.aside)), left, rng)
    shuffles = []
    left = left[len(deck) :]
    for step in follow(view)[1]:
        if step.facts.reshuffled:
            order = _ordered(step.before.row[:-1], left, rng)
            left = left[len(order) :]
            shuffles.append(order)
    return replace(written, hands=dealt.hands, deck=deck, shuffles=shuffles)


def _rest(values: int, copies: int, gone: Sequence[Card]) -> tuple[Card, ...]:
    counts = counts_of(gone, values)
    return cards_of(tuple(copies - n for n in counts))


def _ordered(cards: Sequence[Card], first: Sequence[Card], rng: Random) -> tuple[Card, ...]:
    """The cards of a deck, those first that were drawn from it."""
    top = list(first[: len(cards)])
    rest = list(cards)
    for card in top:
        rest.remove(card)
    rng.shuffle(rest)
    return (*top, *rest)
