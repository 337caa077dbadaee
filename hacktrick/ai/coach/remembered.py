"""Positions that have been solved, for all who ask about them: one solution of a turn serves the
hint, the check of the tutor and the review. What is remembered is a function of what everybody at
the table has seen, so neither its bytes nor whether it is there tells a hidden card.
"""

from __future__ import annotations

from collections import OrderedDict

from hacktrick.ai.pbs.agent import PbsAgent
from hacktrick.ai.pbs.judge import Judged, judging
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import Position

MOST = 96  # solved positions: the turns of a long round, and the longer looks at them

_remembered: OrderedDict[object, Judged] = OrderedDict()


def solved(position: Position, agent: PbsAgent) -> Pieces[Judged]:
    """The turn that ``position`` is in, solved by ``agent`` now or earlier. Only what a turn begins
    from is remembered: a word is asked about in its own moment and never again.

    Raises:
        NoAdvice: the rules are not the solver's.
    """
    if position.is_halfway:
        return (yield from judging(position, agent))
    key = agent, _known_by_all(position)
    if key not in _remembered:
        _remembered[key] = (yield from judging(position, agent)).of_the_root()
    _remembered.move_to_end(key)
    while len(_remembered) > MOST:
        _remembered.popitem(last=False)
    return _remembered[key]


def n_solved() -> int:
    """How many positions are remembered."""
    return len(_remembered)


def forget() -> None:
    """Solve everything anew."""
    _remembered.clear()


def _known_by_all(position: Position) -> object:
    """All that a solution is a function of: what everybody at the table has seen."""
    steps = ((one.seat, one.action, one.facts._replace(drawn=())) for one in position.steps)
    return position.first, position.view.duel, tuple(steps)
