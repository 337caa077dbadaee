"""build/qa/judged_levels.py reports what the figures of the judged rounds say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from qa import judged_levels, judged_round_statistics
from qa.judged_round_statistics import (
    ROUNDS_PER_SAMPLE,
    JudgedRound,
    report_lines_of_rounds,
    statistics_as_person,
)

from hacktrick.ai.measured_figures import shipped_measurements as measured
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.rating import ERROR_RATE_UNIT
from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.coach.statistics import MIDDLE_RATING, relative_theme_cost

RATINGS, TOP, SLOPE = measured().ratings, measured().rating_fit.top, measured().rating_fit.slope
SHARES = {theme: relative_theme_cost(theme, MIDDLE_RATING) for theme in DECISION_THEMES}


def judged_round(
    level: int, match: int, loss: float, luck: tuple[float, float] = (0.0, 0.0)
) -> JudgedRound:
    """Return a judged round in which both seats decide once on every theme, at its usual cost."""
    decisions = tuple(
        (seat, n, (theme,), loss * share)
        for seat in (0, 1)
        for n, (theme, share) in enumerate(SHARES.items())
    )
    return JudgedRound(level, match, 0, 0, 0, 1, False, decisions, luck, (0, 0))


def usual_loss(level: int) -> float:
    """Return the loss with which a player gets the rating of a level."""
    return (TOP - RATINGS[level]) / SLOPE / ERROR_RATE_UNIT * len(SHARES) / sum(SHARES.values())


def test_a_player_who_loses_as_much_as_a_level_gets_its_rating() -> None:
    sample = [(judged_round(7, n, usual_loss(7)), n % 2) for n in range(ROUNDS_PER_SAMPLE)]
    play = statistics_as_person(sample).strength.by_decisions
    assert play is not None
    assert play.rating == pytest.approx(RATINGS[7])


@pytest.mark.parametrize(("near", "share"), [(0, " 0%"), (10**6, "100%")])
def test_a_level_far_off_the_rating_line_is_reported(
    near: int, share: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judged_round_statistics, "RATING_TOLERANCE", near)
    (line, *_) = report_lines_of_rounds([judged_round(8, n, usual_loss(4)) for n in range(30)])
    assert f"rated {RATINGS[4]} +- 0 (league {RATINGS[8]})" in line
    assert f"{share} within {near}" in line


def test_commands_that_cost_too_much_are_found() -> None:
    def with_costlier_commands(one: JudgedRound, dear: float) -> JudgedRound:
        decisions = tuple(
            (seat, n, themes, loss * (dear if themes == ("commands",) else 1.0))
            for seat, n, themes, loss in one.decisions
        )
        return JudgedRound.from_json({**one.as_json(), "decisions": decisions})

    rounds = [judged_round(5, n, usual_loss(5)) for n in range(30)]
    assert "100% worst at commands" in next(
        report_lines_of_rounds([with_costlier_commands(one, 2.0) for one in rounds])
    )
    assert " 0% worst at commands" in next(
        report_lines_of_rounds([with_costlier_commands(one, 0.5) for one in rounds])
    )


def test_luck_is_a_mean_per_round_with_its_standard_error() -> None:
    rounds = [
        judged_round(7, n, usual_loss(7), luck) for n, luck in enumerate(((0.4, 0.0), (0.1, -0.1)))
    ]
    assert (
        list(report_lines_of_rounds(rounds))[-1]
        == "chance luck: +0.1000 +- 0.1000 equity a round, 2 rounds"
    )


def test_a_round_is_kept_as_it_was_judged_and_another_judges_round_is_left_out(
    tmp_path: Path,
) -> None:
    one, file = judged_round(7, 3, usual_loss(7), (0.25, 0.0)), tmp_path / "rounds.jsonl"
    lines = [{"judge": judge_id(), **one.as_json()}, {"judge": "another", **one.as_json()}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert judged_levels.read_saved_rounds(file) == [one]


def test_the_level_with_the_fewest_rounds_is_next_until_all_have_enough() -> None:
    found = [judged_round(7, n, 0.0) for n in range(3)] + [judged_round(8, 0, 0.0)]
    assert judged_levels.next_match_tasks(found, (7, 8), 3, 2, False) == [
        (8, 1, False),
        (8, 2, False),
    ]
    assert judged_levels.next_match_tasks(found, (7,), 3, 2, False) == []
    assert judged_levels.next_match_tasks(found, (7,), 3, 1, True) == [(7, 3, True)]


def test_without_judged_rounds_the_report_is_empty() -> None:
    assert list(report_lines_of_rounds([])) == ["no round has been judged"]
