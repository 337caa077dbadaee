"""What an answer is worth: whether another turn is best once the sum is known.

Every sum that is likely enough is supposed to have been said, and the position is solved again by
the search of the highest level. A turn is another one only if the old one would then cost more than
the judge may be wrong by.

The solver is loaded when it is asked: it needs numpy, and reasons go where nobody has loaded that.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from hacktrick.ai.advice import Advice, Line
from hacktrick.ai.coach.judgement import lost
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.verdict import FREE
from hacktrick.game.actions import Ask
from hacktrick.game.cards import sum_of
from hacktrick.game.view import View, follow

LIKELY = 0.05  # sums that are less likely are left out
AT_MOST = 5  # sums that are looked at, the likeliest


def changing(view: View, advice: Advice) -> Pieces[tuple[int, int]]:
    """In how many of the cases the answer to an ask would change the move, and of how many."""
    without = next((line for line in advice.lines if not isinstance(line.actions[0], Ask)), None)
    ask = next((line for line in advice.lines if isinstance(line.actions[0], Ask)), None)
    if without is None or ask is None:
        return 0, 0
    changed = cases = 0
    for total in _sums(advice):
        found = yield from _once_said(view, str(ask.actions[0]), total)
        if found is not None:
            cases += 1
            changed += _is_another(found, without)
    return changed, cases


def _sums(advice: Advice) -> list[int]:
    """Of the hands that the other may hold, the likeliest first."""
    chances: dict[int, float] = {}
    for hand, chance in advice.inferred:
        chances[sum_of(hand)] = chances.get(sum_of(hand), 0.0) + chance
    ranked = sorted(chances, key=lambda total: -chances[total])
    return [total for total in ranked if chances[total] >= LIKELY][:AT_MOST]


def _once_said(view: View, ask: str, total: int) -> Pieces[Advice | None]:
    """The position after the ask and this answer; None where it cannot be the answer."""
    solver, judge = (import_module(f"hacktrick.ai.pbs.{name}") for name in ("advice", "judge"))
    other = 1 - view.seat
    said = (*view.said, (len(view.actions), other, total))
    try:
        after = replace(view, actions=(*view.actions, ask), said=said)
        follow(after)
        found: Advice = yield from solver.advising(after, solver.strongest())
    except (judge.NoAdvice, ValueError):
        return None
    return found


def _is_another(found: Advice, before: Line) -> bool:
    """Whether the turn that was best without the answer costs something now."""
    loss = lost(found, before.actions)
    return loss is None or loss.equity >= FREE
