"""The commands that check the judge find the faults they look for."""

from __future__ import annotations

from itertools import islice

import pytest
from qa import honesty, judge_check, mistake_report

from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach.advisor import advise
from hacktrick.coach.judgement import MARKED_CLASSES, PositionJudgement, TurnLoss
from hacktrick.coach.playouts import PlayoutResult
from hacktrick.coach.reason_finder import Explanation, Reason
from hacktrick.game.actions import parse
from tests.support.solver_rounds import random_views

AGENT = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
LONGER = SolvingPlayer(1, 24, 10**6, (), OnePlyPlayer(counts_cards=True))
WON, LOST = (
    PlayoutResult(1, True, False, True, False, False),
    PlayoutResult(-1, False, True, False, True, True),
)


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make searches so short that they take no time."""
    for module in ("qa.judge_check", "hacktrick.coach.position_analysis"):
        monkeypatch.setattr(f"{module}.strongest_solver", lambda: AGENT)
        monkeypatch.setattr(f"{module}.mistake_checking_solver", lambda: LONGER)


@pytest.fixture
def _few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("position_analysis", "playouts"):
        monkeypatch.setattr(f"hacktrick.coach.{module}.N_PLAYOUTS", 2)


@pytest.mark.usefixtures("_few_trials")
def test_hint_tutor_and_review_agree() -> None:
    sums = judge_check.CheckTotals()
    for made in islice(judge_check.decisions_with_choice(3), 8):
        judge_check.compare_judgements_of_decision(made, sums)
    assert (sums.positions, sums.contradictions) == (8, 0)
    assert sums.turns > 16


def test_a_review_that_says_otherwise_is_a_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    true = judge_check.turn_costs_in_review
    monkeypatch.setattr(
        judge_check,
        "turn_costs_in_review",
        lambda options: {line: loss + 0.1 for line, loss in true(options).items()},
    )
    sums = judge_check.CheckTotals()
    judge_check.compare_judgements_of_decision(next(judge_check.decisions_with_choice(3)), sums)
    assert sums.contradictions == sums.turns


def test_a_reason_reversed_by_fresh_play_outs_is_found() -> None:
    reason = Reason("lost_at_once", "playouts", 10, 90, 60)
    assert mistake_report.do_new_playouts_contradict(reason, [(LOST, WON)] * 40)
    assert not mistake_report.do_new_playouts_contradict(reason, [(WON, LOST)] * 40)
    assert not mistake_report.do_new_playouts_contradict(reason, [(WON, LOST), (LOST, WON)] * 20)


def test_a_mistake_is_written_out_with_both_figures_of_every_reason() -> None:
    view = random_views("keypad", range(1))[3]
    turns = (parse("play 4"), parse("pass")), (parse("draw"),)
    reason = Reason("lost_at_once", "playouts", 10, 90, 60)
    why = Explanation(turns[0], turns[1], TurnLoss(0.5, 0.1), (reason,), 40, 0.1, 0.02)
    judgement = PositionJudgement(advise(view, AGENT))
    fresh = [(WON, LOST)] * 3 + [(LOST, LOST)]
    found = mistake_report.retest_reason(view, judgement, reason, why, fresh)
    assert found.figures == (25.0, 100.0) and not found.is_reversed
    mistake = mistake_report.Mistake(view, why, 0.2, (0.1, 0.02), 60, 8, (found,))
    report = "\n".join(mistake_report.report_lines(mistake, 7))
    assert report.startswith("7. keypad ")
    assert "draw instead of play 4, pass: mistake, claimed 0.50 (10.0 % of the match)" in report
    assert "came true 0.50 +- 0.10 in 60 deals with level 8" in report
    assert "lost_at_once: 10 / 90, again 25 / 100" in report and "REVERSED" not in report


def test_the_report_compares_claims_with_outcomes() -> None:
    sums = judge_check.CheckTotals(
        positions=5,
        turns=20,
        claims=[0.4, 0.6],
        gains=[(0.5, 0.1), (-0.3, 0.1)],
        matches=[(0.04, 0.05), (0.06, -0.03)],
        explained=1,
    )
    report = "\n".join(judge_check.totals_lines(sums, 60, 8))
    assert "claimed 0.50, came true 0.10" in report
    assert "claimed 5.0 %, came true 1.0 %" in report
    assert "1 reversed (50 %)" in report and "1 of 2 explained (50 %)" in report


@pytest.mark.usefixtures("_few_trials")
def test_one_mistake_is_drawn_from_each_round() -> None:
    sums = judge_check.CheckTotals()
    drawn = list(islice(judge_check.find_marked_mistakes(3, sums), 2))
    assert drawn[0][0].round < drawn[1][0].round
    for made, judgement in drawn:
        loss = judgement.loss((made.action,))
        assert loss is not None and loss.mistake_class in MARKED_CLASSES
    assert sums.positions >= 2 and not sums.contradictions


def test_hints_are_compared_byte_for_byte() -> None:
    one, other = random_views("keypad", range(1))[2:4]
    assert honesty.all_shown_help_as_bytes(one) == honesty.all_shown_help_as_bytes(one)
    assert honesty.all_shown_help_as_bytes(one) != honesty.all_shown_help_as_bytes(other)
