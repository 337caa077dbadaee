"""Continues a match from an earlier position, with the same hidden cards or with redrawn ones.

Redrawn cards come from a random deal that looks the same to the player's seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from hacktrick.ai.possible_worlds import DealSampler, has_unknown_cards_under_deck
from hacktrick.game.actions import CODES, parse
from hacktrick.game.notation.diagram import diagram_of_public, text_of
from hacktrick.game.view import replay_view
from hacktrick.match.live_match import ChanceSource, Match, RandomChance
from hacktrick.match.record import BRANCH_KEY, Record, RoundRecord
from hacktrick.match.record_replay import RecordedCardsThenChance

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.editions import Rules
    from hacktrick.game.state import PublicState, Seat
    from hacktrick.game.view import SeatInfo, View


class UntraceableMovesError(ValueError):
    """Raised if hidden cards cannot be redrawn, since another player put cards under the deck."""


def branch_match(
    record: Record,
    branch_point: tuple[int, int],
    seats: Sequence[SeatInfo],
    rng: Random,
    redrawn_for: Seat | None = None,
) -> Match:
    """Return a match that continues from an earlier point of a recorded match.

    Args:
        record: the recorded match.
        branch_point: the number of the round, from 0, and the number of its actions to keep.
        seats: the players of the new match.
        rng: determines all chance after the branch point.
        redrawn_for: the seat whose unknown cards are redrawn; None keeps all cards.

    Raises:
        UntraceableMovesError: the cards cannot be redrawn here.
        ValueError: the round is over before that point.
    """
    cut = _truncated_record(record, branch_point)
    before = _match_from_record(cut, RandomChance(rng))
    if before.is_round_over:
        raise ValueError("a round that is over cannot be played on")
    if redrawn_for is not None:
        cut.rounds[-1] = _redrawn_round(before, redrawn_for, rng)
    match = _match_from_record(replace(cut, seats=tuple(seats)), RandomChance(rng))
    match.record.extra[BRANCH_KEY] = {
        "match": record.key,
        "round": branch_point[0],
        "action": branch_point[1],
        "as_it_was": redrawn_for is None,
    }
    return match


def match_from_view(view: View, seats: Sequence[SeatInfo], rng: Random) -> Match:
    """Return a match of one round that continues a view, with hidden cards drawn at random.

    Args:
        seats: the players of the new match.

    Raises:
        UntraceableMovesError: the cards cannot be drawn here.
        ValueError: no deal fits the view.
    """
    if has_unknown_cards_under_deck(view):
        raise UntraceableMovesError
    first, steps = replay_view(view)
    hands, drawn = DealSampler(view).sample_deal(rng)
    shuffles = [step.before.row[:-1] for step in steps if step.facts.reshuffled]
    written = RoundRecord(
        *(view.leader, view.starter, hands, view.aside, (), view.duel),
        shuffles=list(shuffles),
        taken=[step.facts.taken for step in steps if step.facts.taken is not None],
        actions=[str(step.action) for step in steps],
        position=_start_position_text(view, first),
    )
    decks = _deck_orders(view.rules, hands, drawn, written, rng, first.row)
    written = replace(written, deck=decks[0], shuffles=decks[1:])
    pile = _code_pile(view, rng) if view.rules.has_codes else ()
    return _match_from_record(
        Record(view.rules, tuple(seats), [written], view.score, pile), RandomChance(rng)
    )


def _start_position_text(view: View, round_start: PublicState) -> str:
    """Return the position in which a view begins, in position notation; "" for a first deal."""
    if view.start_position is not None:
        known = diagram_of_public(round_start)._replace(
            hands=view.start_position.known, sums=view.start_position.sums
        )
        return text_of(known)
    return text_of(diagram_of_public(round_start)) if any(round_start.score) else ""


def _code_pile(view: View, rng: Random) -> tuple[str, ...]:
    """Return a pile of codes, in an order that deals each seat the codes that it holds."""
    laid = (
        []
        if view.start_position is None
        else [code for code in view.start_position.public.codes if code]
    )
    others = [code for code in CODES if code not in (*view.held, *laid)]
    rng.shuffle(others)
    before = [others.pop() for _ in range(view.held_counts[0])] if view.seat else []
    return (*before, *view.held, *others, *laid)


def branch_match_at_view(
    record: Record, round_index: int, view: View, rng: Random, library_key: str
) -> Match:
    """Return a match that continues a recorded match from the position of ``view``.

    The players stay the same; hidden cards are redrawn.

    Args:
        record: the recorded match.
        round_index: the index of the round, from 0.
        view: the view from which to continue.
        rng: determines the redrawn cards and all later chance.
        library_key: the key of the recorded match in the library.

    Raises:
        UntraceableMovesError: the cards cannot be redrawn here.
        ValueError: the round is over before that point.
    """
    at = round_index, len(view.actions)
    match = branch_match(record, at, record.seats, rng, view.seat)
    match.record.extra[BRANCH_KEY]["match"] = library_key
    return match


def swapped_seats_match(record: Record, round_index: int, rng: Random) -> Match:
    """Return a match in which two players repeat a recorded round with their seats swapped.

    Args:
        round_index: the index of the round, from 0.
        rng: draws the chance outcomes that the record does not contain.
    """
    match = branch_match(record, (round_index, 0), record.seats[::-1], rng)
    result = record.rounds[round_index].result
    before = None if result is None else [result.side, result.points]
    match.record.extra[BRANCH_KEY] |= {"match": record.key, "swapped": before}
    return match


def original_round_winner_and_points(record: Record, round_index: int) -> tuple[Seat, int] | None:
    """Return the winner of the original of a round that is repeated with swapped seats.

    Args:
        record: the match with the repeated round.
        round_index: the index of the round, from 0.

    Returns:
        The seat that the winner has in the repeated round, and the points won; None if the round
        is not a repeated one, or its original was not finished.
    """
    branch = record.extra.get(BRANCH_KEY)
    if not isinstance(branch, dict) or branch.get("round") != round_index:
        return None
    match branch.get("swapped"):
        case [0 | 1 as side, int(points)]:
            return 1 - side, points
    return None


def _truncated_record(record: Record, branch_point: tuple[int, int]) -> Record:
    """Return the record up to a point, without the chance outcomes that were used later.

    Proofs are dropped too, since they hold only for the original match.

    Args:
        branch_point: the number of the round, from 0, and the number of its actions to keep.
    """
    number, n_actions = branch_point
    last = record.rounds[number]
    rounds = [*record.rounds[:number], replace(last, actions=last.actions[:n_actions])]
    cut = Record(record.rules, record.seats, rounds, record.score, record.codes)
    used = _match_from_record(cut, RandomChance(Random(0))).record.rounds[-1]
    rounds[-1] = replace(
        used, shuffles=list(used.shuffles), taken=list(used.taken), result=None, extra={}
    )
    return cut


def _match_from_record(record: Record, chance_after_record: ChanceSource) -> Match:
    leader = record.rounds[0].leader
    match = Match(
        record.rules,
        record.seats,
        RecordedCardsThenChance(record, chance_after_record),
        leader,
        record.codes,
    )
    for written in record.rounds:
        match.deal_next_round()
        for text in written.actions:
            match.submit(match.public.seat, parse(text))
    return match


def _redrawn_round(match: Match, seat: Seat, rng: Random) -> RoundRecord:
    """Return the current round with other hidden cards that look the same to ``seat``."""
    view = match.view(seat)
    if has_unknown_cards_under_deck(view):
        raise UntraceableMovesError
    written = match.record.rounds[-1]
    hands, drawn = DealSampler(view).sample_deal(rng)
    decks = _deck_orders(match.rules, hands, drawn, written, rng)
    return replace(written, hands=hands, deck=decks[0], shuffles=decks[1:])


def _deck_orders(
    rules: Rules,
    hands: Sequence[tuple[Card, ...]],
    drawn: Sequence[Card],
    written: RoundRecord,
    rng: Random,
    row: tuple[Card, ...] = (),
) -> list[tuple[Card, ...]]:
    """Return the order of the first deck and of each reshuffled one.

    Args:
        hands: the hands as dealt, by seat.
        drawn: the cards drawn so far; they come first in the decks.
        written: the round as recorded.
        row: the row at the start of the round, if it began in a position.
    """
    left = [value for value in range(rules.values) for _ in range(rules.copies)]
    for card in (*written.aside, *row, *(card for hand in hands for card in hand)):
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
