"""The reports of contests show every figure in its place."""

from __future__ import annotations

import pytest

from hacktrick.arena.contest_results import (
    contest_standings,
    pairing_report,
    pairing_summary,
    standings_report,
    thinking_time_summary,
)
from hacktrick.arena.contest_runner import Contest, ContestRound, DealResults
from hacktrick.arena.contestants import ContestantError, read_contestant
from hacktrick.game.editions import PRESETS

PLAYERS = tuple(map(read_contestant, ("level:1", "level:2", "level:3")))
TIMES = ([0.010, 0.030], [0.5])


def deal(first: ContestRound, second: ContestRound) -> DealResults:
    return first, second


def test_the_summary_of_a_pairing_counts_points_wins_causes_and_faults() -> None:
    pairs = [
        deal(ContestRound(0, 2, "line", "", TIMES), ContestRound(1, 1, "triple", "", TIMES)),
        deal(ContestRound(0, 1, "line", "", TIMES), ContestRound(0, 1, "fault", "died", TIMES)),
    ]
    found = pairing_summary(Contest(PRESETS["keypad"], PLAYERS[:2]), pairs)
    first, second = found["players"]
    assert (found["rounds"], first["points"], second["points"]) == (4, 0.75, -0.75)
    assert (first["won"], second["won"]) == (0.75, 0.25)
    assert first["wins_by"] == {"line": 2, "fault": 1} and second["wins_by"] == {"triple": 1}
    assert first["faults"] == {} and second["faults"] == {"died": 1}
    # Two deals with 0.5 and 1 points a round, and 1/2 and 1 of the rounds won.
    margin = 1.96 * (2 * 0.25**2 / 2) ** 0.5
    assert first["points_pm"] == pytest.approx(margin) == first["won_pm"]
    report = pairing_report(found).splitlines()
    assert report == [
        "keypad: 4 rounds, 2 deals each with the sides exchanged",
        "level:1: +0.750 ± 0.490 points a round, 75.0 ± 49.0 % of rounds won, "
        "thinking 20.0 ms mean, 30 ms at the 95th percentile, 30 ms at most",
        "level:2: -0.750 ± 0.490 points a round, 25.0 ± 49.0 % of rounds won, "
        "thinking 500.0 ms mean, 500 ms at the 95th percentile, 500 ms at most",
        "  lost 1 by fault: died",
    ]


def test_thinking_times_have_mean_quantile_and_maximum() -> None:
    found = thinking_time_summary([n / 1000 for n in range(100, -1, -1)])
    assert found == pytest.approx({"mean_ms": 50, "p95_ms": 95, "max_ms": 100})
    assert thinking_time_summary([]) == {"mean_ms": 0, "p95_ms": 0, "max_ms": 0}


def test_standings_name_places_shares_and_pairings() -> None:
    def won(first: int, second: int) -> list[DealResults]:
        return [deal(ContestRound(first, 1, "line"), ContestRound(second, 1, "line"))] * 30

    contest = Contest(PRESETS["keypad"], PLAYERS, seed=5)
    # The third wins everything, the first wins half of the rounds against the second.
    found = contest_standings(contest, {(0, 1): won(0, 1), (0, 2): won(1, 1), (1, 2): won(1, 1)})
    assert (found["preset"], found["seed"], found["rounds"]) == ("keypad", 5, 180)
    assert [one["won"] for one in found["players"]] == [0.25, 0.25, 1.0]
    ratings = [one["rating"] for one in found["players"]]
    assert ratings[0] == pytest.approx(ratings[1]) and ratings[2] > 0 > ratings[0]
    assert [(one["players"], one["won"], one["rounds"]) for one in found["pairings"]] == [
        ([0, 1], 0.5, 60),
        ([0, 2], 0.0, 60),
        ([1, 2], 0.0, 60),
    ]
    assert found["cycles"] == {"sure": [], "seen": []}
    lines = standings_report(found).splitlines()
    assert lines[0] == "keypad: 180 rounds, 60 a pairing"
    assert [line[:10] for line in lines[1:4]] == ["1. level:3", "2. level:1", "3. level:2"]
    assert ", 100.0 % of rounds won, " in lines[1] and ", 25.0 % of rounds won, " in lines[2]
    assert lines[4:] == [
        "",
        "           1      2      3 ",
        "   1.      -  100.0* 100.0*",
        "   2.    0.0*     -   50.0",
        "   3.    0.0*  50.0      -",
        "",
        "no cycle",
    ]


def test_rounds_lost_by_fault_are_counted_for_the_loser() -> None:
    fault = ContestRound(1, 1, "fault", "died", TIMES)
    contest = Contest(PRESETS["keypad"], PLAYERS[:2])
    found = contest_standings(
        contest, {(0, 1): [deal(fault, ContestRound(0, 1, "line", "", TIMES))]}
    )
    assert [one["faults"] for one in found["players"]] == [1, 0]
    assert [one["max_ms"] for one in found["players"]] == [30, 500]
    assert "   lost 1 by fault" in standings_report(found).splitlines()


@pytest.mark.parametrize(
    ("text", "level", "style", "is_patient", "work"),
    [
        ("level:10", 10, "steady", False, 0),
        ("level:7:bold", 7, "bold", False, 0),
        ("level:10:long", 10, "steady", True, 0),
        ("level:10:bold:long", 10, "bold", True, 0),
        ("work:1", 10, "steady", False, 1),
    ],
)
def test_a_contestant_has_a_level_a_style_and_a_time(
    text: str, level: int, style: str, is_patient: bool, work: int
) -> None:
    found = read_contestant(text)
    assert (found.text, found.level, found.style) == (text, level, style)
    assert (found.is_patient, found.work, found.is_best_response) == (is_patient, work, False)


def test_a_probe_answers_a_level() -> None:
    found = read_contestant("probe:3")
    assert (found.level, found.is_best_response, found.work) == (3, True, 0)


@pytest.mark.parametrize(
    "text",
    [
        *("level:x:bold", "level:²", "level:²:bold", "level:0", "level:11", "level:11:bold"),
        *("level:7:bold:bold", "level:10:long:long", "level:1:long", "level:1:bold"),
        *("level:7:shy", "probe:x", "probe:²", "work:-1", "work:²", "work:99999999999"),
    ],
)
def test_texts_that_name_no_player_are_refused(text: str) -> None:
    with pytest.raises(ContestantError, match="is no player"):
        read_contestant(text)
