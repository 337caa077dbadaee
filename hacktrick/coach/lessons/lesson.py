"""A lesson as data, and a lesson in progress on the real engine, as a table to sit at.

A lesson is a list of deals with steps. It reacts to states, not to events: after any action there
is a next thing to do, and every step can be repeated or skipped. Sentences are named by keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, NamedTuple

from hacktrick.game.actions import CODES, Action, parse
from hacktrick.game.cards import Card
from hacktrick.game.legality import IllegalAction, legal_actions, refusal_reason
from hacktrick.game.match_rules import MatchState
from hacktrick.game.rules import PRESETS, Rules, Seat
from hacktrick.game.state import Facts, Observation, PublicState
from hacktrick.game.view import Event, SeatInfo, View
from hacktrick.match.live_match import Dice, Match
from hacktrick.match.record import Record, RoundRecord
from hacktrick.match.record_replay import RecordedChance
from hacktrick.match.table_protocol import DicelessTable

LessonGroup = Literal["game", "further", "codes", "teams"]
PUPIL_SEAT = 0
"""The seat of whoever learns; the others are the tutor's."""


@dataclass(frozen=True, slots=True)
class LessonDeal:
    """A round as it was dealt, and the actions up to the first step.

    Attributes:
        hands: of all seats, the pupil's first; ``deck`` from the top.
        held: codes by seat; ``taken``: the cards that blind swaps will take, in order.
    """

    hands: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    deck: tuple[int, ...]
    before: tuple[str, ...] = ()
    preset: str = "keypad"
    leader: int = PUPIL_SEAT
    starter: int = 1
    score: tuple[int, ...] = (0, 0)
    held: tuple[tuple[str, ...], ...] = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonReply:
    """What is said to a legal action that was not meant, and what it would have led to: it is shown
    and then taken back."""

    say: str
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question with one right answer, given by choosing: keys, or hands written as "0 3"."""

    options: tuple[str, ...]
    right: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to do.

    Attributes:
        say: the key of its sentence.
        accept: the actions that are meant, the one that would be shown first; empty for a ``pick``.
        then: what follows by itself: the rest of the own turn, and the tutor's.
        wrong: answers by action; "" for all others that are legal.
        lit: what glows: "key 8", "card 5", "deck", "row", "sum", "ask", "play", "guard", "double".
        reply: the key of what is said once it is done.
        scene: a new one begins here.
        guided: it glows from the beginning, for those who do not know the table yet.
    """

    say: str
    accept: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    wrong: Mapping[str, LessonReply] = field(default_factory=dict)
    lit: tuple[str, ...] = ()
    reply: str = ""
    pick: ChoiceQuestion | None = None
    scene: LessonDeal | None = None
    guided: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """Some steps. ``seconds``: about how long it takes.

    Attributes:
        level: without steps, a whole round is played against a computer of this level.
    """

    name: str
    group: LessonGroup
    scene: LessonDeal
    steps: tuple[LessonStep, ...]
    seconds: int = 60
    level: int = 0


HelpLevel = Literal["none", "glow", "show"]
GLOW_AFTER, SHOW_AFTER = 2, 3  # wrong tries after which the place glows, and the action is shown
UNEXPECTED_REPLY = LessonReply("not that")


class AttemptResult(NamedTuple):
    """What came of an action or a choice: whether it was meant, and the key of what is said."""

    right: bool
    say: str


