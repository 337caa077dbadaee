"""All lessons in their order, and the check that each of them can be done as it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hacktrick.game.actions import NotationError, parse
from hacktrick.game.legal import legal_actions
from hacktrick.game.refusals import IllegalAction
from hacktrick.play.lessons.further import FURTHER
from hacktrick.play.lessons.game import GAME
from hacktrick.play.lessons.model import YOU, Lesson, Step
from hacktrick.play.lessons.run import Run
from hacktrick.play.record import RecordError

LESSONS: tuple[Lesson, ...] = (*GAME, *FURTHER)
BY_NAME: Mapping[str, Lesson] = {lesson.name: lesson for lesson in LESSONS}
NAMES = ("A", "B", "C", "D")


def faults(lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson: every accepted and every wrong action must be legal where it is
    tried, with all that follows, and a wrong one must be none that is meant."""
    try:
        if not lesson.steps:
            yield from () if Run(lesson, NAMES).awaits_action else ("nobody can act",)
        for number, step in enumerate(lesson.steps):
            place = f"step {number + 1}"
            yield from (f"{place}: {fault}" for fault in _step_faults(lesson, number, step))
    except (NotationError, IllegalAction, RecordError, ValueError) as error:
        yield str(error)


def _step_faults(lesson: Lesson, number: int, step: Step) -> Iterator[str]:
    if step.pick is not None:
        if step.pick.right not in step.pick.options or step.accept:
            yield "the question has no right answer"
        return
    run = Run(lesson, NAMES, number)
    legal = [str(action) for action in legal_actions(run.match.observe(YOU))]
    if run.match.public.seat != YOU:
        yield "another is to act"
        return
    for text in (*step.accept, *(text for text in step.wrong if text)):
        if text not in legal:
            yield f"{text!r} is not legal"
            continue
        run = Run(lesson, NAMES, number)
        run.submit(parse(text))
        if text in step.accept and text in step.wrong:
            yield f"{text!r} is both right and wrong"
        while run.is_going_on:
            run.go_on()
    if not step.accept:
        yield "nothing is meant"
