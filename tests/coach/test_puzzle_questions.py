"""Questions about a position: what turns cost, how they can begin, data, mirror image."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hacktrick.ai.advice import Forecast
from hacktrick.app.puzzle_practice import MAX_TRIES, QuestionAttempt, RetriedTurnSource
from hacktrick.coach.puzzles import PositionQuestion, mirrored_question, read_question
from hacktrick.coach.thinking_client import AnalysisUpdate, InlineThinker
from hacktrick.game.actions import DRAW, Action, LayStartCard, Play, parse
from hacktrick.game.cards import counts_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, observation_of
from hacktrick.match.record_replay import replay_record
from tests.support.scripted_matches import (
    finished_match_from_position,
    random_match,
    scripted_match,
)


def view_of(*texts: str, seat: int = 0, deck: str = "") -> View:
    return scripted_match(hands=("125", "0343"), deck=deck).submit_text(*texts).view(seat)


def option(
    text: str, match: float, share: float = 0.0
) -> tuple[tuple[Action, ...], Forecast, float]:
    """Return a turn written "play 5, pass" with this match chance."""
    return (
        tuple(parse(word) for word in text.split(", ")),
        Forecast(0.25, 0.0, 0.5, 0.25, match),
        share,
    )


def question(*options: tuple[str, float], unit: float = 0.2) -> PositionQuestion:
    written = tuple(option(text, match) for text, match in options)
    return PositionQuestion("key", "best", view_of("start 3"), written, unit)


TURNS = (
    ("play 5, pass", 0.60),
    ("play 5, command play", 0.57),
    ("play 2 double, pass", 0.50),
    ("draw", 0.58),
    ("play 2, pass", 0.40),
)


def actions_of(*texts: str) -> tuple[Action, ...]:
    return tuple(parse(text) for text in texts)


def test_a_turn_costs_the_equity_it_loses_against_the_best() -> None:
    asked = question(*TURNS)
    assert asked.loss(actions_of("play 5", "pass")) == 0
    assert asked.loss(actions_of("play 5", "command play")) == pytest.approx(0.15)
    assert asked.loss(actions_of("play 2", "pass")) == pytest.approx(1.0)


def test_a_first_action_costs_what_its_best_turn_costs() -> None:
    asked = question(*TURNS)
    assert asked.loss(actions_of("play 5")) == 0
    assert asked.loss(actions_of("play 2 double")) == pytest.approx(0.5)


def test_an_unjudged_turn_has_no_cost_and_is_not_right() -> None:
    asked = question(*TURNS)
    assert asked.loss(actions_of("play 1", "pass")) is None
    assert not asked.is_right(actions_of("play 1", "pass"))


def test_a_turn_is_right_if_it_costs_less_than_a_tenth_of_equity() -> None:
    for loss, is_right in ((0.0, True), (0.0625, True), (0.125, False), (0.5, False)):
        asked = question(("draw", 0.5), ("play 5, pass", 0.5 - loss), unit=1.0)
        assert asked.is_right(actions_of("play 5", "pass")) == is_right
    exact = question(("draw", 0.1), ("play 5, pass", 0.0), unit=1.0)
    assert not exact.is_right(actions_of("play 5", "pass"))


def test_first_actions_list_cards_by_value_then_the_rest() -> None:
    asked = question(*TURNS, ("play 1, pass", 0.1), ("ask", 0.2), ("swap 2", 0.3), ("play 2", 0.0))
    assert [str(action) for action in asked.first_actions()] == [
        *("play 1", "play 2", "play 2 double", "play 5"),
        *("ask", "draw", "swap 2"),
    ]


def test_commands_after_an_action_are_listed_once_best_first() -> None:
    asked = question(*TURNS, ("play 5, pass", 0.1))
    assert asked.commands_after(parse("play 5")) == actions_of("pass", "command play")
    assert asked.commands_after(DRAW) == ()


def test_a_questions_table_and_hand_are_those_of_its_view() -> None:
    asked = question(*TURNS)
    assert asked.hand == (1, 2, 5) and asked.public.row == (3,)
    assert (asked.seat, asked.seats, asked.rules) == (0, asked.view.seats, asked.view.rules)


def test_a_question_has_a_default_miss_share_and_no_answer() -> None:
    asked = question(*TURNS)
    assert (asked.miss_share, asked.made, asked.opponent_hand) == (0.5, (), None)


def test_question_data_keep_values_to_four_digits() -> None:
    written = (
        (
            actions_of("play 5", "pass"),
            Forecast(0.12344, 0.23456, 0.34567, 0.45678, 0.56784),
            0.98761,
        ),
    )
    asked = PositionQuestion(
        "key",
        "hold",
        view_of("start 3"),
        written,
        0.12345678,
        actions_of("draw"),
        counts_of((0, 3, 3, 4), 6),
        0.126,
    )
    data = asked.as_json()
    assert data["options"] == [[["play 5", "pass"], 0.1234, 0.2346, 0.3457, 0.4568, 0.5678, 0.9876]]
    assert (data["key"], data["kind"], data["unit"]) == ("key", "hold", 0.123457)
    assert (data["made"], data["held"], data["hard"]) == (["draw"], [1, 0, 0, 2, 1, 0], 0.13)
    again = read_question(data)
    assert again.as_json() == data
    assert (
        again.view == asked.view
        and again.made == asked.made
        and again.opponent_hand == asked.opponent_hand
    )
    assert again.options[0][1].lose_1 == 0.3457 and again.options[0][2] == 0.9876


def test_mirroring_a_question_twice_gives_the_same_question() -> None:
    asked = PositionQuestion(
        *("key", "best"),
        view_of("start 3", "draw", "play 0 double", "pass", deck="4"),
        (option("play 5, pass", 0.6), option("play 2 double, command guard", 0.5)),
        0.2,
        actions_of("start 4"),
        counts_of((0, 3, 4), 6),
    )
    there = mirrored_question(asked)
    assert there.hand == (0, 1, 3, 4) and there.public.row == (2, 5)
    assert there.public.board[7 - 1] == (0, 1) and asked.public.board[3 - 1] == (0, 1)
    assert [actions_of for actions_of, _, _ in there.options] == [
        (Play(0), parse("pass")),
        (Play(3, True), parse("command guard")),
    ]
    assert there.made == (LayStartCard(1),) and there.opponent_hand == (0, 1, 1, 0, 0, 1)
    sums = {seat: total for _n, seat, total in there.view.said}
    assert sums == {0: 15 - 8, 1: 15 - 7}
    assert mirrored_question(there) == asked
    assert {str(action) for action in legal_actions(observation_of(there.view))} >= {"play 0"}


def mirrored_legal_actions(view: View) -> tuple[set[Action], set[Action]]:
    """Return the turns of a mirrored question with all legal actions, and those legal there."""
    options = tuple(option(str(action), 0.5) for action in legal_actions(observation_of(view)))
    there = mirrored_question(PositionQuestion("key", "best", view, options, 0.2))
    return {actions[0] for actions, _, _ in there.options}, set(
        legal_actions(observation_of(there.view))
    )


@pytest.mark.parametrize("preset", ["keypad", "club", "wits"])
def test_a_mirrored_question_offers_what_is_legal_in_its_view(preset: str) -> None:
    verbs = set()
    for seed in range(12):
        for match in random_match(PRESETS[preset], seed, n_rounds=3):
            if not match.is_round_over and match.public.phase != "codes":
                offered, legal = mirrored_legal_actions(match.view(match.public.seat))
                assert offered == legal
                verbs |= {action.verb for action in legal}
    assert {"under", "swap"} <= verbs or preset != "wits"


def test_a_question_from_a_match_that_began_in_a_position_is_mirrored_whole() -> None:
    for match, _text in replay_record(finished_match_from_position()):
        if not match.is_round_over:
            offered, legal = mirrored_legal_actions(match.view(match.public.seat))
            assert offered == legal


def test_shown_hands_are_mirrored_too() -> None:
    """Mirror the hand that a commanded player shows before drawing, as no card can be played."""
    match = scripted_match(hands=("122", "0234"))
    match.submit_text("start 0", "play 2", "pass", "play 3", "pass", "play 1", "pass", "play 2")
    match.submit_text("command play", "draw")
    asked = PositionQuestion("key", "best", match.view(1), (option("draw", 0.5),), 0.2)
    ((_number, seat, cards),) = asked.view.shown
    assert (seat, cards) == (0, (2,))
    there = mirrored_question(asked)
    assert there.view.shown[0][1:] == (0, (3,)) and mirrored_question(there) == asked


@pytest.mark.parametrize("wrong", [None, [], {}, {"key": "x"}])
def test_data_that_is_not_a_question_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="no question"):
        read_question(wrong)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("options", [[["draw"], 0, 0, 0, 0, 0.5]]), ("options", [[[7], *[0.5] * 6]]), ("made", [7])],
)
def test_a_question_with_a_damaged_turn_is_refused(name: str, wrong: object) -> None:
    data = question(*TURNS).as_json()
    assert read_question(data)
    with pytest.raises(ValueError, match="no question"):
        read_question(data | {name: wrong})


# Tests of answering questions.


def test_the_answer_is_shown_after_three_tries() -> None:
    quiz = QuestionAttempt(question(*TURNS))
    wrong = actions_of("play 2", "pass")
    assert MAX_TRIES == 3 and quiz.tries_left == 3 and quiz.last_try_cost == 0
    assert quiz.judge_answer(wrong) == "wrong" and quiz.tries_left == 2
    assert quiz.last_try_cost == pytest.approx(0.2)
    quiz.try_again()
    assert quiz.state == "open" and not quiz.is_over
    assert quiz.judge_answer(wrong) == "wrong"
    assert quiz.judge_answer(wrong) == "missed" and quiz.is_over and quiz.tries_left == 0


def test_only_a_right_first_try_counts_as_solved() -> None:
    right, wrong = actions_of("play 5", "pass"), actions_of("play 2", "pass")
    quiz = QuestionAttempt(question(*TURNS))
    assert not quiz.is_solved_at_first_try
    assert quiz.judge_answer(right) == "solved" and quiz.is_solved_at_first_try and quiz.is_over
    quiz = QuestionAttempt(question(*TURNS))
    quiz.judge_answer(wrong)
    quiz.try_again()
    assert quiz.judge_answer(right) == "solved" and not quiz.is_solved_at_first_try


def test_announced_sums_are_listed_by_seat() -> None:
    listed = QuestionAttempt(
        replace(question(*TURNS), view=view_of("start 3", "play 5", "pass"))
    ).announced_sums()
    assert [(one.seat, one.total, one.size) for one in listed] == [(0, 8, 3), (1, 7, 3)]
    assert listed[0].played == [5]


def test_the_explanation_is_about_the_last_try() -> None:
    considered: list[tuple[str, ...]] = []

    class Asked(InlineThinker):
        def request_analysis(
            self, kind: object, view: View, actions_made: tuple[str, ...] = ()
        ) -> int:
            considered.append(actions_made)
            return len(considered)

    quiz = QuestionAttempt(question(*TURNS), Asked())
    for first in ("play 2", "play 2 double", "play 2"):
        quiz.judge_answer(actions_of(first, "pass"))
        quiz.try_again()
    assert quiz.state == "missed"
    assert considered == [("play 2", "pass"), ("play 2 double", "pass"), ("play 2", "pass")]


def test_a_question_cancels_no_other_analysis_before_a_try() -> None:
    touched: list[str] = []

    class Busy(InlineThinker):
        def pop_analysis_updates(self) -> tuple[AnalysisUpdate, ...]:
            touched.append("told")
            return ()

        def cancel_analyses(self) -> None:
            touched.append("drop")

    quiz = QuestionAttempt(question(*TURNS), Busy())
    assert not quiz.update()
    quiz.cancel_explanation()
    assert not touched


def test_repeating_a_turn_is_one_question_that_reports_its_result() -> None:
    attempts: list[QuestionAttempt] = []
    again = RetriedTurnSource(QuestionAttempt(question(*TURNS)), 21, attempts.append)
    assert (again.place, again.has_next, again.total, again.day) == (21, False, 0, "")
    again.advance_to_next_question()
    again.report_outcome()
    assert attempts == [again.attempt] and again.place == 21
