"""Reviews of rounds: luck averages zero, sums add up, stored reviews, questions and branches."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from assets.shots.reviewed_match import (
    sample_finished_round,
    sample_match_reviews,
    sample_question,
    sample_record,
    sample_review,
)
from qa import luck_check

from hacktrick.ai.decision_position import position_of_view, read_position
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.solved_position import solve_position
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach import advisor, playouts
from hacktrick.coach.branched_match import branch_match_at_view
from hacktrick.coach.judgement import CLASS_LIMITS, TurnLoss
from hacktrick.coach.puzzles import mirrored_question, read_question
from hacktrick.coach.reason_finder import Explanation
from hacktrick.coach.review import judged_round, round_judge
from hacktrick.coach.review.judged_round import LuckChange, ReviewProgress, split_into_turns
from hacktrick.coach.review.round_judge import luck_of_deal, luck_of_draw
from hacktrick.coach.review.round_review import (
    LEDGER_LINES,
    RoundReview,
    finished_rounds,
    turn_numbers_in_log,
)
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import Draw
from hacktrick.game.editions import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.game.view_json import read_view, view_to_json
from hacktrick.match.record import BRANCH_KEY
from hacktrick.match.record_replay import replay_record
from tests.support.random_matches import random_record

QUICK = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
LONGER = SolvingPlayer(1, 12, 10**6, (), OnePlyPlayer(counts_cards=True))


def sample_round_review() -> RoundReview:
    finished = sample_finished_round()
    reviewed = sample_review(finished)
    assert reviewed is not None
    return RoundReview(finished, reviewed, 0)


def test_the_luck_of_a_draw_averages_zero() -> None:
    """At every draw, the luck of all cards of the deck, weighted by their copies, sums to zero."""
    means = list(luck_check.mean_luck_of_draws_in_record(sample_record()))
    assert means == pytest.approx([0.0] * len(means), abs=1e-12)
    assert len(means) > 5


def test_the_luck_of_a_draw_is_its_chance_less_the_mean() -> None:
    """Luck is the match chance with the drawn card, less the mean over all cards of the deck."""
    finished = next(finished_rounds(sample_record()))
    lucky = [
        luck_of_draw(turn[0], then[0], solve_position(read_position(then[0].view), QUICK))
        for turn, then in pairwise(split_into_turns(finished.decision_points))
        if isinstance(turn[0].action, Draw)
    ]
    assert any(luck > 0.001 for luck in lucky) and any(luck < -0.001 for luck in lucky)


def test_the_luck_of_a_deal_averages_zero() -> None:
    moment = sample_finished_round().decision_points[0]
    judged = solve_position(read_position(moment.view), QUICK)
    for seat in (0, 1):
        hands = judged.hand_and_match_chances(seat)
        assert sum(share for _, share, _ in hands) == pytest.approx(1)
        luck = [share * luck_of_deal(judged, seat, hand) for hand, share, _ in hands[:40]]
        mean = sum(share * value for _, share, value in hands)
        shares = [share * (value - mean) for _, share, value in hands]
        assert luck == pytest.approx(shares[:40]) and sum(shares) == pytest.approx(0, abs=1e-9)


def test_the_ledger_adds_up_and_later_insight_is_not_luck() -> None:
    review = sample_round_review()
    parts = review.chance_changes_by_cause()
    assert tuple(parts) == LEDGER_LINES
    assert sum(parts[name] for name in LEDGER_LINES[:-1]) == pytest.approx(parts["end"], abs=1e-5)


def test_card_and_command_are_one_turn_and_the_worst_comes_first() -> None:
    review = sample_round_review()
    worst = review.mistakes_worst_first()
    assert worst and [turn.match_loss for turn in worst] == sorted(
        (t.match_loss for t in worst), reverse=True
    )
    assert all(turn.seat == 0 for turn in worst)
    assert len({turn.number for turn in review.turns}) == len(review.turns)
    least = {name: match for name, _equity, match in CLASS_LIMITS}
    assert all(turn.match_loss >= least[turn.mistake_class] for turn in worst)


@pytest.mark.parametrize("preset", ["keypad", "club", "wits"])
def test_turns_have_the_numbers_of_the_log(preset: str) -> None:
    """Regression: the log said turn 11 where the review said 13."""
    seats = (SeatInfo("Ada", "human"), SeatInfo("Ben", "human"))
    record = random_record(rules_for(preset), seats, Random(preset))
    asked = 0
    for finished in finished_rounds(record):
        turns = list(split_into_turns(finished.decision_points))
        tables = [position_of_view(turn[0].view).public for turn in turns]
        numbers = [0 if table.phase == "start" else table.turn + 1 for table in tables]
        assert turn_numbers_in_log(turns) == numbers
        asked += len(numbers) - len(set(numbers))
    assert asked


def test_an_explanation_belongs_to_the_turn_with_its_first_action() -> None:
    review = sample_round_review()
    assert any(len(turn.made) > 1 for turn in review.turns)
    whys = {
        turn.first_action: Explanation(turn.made, (), TurnLoss(0, 0), (), 0, 0, 0)
        for turn in review.turns
    }
    again = RoundReview(review.finished, replace(review.progress, explanations=whys), 0)
    assert [turn.explanation for turn in again.turns] == list(whys.values())


def test_no_turn_is_marked_before_the_check() -> None:
    review = sample_round_review()
    first = ReviewProgress("looked", review.progress.judge, review.judgement, {})
    assert not RoundReview(review.finished, first, 0).mistakes_worst_first()


def test_a_review_is_read_back_as_written() -> None:
    finished = sample_finished_round()
    reviewed = sample_review(finished)
    assert reviewed is not None
    text = judged_round.review_to_text(reviewed)
    assert judged_round.review_to_text(judged_round.review_from_text(text, finished)) == text


def test_no_luck_is_written_as_minus_zero() -> None:
    """Rounding a tiny negative number gives minus zero."""
    review = sample_round_review()
    story = replace(review.judgement, luck=[LuckChange(-1, 0, "deal", -1e-9)])
    text = judged_round.review_to_text(replace(review.progress, judgement=story))
    assert '"luck":[[-1,0,"deal",0.0]]' in text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 9}', '{"version": 1}'])
def test_text_that_is_not_a_review_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        judged_round.review_from_text(text, sample_finished_round())


def test_review_stages_come_in_order_with_or_without_the_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(round_judge, "strongest_solver", lambda: QUICK)
    monkeypatch.setattr(round_judge, "mistake_checking_solver", lambda: QUICK)
    monkeypatch.setattr(round_judge, "N_PLAYOUTS", 1)
    monkeypatch.setattr(playouts, "N_PLAYOUTS", 1)
    monkeypatch.setattr(round_judge, "MAX_EXPLAINED", 1)
    fresh = [one for one in round_judge.review_in_steps(sample_finished_round()) if one is not None]
    assert [one.stage for one in fresh] == ["looked", "checked", "explained", "opened"]
    text = judged_round.review_to_text(fresh[-1])
    assert advisor.n_cached_solutions()
    again = [one for one in round_judge.review_in_steps(sample_finished_round()) if one is not None]
    assert judged_round.review_to_text(again[-1]) == text
    advisor.clear_solution_cache()


def test_solving_ahead_prepares_what_the_review_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The views of the player at the screen and of the seat to act share one cached solution."""
    monkeypatch.setattr(round_judge, "strongest_solver", lambda: QUICK)
    monkeypatch.setattr(round_judge, "mistake_checking_solver", lambda: LONGER)
    monkeypatch.setattr(playouts, "N_PLAYOUTS", 1)
    finished = sample_finished_round()
    advisor.clear_solution_cache()
    for turn in split_into_turns(finished.decision_points):
        for _ in round_judge.solve_ahead_in_steps(turn[0].view):
            pass
    known = advisor.n_cached_solutions()
    stages = round_judge.review_in_steps(finished)
    looked = next(one for one in stages if one is not None)
    assert advisor.n_cached_solutions() == known
    fresh = solve_position(read_position(finished.decision_points[3].view), QUICK)
    hand = finished.decision_points[3].hands[finished.decision_points[3].seat]
    assert looked.judgement.decisions[3].options == fresh.turn_options(hand)
    advisor.clear_solution_cache()


