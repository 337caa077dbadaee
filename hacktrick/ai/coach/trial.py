"""A turn that seems a mistake, tried: the position is played on with it and with the best one.

The judge is right on the average, and not one by one. So none of its verdicts stands alone: a turn
costs no more than what comes of it allows, which is the mean of the play-outs and two standard
errors. What remains of a mistake that did not come out worse is no mistake.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TypeVar

from hacktrick.ai.advice import Advice, Hands, Stakes
from hacktrick.ai.belief import World
from hacktrick.ai.coach.judgement import Judgement
from hacktrick.ai.coach.playouts import (
    CLEAR,
    ERRORS,
    FEWEST,
    PLAYED_ON,
    Course,
    Futures,
    gained,
    playing_on,
)
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import read_position
from hacktrick.ai.resampling import is_too_hidden
from hacktrick.game.actions import Action
from hacktrick.game.view import View

POSITIONS = 4  # whose futures are kept: those of the one in hand, and of a turn to be explained
TRIALS = 64  # whose results are kept: those of a round

Turn = tuple[Action, ...]
K = TypeVar("K")
V = TypeVar("V")

_futures: OrderedDict[View, Futures] = OrderedDict()
_most: OrderedDict[tuple[View, Turn, Turn], float] = OrderedDict()


class Weights:
    """How much likelier worlds are by the other's habits (``inferred``) than by the facts."""

    def __init__(self, facts: Hands, inferred: Hands) -> None:
        chances = dict(inferred)
        self._ratio = {
            hand: chances.get(hand, 0.0) / chance for hand, chance in facts if chance > 0
        }

    def of(self, world: World) -> float:
        return max((self._ratio.get(hand, 0.0) for hand in world.hands), default=0.0) + 1e-9


def tried(view: View, judgement: Judgement, made: Sequence[Action]) -> Pieces[Judgement]:
    """The judgement with a trial of the turn that begins like this, where it needs one and can have
    one: not where another has put cards under the deck, as then no deal can be drawn."""
    line = judgement.line(made)
    if line is None or not judgement.untried(line) or is_too_hidden(view):
        return judgement
    best = (judgement.second or judgement.first).lines[0].actions
    most = yield from trying(view, best, line, judgement.stakes)
    return judgement.with_trial(line, most)


def weights_of(advice: Advice) -> Weights:
    """By what an advice says of the other's hand."""
    return Weights(advice.facts, advice.inferred)


def trying(
    view: View, best: Sequence[Action], made: Sequence[Action], stakes: Stakes
) -> Pieces[float]:
    """What a turn costs at most, as a chance of the match, by what comes of it and of the best one;
    found out once.

    Raises:
        ValueError: no deal can be drawn (cards put under the deck by another).
    """
    begun, lines = of_the_turn(view, (best, made))
    key = begun, lines[0], lines[1]
    if key not in _most:
        futures = yield from futures_of(begun)

        def enough(seen: Sequence[tuple[Course, ...]]) -> bool:
            gain, error = gained(seen, stakes)
            return len(seen) >= FEWEST and abs(gain) > CLEAR * error

        seen = yield from playing_on(futures, lines, PLAYED_ON, enough)
        gain, error = gained(seen, stakes)
        _most[key] = max(0.0, gain + ERRORS * error)
        _shrink(_most, TRIALS)
    return _most[key]


def of_the_turn(view: View, lines: Sequence[Sequence[Action]]) -> tuple[View, list[Turn]]:
    """Turns from the view in which they began: a word is tried together with the card before it,
    whether that lies already or not."""
    position = read_position(view)
    if not position.is_halfway:
        return view, [tuple(line) for line in lines]
    begun = replace(view, actions=view.actions[:-1])
    return begun, [(position.steps[-1].action, *line) for line in lines]


def futures_of(view: View) -> Pieces[Futures]:
    """What may come of a position that a turn begins from, read with the other's habits: the same
    for all who ask.

    Raises:
        ValueError: no deal can be drawn (cards put under the deck by another).
    """
    if view not in _futures:
        weights = yield from _weighing(view)
        _futures[view] = Futures(view, f"why {len(view.actions)}", weights.of)
        _shrink(_futures, POSITIONS)
    _futures.move_to_end(view)
    return _futures[view]


def _weighing(view: View) -> Pieces[Weights]:
    judge = import_module("hacktrick.ai.pbs.judge")  # it needs numpy
    position = read_position(view)
    facts, inferred, mirrored = yield from judge.believing(position)
    hands = (judge.hands_of_other(position, one, mirrored) for one in (facts, inferred))
    return Weights(*(tuple(one.items()) for one in hands))


def forget() -> None:
    """Try everything anew."""
    _futures.clear()
    _most.clear()


def _shrink(kept: OrderedDict[K, V], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
