"""The coach in lines: hints in three steps, reasons, odds, the tutor's question, turns taken back.

It asks the coach of the session and waits for it where it must; it prints, and never knows more
than the player at the screen.
"""

from __future__ import annotations

from hacktrick.game.actions import Action
from hacktrick.seat.coaching import STEPS, threshold
from hacktrick.seat.session import Session
from hacktrick.settings import HasSettings, Settings
from hacktrick.text.choosing import choose
from hacktrick.text.terminal import Terminal
from hacktrick.words.coaching import Coaching
from hacktrick.words.helping import no_hint, no_odds, no_take_back
from hacktrick.words.translator import _

POLL = 0.02  # seconds between two looks whether an answer has come
LATER = {"try"}  # what nobody waits for
PAGES = ("hands", "mine", "keys")


class TextCoach:
    """The coach of the table.

    Args:
        aids: what the table remembers for the players, as the setting.
    """

    def __init__(
        self, terminal: Terminal, session: Session, context: HasSettings, aids: str
    ) -> None:
        self._terminal, self._session, self._context = terminal, session, context
        self._aids = aids
        self._step, self._told_of = 0, -1

    @property
    def _settings(self) -> Settings:
        return self._context.settings

    def begin(self) -> None:
        """The player at the screen has a decision to make: the tutor looks at it."""
        if self._settings.tutor != "off" and not self._session.coach.silent:
            self._session.coach.judge()
            self._session.coach.check()

    # Hints

    def hint(self) -> None:
        """One step more."""
        if self._refuses(no_hint(self._session, self._settings)):
            return
        session, words = self._session, self._words()
        if self._told_of != session.version:
            self._step, self._told_of = 0, session.version
        self._step = min(STEPS, self._step + 1)
        session.note_help(self._step)
        look = session.coach.look
        lines = [words.look(look)] if self._step == 1 and look else self._further()
        head = _("Hint {n} of {all}: {line}")
        first = head.format(n=self._step, all=STEPS, line=lines[0])
        self._terminal.say(first, *lines[1:])

    def _further(self) -> list[str]:
        """Steps 2 and 3, once they are there."""
        coach, words = self._session.coach, self._words()
        coach.judge()
        if self._step == STEPS:
            coach.explain()
        self._wait()
        known = coach.known
        if known.chosen is not None:
            return list(words.chosen(known.chosen))
        if coach.idea is None or coach.turns is None:
            return [_("There is only one way on.")]
        if self._step < STEPS:
            return [words.idea(coach.idea)]
        reasons = words.why(known.why) if known.why is not None else ()
        return [*words.turns(coach.turns), *reasons]

    def why(self, made: Action | None) -> None:
        """Why the best turn is better than one that begins so, or than another."""
        if self._refuses(no_hint(self._session, self._settings)):
            return
        coach, words = self._session.coach, self._words()
        self._session.note_help(STEPS)
        coach.judge()
        coach.explain(() if made is None else (made,))
        self._wait()
        why = coach.known.why
        if why is None:
            self._terminal.say(_("Nothing better was found."))
            return
        better = _("{best} rather than {played}:")
        turns = {"best": words.turn(why.best), "played": words.turn(why.played)}
        self._terminal.say(better.format(**turns), *words.why(why))

    def _wait(self) -> None:
        coach = self._session.coach
        coach.update()
        if coach.known.open - LATER:
            self._terminal.say(_("One moment …"))
        while coach.known.open - LATER:
            self._terminal.wait(POLL)
            coach.update()

    def _refuses(self, why_not: str) -> bool:
        """Whether there is no help, which is then told."""
        if why_not:
            self._terminal.say(why_not)
        return bool(why_not)

    # Odds

    def odds(self) -> None:
        """One hand a line, then what others must think, then the keys."""
        if not self._refuses(no_odds(self._session, self._settings, self._aids)):
            self._session.coach.count()
            self._wait()
            self._say_odds()

    def _say_odds(self) -> None:
        odds = self._session.coach.known.odds
        if odds is None:
            return
        name = self._session.seats[odds.seat].name
        words = Coaching(self._session.rules, name)
        for page in PAGES:
            told = words.odds_lines(odds, page, self._settings.odds == "habits")
            lines = [words.odds_line(line) for line in told.lines]
            head = words.odds_title(page)
            self._terminal.say("", head, *lines, *([told.note] if told.note else []))

    # The tutor

    def stops(self, action: Action) -> bool:
        """Whether the player thinks again, once the tutor has asked."""
        coach = self._session.coach
        coach.update()
        least = threshold(self._settings.tutor)
        verdict = None if least is None else coach.verdict((action,), least)
        if verdict is None:
            return False
        question = self._words().size(verdict.size)
        answers = (_("Think again"), _("Play it"), _("Hint"), _("No more this match"))
        chosen = choose(self._terminal, question, answers, 0)
        if chosen == 2:
            self.hint()
        if chosen == 3:
            coach.silent = True
        return chosen in (0, 2)

    # Taking back

    def take_back(self) -> bool:
        """The last finished turn, against computers alone; True if it is taken back."""
        if self._refuses(no_take_back(self._session, self._settings)):
            return False
        self._session.take_back()
        self._terminal.say(_("Taken back. This match is not rated."))
        return True

    def _words(self) -> Coaching:
        public, viewer = self._session.public, self._session.viewer
        seat = max(0, public.seat if viewer is None else viewer)
        other = public.seating.opponents_of(seat)[0]
        return Coaching(self._session.rules, self._session.seats[other].name)
