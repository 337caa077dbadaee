"""What the thinking process does for reviews: it solves the positions of a round while it is played
and remembers them, so that little is left to do once the round is over.

While a round lasts only views come in; of a finished one the hands lie open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hacktrick.ai.advice import Stakes
from hacktrick.ai.coach.judgement import Judgement, begins
from hacktrick.ai.coach.name import judge_name
from hacktrick.ai.coach.playouts import PLAYED_ON
from hacktrick.ai.coach.reasons import Why, whying
from hacktrick.ai.coach.remembered import solved
from hacktrick.ai.coach.rounds import RoundJudge
from hacktrick.ai.coach.story import (
    Finished,
    Moment,
    Option,
    Reviewed,
    RoundStory,
    Stage,
    turns_in,
)
from hacktrick.ai.coach.trial import tried, trying
from hacktrick.ai.pbs.advice import advising, longer, strongest
from hacktrick.ai.pbs.agent import own_hand
from hacktrick.ai.pbs.forecasts import stakes
from hacktrick.ai.pbs.judge import NoAdvice
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import Position, goes_on, read_position, watched
from hacktrick.ai.verdict import FREE, MARKED, class_of
from hacktrick.game.actions import Action, Command, Pass, Play
from hacktrick.game.rules import Seat
from hacktrick.game.view import View

EXPLAINED = 3  # mistakes of a round that are explained, the worst first

_last: dict[Seat, View] = {}  # by seat: where it had its last turn to make


def ahead(view: View) -> Iterator[None]:
    """Solve the position that a view is in, whoever has the turn, and remember it; then look again
    at the last turn of the view's own seat, if it seems a mistake."""
    try:
        position = watched(view)
        yield from solved(position, strongest())
        before = _last.get(view.seat)
        if before is not None and (made := _made_since(before, position)):
            del _last[view.seat]
            yield from _looking_again(before, made)
        if position.public.seat == view.seat:
            _last[view.seat] = view
    except (NoAdvice, ValueError):
        return


def _made_since(before: View, position: Position) -> tuple[Action, ...]:
    """The turn that the seat made from ``before`` on; nothing if that was another round."""
    n = len(before.actions)
    if position.view.actions[:n] != before.actions or position.view.hand != before.hand:
        return ()
    made = [step.action for step in position.steps[n : n + 2]]
    # A word after a draw is a turn of the solver by itself: it is decided by what was drawn.
    has_word = len(made) > 1 and isinstance(made[0], Play) and isinstance(made[1], (Pass, Command))
    return tuple(made if has_word and not goes_on(position.steps[n].after) else made[:1])


def _looking_again(view: View, made: tuple[Action, ...]) -> Iterator[None]:
    """The longer look that the review takes at a turn that seems a mistake, or that the solver
    does not look at; and its trial."""
    position = read_position(view)
    judged = yield from solved(position, strongest())
    options = judged.options(own_hand(position))
    values = [where.match for actions, where, _ in options if begins(actions, made)]
    doubtful = FREE * stakes(position.first, view.seat).unit
    if not values or options[0][1].match - values[0] >= doubtful:
        again = (yield from solved(position, longer())).options(own_hand(position))
        where = stakes(position.first, view.seat)
        yield from _trying_made(view, (options, again), made, where)


def _trying_made(
    view: View, looks: Sequence[Sequence[Option]], made: tuple[Action, ...], where: Stakes
) -> Iterator[None]:
    """The trial that the review will make of a turn."""
    lines = [next((one for one in look if begins(one[0], made)), None) for look in looks]
    losses = [
        look[0][1].match - line[1].match for look, line in zip(looks, lines, strict=True) if line
    ]
    if len(losses) == len(looks) and class_of(min(losses) / where.unit, min(losses)) in MARKED:
        assert lines[-1] is not None
        yield from trying(view, looks[-1][0][0], lines[-1][0], where)


def reviewed(finished: Finished) -> Iterator[Reviewed | None]:
    """All there is to tell of a finished round, one stage after the other; None: not yet.

    Raises:
        NoAdvice: the rules are not the solver's.
    """
    judge = RoundJudge(finished, strongest(), solved)
    story, whys = judge.story, dict[int, Why]()
    name = judge_name(finished.rules)

    def told(stage: Stage) -> Reviewed:
        return Reviewed(stage, name, story, dict(whys))

    for _ in judge.look():
        yield None
    yield told("looked")
    for _ in judge.check(longer()):
        yield None
    yield told("checked")
    for turn in _marked(finished, story)[:EXPLAINED]:
        why = yield from _explaining(turn)
        if why is not None:
            whys[turn[0].number] = why
            yield told("explained")
    for _ in judge.open():
        yield None
    yield told("opened")


def _marked(finished: Finished, story: RoundStory) -> list[list[Moment]]:
    """The turns with a mistake of those who are to be told, the worst first."""
    turns = [turn for turn in turns_in(finished.moments) if turn[0].seat in finished.seats]
    lost = {turn[0].number: _lost(story, turn) for turn in turns}
    bad = [turn for turn in turns if lost[turn[0].number]]
    return sorted(bad, key=lambda turn: -lost[turn[0].number])


def _lost(story: RoundStory, turn: Sequence[Moment]) -> float:
    """What the mistakes of a turn cost."""
    numbers = {moment.number for moment in turn}
    made = [one for one in story.decisions if one.moment.number in numbers]
    return sum(one.lost for one in made if one.verdict(story.unit) != "fine")


def _explaining(turn: Sequence[Moment]) -> Pieces[Why | None]:
    view, made = turn[0].view, [moment.action for moment in turn]
    first = yield from advising(view, strongest(), solve=solved)
    second = yield from advising(view, longer(), solve=solved)
    found = yield from tried(view, Judgement(first, second), made)
    return (yield from whying(view, found, made, PLAYED_ON))
