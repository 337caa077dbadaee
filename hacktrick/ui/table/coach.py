"""What the strip of the table says: hints, reasons, odds, and the tutor's question.

It asks the coach of the session, words what has come, and holds a turn back while the tutor asks.
It draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from hacktrick.game.actions import Action, Draw, Play
from hacktrick.play.coaching import Verdict
from hacktrick.seat.coaching import STEPS, threshold
from hacktrick.seat.session import Session
from hacktrick.seat.turn import Turn
from hacktrick.ui.stage.context import Context
from hacktrick.ui.table.practice import Practice
from hacktrick.ui.table.strip import Content, Line, Press
from hacktrick.words.coaching import Coaching
from hacktrick.words.helping import no_hint, no_odds, no_take_back
from hacktrick.words.translator import _
from hacktrick.words.wording import Wording

Page = Literal["", "hint", "why", "hands", "mine", "keys", "tutor"]
ODDS: tuple[Page, ...] = ("hands", "mine", "keys")


class Table(Protocol):
    """The table that the strip stands on."""

    @property
    def wording(self) -> Wording: ...

    @property
    def turn(self) -> Turn:
        """What the player has in mind."""

    def play(self, *actions: Action) -> None:
        """A turn becomes final, whatever anybody says."""

    def refresh(self) -> None:
        """Something has changed that is to be seen."""

    def sync(self) -> None:
        """The match has changed."""

    def say(self, sentence: str) -> None:
        """A short answer."""


class TableCoach:
    """One page at a time; a hint ends with its position, odds stay open."""

    def __init__(self, context: Context, session: Session, table: Table) -> None:
        self.context, self.session, self.table = context, session, table
        self.page: Page = ""
        self.step = 0  # of the hint
        self.practice: Practice | None = None
        self._held: tuple[Action, ...] = ()  # the turn that the tutor asks about
        self._verdict: Verdict | None = None
        self._of: tuple[int, int | None] = (-1, None)  # the moment that the page belongs to

    # What the player wants

    def doings(self) -> dict[str, Callable[[], None]]:
        """By the names of the intents."""
        return {
            "hint": self.hint,
            "why": self.why,
            "odds": self.odds,
            "take_back": self.take_back,
        }

    def hint(self) -> None:
        """The first step, then one more."""
        if self._refuses(self._no_hint()):
            return
        self.step = min(STEPS, self.step + 1) if self.page == "hint" else max(1, self.step)
        self._turn_to("hint")
        self.session.note_help(self.step)
        self.session.coach.judge()
        if self.step == STEPS:
            self.session.coach.explain()

    def why(self) -> None:
        """Why the best turn is better than what is chosen, else than one of another kind."""
        if not self._refuses(self._no_hint()):
            self.step = STEPS  # the reasons name the turn
            self._turn_to("why")
            self.session.note_help(self.step)
            self.session.coach.judge()
            self.session.coach.explain(self.made())

    def odds(self) -> None:
        """What the other can hold; again: the next page of it."""
        settings = self.context.settings
        if self._refuses(no_odds(self.session, settings, settings.aids)):
            return
        again = self.page in ODDS
        page = ODDS[(ODDS.index(self.page) + 1) % len(ODDS)] if again else ODDS[0]
        self._turn_to(page)
        self.session.coach.count()

    def take_back(self) -> None:
        """The last finished turn, against computers alone."""
        if not self._refuses(no_take_back(self.session, self.context.settings)):
            self.session.take_back()
            self.table.sync()
            self.table.say(_("Taken back. This match is not rated."))

    def close(self) -> bool:
        """Back to the turn; False if nothing was open. The tutor's question is answered by it."""
        was = self.page
        self._forget()
        if was:
            self.table.refresh()
        return bool(was)

    def _turn_to(self, page: Page) -> None:
        if page not in ODDS or self.page not in ODDS:
            self.practice = None
        self.page, self._of = page, self._moment()
        self.table.refresh()

    def _forget(self) -> None:
        self.page, self.practice = "", None
        self._held, self._verdict = (), None

    # The tutor

    def stops(self, actions: tuple[Action, ...]) -> bool:
        """Whether the tutor asks about a turn before it is made."""
        least = threshold(self.context.settings.tutor)
        if least is None or self.page == "tutor":
            return False
        verdict = self.session.coach.verdict(actions, least)
        if verdict is None:
            return False
        self._held, self._verdict = actions, verdict
        self._turn_to("tutor")
        return True

    def _play_it(self) -> None:
        held = self._held
        self._forget()
        self.table.play(*held)

    def _no_more(self) -> None:
        self.session.coach.silent = True
        self._play_it()

    # Time

    def update(self) -> bool:
        """Once a frame; True if there is something new to show."""
        coach, before = self.session.coach, self.page
        changed = coach.update()
        if self._of != self._moment():
            self._move_on()
        if self.page == "why":
            coach.explain(self.made())
        elif self.page in ODDS:
            coach.count()
        self._think_ahead()
        return changed or self.page != before

    def _move_on(self) -> None:
        """The position is another one."""
        self._of, self.step = self._moment(), 0
        if self.page not in ODDS:
            self._forget()
        self.practice = None

    def _think_ahead(self) -> None:
        settings, coach = self.context.settings, self.session.coach
        if self.context.saves_power() or not settings.think_ahead:
            return
        self.session.prepare_review()
        if settings.tutor != "off" and not coach.silent:
            coach.judge()
            coach.check()
        elif settings.hints:
            coach.judge()

    def _moment(self) -> tuple[int, int | None]:
        return self.session.version, self.session.viewer

    # What may be told

    def _refuses(self, why_not: str) -> bool:
        """Whether there is no help, which is then told."""
        if why_not:
            self.table.say(why_not)
        return bool(why_not)

    def _no_hint(self) -> str:
        return no_hint(self.session, self.context.settings)

    def made(self) -> tuple[Action, ...]:
        """The turn that is chosen, as far as it is."""
        draft = self.table.turn.draft
        if draft.drawing:
            return (Draw(),)
        if draft.card is None or self.session.public.phase != "turn":
            return ()
        return (Play(draft.card, draft.double),)

    # The strip

    def content(self) -> Content:
        """What the strip shows now."""
        if self.page == "hint":
            return self._hint_page()
        if self.page == "why":
            return self._why_page()
        if self.page == "tutor":
            return self._tutor_page()
        if self.page in ODDS:
            return self._practice_page() or self._odds_page()
        return self._closed()

    def _closed(self) -> Content:
        """One button and nothing else; not even that where only computers play."""
        settings = self.context.settings
        if not (self.session.is_coached and self.session.humans):
            return Content()
        if settings.hints:
            return Content(presses=(Press(_("Hint"), self.hint, "hint"),))
        if settings.odds != "off":
            return Content(presses=(Press(_("Odds"), self.odds, "odds"),))
        return Content()

    def _presses(self, *first: Press) -> tuple[Press, ...]:
        """The ways between the pages, and out."""
        settings = self.context.settings
        ways = []
        if settings.hints and self.page not in ("hint", "why"):
            ways.append(Press(_("Hint"), self.hint, "hint"))
        if settings.odds != "off" and self.page not in ODDS:
            ways.append(Press(_("Odds"), self.odds, "odds"))
        if settings.hints and self.page == "hint":
            ways.append(Press(_("Why"), self.why, "why"))
        return (*first, *ways, Press(_("Close"), self._close, "back"))

    def _close(self) -> None:
        self.close()

    def _hint_page(self) -> Content:
        coach, words = self.session.coach, self._words()
        title = _("Hint")
        aside = _("{n} of {all}").format(n=self.step, all=STEPS)
        more = Press(_("More"), self.hint, "hint")
        first = (more,) if self.step < STEPS else ()
        look = coach.look
        lines = [] if look is None else [Line(words.look(look))]
        note = ""
        if self.step == 2:
            lines += self._idea_lines()
        elif self.step == STEPS:
            lines, note = self._turn_lines(), self._state()
        return Content(title, aside, tuple(lines), note, self._presses(*first))

    def _idea_lines(self) -> list[Line]:
        idea = self.session.coach.idea
        return self._waiting() if idea is None else [Line(self._words().idea(idea))]

    def _turn_lines(self) -> list[Line]:
        turns, words = self.session.coach.turns, self._words()
        if turns is None:
            return self._waiting()
        faint = turns.state == "provisional"
        lines = [
            Line(words.turn(line.actions), chance=line.forecast.match, faint=faint)
            for line in turns.lines
        ]
        known = self.session.coach.known
        if known.why is not None and not known.of:
            lines += [Line(text, "muted") for text in words.why(known.why)]
        return lines

    def _state(self) -> str:
        turns = self.session.coach.turns
        return "" if turns is None else self._words().state(turns.state)

    def _waiting(self) -> list[Line]:
        """While the position is worked at, and where nobody can judge it."""
        known, words = self.session.coach.known, self._words()
        if known.chosen is not None:
            return [Line(text) for text in words.chosen(known.chosen)]
        if known.open & {"judge", "levels", "check", "work"}:
            return [Line(_("One moment …"), "muted")]
        return [Line(_("There is only one way on."), "muted")]

    def _why_page(self) -> Content:
        known, words = self.session.coach.known, self._words()
        why = known.why
        note = ""
        if why is not None:
            shown = self._compared(why.best, why.played)
            lines = [*shown, *(Line(text) for text in words.why(why))]
        elif "work" in known.open or known.judgement is None:
            lines = self._waiting()
            note = words.state("provisional") if known.judgement is not None else ""
        else:
            lines = [Line(_("Nothing better was found."), "muted")]
        return Content(_("Why"), "", tuple(lines), note, self._presses())

    def _compared(self, *turns: tuple[Action, ...]) -> list[Line]:
        """Turns with their chances, by the look that judges them."""
        judgement = self.session.coach.known.judgement
        assert judgement is not None
        advice = judgement.second or judgement.first
        found = {line.actions: line.forecast.match for line in advice.lines}
        return [
            Line(self._words().turn(turn), chance=found[turn]) for turn in turns if turn in found
        ]

    def _tutor_page(self) -> Content:
        assert self._verdict is not None
        presses = (
            Press(_("Think again"), self._close, "confirm", main=True),
            Press(_("Play it"), self._play_it),
            Press(_("Hint"), self.hint, "hint"),
            Press(_("No more this match"), self._no_more),
        )
        words = self._words()
        line = Line(words.size(self._verdict.size), "warning")
        turn = _("The turn: {turn}.").format(turn=words.turn(self._held))
        return Content(_("Are you sure?"), "", (line,), turn, presses)

    def _practice_page(self) -> Content | None:
        """The question that comes before the answer, where the player wants one."""
        odds = self.session.coach.known.odds
        if not self.context.settings.counting or odds is None:
            return None
        if self.practice is None:
            self.practice = Practice(odds, self.session.version, self.table.refresh)
        if self.practice.is_done:
            return None
        return self.practice.content(self._words(), self._presses()[-1])

    def _odds_page(self) -> Content:
        known, words = self.session.coach.known, self._words()
        tabs = tuple(
            Press(label, self._tab(page), "odds" if page == self._next_page() else "", lit=shown)
            for page, label in zip(
                ODDS, (_("Hands"), _("Mine"), words.terms.keys.capitalize()), strict=True
            )
            for shown in (page == self.page,)
        )
        presses = (*tabs, self._presses()[-1])
        odds = known.odds
        if odds is None:
            title = words.odds_title(self.page)
            return Content(title, "", tuple(self._waiting()), "", presses)
        words = Coaching(self.session.rules, self.table.wording.name(odds.seat))
        told = words.odds_lines(odds, self.page, self.context.settings.odds == "habits")
        lines = tuple(Line(one.text, chance=one.chance, other=one.other) for one in told.lines)
        return Content(words.odds_title(self.page), "", lines, told.note, presses)

    def _next_page(self) -> Page:
        return ODDS[(ODDS.index(self.page) + 1) % len(ODDS)]

    def _tab(self, page: Page) -> Callable[[], None]:
        return lambda: self._turn_to(page)

    def _words(self) -> Coaching:
        public, viewer = self.session.public, self.session.viewer
        seat = public.seat if viewer is None else viewer
        others = public.seating.opponents_of(max(0, seat))
        name = self.table.wording.name(others[0])
        return Coaching(self.session.rules, name)
