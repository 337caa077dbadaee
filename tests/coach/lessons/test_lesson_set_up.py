"""How a lesson is set up (seats, score, duration) and how a learner moves through it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.coach.lessons.course import LESSONS, LESSONS_BY_NAME, PLAYER_NAMES, lesson_faults
from hacktrick.coach.lessons.lesson import (
    ChoiceQuestion,
    Lesson,
    LessonRun,
    LessonStep,
    WrongActionReply,
)
from hacktrick.game.actions import parse
from tests.support.scripted_matches import legal_now

STEPPED = [lesson for lesson in LESSONS if lesson.steps]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_learner_is_human_and_all_others_are_computers(lesson: Lesson) -> None:
    seats = LessonRun(lesson, PLAYER_NAMES).match.seats
    # A level for each seat, since levels have different faces.
    others = [f"level:{n}" for n in range(1, len(seats))]
    assert [seat.player for seat in seats] == ["human", *others]
    assert [seat.name for seat in seats] == list(PLAYER_NAMES[: len(seats)])


def test_unnamed_seats_are_called_by_their_number() -> None:
    seats = LessonRun(LESSONS_BY_NAME["partners"], ("Ada", "Ben")).match.seats
    assert [seat.name for seat in seats] == ["Ada", "Ben", "3", "4"]


def test_lessons_start_at_0_0_unless_they_are_about_score_or_codes() -> None:
    for lesson in LESSONS:
        score = LessonRun(lesson, PLAYER_NAMES).match.public.score
        if lesson.group == "codes":
            # Each player has one point. In the lesson about stakes, the opponent has bet theirs.
            stakes = 1 if lesson.name == "stake" else 0
            assert score in ((1, 1), (1, 1 - stakes))
        else:
            assert score == ((3, 3) if lesson.name == "one or two" else (0, 0))


def test_lesson_durations_are_rounded_to_5_or_15_seconds() -> None:
    for lesson in LESSONS:
        rough = 5 if lesson.seconds < 60 else 15
        assert lesson.seconds > 0 and lesson.seconds % rough == 0, lesson.name


def test_a_free_round_is_played_against_the_weakest_level() -> None:
    (free,) = [lesson for lesson in LESSONS if not lesson.steps]
    assert free.level == min(LEVELS)
    assert {lesson.level for lesson in STEPPED} == {0}


def test_only_the_first_step_of_all_is_guided() -> None:
    guided = [step for lesson in LESSONS for step in lesson.steps if step.is_guided]
    assert guided == [LESSONS[0].steps[0]]


@pytest.mark.parametrize("name", ["draw", "partners", "alone"])
def test_steps_that_accept_any_card_accept_all_legal_ones(name: str) -> None:
    lesson = LESSONS_BY_NAME[name]
    number = {"draw": 1, "partners": 1, "alone": 2}[name]
    run = LessonRun(lesson, PLAYER_NAMES, number)
    legal = {str(action) for action in legal_now(run.match)}
    assert set(lesson.steps[number].accepted) == legal - ({"draw"} if name == "alone" else set())


# Tests of questions in lessons.


def test_only_offered_answers_can_be_chosen() -> None:
    run = LessonRun(LESSONS_BY_NAME["holding"], PLAYER_NAMES)
    with pytest.raises(ValueError, match="no such answer"):
        run.answer_question("5 5")
    assert run.tries == 0
    for name in ("taking", "a round"):  # the first lesson has no question, the second has no steps
        with pytest.raises(ValueError, match="no such answer"):
            LessonRun(LESSONS_BY_NAME[name], PLAYER_NAMES).answer_question("0 3")


def test_wrong_answers_raise_the_help_level_like_wrong_actions() -> None:
    run = LessonRun(LESSONS_BY_NAME["holding"], PLAYER_NAMES)
    helped = []
    for option in ("1 2", "0 4", "1 3"):
        assert run.answer_question(option).reply_key == "count cards"
        helped.append(run.help_level)
    assert helped == ["none", "glow", "show"]
    assert (
        run.answer_question(run.expected_answer) == (True, "only hand") and run.help_level == "none"
    )


def test_a_wrong_answer_without_its_own_reply_gets_the_general_one() -> None:
    question = LessonStep(
        "which hand", question=ChoiceQuestion(("1", "2"), "2"), reply_key="only hand"
    )
    run = LessonRun(replace(LESSONS_BY_NAME["taking"], steps=(question,)), PLAYER_NAMES)
    assert run.answer_question("1") == (False, "not that")


def test_questions_take_answers_and_tasks_take_actions() -> None:
    run = LessonRun(LESSONS_BY_NAME["holding"], PLAYER_NAMES)
    with pytest.raises(ValueError, match="not to act"):
        run.submit_action(parse("play 2"))


# Tests of moving through a lesson.


def test_help_shows_the_highlights_first_and_then_the_answer() -> None:
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    helped = []
    for _ in range(3):
        run.increase_help()
        helped.append(run.help_level)
    assert helped == ["glow", "show", "show"]
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    run.increase_help(at_once=True)
    assert run.help_level == "show"


def test_help_for_a_guided_step_shows_the_answer_at_once() -> None:
    run = LessonRun(LESSONS[0], PLAYER_NAMES)
    run.increase_help()
    assert run.help_level == "show"


def test_the_table_stays_visible_before_a_step_with_a_new_deal() -> None:
    run = LessonRun(LESSONS_BY_NAME["draw"], PLAYER_NAMES)
    run.submit_action(parse("draw"))
    assert (run.step_number, run.needs_reset, run.awaits_next_deal, run.awaits_action) == (
        1,
        True,
        True,
        False,
    )
    assert run.match.public.hand_sizes[0] == 2
    run.reset_to_step_start()
    assert (run.needs_reset, run.awaits_next_deal, run.awaits_action) == (False, False, True)


def test_a_wrong_try_does_not_finish_the_scene() -> None:
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    run.submit_action(parse("draw"))
    assert run.needs_reset and not run.awaits_next_deal and run.tries == 1


def test_a_saved_step_beyond_the_end_resumes_at_the_last_step() -> None:
    for lesson in STEPPED:
        assert LessonRun(lesson, PLAYER_NAMES, 99).step_number == len(lesson.steps) - 1
    assert LessonRun(LESSONS_BY_NAME["a round"], PLAYER_NAMES, 99).step_number == 0


def test_skipping_all_steps_ends_the_lesson() -> None:
    for lesson in STEPPED:
        run = LessonRun(lesson, PLAYER_NAMES)
        for number in range(len(lesson.steps)):
            assert run.step_number == number and not run.is_over
            run.skip_step()
        assert run.is_over and run.step is None
        run.skip_step()
        assert run.step_number == len(lesson.steps)


def test_a_free_round_is_over_when_somebody_wins() -> None:
    run, dice = LessonRun(LESSONS_BY_NAME["a round"], PLAYER_NAMES), Random(2)
    while not run.match.is_round_over:
        assert run.is_whole_round and not run.is_over
        seat = run.match.public.seat
        action = dice.choice(legal_now(run.match))
        if seat == 0:
            assert run.submit_action(action) == (True, "")
        else:
            run.act_for_computer(action)
    assert run.is_over and not run.awaits_action


# Tests of the check of lessons.


def test_the_check_reports_a_free_round_without_any_action() -> None:
    lesson = LESSONS_BY_NAME["line"]
    run = LessonRun(lesson, PLAYER_NAMES)
    run.submit_action(parse(run.expected_answer))
    assert run.match.is_round_over
    over = replace(lesson.deal, before=tuple(run.match.record.rounds[0].actions))
    assert list(lesson_faults(replace(lesson, deal=over, steps=()))) == ["nobody can act"]


def test_a_lesson_fault_names_its_step_counted_from_1() -> None:
    lesson = LESSONS_BY_NAME["two cards"]
    broken = replace(lesson.steps[1], accepted=("play 3",))
    faults = list(lesson_faults(replace(lesson, steps=(lesson.steps[0], broken))))
    assert faults and faults[0].startswith("step 2: 'play 3' is not legal")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"accepted": ()}, "nothing is meant"),
        ({"question": ChoiceQuestion(("1", "2"), "3"), "accepted": ()}, "no right answer"),
        ({"question": ChoiceQuestion(("1", "2"), "1")}, "no right answer"),
        ({"wrong_replies": {"play 5": WrongActionReply("not that")}}, "both right and wrong"),
        ({"continuation": ("pass",)}, "another is to act"),
    ],
)
def test_the_check_reports_each_kind_of_fault(changes: dict[str, object], fault: str) -> None:
    lesson = LESSONS_BY_NAME["two cards"]
    step = replace(lesson.steps[0], **changes)  # type: ignore[arg-type]
    faults = list(lesson_faults(replace(lesson, steps=(step, *lesson.steps[1:]))))
    assert any(fault in one for one in faults), faults
