"""A lesson under way, on the real engine. It waits for states and never for events: whatever is
done, there is always a next thing to do, and every step can be left, repeated and passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Literal, NamedTuple

from hacktrick.game.actions import CODES, Action, parse
from hacktrick.game.legal import legal_actions
from hacktrick.game.refusals import IllegalAction, why_not
from hacktrick.game.rules import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.play.lessons.model import YOU, Answer, Lesson, Scene, Step
from hacktrick.play.match import Dice, Match
from hacktrick.play.record import Record, RoundRecord
from hacktrick.play.replay import Script

Help = Literal["none", "glow", "show"]
GLOWS, SHOWS = 2, 3  # wrong tries after which the place glows, and the action is shown
OTHERWISE = Answer("not that")


class Tried(NamedTuple):
    """What came of an action or a choice: whether it was meant, and the key of what is said."""

    right: bool
    say: str


class Run:
    """One lesson, at one of its steps.

    Args:
        names: of all seats at the table, the pupil's first.
        step: to begin at, as it was left.
        words: of the edition whose names things go by (``Rules.words``), where the lesson is about
            what all editions for two share; None: as its rules have it.
    """

    def __init__(
        self, lesson: Lesson, names: Sequence[str], step: int = 0, words: str | None = None
    ) -> None:
        self.lesson = lesson
        self.tries = 0
        self._names, self._words = tuple(names), words
        self._ahead: list[Action] = []
        self._astray = False
        self._go_to(min(step, max(0, len(lesson.steps) - 1)))

    # ------------------------------------------------------------------ where it stands

    @property
    def number(self) -> int:
        """The step from 0; the number of steps once the lesson is over."""
        return self._number

    @property
    def step(self) -> Step | None:
        """The step that waits for the pupil; None when there is none."""
        steps = self.lesson.steps
        return steps[self._number] if self._number < len(steps) else None

    @property
    def is_free(self) -> bool:
        """Whether a whole round is played instead of steps."""
        return not self.lesson.steps

    @property
    def is_over(self) -> bool:
        if self.is_free:
            return self.match.is_round_over
        return self.step is None and not self._ahead

    @property
    def is_astray(self) -> bool:
        """Whether what is on the table is to go: after a wrong try, or (``is_done_here``) before
        a step that begins elsewhere. ``take_back`` does it."""
        return self._astray

    @property
    def is_done_here(self) -> bool:
        """Whether a step was done and the next one begins with another deal."""
        return self._astray and self.tries == 0

    @property
    def is_going_on(self) -> bool:
        """Whether something follows by itself: ``go_on`` plays it."""
        return bool(self._ahead)

    @property
    def awaits_action(self) -> bool:
        """Whether the pupil is to act at the table, or (``pick``) to choose an answer."""
        return not (self._ahead or self._astray or self.is_over)

    @property
    def help(self) -> Help:
        """How much is shown by now."""
        if self.tries >= SHOWS:
            return "show"
        return "glow" if self.tries >= GLOWS else "none"

    @property
    def meant(self) -> str:
        """The action, or the answer, that is meant: to be shown, and to be done by the pupil."""
        assert self.step is not None
        return self.step.pick.right if self.step.pick else self.step.accept[0]

    # -------------------------------------------------------------------- what is done

    def submit(self, action: Action) -> Tried:
        """The pupil acts. A legal action that is not meant is done too, with what it leads to.

        Raises:
            IllegalAction: the rules do not allow it; nothing has changed.
            ValueError: it is not the pupil who is to act.
        """
        step = self.step
        if not self.awaits_action or (step is not None and step.pick is not None):
            raise ValueError("the pupil is not to act now")
        seen = self.match.observe(YOU)
        if action not in legal_actions(seen):
            raise IllegalAction(action, why_not(seen, action))
        self.match.submit(YOU, action)
        if step is None:
            return Tried(True, "")
        text = str(action)
        if text in step.accept:
            self._ahead = [parse(word) for word in step.then]
            self._done()
            return Tried(True, step.reply)
        return self._wrong(step, text)

    def choose(self, option: str) -> Tried:
        """The pupil answers the question of a step.

        Raises:
            ValueError: there is no such answer, or no question.
        """
        step = self.step
        if step is None or step.pick is None or option not in step.pick.options:
            raise ValueError("there is no such answer")
        if option == step.pick.right:
            self._done()
            return Tried(True, step.reply)
        self.tries += 1
        return Tried(False, step.wrong.get("", OTHERWISE).say)

    def go_on(self) -> Action:
        """The next thing that follows by itself happens; it is returned."""
        action = self._ahead.pop(0)
        self.match.submit(self.match.public.seat, action)
        return action

    def take_back(self) -> None:
        """The step as it begins: as it was before the last try, or with its own deal."""
        self._go_to(self._number)

    def back(self) -> None:
        """To the step before, or to the beginning of this one."""
        self.tries = 0
        self._go_to(max(0, self._number - 1))

    def skip(self) -> None:
        """The step is passed over."""
        if self.step is None:
            return
        self._done()
        self._go_to(self._number)

    def show_more(self, at_once: bool = False) -> None:
        """The pupil wants to see the place, or (then, or ``at_once``) what is meant."""
        guided = self.step is not None and self.step.guided
        self.tries = SHOWS if at_once or guided or self.help != "none" else GLOWS

    def act_for_computer(self, action: Action) -> None:
        """In a free round the computer acts."""
        self.match.submit(self.match.public.seat, action)

    def _wrong(self, step: Step, text: str) -> Tried:
        self.tries += 1
        self._astray = True
        answer = step.wrong.get(text) or step.wrong.get("", OTHERWISE)
        self._ahead = [parse(word) for word in answer.then]
        return Tried(False, answer.say)

    def _done(self) -> None:
        """What was done stays to be seen, also where the next step begins with another deal."""
        self.tries = 0
        self._number += 1
        step = self.step
        self._astray = step is not None and step.scene is not None

    def _go_to(self, number: int) -> None:
        self._number, self._ahead, self._astray = number, [], False
        self.match = match_at(self.lesson, number, self._names, self._words)


def match_at(lesson: Lesson, number: int, names: Sequence[str], words: str | None = None) -> Match:
    """The table as it is when a step begins."""
    scene, texts = lesson.scene, list(lesson.scene.before)
    for place, step in enumerate(lesson.steps[: number + 1]):
        if step.scene is not None:
            scene, texts = step.scene, list(step.scene.before)
        if place < number and step.accept:
            texts += [step.accept[0], *step.then]
    match = begun(scene, names, words)
    for text in texts:
        match.submit(match.public.seat, parse(text))
    return match


def begun(scene: Scene, names: Sequence[str], words: str | None = None) -> Match:
    """A scene as it was dealt."""
    rules = PRESETS[scene.preset]
    if words is not None and rules.is_plain:
        rules = replace(rules, words=words)
    seats = tuple(
        SeatInfo(names[seat] if seat < len(names) else str(seat + 1), _player(seat))
        for seat in range(rules.n_seats)
    )
    written = RoundRecord(
        scene.leader,
        scene.starter,
        scene.hands,
        scene.aside,
        scene.deck,
        taken=list(scene.taken),
    )
    codes = CODES if rules.codes else ()
    record = Record(rules, seats, [written], scene.score, codes)
    script = Script(record, Dice(Random(0)))
    match = Match(rules, seats, script, scene.leader, codes)
    held = scene.held or ((),) * rules.n_seats
    out = {code for codes_held in held for code in codes_held}
    match.match = match.match._replace(
        score=scene.score, held=held, pile=tuple(code for code in codes if code not in out)
    )
    match.deal()
    return match


def _player(seat: int) -> str:
    return "human" if seat == YOU else "level:1"
