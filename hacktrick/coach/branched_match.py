"""A match continued from an earlier position, with its hidden cards or with redrawn ones.

Redrawn means: each deal that looks the same to the player's seat is as likely as its belief says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from hacktrick.ai.worlds import DealSampler, has_untraceable_moves
from hacktrick.game.actions import parse
from hacktrick.match.live_match import ChanceSource, Dice, Match
from hacktrick.match.record import BRANCH_KEY, Record, RoundRecord
from hacktrick.match.record_replay import RecordedChance

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.rules import Rules, Seat
    from hacktrick.game.view import SeatInfo, View


class UntraceableMovesError(ValueError):
    """Cards cannot be drawn anew: others have put cards under the deck that nobody saw."""


def branched_at(
    record: Record,
    at: tuple[int, int],
    seats: Sequence[SeatInfo],
    rng: Random,
    anew_for: Seat | None = None,
) -> Match:
    """A match that goes on from ``at``, a round (from 0) and the number of actions done in it.

    Args:
        seats: who plays on.
        rng: all chance from here on.
        anew_for: draw anew what this seat does not know; None: all cards as they were.

    Raises:
        UntraceableMovesError: they cannot be drawn anew here.
        ValueError: the round is over at that place.
    """
    cut = _cut(record, at)
    before = _played(cut, Dice(rng))
    if before.is_round_over:
        raise ValueError("a round that is over cannot be played on")
    if anew_for is not None:
        cut.rounds[-1] = _drawn_anew(before, anew_for, rng)
    match = _played(replace(cut, seats=tuple(seats)), Dice(rng))
    match.record.extra[BRANCH_KEY] = {
        "match": record.key,
        "round": at[0],
        "action": at[1],
        "as_it_was": anew_for is None,
    }
    return match


def branched_at_view(
    record: Record, number: int, view: View, rng: Random, key: str, as_it_was: bool = False
) -> Match:
    """The match from the point of a round at which ``view`` was seen, by the same players.

    Args:
        number: of the round; its actions up to the view are kept.
        key: of the match in the library.
        as_it_was: with the cards as they really lay.
    """
    at = number, len(view.actions)
    match = branched_at(record, at, record.seats, rng, None if as_it_was else view.seat)
    match.record.extra[BRANCH_KEY]["match"] = key
    return match


def swapped_seats_match(record: Record, number: int, rng: Random) -> Match:
    """A round (from 0) of two players played once more as it was dealt, in each other's seats.

    Args:
        rng: chance that was not needed the first time.
    """
    match = branched_at(record, (number, 0), record.seats[::-1], rng)
    result = record.rounds[number].result
    before = None if result is None else [result.side, result.points]
    match.record.extra[BRANCH_KEY] |= {"match": record.key, "swapped": before}
    return match


def earlier_winner(record: Record, number: int) -> tuple[Seat, int] | None:
    """Who won a round (from 0) that was played again in the other seats, by where he sits now, and
    by how many points; None for any other round."""
    told = record.extra.get(BRANCH_KEY)
    if not isinstance(told, dict) or told.get("round") != number:
        return None
    match told.get("swapped"):
        case [0 | 1 as side, int(points)]:
            return 1 - side, points
    return None


def _cut(record: Record, at: tuple[int, int]) -> Record:
    """The record up to a place, with no chance that comes after it, and no proofs: they are of
    the match as it was."""
    number, n_actions = at
    last = record.rounds[number]
    rounds = [*record.rounds[:number], replace(last, actions=last.actions[:n_actions])]
    cut = Record(record.rules, record.seats, rounds, record.score, record.codes)
    used = _played(cut, Dice(Random(0))).record.rounds[-1]
    rounds[-1] = replace(
        used, shuffles=list(used.shuffles), taken=list(used.taken), result=None, extra={}
    )
    return cut


def _played(record: Record, then: ChanceSource) -> Match:
    leader = record.rounds[0].leader
    match = Match(record.rules, record.seats, RecordedChance(record, then), leader, record.codes)
    for written in record.rounds:
        match.deal()
        for text in written.actions:
            match.submit(match.public.seat, parse(text))
    return match


def _drawn_anew(match: Match, seat: Seat, rng: Random) -> RoundRecord:
    """The running round of a match with other hidden cards, the same to ``seat``."""
    view = match.view(seat)
    if has_untraceable_moves(view):
        raise UntraceableMovesError
    written = match.record.rounds[-1]
    hands, drawn = DealSampler(view).draw(rng)
    decks = _decks(match.rules, hands, drawn, written, rng)
    return replace(written, hands=hands, deck=decks[0], shuffles=decks[1:])


def _decks(
    rules: Rules,
    hands: Sequence[tuple[Card, ...]],
    drawn: Sequence[Card],
    written: RoundRecord,
    rng: Random,
) -> list[tuple[Card, ...]]:
    """The first deck and those made anew, each beginning with what was drawn of it."""
    left = [value for value in range(rules.values) for _ in range(rules.copies)]
    for card in (*written.aside, *(card for hand in hands for card in hand)):
        left.remove(card)
    decks = []
    for cards in (left, *written.shuffles):
        top, drawn = drawn[: len(cards)], drawn[len(cards) :]
        rest = list(cards)
        for card in top:
            rest.remove(card)
        rng.shuffle(rest)
        decks.append((*top, *rest))
    return decks