class LessonRun:
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
    def step(self) -> LessonStep | None:
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
    def help(self) -> HelpLevel:
        """How much is shown by now."""
        if self.tries >= SHOW_AFTER:
            return "show"
        return "glow" if self.tries >= GLOW_AFTER else "none"

    @property
    def meant(self) -> str:
        """The action, or the answer, that is meant: to be shown, and to be done by the pupil."""
        assert self.step is not None
        return self.step.pick.right if self.step.pick else self.step.accept[0]

    # -------------------------------------------------------------------- what is done

    def submit(self, action: Action) -> AttemptResult:
        """The pupil acts. A legal action that is not meant is done too, with what it leads to.

        Raises:
            IllegalAction: the rules do not allow it; nothing has changed.
            ValueError: it is not the pupil who is to act.
        """
        step = self.step
        if not self.awaits_action or (step is not None and step.pick is not None):
            raise ValueError("the pupil is not to act now")
        seen = self.match.observe(PUPIL_SEAT)
        if action not in legal_actions(seen):
            raise IllegalAction(action, refusal_reason(seen, action))
        self.match.submit(PUPIL_SEAT, action)
        if step is None:
            return AttemptResult(True, "")
        text = str(action)
        if text in step.accept:
            self._ahead = [parse(word) for word in step.then]
            self._done()
            return AttemptResult(True, step.reply)
        return self._wrong(step, text)

    def choose(self, option: str) -> AttemptResult:
        """The pupil answers the question of a step.

        Raises:
            ValueError: there is no such answer, or no question.
        """
        step = self.step
        if step is None or step.pick is None or option not in step.pick.options:
            raise ValueError("there is no such answer")
        if option == step.pick.right:
            self._done()
            return AttemptResult(True, step.reply)
        self.tries += 1
        return AttemptResult(False, step.wrong.get("", UNEXPECTED_REPLY).say)

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
        self.tries = SHOW_AFTER if at_once or guided or self.help != "none" else GLOW_AFTER

    def act_for_computer(self, action: Action) -> None:
        """In a free round the computer acts."""
        self.match.submit(self.match.public.seat, action)

    def _wrong(self, step: LessonStep, text: str) -> AttemptResult:
        self.tries += 1
        self._astray = True
        answer = step.wrong.get(text) or step.wrong.get("", UNEXPECTED_REPLY)
        self._ahead = [parse(word) for word in answer.then]
        return AttemptResult(False, answer.say)

    def _done(self) -> None:
        """What was done stays to be seen, also where the next step begins with another deal."""
        self.tries = 0
        self._number += 1
        step = self.step
        self._astray = step is not None and step.scene is not None

    def _go_to(self, number: int) -> None:
        self._number, self._ahead, self._astray = number, [], False
        self.match = match_at_step(self.lesson, number, self._names, self._words)


def match_at_step(
    lesson: Lesson, number: int, names: Sequence[str], words: str | None = None
) -> Match:
    """The table as it is when a step begins."""
    scene, texts = lesson.scene, list(lesson.scene.before)
    for place, step in enumerate(lesson.steps[: number + 1]):
        if step.scene is not None:
            scene, texts = step.scene, list(step.scene.before)
        if place < number and step.accept:
            texts += [step.accept[0], *step.then]
    match = dealt_match(scene, names, words)
    for text in texts:
        match.submit(match.public.seat, parse(text))
    return match


def dealt_match(scene: LessonDeal, names: Sequence[str], words: str | None = None) -> Match:
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
    codes = CODES if rules.has_codes else ()
    record = Record(rules, seats, [written], scene.score, codes)
    script = RecordedChance(record, Dice(Random(0)))
    match = Match(rules, seats, script, scene.leader, codes)
    held = scene.held or ((),) * rules.n_seats
    out = {code for codes_held in held for code in codes_held}
    match.match = match.match._replace(
        score=scene.score, held=held, pile=tuple(code for code in codes if code not in out)
    )
    match.deal()
    return match


def _player(seat: int) -> str:
    return "human" if seat == PUPIL_SEAT else "level:1"


class LessonTable(DicelessTable):
    """See ``play.table.Table``. ``tried``: what came of the pupil's last action."""

    rewind_refusal = "a lesson has a way back of its own"

    def __init__(self, run: LessonRun) -> None:
        self.run = run
        self.version = 0
        self.tried: AttemptResult | None = None

    def changed(self) -> None:
        """The run has gone somewhere else."""
        self.version += 1

    @property
    def rules(self) -> Rules:
        return self.run.match.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.run.match.seats

    @property
    def public(self) -> PublicState:
        return self.run.match.public

    @property
    def round_number(self) -> int:
        return self.run.match.round_number

    @property
    def is_round_over(self) -> bool:
        return self.run.match.is_round_over

    @property
    def is_over(self) -> bool:
        """A lesson is no match that could be won."""
        return False

    @property
    def match(self) -> MatchState:
        return self.run.match.match

    @property
    def record(self) -> Record:
        return self.run.match.record

    def observe(self, seat: Seat) -> Observation:
        return self.run.match.observe(seat)

    def view(self, seat: Seat) -> View:
        return self.run.match.view(seat)

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        return self.run.match.events_for(seat)

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        return self.run.match.final_hands()

    def submit(self, seat: Seat, action: Action) -> Facts | None:
        """
        Raises:
            IllegalAction: the rules do not allow it; nothing has changed.
        """
        if seat == PUPIL_SEAT:
            self.tried = self.run.submit(action)
        else:
            self.run.act_for_computer(action)
        self.changed()
        return None

    def deal(self) -> None:
        """There is one round and no other."""
        raise ValueError("a lesson has no next round")
