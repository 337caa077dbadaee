"""What the thinking process does for reviews: it solves the positions of a round while it is played
and remembers them, so that little is left to do once the round is over.

While a round lasts only views come in; of a finished one the hands lie open.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence

from hacktrick.ai.coach.desk import PLAYED_ON
from hacktrick.ai.coach.judgement import Judgement
from hacktrick.ai.coach.name import judge_name
from hacktrick.ai.coach.reasons import Why, whying
from hacktrick.ai.coach.rounds import RoundJudge
from hacktrick.ai.coach.story import (
    Finished,
    Moment,
    Reviewed,
    RoundStory,
    Stage,
    turns_in,
)
from hacktrick.ai.pbs.advice import advising, longer, strongest
from hacktrick.ai.pbs.judge import Judged, NoAdvice, judging
from hacktrick.ai.pieces import Pieces
from hacktrick.ai.position import Position, watched
from hacktrick.game.view import View

MOST = 64  # solved positions that are remembered: a long round, some 2 MB each at most
EXPLAINED = 3  # mistakes of a round that are explained, the worst first

_remembered: OrderedDict[object, Judged] = OrderedDict()


def ahead(view: View) -> Iterator[None]:
    """Solve the position that a view is in, whoever has the turn, and remember it."""
    try:
        yield from _solved(watched(view))
    except (NoAdvice, ValueError):
        return


def reviewed(finished: Finished) -> Iterator[Reviewed | None]:
    """All there is to tell of a finished round, one stage after the other; None: not yet.

    Raises:
        NoAdvice: the rules are not the solver's.
    """
    judge = RoundJudge(finished, strongest(), lambda moment: _solved(watched(moment.view)))
    story, whys = judge.story, dict[int, Why]()

    def told(stage: Stage) -> Reviewed:
        return Reviewed(stage, judge_name(), story, dict(whys))

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


def _solved(position: Position) -> Pieces[Judged]:
    key = _known_by_all(position)
    if key not in _remembered:
        _remembered[key] = yield from judging(position, strongest())
    _remembered.move_to_end(key)
    while len(_remembered) > MOST:
        _remembered.popitem(last=False)
    return _remembered[key]


def _known_by_all(position: Position) -> object:
    """All that a solution is a function of: what everybody at the table has seen."""
    steps = ((one.seat, one.action, one.facts._replace(drawn=())) for one in position.steps)
    return position.first, position.view.duel, tuple(steps)


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
    first = yield from advising(view, strongest())
    second = yield from advising(view, longer())
    return (yield from whying(view, Judgement(first, second), made, PLAYED_ON))
