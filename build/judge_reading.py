"""Mistakes written out for a reader, with every reason's figures and those of a second test.

Reasons of play-outs are tested by fresh ones. What a turn tells is counted again from the other's
own view in fresh deals; what that is worth, and what an answer is worth, by the longer look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from hacktrick.ai.belief import belief
from hacktrick.ai.coach.imagined import Round
from hacktrick.ai.coach.judgement import Judgement
from hacktrick.ai.coach.playouts import Course, compared
from hacktrick.ai.coach.price import asking, price_of_telling
from hacktrick.ai.coach.reasons import (
    BETTER_IF_LESS,
    BETTER_IF_MORE,
    Reason,
    Why,
    played_on,
)
from hacktrick.ai.coach.trial import weights_of
from hacktrick.ai.pbs.advice import longer
from hacktrick.ai.pbs.thought import read_by_habits
from hacktrick.ai.pieces import whole
from hacktrick.ai.position import read_position
from hacktrick.ai.resampling import Deals
from hacktrick.game.actions import Action
from hacktrick.game.diagram import of_view
from hacktrick.game.diagramtext import text_of
from hacktrick.game.rules import Seat
from hacktrick.game.view import View, follow
from hacktrick.words.coaching import Coaching

GUESSES = 20  # fresh deals in which the other's view is looked at
FIELDS = {code: (name, above) for code, name, above in (*BETTER_IF_MORE, *BETTER_IF_LESS)}
FIELDS["comes_out_better"] = ("points", 0)


class Again(NamedTuple):
    """A reason's figures by the second test; None where they are exact, or a level's choice."""

    reason: Reason
    figures: tuple[float, float] | None
    error: float = 0.0
    is_reversed: bool = False
    price: float | None = None


class Mistake(NamedTuple):
    """A mistake with what is said of it.

    Attributes:
        unit: the chance of the match that one of equity stands for.
        gained: by ``n`` play-outs of a ``level``, and the standard error: chances of the match.
    """

    view: View
    why: Why
    unit: float
    gained: tuple[float, float]
    n: int
    level: int
    told: tuple[Again, ...]


def again(
    view: View, judgement: Judgement, reason: Reason, why: Why, fresh: Sequence[tuple[Course, ...]]
) -> Again:
    """A reason tested once more, by what it was not made from."""
    if reason.source == "playouts":
        both = compared(fresh, *FIELDS[reason.code])
        turned = is_reversed(reason, fresh)
        return Again(reason, (both.first, both.second), both.error, turned)
    if reason.code in ("tells_less", "reads_less"):
        return _told_again(view, judgement, reason, why)
    if reason.source == "price":
        return _asked_again(view, judgement, reason)
    return Again(reason, None)


def is_reversed(reason: Reason, fresh: Sequence[tuple[Course, ...]]) -> bool:
    """Whether fresh play-outs say the opposite of a reason that was made from others."""
    backwards = [(second, first) for first, second in fresh]
    return any(other.code == reason.code for other in played_on(backwards))


def _told_again(view: View, judgement: Judgement, reason: Reason, why: Why) -> Again:
    position = read_position(view)
    price = whole(price_of_telling(position, judgement, why.best, why.played, longer()))
    reads = reason.code == "reads_less"
    weights = weights_of(judgement.second or judgement.first)
    deals, dice = Deals(view), Random("guesses")
    seen: list[tuple[float, ...]] = []
    for number in range(GUESSES):
        dealt = deals.draw(dice, weights.of if reads else None)
        begun = Round(view, dealt.hands, dealt.drawn, number)
        turns = (why.best, why.played)
        seen.append(tuple(guessed(begun.copy(), view.seat, turn, reads) for turn in turns))
    first, second = (100 * sum(one[k] for one in seen) / len(seen) for k in (0, 1))
    wrong = second <= first or price is None or price <= 0
    return Again(reason, (first, second), 0.0, wrong, price)


def guessed(table: Round, seat: Seat, turn: Sequence[Action], reads: bool) -> float:
    """How likely the other thinks the true hand of ``seat`` after a turn, from his own view."""
    for action in turn:
        table.submit(action)
    view = table.view(1 - seat)
    if reads:
        habits = read_by_habits(view)
        return habits.other.get(table.hand(seat), 0.0) if habits else 0.0
    worlds = belief(view, *follow(view))
    return sum(chance for world, chance in worlds.items() if world.hands[seat] == table.hand(seat))


def _asked_again(view: View, judgement: Judgement, reason: Reason) -> Again:
    asked = whole(asking(read_position(view), judgement, longer()))
    if asked is None:
        return Again(reason, None, 0.0, True)
    pays = reason.code == "ask_pays"
    first, second = (asked.answer, asked.marker) if pays else (asked.marker, asked.answer)
    return Again(reason, (first, second), 0.0, second >= first)


def written(mistake: Mistake, number: int) -> Iterator[str]:
    """A mistake in lines."""
    view, why = mistake.view, mistake.why
    coach = Coaching(view.rules, "Other")
    gain, error = (value / mistake.unit for value in mistake.gained)
    yield f"{number}. {text_of(of_view(view))}  score {view.score[0]}:{view.score[1]}"
    yield (
        f"   {_turn(why.played)} instead of {_turn(why.best)}: {why.loss.verdict}, "
        f"claimed {why.loss.equity:.2f} ({100 * why.loss.match:.1f} % of the match), came true "
        f"{gain:.2f} +- {error:.2f} in {mistake.n} deals with level {mistake.level}"
    )
    for told in mistake.told:
        yield f"   * {coach.reason(told.reason)}"
        yield f"     {told.reason.code}: {_figures(told)}"
    if why.is_contradicted or not mistake.told:
        yield f"   * {coach.why(why)[-1]}"


def _turn(actions: Sequence[Action]) -> str:
    return ", ".join(map(str, actions))


def _figures(told: Again) -> str:
    reason = told.reason
    before = f"{reason.best:.4g} / {reason.played:.4g}"
    if told.figures is None:
        return f"{before}, exact" if not told.is_reversed else f"{before}, not to be had again"
    after = f"{told.figures[0]:.4g} / {told.figures[1]:.4g}"
    error = f" +- {told.error:.1f}" if told.error else ""
    price = "" if told.price is None else f", worth {100 * told.price:.1f} %"
    return f"{before}, again {after}{error}{price}{' REVERSED' if told.is_reversed else ''}"
