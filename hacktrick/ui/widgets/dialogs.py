"""Dialogs over a screen: notices with buttons, confirmations, and the input of a line of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from hacktrick.i18n import screen_text
from hacktrick.i18n.computer_players import level_title
from hacktrick.i18n.file_problem_text import (
    engine_fault_sentence,
    engine_replacement_sentence,
    problem_sentence,
    problem_title,
)
from hacktrick.i18n.match_summaries import match_copy_saved_sentence
from hacktrick.i18n.translator import _
from hacktrick.library.match_entries import MAX_NOTE_LENGTH, TurnNote
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.ui.layout.geometry import centred_rect, split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button, TextField, Widget, do_nothing
from hacktrick.ui.widgets.menu_base import Menu, darken_surface, draw_dialog_box

if TYPE_CHECKING:
    from hacktrick.app.match_session import MatchSession
    from hacktrick.app.storage import StorageProblem
from hacktrick.app.program_services import ProgramServices

MARGIN = 32.0  # distance between the edge of a dialog and its content, in layout units
BUTTON_HEIGHT = 52.0  # height of the buttons of a dialog, in layout units
MIN_WINDOW_MARGIN = 40.0  # minimum width of the window beside a dialog, in layout units
TITLE_STYLE = styles.TextStyle("heading", 26)


class Dialog(Menu):
    """Base class of dialogs.

    Subclasses call ``centre_box`` and ``place_buttons_at_foot`` in ``place_widgets``, and
    ``draw_box_and_title`` in ``draw``.
    """

    is_opaque = takes_positions = False

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._box = pygame.Rect(0, 0, 0, 0)

    def fitting_box_width(self, units: float) -> int:
        """Return the width in pixels of a box ``units`` wide, or less in a narrow window."""
        return min(
            self.context.px(units), self.context.size[0] - self.context.px(MIN_WINDOW_MARGIN)
        )

    def centre_box(self, width: int, height: int) -> pygame.Rect:
        """Centre a box in the window and return the rectangle inside its margins.

        Args:
            width, height: the size of the box in pixels.
        """
        margin = self.context.px(MARGIN)
        self._box = centred_rect(self.context.size, width, height)
        return self._box.inflate(-2 * margin, -2 * margin)

    def place_buttons_at_foot(self, *buttons: Widget, least: int = 2) -> None:
        """Place the buttons side by side at the foot of the box.

        Args:
            least: the minimum number of columns; if there are fewer buttons, they stand at the
                right.
        """
        px = self.context.px
        inner = self._box.inflate(-2 * px(MARGIN), -2 * px(MARGIN))
        foot = pygame.Rect(
            inner.x, inner.bottom - px(BUTTON_HEIGHT), inner.width, px(BUTTON_HEIGHT)
        )
        places = split_into_columns(foot, (1.0,) * max(least, len(buttons)), px(14))
        for button, place in zip(buttons, places[-len(buttons) :], strict=True):
            button.rect = place

    def draw_box_and_title(self, surface: pygame.Surface, title: str, gap: float) -> pygame.Rect:
        """Draw the box with its title, and return the free rectangle below the title.

        Args:
            gap: the space below the title, in layout units.
        """
        darken_surface(surface)
        context, px = self.context, self.context.px
        draw_dialog_box(surface, context, self._box)
        rest = self._box.inflate(-2 * px(MARGIN), -2 * px(MARGIN - 4))
        ink = context.theme.colours.text
        rest.y += context.fonts.draw_paragraph(surface, title, rest, TITLE_STYLE, ink) + px(gap)
        return rest


DIALOG_WIDTH = 620.0
TITLE_GAP = 12.0  # distance from the title to the text, in layout units
TEXT_STYLE = styles.TextStyle("body", 16)


@dataclass(frozen=True, slots=True)
class NoticeAnswer:
    """A button of a notice; a press closes the notice and then calls ``action``."""

    label: str
    action: Callable[[], None] = do_nothing
    primary: bool = False


class NoticeScene(Dialog):
    """A notice with a title, a text and buttons; without ``answers``, the only button is "OK".

    The primary button, or else the first button, has the focus. Escape presses the last button.
    """

    def __init__(
        self, context: Context, title: str, text: str, answers: Sequence[NoticeAnswer] = ()
    ) -> None:
        super().__init__(context)
        self.title, self.text = title, text
        self.answers = tuple(answers) or (NoticeAnswer(_("OK"), primary=True),)

    def create_widgets(self) -> None:
        for n, answer in enumerate(self.answers):
            button = Button(
                self.context,
                answer.label,
                lambda answer=answer: self._choose_answer(answer),  # type: ignore[misc]
                primary=answer.primary,
                centred=True,
            )
            self.add_widget(str(n), button)

    def first_focus_name(self) -> str:
        return next((str(n) for n, answer in enumerate(self.answers) if answer.primary), "0")

    def go_back(self) -> None:
        self._choose_answer(self.answers[-1])

    def place_widgets(self) -> None:
        (wide, high), px = self.context.size, self.context.px
        width, most = self.fitting_box_width(DIALOG_WIDTH), high - px(20)
        if self._needed_box_height(width) > most:
            # Try a wider box, since this one is too high for the window.
            width = wide - px(20)
        self.centre_box(width, min(most, self._needed_box_height(width)))
        self.place_buttons_at_foot(*self.widgets.values())

    def _needed_box_height(self, width: int) -> int:
        px, fonts = self.context.px, self.context.fonts
        room = width - 2 * px(MARGIN)
        head = fonts.paragraph_height(self.title, TITLE_STYLE, room)
        text = fonts.paragraph_height(self.text, TEXT_STYLE, room)
        return head + text + px(2 * MARGIN + TITLE_GAP + 24 + BUTTON_HEIGHT)

    def draw(self, surface: pygame.Surface) -> None:
        context = self.context
        inner = self.draw_box_and_title(surface, self.title, TITLE_GAP)
        inner.height = next(iter(self.widgets.values())).rect.top - context.px(16) - inner.y
        context.fonts.draw_paragraph(
            surface, self.text, inner, TEXT_STYLE, context.theme.colours.muted
        )
        self.group.draw_widgets_and_ring(surface)

    def _choose_answer(self, answer: NoticeAnswer) -> None:
        self.context.stack.pop()
        answer.action()


NOTE_HEIGHT = 224.0


class TextInputScene(Dialog):
    """A dialog that edits a line of text, such as a comment.

    Args:
        text: the current text.
        keep: called with the new text when the player saves it.
        longest: the maximum number of characters.
    """

    def __init__(
        self,
        context: Context,
        title: str,
        text: str,
        keep: Callable[[str], object],
        longest: int,
    ) -> None:
        super().__init__(context)
        self.title, self.text, self._keep, self._longest = title, text, keep, longest

    def create_widgets(self) -> None:
        context = self.context
        text = TextField(
            context, "", self.text, self._set_text, self._longest, self.close_and_pass_text
        )
        self.add_widget("text", text)
        self.add_widget("cancel", Button(context, _("Cancel"), self.go_back, centred=True))
        self.add_widget(
            "save", Button(context, _("Save"), self.close_and_pass_text, primary=True, centred=True)
        )

    def first_focus_name(self) -> str:
        return "text"

    def _set_text(self, text: str) -> None:
        self.text = text

    def close_and_pass_text(self) -> None:
        """Close the dialog and pass the text, without surrounding blanks, to ``keep``."""
        self.context.stack.pop()
        self._keep(self.text.strip())

    def place_widgets(self) -> None:
        px = self.context.px
        inner = self.centre_box(self.fitting_box_width(DIALOG_WIDTH), px(NOTE_HEIGHT))
        self.widgets["text"].rect = pygame.Rect(inner.x, inner.y + px(46), inner.width, px(44))
        self.place_buttons_at_foot(self.widgets["cancel"], self.widgets["save"])

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_box_and_title(surface, self.title, TITLE_GAP)
        self.group.draw_widgets_and_ring(surface)


class TurnNoteScene(TextInputScene):
    """A dialog that edits a note on a turn of a saved match; an empty note is deleted.

    Args:
        title: the name of the turn.
        note: the current note.
        keep: saves the new note; returns whether the note was saved.
    """

    def __init__(
        self, context: Context, title: str, note: TurnNote, keep: Callable[[TurnNote], bool]
    ) -> None:
        def save_note(text: str) -> None:
            keep(replace(note, text=text))

        super().__init__(context, title, note.text, save_note, MAX_NOTE_LENGTH)


def ask_confirmation(
    context: Context,
    title: str,
    text: str,
    yes: str,
    action: Callable[[], None],
) -> None:
    """Ask the player to confirm an action that cannot be undone.

    The button that cancels has the focus.

    Args:
        yes: the label of the button that confirms.
        action: called if the player confirms.
    """
    answers = (NoticeAnswer(yes, action), NoticeAnswer(_("Cancel"), primary=True))
    context.stack.push(NoticeScene(context, title, text, answers))


def open_folder(context: Context, folder: Path) -> None:
    """Open a folder in the system's file manager, or show a notice if that fails."""
    if not context.file_manager.open_folder(folder):
        text = _(screen_text.NO_FILE_MANAGER).format(folder=folder)
        context.stack.push(NoticeScene(context, _("Open folder"), text))


