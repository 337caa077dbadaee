"""The price of information: what one's own turn tells, and what an answer is worth.

A turn may be worse only because it tells more. Solved once more with the own hand open, nothing is
left to be told: what the difference between two turns loses by that is what telling costs. An ask
costs a captured marker: solved with one less, both its price and that of the answer are known.

The solver is loaded when it is asked: it needs numpy, and reasons go where nobody has loaded that.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, NamedTuple

from hacktrick.ai.advice import Line
from hacktrick.ai.coach.judgement import Judgement
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import Position
from hacktrick.ai.verdict import FREE
from hacktrick.game.actions import Action, Ask

LEAST_KNOWN = 12.0  # of a hundred: turns that tell more alike than this are not told apart
LEAST_MATCH = 0.01  # what costs less of the match is not told
MOST_OF_IT = 0.5  # what a turn tells is its fault only if it costs this share of the loss


def least_price(judgement: Judgement) -> float:
    """What a price must be beyond, as a chance of the match: the judge may be wrong by less."""
    return max(LEAST_MATCH, FREE * judgement.stakes.unit)


class Telling(NamedTuple):
    """What two turns tell of the own hand.

    Attributes:
        by: whether counting alone tells it, or reading the play.
        first, second: how likely the other must think the true hand after either, of a hundred.
        price: what the second loses against the first by that, as a chance to win the match.
    """

    by: Literal["counting", "reading"]
    first: float
    second: float
    price: float


class Asking(NamedTuple):
    """What an ask buys and what it pays, as chances to win the match."""

    answer: float
    marker: float


def telling(
    position: Position, judgement: Judgement, best: Line, played: Line, agent: Any = None
) -> Pieces[Telling | None]:
    """What is told by ``played`` and not by ``best``, and what that costs; None where it is not
    more, or costs no more than the judge may be wrong by, or less than half of the loss. A turn
    that asks is not over: nobody knows yet what it will tell.

    Args:
        agent: who solves the positions, instead of the search of the highest level.
    """
    turns = best.actions, played.actions
    if any(isinstance(turn[0], Ask) for turn in turns) or best.reasons.ends or played.reasons.ends:
        return None
    found = yield from _known(position, turns, agent)
    if found is None:
        return None
    price = yield from price_of_telling(position, judgement, *turns, agent)
    loss = judgement.loss(played.actions)
    if price is None or loss is None:
        return None
    if price < max(least_price(judgement), MOST_OF_IT * loss.match):
        return None
    return found._replace(price=price)


def _known(
    position: Position, turns: tuple[tuple[Action, ...], ...], agent: Any
) -> Pieces[Telling | None]:
    """What the turns tell, by counting if that tells them apart, else by reading."""
    reader = _module("telling")
    first, second = yield from reader.known_by_counting(position, *turns)
    if 100 * (second - first) >= LEAST_KNOWN:
        return Telling("counting", 100 * first, 100 * second, 0.0)
    if position.public.phase == "start":
        return None  # how cards are laid was solved beforehand, and is no reading
    solved = import_module("hacktrick.ai.coach.remembered").solved
    judged = yield from solved(position, agent or _module("advice").strongest())
    first, second = reader.known_by_reading(judged, *turns)
    if 100 * (second - first) >= LEAST_KNOWN:
        return Telling("reading", 100 * first, 100 * second, 0.0)
    return None


def price_of_telling(
    position: Position,
    judgement: Judgement,
    best: tuple[Action, ...],
    played: tuple[Action, ...],
    agent: Any = None,
) -> Pieces[float | None]:
    """What the difference of two turns loses when the own hand lies open; None where a look does
    not have both."""
    supposed = _module("supposed")
    shown = yield from supposed.with_open_hand(position, agent or _module("advice").strongest())
    held, pending = _begun(position)
    opened = {actions: where.match for actions, where, _ in shown.options(held, pending)}
    hidden = {line.actions: line.forecast.match for line in judgement.first.lines}
    if agent is not None:
        judged = yield from import_module("hacktrick.ai.coach.remembered").solved(position, agent)
        hidden = {actions: where.match for actions, where, _ in judged.options(held, pending)}
    if not all(turn in known for turn in (best, played) for known in (opened, hidden)):
        return None
    return float((hidden[best] - hidden[played]) - (opened[best] - opened[played]))


def asking(position: Position, judgement: Judgement, agent: Any = None) -> Pieces[Asking | None]:
    """What the answer is worth, and the marker that it costs: together they are the difference
    between asking and the best turn without. None where nobody can ask.

    Args:
        agent: who solves the positions, instead of the search of the highest level.
    """
    held, pending = _begun(position)
    if pending or not any(isinstance(action, Ask) for action in position.legal):
        return None
    values = [(line.actions, line.forecast.match) for line in judgement.first.lines]
    if agent is not None:
        judged = yield from import_module("hacktrick.ai.coach.remembered").solved(position, agent)
        values = [(actions, where.match) for actions, where, _ in judged.options(held)]
    asks = [value for actions, value in values if isinstance(actions[0], Ask)]
    without = [value for actions, value in values if not isinstance(actions[0], Ask)]
    if not asks or not without:
        return None
    supposed = _module("supposed")
    agent = agent or _module("advice").strongest()
    less = yield from supposed.with_a_marker_less(position, agent)
    poorer = max(where.match for actions, where, _ in less.options(held))
    return Asking(max(asks) - poorer, max(without) - poorer)


def _begun(position: Position) -> tuple[tuple[int, ...], tuple[Action, ...]]:
    """The own hand at the beginning of the turn, and the card that was played since."""
    pending = _module("tracker").turns_of(position.steps)[1]
    return _module("agent").own_hand(position), pending


def _module(name: str) -> Any:
    return import_module(f"hacktrick.ai.pbs.{name}")
