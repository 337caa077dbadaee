"""A few sentences over whatever is on the screen, and buttons to answer them.

It must not know what they are about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from hacktrick.ui.controls.dialogue import FOOT, MARGIN, TITLE, Dialogue
from hacktrick.ui.controls.widgets import Button, nothing
from hacktrick.ui.paint import fonts as styles
from hacktrick.words.problems import problem_sentence, problem_title
from hacktrick.words.summaries import copy_saved
from hacktrick.words.translator import _

if TYPE_CHECKING:
    from hacktrick.seat.desk import Desk
    from hacktrick.ui.stage.context import Context

WIDTH = 620.0
GAP = 12.0  # units from the title to the text
TEXT = styles.TextStyle("body", 16)


@dataclass(frozen=True, slots=True)
class Answer:
    """A button of a notice; the notice is gone before `action` is called."""

    label: str
    action: Callable[[], None] = nothing
    primary: bool = False


class NoticeScene(Dialogue):
    """The last answer is that of Escape; the primary one (else the first) has the focus."""

    def __init__(
        self, context: Context, title: str, text: str, answers: Sequence[Answer] = ()
    ) -> None:
        super().__init__(context)
        self.title, self.text = title, text
        self.answers = tuple(answers) or (Answer(_("Understood"), primary=True),)

    def build(self) -> None:
        for n, answer in enumerate(self.answers):
            button = Button(
                self.context,
                answer.label,
                lambda answer=answer: self._give(answer),  # type: ignore[misc]
                primary=answer.primary,
                centred=True,
            )
            self.put(str(n), button)

    def first_focus(self) -> str:
        return next((str(n) for n, answer in enumerate(self.answers) if answer.primary), "0")

    def back(self) -> None:
        self._give(self.answers[-1])

    def place(self) -> None:
        (wide, high), px = self.context.size, self.context.px
        width, most = self.width(WIDTH), high - px(20)
        if self._wanted_height(width) > most:  # a low window is mostly wide
            width = wide - px(20)
        self.lay_box(width, min(most, self._wanted_height(width)))
        self.lay_foot(*self.named.values())

    def _wanted_height(self, width: int) -> int:
        px, fonts = self.context.px, self.context.fonts
        room = width - 2 * px(MARGIN)
        head = fonts.paragraph_height(self.title, TITLE, room)
        text = fonts.paragraph_height(self.text, TEXT, room)
        return head + text + px(2 * MARGIN + GAP + 24 + FOOT)

    def draw(self, surface: pygame.Surface) -> None:
        context = self.context
        inner = self.draw_box(surface, self.title, GAP)
        inner.height = next(iter(self.named.values())).rect.top - context.px(16) - inner.y
        context.fonts.paragraph(surface, self.text, inner, TEXT, context.theme.colours.muted)
        self.group.draw(surface)

    def _give(self, answer: Answer) -> None:
        self.context.stack.pop()
        answer.action()


def confirm(
    context: Context,
    title: str,
    text: str,
    yes: str,
    action: Callable[[], None],
    no: str | None = None,
) -> None:
    """Ask before something that cannot be taken back; the way out has the focus."""
    answers = (Answer(yes, action), Answer(no or _("Cancel"), primary=True))
    context.stack.push(NoticeScene(context, title, text, answers))


def tell_problems(context: Context, desk: Desk) -> bool:
    """What went wrong with files, each trouble once in a notice of its own, the first on top;
    False if there is none."""
    problems = desk.take_problems()
    for problem in reversed(problems):
        notice = NoticeScene(context, problem_title(problem), problem_sentence(problem))
        context.stack.push(notice)
    return bool(problems)


def save_copy(context: Context, desk: Desk) -> None:
    """The whole record, hidden cards included, under a name of its own; and tell where it is."""
    assert desk.session is not None
    path, problems = desk.save_copy()
    title, text = _("A copy is saved"), ""
    if path:
        text = copy_saved(path, desk.session)
    elif problems:
        title, text = problem_title(problems[0]), problem_sentence(problems[0])
    else:
        title, text = _("Nothing can be saved"), _("The data folder cannot be used now.")
    context.stack.push(NoticeScene(context, title, text))
