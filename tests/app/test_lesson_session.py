"""A lesson follows its steps, reacts to attempts, highlights places and saves progress."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.app.computer_turn import MIN_TURN_SECONDS
from hacktrick.app.learning_progress import (
    LearningProgress,
    LessonPlace,
    progress_from_data,
    progress_to_data,
)
from hacktrick.app.lesson_session import LessonSession
from hacktrick.coach.lessons.course import LESSONS, LESSONS_BY_NAME, PLAYER_NAMES
from hacktrick.coach.lessons.lesson import LessonRun
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import DRAW, parse
from hacktrick.game.legality import legal_actions


def lesson(
    name: str, step: int = 0, pace: str = "normal"
) -> tuple[LessonSession, list[LessonPlace]]:
    kept: list[LessonPlace] = []
    run = LessonRun(LESSONS_BY_NAME[name], PLAYER_NAMES, step)
    return LessonSession(run, InlineThinker(), Random(1), kept.append, pace), kept


def submit_and_settle(session: LessonSession, text: str) -> LessonSession:
    """Submit an action, then let the automatic steps follow."""
    session.submit(parse(text))
    while session.shown_step.state == "moving":
        session.update(10.0, is_screen_at_rest=True)
    return session


def test_a_lesson_begins_with_the_prompt_of_its_first_step() -> None:
    session, kept = lesson(LESSONS[0].name)
    stand = session.shown_step
    assert (stand.lesson, stand.number, stand.n_steps, stand.state) == ("two cards", 1, 2, "act")
    assert (stand.prompt_key, stand.answer_key, stand.is_praise, stand.marked) == (
        "mark 8",
        "goal",
        True,
        0,
    )
    assert stand.highlighted == ("card 5", "key 8") and stand.shown == "" and stand.help == "none"
    assert kept == [LessonPlace("begun", 0)] and session.may_act and not session.is_whole_round


def test_a_right_action_is_praised_and_the_next_step_begins_and_is_saved() -> None:
    session, kept = lesson(LESSONS[0].name)
    session.submit(parse("play 5"))
    assert session.shown_step.state == "moving" and not session.may_act
    stand = session.shown_step
    assert (stand.answer_key, stand.is_praise, stand.marked) == ("sum is key", True, 8)
    while session.update(10.0, is_screen_at_rest=True):
        pass
    stand = session.shown_step
    assert (stand.number, stand.prompt_key, stand.state, stand.highlighted) == (
        2,
        "mark 6",
        "act",
        (),
    )
    assert kept[-1] == LessonPlace("begun", 1)
    submit_and_settle(session, "play 2")
    stand = session.shown_step
    assert (stand.state, stand.number, stand.answer_key, stand.marked) == (
        "over",
        2,
        "sum is key",
        6,
    )
    assert stand.prompt_key == "" and kept[-1] == LessonPlace("done") and not session.may_act


def test_a_wrong_try_is_answered_with_the_key_that_it_marked_and_taken_back() -> None:
    session, kept = lesson("two cards")
    stand = submit_and_settle(session, "play 2").shown_step
    assert (stand.state, stand.answer_key, stand.is_praise, stand.marked) == (
        "astray",
        "wrong key",
        False,
        5,
    )
    assert stand.number == 1 and kept == [LessonPlace("begun", 0)]
    session.continue_lesson()
    assert session.shown_step.state == "act" and session.public.row == (3,)
    stand = submit_and_settle(session, "draw").shown_step
    assert (stand.answer_key, stand.marked) == ("draw later", 0)


def test_another_step_forgets_the_answer_to_the_last_try() -> None:
    for go in (LessonSession.go_back_to_step_start, LessonSession.skip_step):
        session, _kept = lesson("two cards")
        submit_and_settle(session, "play 2")
        go(session)
        stand = session.shown_step
        assert stand.marked == 0 and stand.is_praise and stand.answer_key != "wrong key"


def test_there_is_a_view_to_study_until_the_round_is_over() -> None:
    session, _kept = lesson("a round")
    assert session.view_to_study is not None and session.view_to_study.seat == session.viewer
    dice = Random(4)
    while not session.is_round_over:
        assert session.view_to_study is not None
        if session.may_act:
            seen = session.observation
            assert seen is not None
            session.submit(dice.choice(legal_actions(seen)))
        else:
            session.update(0.0, is_screen_at_rest=True)
            session.update(5.0, is_screen_at_rest=True)
    assert session.view_to_study is None


def test_after_two_wrong_tries_the_place_glows_and_after_three_the_answer_is_shown() -> None:
    session, _kept = lesson("two cards", step=1)
    seen = []
    for _ in range(3):
        submit_and_settle(session, "play 1")
        session.continue_lesson()
        stand = session.shown_step
        seen.append((stand.help, stand.highlighted, stand.shown))
    place = ("card 2", "key 6")
    assert seen == [("none", (), ""), ("glow", place, ""), ("show", place, "play 2")]
    assert session.shown_action == parse("play 2")


def test_help_shows_the_place_first_and_then_the_answer() -> None:
    session, _kept = lesson("taking")
    assert session.shown_action is None
    helps = []
    for _ in range(3):
        session.show_more_help()
        helps.append(session.shown_step.help)
    assert helps == ["glow", "show", "show"]
    assert session.shown_action == parse("play 2") and session.is_action_accepted(
        parse("play 2 double")
    )
    assert not session.is_action_accepted(DRAW)


def test_a_shown_answer_to_a_question_is_not_an_action() -> None:
    session, kept = lesson("holding")
    stand = session.shown_step
    assert stand.state == "choose" and stand.options == ("0 3", "1 2", "0 4", "1 3")
    assert not session.may_act
    session.answer_question("1 2")
    stand = session.shown_step
    assert (stand.answer_key, stand.is_praise, stand.marked, stand.state) == (
        "count cards",
        False,
        0,
        "choose",
    )
    session.show_more_help(at_once=True)
    assert session.shown_step.shown == "0 3" and session.shown_action is None
    session.answer_question("0 3")
    stand = session.shown_step
    assert (stand.answer_key, stand.is_praise, stand.number, stand.options) == (
        "only hand",
        True,
        2,
        (),
    )
    assert kept[-1] == LessonPlace("begun", 1)


def test_a_finished_step_stays_on_the_table_until_the_next_deal() -> None:
    session, _kept = lesson("draw")
    stand = submit_and_settle(session, "draw").shown_step
    assert (stand.state, stand.number, stand.prompt_key, stand.highlighted) == (
        "done_here",
        1,
        "",
        (),
    )
    assert stand.answer_key == "draw ends" and session.public.hand_sizes[0] == 2
    session.continue_lesson()
    stand = session.shown_step
    assert (stand.state, stand.number, stand.answer_key, stand.is_praise) == ("act", 2, "", True)


def test_automatic_actions_wait_for_animations_and_for_the_pace() -> None:
    session, _kept = lesson("two cards")
    session.submit(parse("play 5"))
    assert session.update(0.0, is_screen_at_rest=True), (
        "the rest of the player's turn is not waited for"
    )
    assert not session.update(MIN_TURN_SECONDS["normal"] - 0.1, is_screen_at_rest=True)
    assert not session.update(0.2, is_screen_at_rest=False)
    assert session.update(0.0, is_screen_at_rest=True)
    assert session.public.row == (3, 5, 4)
    slow, _kept = lesson("two cards", pace="slow")
    slow.submit(parse("play 5"))
    slow.update(0.0, is_screen_at_rest=True)
    assert not slow.update(MIN_TURN_SECONDS["slow"] - 0.1, is_screen_at_rest=True)
    slow.skip_extra_wait()
    assert slow.update(0.0, is_screen_at_rest=True)


def test_steps_can_be_repeated_and_skipped_to_the_end() -> None:
    session, kept = lesson("order")
    before = session.public
    session.skip_step()
    stand = session.shown_step
    assert (stand.number, stand.prompt_key, stand.answer_key) == (2, "say play", "")
    session.go_back_to_step_start()
    assert session.shown_step.number == 1 and session.public == before
    for _ in range(3):
        session.skip_step()
    assert session.shown_step.state == "over" and kept[-1] == LessonPlace("skipped")
    session.skip_step()
    assert kept[-1] == LessonPlace("skipped")


def test_every_step_back_is_a_change_that_is_seen() -> None:
    session, _kept = lesson("order")
    versions = [session.version]
    for go in (session.skip_step, session.go_back_to_step_start, session.show_more_help):
        go()
        versions.append(session.version)
    assert versions == sorted(set(versions))


def test_a_whole_round_has_no_steps_and_is_over_with_its_win() -> None:
    session, kept = lesson("a round")
    stand = session.shown_step
    assert session.is_whole_round and (stand.n_steps, stand.number, stand.prompt_key) == (
        0,
        1,
        "free round",
    )
    dice = Random(4)
    while session.shown_step.state != "over":
        if session.may_act:
            seen = session.observation
            assert seen is not None and not session.is_thinking
            session.submit(dice.choice(legal_actions(seen)))
        else:
            assert session.is_thinking
            session.update(0.0, is_screen_at_rest=True)
            session.update(5.0, is_screen_at_rest=True)
    assert session.shown_step.prompt_key == "" and kept == [
        LessonPlace("begun", 0),
        LessonPlace("done"),
    ]
    assert session.is_action_accepted(DRAW), "whatever one does is meant"
    with pytest.raises(ValueError, match="no next round"):
        session.request_next_round()


def test_results_of_levels_with_more_than_three_digits_are_left_out() -> None:
    results = {"Ada": {"999": [1, 2], "1000": [1, 2], "-1": [1, 2], "\N{SUPERSCRIPT TWO}": [1, 2]}}
    data = {**progress_to_data(LearningProgress()), "results": results}
    progress, is_incomplete = progress_from_data(data)
    assert list(progress.results["Ada"]) == [999] and is_incomplete
    whole = progress_to_data(LearningProgress().with_match_result("Ada", 999, True))
    assert progress_from_data(whole)[1] is False
