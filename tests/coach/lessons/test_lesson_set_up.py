"""What a lesson sets up: who sits there, the score, how long it takes, and the way through it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.coach.lessons.course import LESSONS, LESSONS_BY_NAME, PLAYER_NAMES, lesson_faults
from hacktrick.coach.lessons.lesson import (
    ChoiceQuestion,
    Lesson,
    LessonReply,
    LessonRun,
    LessonStep,
)
from hacktrick.game.actions import parse
from tests.support.scripted_matches import legal_now

STEPPED = [lesson for lesson in LESSONS if lesson.steps]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_pupil_is_a_person_and_all_others_are_computers(lesson: Lesson) -> None:
    seats = LessonRun(lesson, PLAYER_NAMES).match.seats
    assert [seat.player for seat in seats] == ["human", *["level:1"] * (len(seats) - 1)]
    assert [seat.name for seat in seats] == list(PLAYER_NAMES[: len(seats)])


def test_seats_without_a_name_go_by_their_number() -> None:
    seats = LessonRun(LESSONS_BY_NAME["partners"], ("Ada", "Ben")).match.seats
    assert [seat.name for seat in seats] == ["Ada", "Ben", "3", "4"]


def test_a_lesson_begins_at_nought_unless_it_is_about_the_score_or_codes() -> None:
    for lesson in LESSONS:
        score = LessonRun(lesson, PLAYER_NAMES).match.public.score
        if lesson.group == "codes":
            stakes = 1 if lesson.name == "stake" else 0  # a point of each, one on the table
            assert score in ((1, 1), (1, 1 - stakes))
        else:
            assert score == ((3, 3) if lesson.name == "one or two" else (0, 0))


def test_how_long_a_lesson_takes_is_told_roughly() -> None:
    for lesson in LESSONS:
        rough = 5 if lesson.seconds < 60 else 15
        assert lesson.seconds > 0 and lesson.seconds % rough == 0, lesson.name


def test_a_whole_round_is_played_against_the_weakest_level() -> None:
    (free,) = [lesson for lesson in LESSONS if not lesson.steps]
    assert free.level == min(LEVELS)
    assert {lesson.level for lesson in STEPPED} == {0}


def test_only_the_very_first_step_glows_from_the_beginning() -> None:
    guided = [step for lesson in LESSONS for step in lesson.steps if step.is_guided]
    assert guided == [LESSONS[0].steps[0]]


@pytest.mark.parametrize("name", ["draw", "partners", "alone"])
def test_where_any_card_will_do_all_that_is_legal_is_meant(name: str) -> None:
    lesson = LESSONS_BY_NAME[name]
    number = {"draw": 1, "partners": 1, "alone": 2}[name]
    run = LessonRun(lesson, PLAYER_NAMES, number)
    legal = {str(action) for action in legal_now(run.match)}
    assert set(lesson.steps[number].accepted) == legal - ({"draw"} if name == "alone" else set())


# --- Questions


def test_only_an_answer_that_is_offered_can_be_chosen() -> None:
    run = LessonRun(LESSONS_BY_NAME["holding"], PLAYER_NAMES)
    with pytest.raises(ValueError, match="no such answer"):
        run.choose("5 5")
    assert run.tries == 0
    for name in ("taking", "a round"):  # no question, and no step
        with pytest.raises(ValueError, match="no such answer"):
            LessonRun(LESSONS_BY_NAME[name], PLAYER_NAMES).choose("0 3")


def test_wrong_answers_help_as_wrong_actions_do() -> None:
    run = LessonRun(LESSONS_BY_NAME["holding"], PLAYER_NAMES)
    helped = []
    for option in ("1 2", "0 4", "1 3"):
        assert run.choose(option).reply_key == "count cards"
        helped.append(run.help_level)
    assert helped == ["none", "glow", "show"]
    assert run.choose(run.expected_answer) == (True, "only hand") and run.help_level == "none"


def test_an_answer_without_a_word_of_its_own_is_just_not_the_one_that_is_meant() -> None:
    question = LessonStep(
        "which hand", question=ChoiceQuestion(("1", "2"), "2"), reply_key="only hand"
    )
    run = LessonRun(replace(LESSONS_BY_NAME["taking"], steps=(question,)), PLAYER_NAMES)
    assert run.choose("1") == (False, "not that")


def test_no_card_is_played_while_a_question_is_open_and_none_is_answered_by_a_card() -> None:
    run = LessonRun(LESSONS_BY_NAME["holding"], PLAYER_NAMES)
    with pytest.raises(ValueError, match="not to act"):
        run.submit(parse("play 2"))


# --- The way through


def test_who_wants_to_see_more_is_shown_the_place_and_then_what_is_meant() -> None:
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    helped = []
    for _ in range(3):
        run.increase_help()
        helped.append(run.help_level)
    assert helped == ["glow", "show", "show"]
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    run.increase_help(at_once=True)
    assert run.help_level == "show"


def test_where_the_place_glows_from_the_beginning_more_is_what_is_meant() -> None:
    run = LessonRun(LESSONS[0], PLAYER_NAMES)
    run.increase_help()
    assert run.help_level == "show"


def test_a_step_that_begins_elsewhere_waits_for_a_word_with_what_was_done_in_sight() -> None:
    run = LessonRun(LESSONS_BY_NAME["draw"], PLAYER_NAMES)
    run.submit(parse("draw"))
    assert (run.number, run.needs_reset, run.is_scene_done, run.awaits_action) == (
        1,
        True,
        True,
        False,
    )
    assert run.match.public.hand_sizes[0] == 2
    run.take_back()
    assert (run.needs_reset, run.is_scene_done, run.awaits_action) == (False, False, True)


def test_a_wrong_try_is_not_done_here() -> None:
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    run.submit(parse("draw"))
    assert run.needs_reset and not run.is_scene_done and run.tries == 1


def test_a_place_beyond_the_end_is_the_last_step() -> None:
    for lesson in STEPPED:
        assert LessonRun(lesson, PLAYER_NAMES, 99).number == len(lesson.steps) - 1
    assert LessonRun(LESSONS_BY_NAME["a round"], PLAYER_NAMES, 99).number == 0


def test_passing_over_all_steps_ends_the_lesson_and_going_on_is_no_fault() -> None:
    for lesson in STEPPED:
        run = LessonRun(lesson, PLAYER_NAMES)
        for number in range(len(lesson.steps)):
            assert run.number == number and not run.is_over
            run.skip()
        assert run.is_over and run.step is None
        run.skip()
        assert run.number == len(lesson.steps)


def test_a_whole_round_is_over_when_it_is_won() -> None:
    run, dice = LessonRun(LESSONS_BY_NAME["a round"], PLAYER_NAMES), Random(2)
    while not run.match.is_round_over:
        assert run.is_free_round and not run.is_over
        seat = run.match.public.seat
        action = dice.choice(legal_now(run.match))
        if seat == 0:
            assert run.submit(action) == (True, "")
        else:
            run.act_for_computer(action)
    assert run.is_over and not run.awaits_action


# --- What the check finds


def test_a_whole_round_that_is_over_before_it_begins_is_found() -> None:
    lesson = LESSONS_BY_NAME["line"]
    run = LessonRun(lesson, PLAYER_NAMES)
    run.submit(parse(run.expected_answer))
    assert run.match.is_round_over
    over = replace(lesson.scene, before=tuple(run.match.record.rounds[0].actions))
    assert list(lesson_faults(replace(lesson, scene=over, steps=()))) == ["nobody can act"]


def test_a_fault_is_told_with_its_step_counted_from_1() -> None:
    lesson = LESSONS_BY_NAME["two cards"]
    broken = replace(lesson.steps[1], accepted=("play 3",))
    told = list(lesson_faults(replace(lesson, steps=(lesson.steps[0], broken))))
    assert told and told[0].startswith("step 2: 'play 3' is not legal")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"accepted": ()}, "nothing is meant"),
        ({"question": ChoiceQuestion(("1", "2"), "3"), "accepted": ()}, "no right answer"),
        ({"question": ChoiceQuestion(("1", "2"), "1")}, "no right answer"),
        ({"wrong_replies": {"play 5": LessonReply("not that")}}, "both right and wrong"),
        ({"continuation": ("pass",)}, "another is to act"),
    ],
)
def test_what_cannot_be_done_as_written_is_found(changes: dict[str, object], fault: str) -> None:
    lesson = LESSONS_BY_NAME["two cards"]
    step = replace(lesson.steps[0], **changes)  # type: ignore[arg-type]
    told = list(lesson_faults(replace(lesson, steps=(step, *lesson.steps[1:]))))
    assert any(fault in one for one in told), told
