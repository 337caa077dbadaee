"""What the thinking process tells a player: a position judged, then checked, then explained.

Everything is made from a view. Work comes in pieces of at most some 50 ms, so that a decision of
the computer never waits for longer.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from hacktrick.ai.advice import Advice
from hacktrick.ai.coach import remembered, trial
from hacktrick.ai.coach.chosen import Chosen, choosing
from hacktrick.ai.coach.hints import theme_of
from hacktrick.ai.coach.judgement import Judgement
from hacktrick.ai.coach.odds import Odds, counting
from hacktrick.ai.coach.playouts import PLAYED_ON
from hacktrick.ai.coach.reasons import Why, whying
from hacktrick.ai.pbs.advice import advising, longer, strongest
from hacktrick.ai.pbs.agent import PbsAgent
from hacktrick.ai.pbs.judge import NoAdvice
from hacktrick.ai.pbs.thought import read_by_habits
from hacktrick.ai.pbs.tracker import DOUBT
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.verdict import FREE
from hacktrick.game.actions import Action, parse
from hacktrick.game.view import View

REMEMBERED = 4
"""Looks of the position in hand: its hint, its check and its reasons need the same ones."""

__all__ = [
    "NoAdvice",
    "Told",
    "checked",
    "chosen",
    "counted",
    "forget",
    "judged",
    "tried",
    "worked",
]

Told = Judgement | Why | Odds | Chosen | None
"""An answer; None: not yet, and something else may come between."""

_looks: dict[tuple[View, PbsAgent, float], Advice] = {}


def judged(view: View) -> Generator[Told, None, None]:
    """The position by the solution that the highest level plays by.

    Raises:
        NoAdvice: nothing to decide, or rules that the solver does not know.
    """
    yield Judgement((yield from _look(view, strongest())))


def checked(view: View) -> Generator[Told, None, None]:
    """The second look, then the same with one that takes nothing but the facts.

    Raises:
        NoAdvice: nothing to decide, or rules that the solver does not know.
    """
    first = yield from _look(view, strongest())
    second = yield from _look(view, longer())
    yield Judgement(first, second)
    yield Judgement(first, second, (yield from _look(view, strongest(), 1.0)))


def tried(view: View) -> Generator[Told, None, None]:
    """Every turn that seems a mistake, tried, the dearest last: those that are thought of first.

    Raises:
        NoAdvice: nothing to decide, or rules that the solver does not know.
    """
    found = yield from _both_looks(view)
    for line in (found.second or found.first).lines:
        if found.untried(line.actions):
            found = yield from trial.tried(view, found, line.actions)
            yield found


def counted(view: View) -> Generator[Told, None, None]:
    """What the next opponent can hold."""
    # The solver's belief counts cards under the deck as cards of the deck like all others.
    reads = view.rules.is_solved and not any(text.startswith("under") for text in view.actions)
    habits = read_by_habits(view) if reads else None
    yield None
    yield (yield from counting(view, habits=habits))


def chosen(view: View) -> Generator[Told, None, None]:
    """What some levels would do, for rules that the solver does not know."""
    yield (yield from choosing(view))


def worked(view: View, made: Sequence[str] = ()) -> Generator[Told, None, None]:
    """The second look, and why the best turn is better: than the one that begins with ``made``, or
    else than the best of another kind.

    Raises:
        NoAdvice: nothing to decide, or rules that the solver does not know.
        NotationError: what was made is no action.
    """
    found = yield from _both_looks(view)
    yield found
    actions = [parse(text) for text in made] or list(_other(found))
    if actions:
        if found.untried(actions):
            found = yield from trial.tried(view, found, actions)
            yield found
        yield (yield from whying(view, found, actions, PLAYED_ON))


def forget() -> None:
    """Look anew at everything."""
    _looks.clear()
    remembered.forget()
    trial.forget()


def _both_looks(view: View) -> Pieces[Judgement]:
    first = yield from _look(view, strongest())
    return Judgement(first, (yield from _look(view, longer())))


def _look(view: View, agent: PbsAgent, doubt: float = DOUBT) -> Pieces[Advice]:
    """Advice that is remembered for a while."""
    key = view, agent, doubt
    if key not in _looks:
        found = yield from advising(view, agent, doubt, remembered.solved)
        while len(_looks) >= REMEMBERED:
            del _looks[next(iter(_looks))]
        _looks[key] = found
    return _looks[key]


def _other(judgement: Judgement) -> tuple[Action, ...]:
    """The best turn of another kind that costs something; nothing where there is none."""
    lines = (judgement.second or judgement.first).lines
    best = theme_of(lines[0])
    for line in lines:
        loss = judgement.loss(line.actions)
        if loss and loss.equity >= FREE and theme_of(line) != best:
            return line.actions
    return ()
