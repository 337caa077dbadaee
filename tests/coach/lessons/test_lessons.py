"""Lessons on the real engine: each can be finished, and wrong attempts are taken back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai.measured_figures import shipped_measurements
from hacktrick.app.learning_progress import (
    MAX_STEPS,
    LearningProgress,
    LessonPlace,
    progress_from_data,
    progress_to_data,
)
from hacktrick.coach.lessons.course import LESSONS, LESSONS_BY_NAME, PLAYER_NAMES, lesson_faults
from hacktrick.coach.lessons.lesson import (
    GLOW_AFTER,
    SHOW_AFTER,
    Lesson,
    LessonRun,
    WrongActionReply,
)
from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import IllegalAction
from hacktrick.i18n import lesson_text as words
from hacktrick.terminal.commands.lessons import (
    can_random_walk_finish,
    overlong_sentences,
    run_lessons,
    stuck_random_walks,
)


def finish_lesson(run: LessonRun) -> None:
    """Do every task of the lesson as intended."""
    while not run.is_over:
        if run.has_automatic_action:
            run.play_automatic_action()
        elif run.needs_reset:
            run.reset_to_step_start()
        elif run.step is not None and run.step.question is not None:
            assert run.answer_question(run.expected_answer).is_right
        else:
            assert run.submit_action(parse(run.expected_answer)).is_right


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_can_be_done_and_its_wrong_tries_are_legal(lesson: Lesson) -> None:
    assert list(lesson_faults(lesson)) == []
    if lesson.steps:
        run = LessonRun(lesson, PLAYER_NAMES)
        finish_lesson(run)
        assert run.step_number == len(lesson.steps)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_random_input_reaches_the_end_of_every_lesson(lesson: Lesson) -> None:
    assert stuck_random_walks(lesson, 3, 1) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_lesson_sentences_are_short_in_every_language_and_edition(lesson: Lesson) -> None:
    assert list(overlong_sentences(lesson)) == []
    assert lesson.name in words.LESSON_TITLES


def test_every_sentence_of_the_lessons_is_used() -> None:
    used = {
        key
        for lesson in LESSONS
        for step in lesson.steps
        for key in (step.prompt_key, step.reply_key)
    }
    used |= {
        a.reply_key
        for lesson in LESSONS
        for step in lesson.steps
        for a in step.wrong_replies.values()
    }
    used |= {lesson.opening_key for lesson in LESSONS}
    assert used - {""} | {"not that", "free round"} == set(words.LESSON_SENTENCES)


def test_the_title_promises_as_many_minutes_as_the_lessons_take() -> None:
    seconds = sum(one.seconds for one in LESSONS if one.group == "game" and one.steps)
    assert round(seconds / 60) == words.COURSE_DURATION_MINUTES


def test_two_markers_lie_where_a_third_one_wins() -> None:
    run = LessonRun(LESSONS_BY_NAME["line"], PLAYER_NAMES, 1)
    assert run.match.public.markers_on(6, 0) == 2 and run.match.public.result is None
    run.submit_action(parse("play 2"))
    result = run.match.public.result
    assert result is not None and (result.side, result.by) == (0, "triple")


def test_the_first_two_lessons_win_a_round_with_three_cards() -> None:
    run = LessonRun(LESSONS_BY_NAME["line"], PLAYER_NAMES)
    run.submit_action(parse("play 1"))
    result = run.match.public.result
    assert result is not None and (result.side, result.points, result.by) == (0, 1, "line")
    plays = [text for text in run.match.record.rounds[0].actions if text.startswith("play")]
    assert plays[::2] == ["play 5", "play 2", "play 1"]


def test_a_wrong_try_shows_its_consequence_and_is_taken_back() -> None:
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    before = run.match.view(0)
    tried = run.submit_action(parse("play 0"))
    assert not tried.is_right and tried.reply_key == "sits on it"
    while run.has_automatic_action:
        run.play_automatic_action()
    result = run.match.public.result
    assert result is not None and result.side == 1  # the opponent has won, as the lesson announced
    assert run.needs_reset and not run.awaits_action
    run.reset_to_step_start()
    assert run.match.view(0) == before and run.awaits_action


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    run = LessonRun(LESSONS_BY_NAME["taking"], PLAYER_NAMES)
    before = run.match.view(0)
    with pytest.raises(IllegalAction) as refused:
        run.submit_action(parse("play 4"))
    assert refused.value.reason == "SAME_AS_LAST_CARD"
    assert run.match.view(0) == before and run.tries == 0


def test_help_appears_after_two_and_three_wrong_tries() -> None:
    run = LessonRun(LESSONS_BY_NAME["two cards"], PLAYER_NAMES)
    helped = []
    for _ in range(SHOW_AFTER):
        run.submit_action(parse("play 1"))
        run.reset_to_step_start()
        helped.append(run.help_level)
    assert helped == ["none", "glow", "show"] and GLOW_AFTER == 2
    assert run.expected_answer == "play 5"
    run.submit_action(parse(run.expected_answer))
    assert run.help_level == "none"


def test_a_question_stays_open_after_its_last_wrong_answer() -> None:
    run = LessonRun(LESSONS_BY_NAME["holding"], PLAYER_NAMES)
    for option in ("1 2", "0 4", "1 3"):
        assert not run.answer_question(option).is_right
        assert run.awaits_action
    assert run.answer_question("0 3").is_right and run.step_number == 1


def test_steps_can_be_repeated_and_skipped() -> None:
    run = LessonRun(LESSONS_BY_NAME["order"], PLAYER_NAMES)
    at_first = run.match.view(0)
    run.skip_step()
    assert run.step_number == 1 and run.match.public.phase == "command"
    run.skip_step()
    assert run.step_number == 2 and run.match.public.seat == 0
    run.go_to_previous_step()
    run.go_to_previous_step()
    assert run.step_number == 0 and run.match.view(0) == at_first
    run.go_to_previous_step()
    assert run.step_number == 0


def test_going_back_resets_the_number_of_tries() -> None:
    run = LessonRun(LESSONS_BY_NAME["two cards"], PLAYER_NAMES)
    helped = []
    for _ in range(2):
        run.submit_action(parse("play 1"))
        run.go_to_previous_step()
        for _ in range(GLOW_AFTER):
            helped.append(run.help_level)
            run.submit_action(parse("play 1"))
            run.reset_to_step_start()
    assert helped == ["none"] * 2 * GLOW_AFTER and run.help_level == "glow"


def test_an_interrupted_lesson_resumes_at_its_step() -> None:
    run = LessonRun(LESSONS_BY_NAME["ask"], PLAYER_NAMES)
    run.submit_action(parse("ask"))
    again = LessonRun(LESSONS_BY_NAME["ask"], PLAYER_NAMES, run.step_number)
    assert again.match.view(0) == run.match.view(0)


def test_the_judge_also_waits_for_two_points_at_3_3() -> None:
    from hacktrick.coach.advisor import advise, strongest_solver  # noqa: PLC0415  (it needs numpy)

    view = LessonRun(LESSONS_BY_NAME["one or two"], PLAYER_NAMES).match.view(0)
    lines = {
        str(line.actions[0]): line.forecast.match for line in advise(view, strongest_solver()).turns
    }
    assert round(100 * lines["play 0"]) == shipped_measurements().wait_for_two_odds.one
    assert round(100 * lines["draw"]) == shipped_measurements().wait_for_two_odds.two
    assert (
        shipped_measurements().wait_for_two_odds.two > shipped_measurements().wait_for_two_odds.one
    )


def test_an_impossible_lesson_is_reported() -> None:
    lesson = LESSONS_BY_NAME["two cards"]
    step = lesson.steps[0]
    for broken in (
        replace(step, accepted=("play 3",)),
        replace(step, wrong_replies={"play 2": WrongActionReply("not that", ("play 0",))}),
        replace(step, continuation=("pass", "play 5", "pass")),
        replace(step, wrong_replies={"play 5": WrongActionReply("not that")}),
    ):
        assert list(lesson_faults(replace(lesson, steps=(broken, *lesson.steps[1:]))))
    first, second = lesson.steps
    (fault,) = lesson_faults(replace(lesson, steps=(first, replace(second, accepted=("play 0",)))))
    assert fault == "step 2: 'play 0' is not legal"


def test_an_endless_random_walk_is_reported() -> None:
    lesson = LESSONS_BY_NAME["two cards"]
    impossible = replace(lesson.steps[0], accepted=("play 9",))
    never = replace(lesson, steps=(impossible,))
    assert not can_random_walk_finish(never, NeverBranchingRandom(1))


class NeverBranchingRandom(Random):
    """A random source that never goes back, skips or leaves."""

    def random(self) -> float:
        return 0.5


def test_the_lessons_command_reports_faults_and_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from argparse import Namespace  # noqa: PLC0415

    options = Namespace(check=True, walk=0, seed=1)
    assert run_lessons(options) == 0
    assert capsys.readouterr().out.count(": ok") == len(LESSONS)
    lesson = LESSONS_BY_NAME["two cards"]
    broken = replace(lesson, steps=(replace(lesson.steps[0], accepted=("play 3",)),))
    monkeypatch.setattr("hacktrick.terminal.commands.lessons.LESSONS", (broken,))
    assert run_lessons(options) == 2
    assert "not legal" in capsys.readouterr().out


# Tests of the saved progress in lessons.


def test_finished_lessons_stay_finished() -> None:
    progress = LearningProgress().with_lesson_at("Ada", "line", 1)
    assert progress.place_in_lesson("Ada", "line") == LessonPlace("begun", 1)
    assert progress.place_in_lesson("Ben", "line") is None
    progress = progress.with_lesson_done("Ada", "line").with_lesson_at("Ada", "line", 1)
    assert progress.place_in_lesson("Ada", "line") == LessonPlace("done", 1)
    assert progress.with_lesson_skipped("Ada", "line") == progress
    assert progress.with_lesson_skipped("Ada", "ask").place_in_lesson("Ada", "ask") == LessonPlace(
        "skipped"
    )
    assert progress.with_lesson_skipped("Ada", "ask").with_lesson_at(
        "Ada", "ask", 0
    ).place_in_lesson("Ada", "ask") == LessonPlace("begun")


def test_lesson_progress_is_saved_and_bad_entries_are_dropped() -> None:
    progress = LearningProgress().with_lesson_at("Ada", "line", 1).with_lesson_done("Ben", "ask")
    data = progress_to_data(progress)
    assert progress_from_data(data) == (progress, False)
    profiles = data["profiles"]
    assert isinstance(profiles, dict)
    profiles["Ada"]["ask"] = {"mark": "done", "step": MAX_STEPS}
    profiles["Cleo"] = 3
    assert progress_from_data(data) == (progress, True)
    assert progress_from_data({"format": "other"}) == (LearningProgress(), True)


def test_won_free_rounds_are_saved_and_bad_entries_are_dropped() -> None:
    progress = (
        LearningProgress()
        .with_lesson_at("Anna", "line", 1)
        .with_round_won("Anna")
        .with_round_won("")
    )
    assert progress_from_data(progress_to_data(progress)) == (progress, False)
    assert (
        not progress.has_neither_win_nor_lesson("Anna")
        and not progress.has_neither_win_nor_lesson("")
        and progress.has_neither_win_nor_lesson("Bela")
    )
    data = {**progress_to_data(progress), "winners": ["Anna", 7]}
    assert progress_from_data(data) == (
        LearningProgress(progress.places, frozenset(["Anna"])),
        True,
    )
    assert progress_from_data({**progress_to_data(progress), "winners": 3})[1]


def test_lessons_use_the_terms_of_the_edition_except_about_codes() -> None:
    plain, codes = LESSONS_BY_NAME["two cards"], LESSONS_BY_NAME["a code"]
    for words_of, plainly in ((None, "keypad"), ("servers", "servers")):
        assert LessonRun(plain, PLAYER_NAMES, terms_edition=words_of).match.rules.words == plainly
        assert LessonRun(codes, PLAYER_NAMES, terms_edition=words_of).match.rules == PRESETS["wits"]


def test_results_count_by_profile_and_level() -> None:
    progress = (
        LearningProgress().with_match_result("Anna", 6, True).with_match_result("Anna", 6, False)
    )
    assert progress.result_against("Anna", 6) == (1, 2)
    assert progress.result_against("Anna", 5) == progress.result_against("", 6) == (0, 0)
    assert progress_from_data(progress_to_data(progress)) == (progress, False)


@pytest.mark.parametrize("entry", [[3, 2], [-1, 2], [True, 2], [1], "1", None, [1, 10**9]])
def test_a_wrong_result_is_left_out(entry: object) -> None:
    data = progress_to_data(LearningProgress().with_match_result("Anna", 6, True))
    levels = {"6": [1, 1], "7": entry}
    read, is_damaged = progress_from_data({**data, "results": {"Anna": levels}})
    assert is_damaged and read.results == {"Anna": {6: (1, 1)}}


def test_a_file_of_an_older_version_has_no_results() -> None:
    data = progress_to_data(LearningProgress().with_round_won("Anna"))
    del data["results"]
    assert progress_from_data(data) == (LearningProgress().with_round_won("Anna"), False)