def test_a_reduced_solution_answers_like_the_full_one() -> None:
    """Cover both seats, and the start card, play, draw and asks."""
    finished = sample_finished_round()
    phases = set()
    for turn in list(split_into_turns(finished.decision_points))[::3]:
        moment = turn[0]
        phases.add(moment.phase)
        whole = solve_position(read_position(moment.view), QUICK)
        kept = whole.reduced_to_root()
        assert len(kept.solver.outcomes) < len(whole.solver.outcomes) or moment.phase == "start"
        for seat in (0, 1):
            assert kept.hand_and_match_chances(seat) == whole.hand_and_match_chances(seat)
            hand = moment.hands[seat]
            assert kept.opponent_hand_chances(seat, hand) == whole.opponent_hand_chances(seat, hand)
            assert kept.forecast(seat, hand) == whole.forecast(seat, hand)
        hand = moment.hands[moment.seat]
        assert kept.turn_options(hand) == whole.turn_options(hand)
        if len(turn) > 1:
            made = (moment.action,)
            assert kept.turn_options(hand, made) == whole.turn_options(hand, made)
    assert phases == {"start", "turn"}


def test_checking_a_round_solves_nothing_that_was_solved_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While a round is played, the reviewed seat's turns are solved ahead, costly ones twice."""
    longer = SolvingPlayer(1, 12, 10**6, (), OnePlyPlayer(counts_cards=True))
    monkeypatch.setattr(round_judge, "strongest_solver", lambda: QUICK)
    monkeypatch.setattr(round_judge, "mistake_checking_solver", lambda: longer)
    advisor.clear_solution_cache()
    (finished,) = list(finished_rounds(sample_record(), (0,)))[:1]
    for match, _action in replay_record(sample_record()):
        if match.round_number == 1 and match.public.phase in ("start", "turn"):
            for _ in round_judge.solve_ahead_in_steps(match.view(0)):
                pass
    solved: list[object] = []
    monkeypatch.setattr(advisor, "solve_position_in_steps", lambda *what: solved.append(what))
    stages = (one for one in round_judge.review_in_steps(finished) if one is not None)
    assert [next(stages).stage, next(stages).stage] == ["looked", "checked"]
    assert not solved
    looked = [one for one in finished.judgement.decisions if one.checked_loss is not None]
    assert looked and all(one.decision_point.seat == 0 for one in looked)
    advisor.clear_solution_cache()