def show_saved_file(context: Context, title: str, text: str, path: Path) -> None:
    """Show a notice about a saved file, with a button that opens the file's folder."""
    answers = (
        NoticeAnswer(_("Open folder"), lambda: open_folder(context, path.parent)),
        NoticeAnswer(_("OK"), primary=True),
    )
    context.stack.push(NoticeScene(context, title, text, answers))


def show_new_file_problems(context: Context, services: ProgramServices) -> bool:
    """Show a notice for each file problem since the last call.

    Returns:
        Whether there were any problems.
    """
    problems = services.pop_problems()
    push_problem_notices(context, problems)
    return bool(problems)


def push_problem_notices(context: Context, problems: Sequence[StorageProblem]) -> None:
    """Show one notice for each problem; the notice of the first problem is on top."""
    for problem in reversed(problems):
        notice = NoticeScene(context, problem_title(problem), problem_sentence(problem))
        context.stack.push(notice)


def show_engine_fault_and_choices(context: Context, session: MatchSession) -> None:
    """Explain why the external engine in this match does not answer, and offer three ways out.

    The player can let a computer level take over, ask the engine again, or leave the match.
    """
    engine = session.engine
    assert engine is not None and engine.fault is not None
    name = session.seats[session.public.seat].name
    text = f"{engine_fault_sentence(name, engine.fault)} {engine_replacement_sentence()}"
    level = LEVEL_NUMBERS[-1]
    answers = (
        NoticeAnswer(_("Leave"), context.navigator.show_title),
        NoticeAnswer(level_title(level), lambda: engine.replace_by_level(level)),
        NoticeAnswer(_("Ask again"), engine.restart_and_ask_again, primary=True),
    )
    engine.fault = None
    context.stack.push(NoticeScene(context, name, text, answers))


def save_match_copy_and_show_path(context: Context, services: ProgramServices) -> None:
    """Save the whole match record, including hidden cards, under a new name; show its path."""
    assert services.session is not None
    path, problems = services.save_match_copy()
    if path:
        text = match_copy_saved_sentence(path, services.session)
        show_saved_file(context, _("Copy saved"), text, path)
        return
    if problems:
        title, text = problem_title(problems[0]), problem_sentence(problems[0])
    else:
        title, text = _("Nothing can be saved"), _(screen_text.NO_DATA_FOLDER)
    context.stack.push(NoticeScene(context, title, text))
