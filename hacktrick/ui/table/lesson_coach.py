"""What the strip of the table says in a lesson: the sentence of its step, the answer to the last
try, and the buttons that go on.

It stands where the coach stands; in a round that is played freely it leaves hints, reasons and odds
to the coach. It draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from hacktrick.game.actions import Action
from hacktrick.play.coaching import GENTLE
from hacktrick.seat.desk import Desk
from hacktrick.seat.draft import NOTHING
from hacktrick.seat.lesson import LessonSession, Stand
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.coach import Table, TableCoach
from hacktrick.ui.table.strip import Content, Ink, Line, Press
from hacktrick.words import lessons as words
from hacktrick.words.prompts import reason
from hacktrick.words.summaries import ending
from hacktrick.words.translator import N_, _

SILENT = ("astray", "moving", "over", "done_here")
"""States in which the step asks for nothing."""


class Taught(Table, Protocol):
    """The table that a lesson is taught on."""

    def choose(self, option: str) -> None:
        """An answer to the question of a step."""

    def go_on(self) -> None:
        """Back to before a wrong try, or on to the next deal."""

    def back(self) -> None: ...

    def skip(self) -> None: ...

    def pause(self) -> None:
        """Back to the lessons."""

    def begin(self, lesson: str, from_start: bool) -> None:
        """A lesson instead of this one."""


class LessonCoach(TableCoach):
    """The coach of one lesson."""

    def __init__(self, context: Context, session: LessonSession, table: Taught, desk: Desk) -> None:
        super().__init__(context, session, table)
        self.lesson, self.taught, self.desk = session, table, desk

    # What the table asks its coach for

    def doings(self) -> dict[str, Callable[[], None]]:
        if self.lesson.is_free:
            return super().doings()
        return dict.fromkeys(("hint", "why", "odds"), self.show_more)

    def update(self) -> bool:
        """In a free round the longer look is taken too: without it nothing is called a mistake."""
        if not self.lesson.is_free:
            return False
        changed = super().update()
        if self.session.coach.known.judgement is not None and self.context.settings.hints:
            self.session.coach.check()
        return changed

    def stops(self, actions: tuple[Action, ...]) -> bool:
        """Nobody is warned of a try that is there to be made."""
        return self.lesson.is_free and super().stops(actions)

    def content(self) -> Content:
        stand = self.lesson.stand
        if self.page and stand.state != "over":
            return super().content()
        aside = _("step {n}/{m}").format(n=stand.number, m=stand.n_steps) if stand.n_steps else ""
        presses = tuple(self._ways(stand))
        columns = 2 if stand.state == "choose" else 0
        return Content(
            _("Lesson"), aside, tuple(self._lines(stand)), "", presses, columns, edged=True
        )

    def show_more(self) -> None:
        """The place, or else what is meant."""
        self.lesson.show_more()
        self.table.refresh()

    # What is said

    def _lines(self, stand: Stand) -> list[Line]:
        lines = []
        if stand.heard:
            ink: Ink = "good" if stand.right else "warning"
            lines.append(Line(self._told(stand, stand.heard), ink, large=stand.state in SILENT))
        if stand.say and stand.state not in SILENT:
            lines.append(Line(self._told(stand, stand.say), large=True))
        if self.lesson.is_free and self.session.is_round_over:
            lines.append(Line(ending(self.session, self.table.wording), large=True))
        more = self._more(stand)
        return [*lines, Line(more, "accent")] if more else lines

    def _told(self, stand: Stand, key: str) -> str:
        return words.told(stand, key, self.table.wording)

    def _more(self, stand: Stand) -> str:
        """How what is meant is done at this table."""
        wording, draft = self.table.wording, self.table.turn.draft
        if stand.state == "act" and draft != NOTHING and not self.lesson.is_free:
            chosen = draft.card is not None
            if draft.drawing:
                return reason(wording, "DRAW_IS_CHOSEN")
            return wording.say(N_("Now end the turn: {pass_}.")) if chosen else ""
        return words.shown_now(stand, self.lesson.shown_action, wording)

    # What can be pressed

    def _ways(self, stand: Stand) -> list[Press]:
        table = self.taught
        if stand.state == "over":
            return self._at_the_end(stand)
        if self.lesson.is_free:
            lit = self.session.coach.costs(self.made(), GENTLE)
            coach = [replace(press, lit=lit) for press in super().content().presses]
            return [*coach, Press(_("Lessons"), table.pause, "back")]
        around = [Press(_("Back"), table.back), Press(_("Skip"), table.skip)]
        if stand.state == "astray":
            return [Press(_("Try again"), table.go_on, "confirm", main=True), *around]
        if stand.state == "done_here":
            return [Press(_("Go on"), table.go_on, "confirm", main=True), around[0]]
        if stand.state == "choose":
            return [*self._answers(stand), *around]
        if stand.state == "act" and not stand.shown:
            more = _("Show me") if stand.lit else _("Where?")
            return [*around, Press(more, self.show_more, "hint")]
        return around

    def _answers(self, stand: Stand) -> list[Press]:
        def giving(option: str) -> Callable[[], None]:
            return lambda: self.taught.choose(option)

        wording = self.table.wording
        return [
            Press(words.option(option, wording), giving(option), lit=option == stand.shown)
            for option in stand.options
        ]

    def _at_the_end(self, stand: Stand) -> list[Press]:
        table, following = self.taught, self.desk.school.after(stand.lesson)
        again = Press(_("Again"), lambda: table.begin(stand.lesson, True))
        if following is None:
            return [Press(_("Lessons"), table.pause, "confirm", main=True), again]
        name = following.name
        onward = Press(_("Next lesson"), lambda: table.begin(name, False), "confirm", main=True)
        return [onward, again, Press(_("Lessons"), table.pause)]
