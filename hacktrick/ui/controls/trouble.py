"""What went wrong with files, told over whatever is on the screen, each trouble once."""

from __future__ import annotations

from hacktrick.seat.desk import Desk
from hacktrick.ui.controls.notice import NoticeScene
from hacktrick.ui.stage.context import Context
from hacktrick.words.problems import problem_sentence, problem_title


def tell_problems(context: Context, desk: Desk) -> bool:
    """Each in a notice of its own, the first on top; False if there are none."""
    problems = desk.take_problems()
    for problem in reversed(problems):
        notice = NoticeScene(context, problem_title(problem), problem_sentence(problem))
        context.stack.push(notice)
    return bool(problems)
