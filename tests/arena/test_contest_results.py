"""Results of contests: the sequential test, ratings, cycles, the journal, the progress bar."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import log
from pathlib import Path
from random import Random

import pytest

from hacktrick.arena import contest_runner as arena
from hacktrick.arena.contest_results import (
    ERROR_PROBABILITY,
    MIN_DEALS,
    PairingScore,
    SequentialTest,
    contest_standings,
    fit_ratings,
    intransitive_cycles,
    mean_with_interval,
    standings_report,
)
from hacktrick.arena.contest_runner import (
    Contest,
    ContestDeal,
    ContestJournal,
    ContestRound,
    DealResults,
    JournalError,
)
from hacktrick.arena.contestants import read_contestant
from hacktrick.game.editions import PRESETS
from hacktrick.terminal.commands.progress_bar_and_phrases import progress_line

PLAYERS = (read_contestant("level:1"), read_contestant("level:2"), read_contestant("level:1"))
CONTEST = Contest(PRESETS["keypad"], PLAYERS[:2], seed=4)


def run_sequential_test(share: float, seed: int) -> SequentialTest:
    """Run the test of 50 % against 60 % for a player who wins ``share`` of the rounds."""
    rng, test = Random(seed), SequentialTest(0.5, 0.6)
    while not test.verdict:
        test.add_share(((rng.random() < share) + (rng.random() < share)) / 2)
    return test


@pytest.mark.parametrize(("share", "wrong"), [(0.5, "high"), (0.6, "low")])
def test_the_sequential_test_keeps_its_error_probability(share: float, wrong: str) -> None:
    verdicts = [run_sequential_test(share, seed).verdict for seed in range(400)]
    assert (
        verdicts.count(wrong) / 400
        < ERROR_PROBABILITY + 3 * (ERROR_PROBABILITY * (1 - ERROR_PROBABILITY) / 400) ** 0.5
    )


def test_the_log_likelihood_ratio_is_that_of_normal_shares() -> None:
    test = SequentialTest(0.5, 0.6)
    assert test.log_likelihood_ratio == 0
    for share in (1.0, 0.5):
        test.add_share(share)
    mean, variance = 0.75, 0.0625
    ratio = 2 * ((mean - 0.5) ** 2 - (mean - 0.6) ** 2) / (2 * variance)
    assert test.log_likelihood_ratio == pytest.approx(ratio)


def test_the_sequential_test_is_faster_for_clear_differences() -> None:
    assert run_sequential_test(0.9, 1).n == MIN_DEALS
    assert sum(run_sequential_test(0.55, n).n for n in range(30)) > sum(
        run_sequential_test(0.65, n).n for n in range(30)
    )


def test_a_mean_has_the_interval_of_its_sample_variance() -> None:
    assert mean_with_interval([]) == (0, 0)
    assert mean_with_interval([5.0]) == (5, 0)
    middle, half = mean_with_interval([1.0, 2.0, 4.0, 5.0])
    assert middle == 3
    assert half == pytest.approx(1.96 * ((4 + 1 + 1 + 4) / 3 / 4) ** 0.5)


def test_ratings_have_the_interval_of_their_information() -> None:
    found = fit_ratings(2, {(0, 1): PairingScore(50, 100)})
    assert found.elo == pytest.approx((0, 0), abs=1e-6)
    assert found.plus_minus == pytest.approx([1.96 * 400 / log(10) / 101**0.5] * 2)


def test_the_rating_of_an_unbeaten_player_is_finite() -> None:
    first, second = fit_ratings(2, {(0, 1): PairingScore(10, 10)}).elo
    assert first - second == pytest.approx(400 / log(10) * log(10.5 / 0.5))


def test_ratings_reproduce_the_shares_they_were_fitted_to() -> None:
    strengths = (0.0, 100.0, 250.0, 430.0)
    scores = {}
    for i in range(4):
        for j in range(i + 1, 4):
            share = 1 / (1 + 10 ** ((strengths[j] - strengths[i]) / 400))
            scores[i, j] = PairingScore(100_000 * share, 100_000)
    found = fit_ratings(4, scores)
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)
    for n in range(4):
        assert found.elo[n] - found.elo[0] == pytest.approx(strengths[n], abs=0.1)
    assert found.expected_share((0, 1)) == pytest.approx(scores[0, 1].won / 100_000, abs=1e-4)


def test_a_rating_interval_matches_that_of_the_share_won() -> None:
    """Two equal players, 1,000 rounds: the interval of the share won is 50 ± 3.1 %."""
    found = fit_ratings(2, {(0, 1): PairingScore(500, 1000)})
    share_high = PairingScore(531, 1000)
    difference = fit_ratings(2, {(0, 1): share_high}).elo[0] * 2
    assert found.plus_minus[0] * 2 == pytest.approx(difference, rel=0.02)


def test_a_player_who_never_loses_has_a_finite_rating() -> None:
    found = fit_ratings(2, {(0, 1): PairingScore(50, 50)})
    assert 300 < found.elo[0] - found.elo[1] < 1500


def test_cycles_of_players_are_found() -> None:
    ladder = [(i, j) for i in range(6) for j in range(i)]
    assert intransitive_cycles(ladder) == []
    turned = [pair for pair in ladder if pair != (3, 1)]
    assert intransitive_cycles([*turned, (1, 3)]) == [(1, 3, 2)]
    assert intransitive_cycles([(0, 1), (1, 2), (2, 3), (3, 0), (4, 5)]) == [(0, 1, 2, 3)]


def rounds(share: float, n: int, seed: int) -> list[DealResults]:
    rng = Random(seed)
    return [
        (
            ContestRound(int(rng.random() > share), 1, "line"),
            ContestRound(int(rng.random() > share), 1, "line"),
        )
        for _ in range(n)
    ]


def test_the_standings_separate_significant_cycles() -> None:
    contest = Contest(PRESETS["keypad"], PLAYERS)
    sure = {(0, 1): rounds(0.7, 400, 1), (1, 2): rounds(0.7, 400, 2), (0, 2): rounds(0.3, 400, 3)}
    found = contest_standings(contest, sure)
    assert found["cycles"]["sure"] == [[0, 1, 2]]
    assert "cycle beyond chance: level:1 > level:2 > level:1 > level:1" in standings_report(found)
    weak = {(0, 1): rounds(0.7, 400, 1), (1, 2): rounds(0.7, 400, 2), (0, 2): rounds(0.5, 20, 4)}
    weak[0, 2] = [(ContestRound(1, 1, "line"), ContestRound(0, 1, "line"))] * 19 + [
        (ContestRound(1, 1, "line"), ContestRound(1, 1, "line"))
    ]
    found = contest_standings(contest, weak)
    assert found["cycles"] == {"sure": [], "seen": [[0, 1, 2]]}
    assert "no cycle beyond chance" in standings_report(found)


def test_the_standings_tell_the_rounds_won_and_the_strongest_player_first() -> None:
    contest = Contest(PRESETS["keypad"], PLAYERS[:2])
    lines = standings_report(contest_standings(contest, {(0, 1): rounds(-1.0, 40, 1)})).splitlines()
    assert lines[1].startswith("1. level:2: +") and ", 100.0 % of rounds won," in lines[1]
    assert lines[2].startswith("2. level:1: -") and ", 0.0 % of rounds won," in lines[2]


def results(journal: ContestJournal | None, n: int, contest: Contest = CONTEST) -> Iterator[object]:
    for deal, pair in arena.run_contest(contest, n, known_deals=journal):
        yield deal, [(played.winner, played.points, played.by) for played in pair]


def test_an_interrupted_run_resumes_from_its_journal(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    first = ContestJournal(path, CONTEST)
    broken_off = results(first, 6)
    begun = [next(broken_off) for _ in range(3)]
    first.close()
    again = ContestJournal(path, CONTEST)
    assert len(again) == 3
    assert list(results(again, 6)) == list(results(None, 6))
    again.close()
    assert begun == list(results(None, 3))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 7


def test_an_incomplete_last_line_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    first = ContestJournal(path, CONTEST)
    list(results(first, 3))
    first.close()
    path.write_bytes(path.read_bytes()[:-40])
    again = ContestJournal(path, CONTEST)
    assert len(again) == 2
    list(results(again, 3))
    again.close()
    assert len(ContestJournal(path, CONTEST)) == 3


def test_the_journal_keeps_faults_and_thinking_times(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    one = ContestRound(1, 1, "fault", "died", ([0.0125], [0.5, 1.0]))
    journal = ContestJournal(path, CONTEST)
    journal.store_results(ContestDeal((0, 1), 7), (one, one))
    journal.close()
    assert ContestJournal(path, CONTEST).results_of(ContestDeal((0, 1), 7)) == (one, one)


def line_with_round(**changes: object) -> str:
    """Return a line of a journal whose second round has changed values."""
    usual = {"winner": 0, "points": 1, "by": "line", "fault": "", "ms": [[0.5], [1]]}
    return json.dumps({"players": [0, 1], "deal": 5, "rounds": [usual, {**usual, **changes}]})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hello", "line 3: not JSON"),
        ("[1]", "line 3: the line is not a JSON object"),
        ("{}", "line 3: the players"),
        ("[" * 90_000, "line 3: not JSON"),
        ('{"players": [0, 5], "deal": 0, "rounds": []}', "no such players"),
        ('{"players": [0, 1], "deal": 0, "rounds": []}', "two rounds"),
        ('{"players": [0, 1], "deal": 0, "rounds": [{}, {}]}', "the winner"),
        (line_with_round(winner=2), "no such winner or points"),
        (line_with_round(points=0), "no such winner or points"),
        (line_with_round(points=10), "no such winner or points"),
        (line_with_round(by=None), "does not say how it ended"),
        (line_with_round(fault=None), "does not say how it ended"),
        (line_with_round(ms=[[]]), "the times of two players"),
        (line_with_round(ms=[[], [-1]]), "the times are not numbers"),
        (line_with_round(ms=[[], [1e9]]), "the times are not numbers"),
    ],
)
def test_a_damaged_journal_line_is_named(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "run.jsonl"
    journal = ContestJournal(path, CONTEST)
    list(results(journal, 1))
    journal.close()
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(JournalError, match=why):
        ContestJournal(path, CONTEST)


@pytest.mark.parametrize("changes", [{}, {"winner": 1}, {"points": 9}, {"ms": [[0], []]}])
def test_a_line_with_the_least_or_most_of_everything_is_read(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    path = tmp_path / "run.jsonl"
    ContestJournal(path, CONTEST).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(line_with_round(**changes) + "\n")
    found = ContestJournal(path, CONTEST).results_of(ContestDeal((0, 1), 5))
    assert found is not None
    assert found[0] == ContestRound(0, 1, "line", "", ([0.0005], [0.001]))
    second = {"winner": 0, "points": 1} | {name: changes[name] for name in changes if name != "ms"}
    assert (found[1].winner, found[1].points) == (second["winner"], second["points"])


def test_the_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    ContestJournal(path, CONTEST).close()
    with pytest.raises(JournalError, match="its seed is not 5"):
        ContestJournal(path, Contest(CONTEST.rules, CONTEST.players, seed=5))
    path.write_text(json.dumps({"format": "other"}) + "\n", encoding="utf-8")
    with pytest.raises(JournalError, match="no journal"):
        ContestJournal(path, CONTEST)
    with pytest.raises(JournalError, match="cannot use"):
        ContestJournal(tmp_path, CONTEST)


def test_the_progress_bar_grows_and_estimates_the_time() -> None:
    assert progress_line(0, 10, "rounds", None) == "[........................] 0 of 10 rounds"
    assert (
        progress_line(10, 10, "rounds", 0)
        == "[########################] 10 of 10 rounds, 0:00:00 left"
    )