def test_the_inline_thinker_reports_all_review_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sample_review(sample_finished_round())
    monkeypatch.setattr(round_judge, "review_in_steps", lambda finished: iter((None, found)))
    thinker = InlineThinker()
    ticket = thinker.request_review(sample_finished_round())
    assert thinker.running_review_ticket() == ticket > 0, "0: none"
    updates = thinker.pop_review_updates()
    assert updates == ((ticket, found), (ticket, None)) and not thinker.pop_review_updates()


# Tests of questions made of reviewed turns.


def test_a_mirrored_question_has_the_mirrored_answer() -> None:
    question = sample_question()
    other = mirrored_question(question)
    assert read_view(view_to_json(other.view)) == other.view
    assert mirrored_question(other) == question
    top = question.rules.values - 1
    assert sorted(top - card for card in question.hand) == list(other.hand)
    best = [actions for actions, _, _ in other.options]
    assert other.is_right(best[0]) and not other.is_right(best[-1])


def test_a_question_is_read_back_as_written() -> None:
    question = sample_question()
    again = read_question(question.as_json())
    assert again.view == question.view and again.opponent_hand == question.opponent_hand
    assert [one[0] for one in again.options] == [one[0] for one in question.options]
    for wrong in (None, {}, {"key": "x"}):
        with pytest.raises(ValueError):
            read_question(wrong)


# Tests of matches that branch off a review.


def test_a_branch_keeps_what_was_known_and_redraws_the_rest() -> None:
    record, review = sample_record(), sample_round_review()
    hands = set()
    for turn in [turn for turn in review.turns if turn.seat == 0][:4]:
        view = review.view_at(turn)
        for seed in range(6):
            match = branch_match_at_view(record, 0, view, Random(seed), "key")
            assert match.view(0).actions == view.actions
            assert match.view(0).hand == view.hand and match.view(0).said == view.said
            assert match.record.extra[BRANCH_KEY]["match"] == "key"
            hands.add(match.full_state().hands[1])
    assert len(hands) > 1


def test_a_match_that_is_over_can_be_played_on() -> None:
    assert sample_match_reviews().is_match_over
