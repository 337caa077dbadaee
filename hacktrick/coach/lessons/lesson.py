"""Lessons as data, and a lesson in progress, which is played like a match at a table.

A lesson is a list of steps on given deals. Every step can be repeated or skipped. A lesson refers
to its sentences by keys of ``hacktrick.i18n.lesson_text``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, NamedTuple

from hacktrick.game.actions import CODES, Action, parse
from hacktrick.game.cards import Card
from hacktrick.game.editions import PRESETS, Rules
from hacktrick.game.legality import IllegalAction, legal_actions, refusal_reason
from hacktrick.game.match_rules import MatchState
from hacktrick.game.state import Observation, PublicState, RevealedFacts, Seat
from hacktrick.game.view import Event, SeatInfo, View
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.player_kinds import LEVEL_NUMBERS, player_for_level
from hacktrick.match.record import Record, RoundRecord
from hacktrick.match.record_replay import RecordedCardsThenChance
from hacktrick.match.table_interface import TableWithoutChance

LessonGroup = Literal["game", "further", "codes", "teams"]
NotebookTabName = Literal["", "hands", "threats"]
LEARNER_SEAT = 0
"""The learner's seat; the tutor plays for all others."""


@dataclass(frozen=True, slots=True)
class LessonDeal:
    """A deal, and the actions played on it before the first step.

    Attributes:
        hands: the hands by seat, the learner's first.
        aside: the cards set aside.
        deck: the deck, top card first.
        before: the actions before the first step.
        preset: the name of the edition whose rules apply.
        held: the codes that each seat holds.
        taken: the cards that blind swaps will take, in order.
    """

    hands: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    deck: tuple[int, ...]
    before: tuple[str, ...] = ()
    preset: str = "keypad"
    leader: int = LEARNER_SEAT
    starter: int = 1
    score: tuple[int, ...] = (0, 0)
    held: tuple[tuple[str, ...], ...] = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongActionReply:
    """The reply to a legal but wrong action.

    Attributes:
        reply_key: the key of the sentence.
        continuation: the actions that would follow; they are shown and then taken back.
    """

    reply_key: str
    continuation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A multiple-choice question; its options are keys of sentences, or hands such as "0 3"."""

    options: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One task of a lesson.

    Attributes:
        prompt_key: the key of the sentence that sets the task.
        accepted: the right actions; the first one is shown as the answer. Empty if there is a
            ``question``.
        continuation: the actions of learner and tutor that are then played automatically.
        wrong_replies: the replies to wrong actions, by action; "" stands for all other legal ones.
        highlights: what to highlight, such as "key 8", "card 5", "deck", "row", "sum", "ask",
            "partner", "play", "guard", "double".
        reply_key: the key of the sentence shown when the task is done.
        question: a question to answer instead of an action.
        deal: the new deal, if the step begins with one.
        is_guided: whether the highlights are on from the start.
        tab: the notebook page that the step introduces; "" for none.
    """

    prompt_key: str
    accepted: tuple[str, ...] = ()
    continuation: tuple[str, ...] = ()
    wrong_replies: Mapping[str, WrongActionReply] = field(default_factory=dict)
    highlights: tuple[str, ...] = ()
    reply_key: str = ""
    question: ChoiceQuestion | None = None
    deal: LessonDeal | None = None
    is_guided: bool = False
    tab: NotebookTabName = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: a deal, and steps on it.

    Attributes:
        deal: the deal at the beginning.
        seconds: the approximate duration.
        level: the computer's level in a lesson that is a whole round without steps.
        opening_key: the key of a sentence before the first step; "" for none.
        has_memory_aids: whether threats and unseen cards are shown; False until lines are
            explained.
    """

    name: str
    group: LessonGroup
    deal: LessonDeal
    steps: tuple[LessonStep, ...]
    seconds: int = 60
    level: int = 0
    opening_key: str = ""
    has_memory_aids: bool = True


HelpLevel = Literal["none", "glow", "show"]
# Wrong attempts before highlights appear, and before the answer appears.
GLOW_AFTER, SHOW_AFTER = 2, 3
UNEXPECTED_REPLY = WrongActionReply("not that")


class AttemptResult(NamedTuple):
    """Whether an attempt was right, and the key of the sentence to reply with."""

    is_right: bool
    reply_key: str


class LessonRun:
    """A lesson in progress.

    Args:
        names: the players' names by seat, the learner's first.
        step: the number of the first step to do, from 0.
        terms_edition: the edition whose terms to use (``Rules.words``) in a lesson that applies to
            all editions for two players; None for the terms of the lesson's own rules.
    """

    def __init__(
        self, lesson: Lesson, names: Sequence[str], step: int = 0, terms_edition: str | None = None
    ) -> None:
        self.lesson = lesson
        self.tries = 0
        self._names, self._words = tuple(names), terms_edition
        self._automatic_actions: list[Action] = []
        self._needs_reset = False
        self._go_to_step(min(step, max(0, len(lesson.steps) - 1)))

    @property
    def step_number(self) -> int:
        """The number of the current step, from 0; the number of steps once the lesson is over."""
        return self._number

    @property
    def step(self) -> LessonStep | None:
        """The current step; None once all steps are done, and in a lesson without steps."""
        steps = self.lesson.steps
        return steps[self._number] if self._number < len(steps) else None

    @property
    def is_whole_round(self) -> bool:
        """Whether the lesson is a whole round without steps."""
        return not self.lesson.steps

    @property
    def is_over(self) -> bool:
        """Whether all steps are done, or the round of a lesson without steps is over."""
        if self.is_whole_round:
            return self.match.is_round_over
        return self.step is None and not self._automatic_actions

    @property
    def needs_reset(self) -> bool:
        """Whether ``reset_to_step_start`` is due, after a wrong action or before a new deal."""
        return self._needs_reset

    @property
    def awaits_next_deal(self) -> bool:
        """Whether the step is done and the next one begins with a new deal."""
        return self._needs_reset and self.tries == 0

    @property
    def has_automatic_action(self) -> bool:
        """Whether ``play_automatic_action`` has an action to play."""
        return bool(self._automatic_actions)

    @property
    def awaits_action(self) -> bool:
        """Whether the learner must act or answer a question."""
        return not (self._automatic_actions or self._needs_reset or self.is_over)

    @property
    def help_level(self) -> HelpLevel:
        """How much help is shown: "none", "glow" for highlights, or "show" for the answer."""
        if self.tries >= SHOW_AFTER:
            return "show"
        return "glow" if self.tries >= GLOW_AFTER else "none"

    @property
    def expected_answer(self) -> str:
        """The right action as text, or the right option of a question."""
        assert self.step is not None
        return self.step.question.answer if self.step.question else self.step.accepted[0]

    def submit_action(self, action: Action) -> AttemptResult:
        """Play the learner's action; if it is wrong, play it too, with its continuation.

        Raises:
            IllegalAction: the rules do not allow the action; nothing has changed.
            ValueError: no action is awaited.
        """
        step = self.step
        if not self.awaits_action or (step is not None and step.question is not None):
            raise ValueError("the learner is not to act now")
        seen = self.match.observe(LEARNER_SEAT)
        if action not in legal_actions(seen):
            raise IllegalAction(action, refusal_reason(seen, action))
        self.match.submit(LEARNER_SEAT, action)
        if step is None:
            return AttemptResult(True, "")
        text = str(action)
        if text in step.accepted:
            self._automatic_actions = [parse(word) for word in step.continuation]
            self._finish_step()
            return AttemptResult(True, step.reply_key)
        return self._play_wrong_action(step, text)

    def answer_question(self, option: str) -> AttemptResult:
        """Answer the question of the current step.

        Raises:
            ValueError: there is no question, or the question has no such option.
        """
        step = self.step
        if step is None or step.question is None or option not in step.question.options:
            raise ValueError("there is no such answer")
        if option == step.question.answer:
            self._finish_step()
            return AttemptResult(True, step.reply_key)
        self.tries += 1
        return AttemptResult(False, step.wrong_replies.get("", UNEXPECTED_REPLY).reply_key)

    def play_automatic_action(self) -> Action:
        """Play the next automatic action and return it."""
        action = self._automatic_actions.pop(0)
        self.match.submit(self.match.public.seat, action)
        return action

    def reset_to_step_start(self) -> None:
        """Reset the table to the start of the step."""
        self._go_to_step(self._number)

    def go_to_previous_step(self) -> None:
        """Go to the start of the previous step, or of the first step if no step precedes it."""
        self.tries = 0
        self._go_to_step(max(0, self._number - 1))

    def skip_step(self) -> None:
        """Go to the next step without doing the current one."""
        if self.step is None:
            return
        self._finish_step()
        self._go_to_step(self._number)

    def increase_help(self, at_once: bool = False) -> None:
        """Show the highlights; on the second call, or with ``at_once``, show the answer."""
        guided = self.step is not None and self.step.is_guided
        self.tries = SHOW_AFTER if at_once or guided or self.help_level != "none" else GLOW_AFTER

    def act_for_computer(self, action: Action) -> None:
        """Play an action for the computer, in a lesson that is a whole round."""
        self.match.submit(self.match.public.seat, action)

    def _play_wrong_action(self, step: LessonStep, text: str) -> AttemptResult:
        self.tries += 1
        self._needs_reset = True
        answer = step.wrong_replies.get(text) or step.wrong_replies.get("", UNEXPECTED_REPLY)
        self._automatic_actions = [parse(word) for word in answer.continuation]
        return AttemptResult(False, answer.reply_key)

    def _finish_step(self) -> None:
        """Go to the next step; its new deal, if it has one, waits until the learner continues."""
        self.tries = 0
        self._number += 1
        step = self.step
        self._needs_reset = step is not None and step.deal is not None

    def _go_to_step(self, step_index: int) -> None:
        self._number, self._automatic_actions, self._needs_reset = step_index, [], False
        self.match = match_at_step(self.lesson, step_index, self._names, self._words)


def match_at_step(
    lesson: Lesson, step_index: int, names: Sequence[str], terms_edition: str | None = None
) -> Match:
    """Return the match as it stands at the start of a step.

    Args:
        step_index: the index of the step.
        names: the names of the players; seats without one are named by their number.
        terms_edition: the value of the rule option ``words`` in a standard edition; None for the
            edition's own.
    """
    deal, texts = lesson.deal, list(lesson.deal.before)
    for place, step in enumerate(lesson.steps[: step_index + 1]):
        if step.deal is not None:
            deal, texts = step.deal, list(step.deal.before)
        if place < step_index and step.accepted:
            texts += [step.accepted[0], *step.continuation]
    match = match_with_lesson_deal(deal, names, terms_edition)
    for text in texts:
        match.submit(match.public.seat, parse(text))
    return match


def match_with_lesson_deal(
    deal: LessonDeal, names: Sequence[str], terms_edition: str | None = None
) -> Match:
    """Return a match with the given deal, before any action.

    Args:
        names: the names of the players; seats without one are named by their number.
        terms_edition: the value of the rule option ``words`` in a standard edition; None for the
            edition's own.
    """
    rules = PRESETS[deal.preset]
    if terms_edition is not None and rules.is_standard:
        rules = replace(rules, words=terms_edition)
    seats = tuple(
        SeatInfo(names[seat] if seat < len(names) else str(seat + 1), _player_kind(seat))
        for seat in range(rules.n_seats)
    )
    written = RoundRecord(
        deal.leader,
        deal.starter,
        deal.hands,
        deal.aside,
        deal.deck,
        taken=list(deal.taken),
    )
    codes = CODES if rules.has_codes else ()
    record = Record(rules, seats, [written], deal.score, codes)
    script = RecordedCardsThenChance(record, RandomChance(Random(0)))
    match = Match(rules, seats, script, deal.leader, codes)
    held = deal.held or ((),) * rules.n_seats
    out = {code for codes_held in held for code in codes_held}
    match.match_state = match.match_state._replace(
        score=deal.score, held=held, pile=tuple(code for code in codes if code not in out)
    )
    match.deal_next_round()
    return match


def _player_kind(seat: int) -> str:
    """Return the player kind of a seat: the learner, or a computer player of a unique level."""
    return "human" if seat == LEARNER_SEAT else player_for_level(LEVEL_NUMBERS[seat - 1])


class LessonMatchTable(TableWithoutChance):
    """A table at which a lesson is played, with the interface of ``hacktrick.match``.

    Attributes:
        last_attempt: the result of the learner's last action.
    """

    rewind_refusal = "a lesson has a way back of its own"

    def __init__(self, run: LessonRun) -> None:
        self.run = run
        self.version = 0
        self.last_attempt: AttemptResult | None = None

    def advance_version(self) -> None:
        """Increase the table's version number, because the lesson has moved to another step."""
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
        """Whether the match is over: always False, since a lesson is not a match to be won."""
        return False

    @property
    def match_state(self) -> MatchState:
        return self.run.match.match_state

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

    def submit(self, seat: Seat, action: Action) -> RevealedFacts | None:
        """Play an action of the learner or of the computer.

        Raises:
            IllegalAction: the rules do not allow the action; nothing has changed.
        """
        if seat == LEARNER_SEAT:
            self.last_attempt = self.run.submit_action(action)
        else:
            self.run.act_for_computer(action)
        self.advance_version()
        return None

    def deal_next_round(self) -> None:
        """Always raise ``ValueError``, since a lesson has only one round."""
        raise ValueError("a lesson has no next round")
