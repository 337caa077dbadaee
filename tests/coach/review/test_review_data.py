"""Stored reviews keep every figure, and a review of a round shows those of its judgement."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from assets.shots.reviewed_match import sample_finished_round, sample_record, sample_review

from hacktrick.ai.advice import Forecast
from hacktrick.coach.judgement import TurnLoss
from hacktrick.coach.puzzles import question_of_turn
from hacktrick.coach.rating import ERROR_RATE_UNIT
from hacktrick.coach.reason_finder import Explanation, Reason
from hacktrick.coach.review import judged_round
from hacktrick.coach.review.judged_round import (
    JudgedDecision,
    LuckChange,
    ReviewProgress,
    ReviewStage,
    RoundJudgement,
    TurnChances,
    ValuedTurn,
)
from hacktrick.coach.review.round_review import (
    LEDGER_LINES,
    MIN_SPREAD,
    RoundReview,
    chance_changes_of_rounds,
    decision_points_by_round,
    error_rate_of_rounds,
    finished_rounds,
    has_real_choice,
    n_judgeable_actions,
)
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import cards_of
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import observation_of

FINISHED = sample_finished_round()
UNIT = 0.2


def actions_of(text: str) -> tuple[Action, ...]:
    return tuple(parse(word) for word in text.split(", "))


def options(*values: tuple[str, float]) -> list[ValuedTurn]:
    return [(actions_of(text), Forecast(0.1, 0.2, 0.3, 0.4, value), 0.5) for text, value in values]


def judged_decision(
    at: int, loss: float, frequency: float = 0.0, checked: float | None = None, gap: float = 0.1
) -> JudgedDecision:
    """Return the decision with this number, with two options that differ by the given loss."""
    turns = options(("draw", 0.5), ("play 5, pass", 0.5 - gap))
    return JudgedDecision(
        FINISHED.decision_points[at],
        Forecast(0.1, 0.2, 0.3, 0.4, 0.5),
        turns,
        0.5 - loss,
        loss,
        frequency,
        checked,
    )


def judgement_with(*decisions: JudgedDecision, luck: tuple[LuckChange, ...] = ()) -> RoundJudgement:
    """Return the judgement of the reviewed round with these decisions and pieces of luck."""
    n_turns = len(list(RoundReview(FINISHED, reviewed_round(), 0).turns))
    points = [TurnChances(n, 0, (0.5, 0.5), None) for n in range(n_turns)]
    made = reviewed_round().judgement
    return replace(
        made,
        unit=UNIT,
        start=(0.5, 0.5),
        end=(0.75, 0.25),
        decisions=list(decisions),
        luck=list(luck),
        turn_chances=points,
    )


def reviewed_round() -> ReviewProgress:
    found = sample_review(FINISHED)
    assert found is not None
    return found


def review_of_judgement(
    judged: RoundJudgement, stage: ReviewStage = "checked", seat: int = 0
) -> RoundReview:
    """Return the review of the reviewed round with this judgement."""
    return RoundReview(FINISHED, ReviewProgress(stage, "judge", judged, {}), seat)


# Tests of the decision points of a record.


def test_every_action_has_a_decision_point_with_its_seats_view() -> None:
    record = sample_record()
    rounds = list(decision_points_by_round(record))
    assert len(rounds) == len(record.rounds)
    for (moments, result, _score), written in zip(rounds, record.rounds, strict=True):
        assert [str(one.action) for one in moments] == written.actions
        assert [one.number for one in moments] == list(range(len(moments)))
        assert result == written.result
        assert all(one.view.seat == one.seat for one in moments)
        assert all(len(one.view.actions) == one.number for one in moments)
        assert tuple(map(cards_of, moments[0].hands)) == tuple(
            tuple(sorted(hand)) for hand in written.hands
        )
    assert n_judgeable_actions(record) == sum(len(written.actions) for written in record.rounds)
    assert record.rules.has_solver


def test_a_story_starts_with_the_score_and_chances_of_the_round() -> None:
    found = list(finished_rounds(sample_record()))
    assert [one.judgement.number for one in found] == list(range(len(found)))
    assert found[0].judgement.score == (0, 0) and sum(found[1].judgement.score) > 0
    for one, written in zip(found, sample_record().rounds, strict=True):
        assert one.judgement.leader == written.leader and one.seats == (0, 1)
        assert sum(one.judgement.start) == pytest.approx(1) and one.judgement.unit == 1
        assert one.judgement.end == one.judgement.start


# Tests of stored reviews.


def test_a_stored_review_keeps_figures_to_six_digits() -> None:
    why = Explanation(
        actions_of("play 5, pass"),
        actions_of("draw"),
        TurnLoss(0.125, 0.25),
        (Reason("wins_now", "playouts", 0.5, 0.25, 40),),
        41,
        0.0625,
        0.03125,
        actions_of("play 0, pass"),
    )
    judged = judgement_with(
        replace(judged_decision(1, 0.1234567, 0.25, 0.0625), themes=("tempo",)),
        judged_decision(3, 0.5),
        luck=(LuckChange(1, 0, "draw", -0.1234567), LuckChange(2, 1, "reply", 0.25)),
    )
    judged = replace(
        judged,
        turn_chances=[
            replace(judged.turn_chances[0], open_chances=(0.125, 0.875)),
            *judged.turn_chances[1:],
        ],
    )
    text = judged_round.review_to_text(ReviewProgress("opened", "judge", judged, {3: why}))
    data = json.loads(text)
    assert data["decisions"][0][4] == 0.123457 and data["luck"][0][3] == -0.123457
    assert data["points"][0][3] == [0.125, 0.875] and data["points"][1][3] is None
    assert (data["version"], data["stage"], data["judge"], data["unit"]) == (
        1,
        "opened",
        "judge",
        0.2,
    )
    again = judged_round.review_from_text(text, FINISHED)
    assert again.explanations == {3: why} and again.stage == "opened" and again.judge == "judge"
    first, second = again.judgement.decisions
    assert (first.checked_loss, first.frequency, first.themes) == (0.0625, 0.25, ("tempo",))
    assert first.decision_point == FINISHED.decision_points[1] and second.checked_loss is None
    assert first.forecast == Forecast(0.1, 0.2, 0.3, 0.4, 0.5)
    assert first.options == judged_decision(1, 0).options
    assert (again.judgement.start, again.judgement.end) == ((0.5, 0.5), (0.75, 0.25))
    assert (
        again.judgement.turn_chances[0].open_chances == (0.125, 0.875)
        and again.judgement.turn_chances[1].open_chances is None
    )
    assert again.judgement.luck[1] == LuckChange(2, 1, "reply", 0.25)
    assert judged_round.review_to_text(again) == text


def test_a_review_of_another_version_is_refused() -> None:
    data = json.loads(judged_round.review_to_text(reviewed_round()))
    for version in (0, 2, None):
        with pytest.raises(ValueError, match="unknown version"):
            judged_round.review_from_text(json.dumps(data | {"version": version}), FINISHED)


# Tests of the review of a round.


def test_turns_are_numbered_from_1_and_know_their_first_action() -> None:
    turns = review_of_judgement(judgement_with()).turns
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    at = 0
    for turn in turns:
        assert turn.first_action == at
        at += len(turn.made)
    assert at == len(FINISHED.decision_points)


def first_turn_of(seat: int) -> int:
    """Return the number of the first action of a turn with two actions."""
    turns = review_of_judgement(judgement_with()).turns
    return next(turn.first_action for turn in turns if turn.seat == seat and len(turn.made) == 2)


def test_a_turn_costs_the_smaller_losses_of_its_decisions() -> None:
    at = first_turn_of(0)
    judged = judgement_with(judged_decision(at, 0.05, checked=0.04), judged_decision(at + 1, 0.02))
    turn = next(one for one in review_of_judgement(judged).turns if one.first_action == at)
    assert turn.match_loss == pytest.approx(0.06)
    assert turn.value == pytest.approx(0.45) and turn.is_mistake
    assert turn.options == tuple(judged.decisions[0].options)


def test_a_turn_without_a_choice_costs_nothing() -> None:
    at = first_turn_of(0)
    forced = replace(judged_decision(at, 0.3, checked=0.3), options=options(("draw", 0.5)))
    turn = next(
        one for one in review_of_judgement(judgement_with(forced)).turns if one.first_action == at
    )
    assert (turn.match_loss, turn.mistake_class) == (0, "fine")
    empty = next(
        one for one in review_of_judgement(judgement_with()).turns if one.first_action == at
    )
    assert (empty.options, empty.value, empty.match_loss) == ((), 0, 0)


@pytest.mark.parametrize(("stage", "checked"), [("looked", 0.1), ("checked", None)])
def test_no_turn_is_marked_until_a_second_solution_agrees(
    stage: ReviewStage, checked: float | None
) -> None:
    at = first_turn_of(0)
    judged = judgement_with(judged_decision(at, 0.1, checked=checked))
    assert not review_of_judgement(judged, stage).mistakes_worst_first()
    assert [
        one.first_action
        for one in review_of_judgement(
            judgement_with(judged_decision(at, 0.1, checked=0.1))
        ).mistakes_worst_first()
    ] == [at]


def test_worst_turns_belong_to_one_seat_and_begin_with_the_costliest() -> None:
    turns = review_of_judgement(judgement_with()).turns
    own = [turn.first_action for turn in turns if turn.seat == 0 and len(turn.made) == 2][:3]
    other = next(turn.first_action for turn in turns if turn.seat == 1 and len(turn.made) == 2)
    costs = [0.05, 0.15, 0.1]
    judged = judgement_with(
        *[judged_decision(at, cost, checked=cost) for at, cost in zip(own, costs, strict=True)],
        judged_decision(other, 0.2, checked=0.2),
    )
    assert [turn.first_action for turn in review_of_judgement(judged).mistakes_worst_first()] == [
        own[1],
        own[2],
        own[0],
    ]
    assert [
        turn.first_action for turn in review_of_judgement(judged, seat=1).mistakes_worst_first()
    ] == [other]


def test_the_stage_says_whether_the_review_is_checked_and_complete() -> None:
    judged = judgement_with()
    found = {
        stage: review_of_judgement(judged, stage)
        for stage in ("looked", "checked", "explained", "opened")
    }
    assert [one.is_checked for one in found.values()] == [False, True, True, True]
    assert [one.is_complete for one in found.values()] == [False, False, False, True]


def test_the_chance_curve_ends_with_the_result() -> None:
    judged = judgement_with()
    judged = replace(
        judged, turn_chances=[TurnChances(0, 0, (0.4, 0.6), (0.3, 0.7)), *judged.turn_chances[1:]]
    )
    for seat, first, last in ((0, (0.4, 0.3), 0.75), (1, (0.6, 0.7), 0.25)):
        curve = review_of_judgement(judged, "opened", seat).chance_curve()
        assert curve[0] == first and curve[-1] == (last, last)
        assert curve[1] == (0.5, None) and len(curve) == len(judged.turn_chances) + 1
        assert review_of_judgement(judged, "checked", seat).chance_curve()[-1] == (last, None)


def test_luck_counts_only_the_chance_of_the_seat_itself() -> None:
    pieces = (
        LuckChange(1, 0, "draw", 0.1),
        LuckChange(2, 0, "deal", -0.3),
        LuckChange(3, 0, "reply", 0.9),
        LuckChange(4, 1, "draw", 0.8),
        LuckChange(5, 0, "draw", 0.2),
    )
    review = review_of_judgement(judgement_with(luck=pieces))
    found = review.chance_changes_by_cause()
    assert found["reply"] == 0.9 and found["draw"] == pytest.approx(0.3)


def test_own_mistakes_cost_and_opponents_mistakes_gain() -> None:
    seats = {seat: first_turn_of(seat) for seat in (0, 1)}
    judged = judgement_with(judged_decision(seats[0], 0.25), judged_decision(seats[1], 0.125))
    parts = chance_changes_of_rounds([judged], 0)
    assert (parts["mistakes"], parts["other"]) == (-0.25, 0.125)
    assert (parts["start"], parts["end"]) == (0.5, 0.75)
    assert (
        chance_changes_of_rounds([judged], 1)["mistakes"],
        chance_changes_of_rounds([judged], 1)["other"],
    ) == (
        -0.125,
        0.25,
    )
    assert chance_changes_of_rounds([], 0) == dict.fromkeys(LEDGER_LINES, 0.0)


def test_a_match_ledger_spans_from_the_first_start_to_the_last_end() -> None:
    first, last = judgement_with(), replace(judgement_with(), start=(0.75, 0.25), end=(1.0, 0.0))
    parts = chance_changes_of_rounds([first, last], 0)
    assert (parts["start"], parts["end"]) == (0.5, 1.0)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_question_about_a_turn_includes_the_opponents_hand(seat: int) -> None:
    found = review_of_judgement(judgement_with())
    turn = next(one for one in found.turns if one.seat == seat and one.number > 1)
    asked = question_of_turn(found, turn, "key")
    assert asked.opponent_hand == FINISHED.decision_points[turn.first_action].hands[1 - seat]
    assert (asked.view, asked.made, asked.unit) == (found.view_at(turn), turn.made, UNIT)


# Tests of the error rate.


def test_the_error_rate_is_the_equity_lost_per_500_free_decisions() -> None:
    at = first_turn_of(0)
    judged = judgement_with(
        judged_decision(at, 0.05),
        judged_decision(at + 1, 0.03),
        judged_decision(first_turn_of(1), 0.2),
    )
    assert ERROR_RATE_UNIT == 500
    assert error_rate_of_rounds([judged], 0) == (pytest.approx(500 * 0.4 / 2), 2)
    assert error_rate_of_rounds([judged], 1) == (pytest.approx(500 * 1.0), 1)
    assert error_rate_of_rounds([judged, judged], 1)[1] == 2 and error_rate_of_rounds([], 0) == (
        0.0,
        0,
    )


def test_a_small_loss_that_the_solver_also_plays_is_no_error() -> None:
    at = first_turn_of(0)
    for loss, frequency, counted in ((0.01, 0.3, 0.0), (0.01, 0.0, 0.05), (0.03, 0.3, 0.15)):
        rate, free = error_rate_of_rounds([judgement_with(judged_decision(at, loss, frequency))], 0)
        assert rate == pytest.approx(500 * counted) and free == 1


def test_a_decision_is_free_if_its_first_actions_differ_enough() -> None:
    at = first_turn_of(0)
    assert MIN_SPREAD == 0.02
    assert has_real_choice(judged_decision(at, 0.0, gap=0.25), 1.0)
    assert has_real_choice(judged_decision(at, 0.0, gap=0.5), 25.0) and not has_real_choice(
        judged_decision(at, 0, gap=0.25), 25.0
    )
    words = replace(
        judged_decision(at, 0),
        options=options(("play 5, pass", 0.5), ("play 5, command play", 0.1)),
    )
    assert not has_real_choice(words, 1.0), "only the word differs"
    turns = (("play 5, pass", 0.5), ("play 5, command play", 0.1), ("draw", 0.49))
    assert not has_real_choice(replace(words, options=options(*turns)), 1.0), "the best word counts"
    assert error_rate_of_rounds([judgement_with(words)], 0) == (0.0, 0)


def test_position_and_hands_are_those_at_the_start_of_the_turn() -> None:
    found = review_of_judgement(judgement_with())
    for turn in found.turns:
        public, hands = found.position_at(turn)
        moment = FINISHED.decision_points[turn.first_action]
        assert public.seat == turn.seat == moment.seat and hands == moment.hands
        assert found.view_at(turn) == moment.view
        assert turn.made[0] in legal_actions(observation_of(moment.view))


def test_possible_opponent_hands_come_likeliest_first_with_the_true_one() -> None:
    found = review_of_judgement(judgement_with())
    for turn in found.turns:
        assert (
            found.opponent_hands_at(turn)[1]
            == FINISHED.decision_points[turn.first_action].hands[1 - turn.seat]
        )
    turn = found.turns[3]
    possible_hands, held = found.opponent_hands_at(turn)
    assert [possible.chance for possible in possible_hands] == sorted(
        (c.chance for c in possible_hands), reverse=True
    )
    assert sum(possible.chance for possible in possible_hands) == pytest.approx(1)
    assert held == FINISHED.decision_points[turn.first_action].hands[1 - turn.seat]
    assert held in [possible.hand for possible in possible_hands]
