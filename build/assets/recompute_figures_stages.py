"""The stages of build/assets/recompute_figures.py.

Each stage recomputes one or more tables of assets/ai/figures.toml, in its own process inside the
copy of the checkout, so that it loads the copy's code with the results of earlier stages. An
interrupted stage resumes where it stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from math import log10
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "build"))

from qa.judged_levels import judge_until_enough_rounds, read_saved_rounds  # noqa: E402
from qa.judged_round_statistics import (  # noqa: E402
    JudgedRound,
    fit_rating_line,
    group_by_level,
    mean_chance_luck_and_error,
    percentage_rated_near_level,
    rate_and_rating_of_rounds,
    relative_cost_spread,
    theme_cost_curves,
)
from train.calibrate_forecasts import TurnForecasts as Forecasts  # noqa: E402
from train.calibrate_forecasts import (  # noqa: E402
    calibration_array_name,
    errors_with_and_without_lines,
    fit_and_write_calibration_lines,
    joined_turn_forecasts,
    play_and_collect_forecasts,
)
from train.code_payoffs import sum_result_counts, write_code_payoffs  # noqa: E402
from train.export import unpack_net_to_run  # noqa: E402
from train.parallel_rounds import measure_win_shares, run_tool_in_parts  # noqa: E402

from assets.figure_tables import fill_documents  # noqa: E402
from assets.figures_file import NET, Table, load_figure_tables, net_sha256, replace_table  # noqa: E402
from assets.puzzle_positions import SOURCES  # noqa: E402
from assets.puzzle_selection import (  # noqa: E402
    PuzzleData,
    RecheckedPuzzle,
    read_found_puzzles,
    recheck_puzzles,
    select_and_write_puzzles,
)
from assets.puzzles import search_matches_for_puzzles  # noqa: E402
from hacktrick.ai.levels.catalogue import (  # noqa: E402
    LEVELS,
    LazySolvingPlayer,
)
from hacktrick.ai.measured_figures import shipped_measurements  # noqa: E402
from hacktrick.arena import contest_results  # noqa: E402
from hacktrick.arena.contest_runner import (  # noqa: E402
    Contest,
    ContestJournal,
    contest_value_types,
    run_contest,
)
from hacktrick.arena.contestants import read_contestant  # noqa: E402
from hacktrick.arena.workers import InProcessWorkers, ProcessWorkers  # noqa: E402
from hacktrick.coach.advisor import advise, strongest_solver  # noqa: E402
from hacktrick.coach.lessons.course import LESSONS_BY_NAME, PLAYER_NAMES  # noqa: E402
from hacktrick.coach.lessons.lesson import LessonRun  # noqa: E402
from hacktrick.coach.puzzles import shipped_puzzles  # noqa: E402
from hacktrick.game.editions import PRESETS  # noqa: E402

RUN_NAME = "remade"  # name of the training run into which the net is unpacked
# The seeds of rounds for code payoffs, calibration lines, match equity, and the calibration check.
PAYOFF_SEED, CALIBRATION_SEED, EQUITY_SEED, CHECK_SEED = 1, 2, 2, 7
COMMAND = "python build/assets/recompute_figures.py"
# The rules with calibration lines of their own, and the rules that share the other lines.
KEYPAD, OTHERS = "keypad", ("club", "wits")
RATING_TOLERANCE = 3.0  # maximum deviation, in rating points, at which a rating stays unchanged
RATING_STEP = 5  # ratings are multiples of this number
FIRST_MATCH = 10_000  # number of the first match that is searched for puzzles
AT_ONCE = 4  # number of matches that each process searches between two counts of the puzzles found


@dataclass(frozen=True, slots=True)
class StageOptions:
    """The options of a stage.

    Attributes:
        state: the folder for data kept between runs.
        jobs: the number of processes.
        size: the number of rounds or puzzles; 0 for the same number as last time, or all.
        levels: the levels to measure; empty for the usual levels.
    """

    state: Path
    jobs: int = 1
    size: int = 0
    levels: tuple[int, ...] = ()

    @property
    def net_folder(self) -> Path:
        """The folder for data that depends on the net, its calibration lines and match equity."""
        origin = f"{net_sha256(ROOT)} {load_figure_tables(ROOT)['equity']}"
        return self.state / "made-with" / sha256(origin.encode()).hexdigest()[:12]


class Stage(NamedTuple):
    """A stage of the recomputation.

    Attributes:
        makes: a description of the stage's result.
        size: the sizes of a usual and of a quick run; None for a stage without a size.
        levels: the levels of a quick run, for stages that measure levels.
    """

    run: Callable[[StageOptions], None]
    makes: str
    size: tuple[int, int] | None = None
    levels: tuple[int, ...] = ()


def measure_code_payoffs(options: StageOptions) -> None:
    unpack_shipped_net_to_run()
    keep = options.state / "codes"
    parts = run_tool_in_parts(
        ("payoffs", "--dir", RUN_NAME), options.size, PAYOFF_SEED, options.jobs, keep
    )
    write_code_payoffs(ROOT / NET, sum_result_counts(text for _, text in parts))
    command = f"{COMMAND} --only codes --rounds codes={options.size}"
    _write_table("codes", {"command": command, "rounds": options.size, "seed": PAYOFF_SEED})


def fit_calibration_lines(options: StageOptions) -> None:
    unpack_shipped_net_to_run()
    for rules in ((KEYPAD,), OTHERS):
        forecasts = joined_turn_forecasts(
            _play_rounds_for_forecasts(options, one, CALIBRATION_SEED, "fitted") for one in rules
        )
        fit_and_write_calibration_lines(ROOT / NET, forecasts, calibration_array_name(rules))
    command = f"{COMMAND} --only calibration --rounds calibration={options.size}"
    _write_table(
        "calibration", {"command": command, "rounds": options.size, "seed": CALIBRATION_SEED}
    )


def _play_rounds_for_forecasts(
    options: StageOptions, rules: str, seed: int, folder: str
) -> Forecasts:
    keep = options.state / "forecasts" / folder / rules
    return play_and_collect_forecasts(RUN_NAME, options.size, seed, options.jobs, keep, rules)


def measure_match_equity(options: StageOptions) -> None:
    unpack_shipped_net_to_run()
    found = {
        name: [round(share, 4) for share in _measured_win_shares(options, rules)]
        for name, rules in (("immediate", "keypad"), ("when_obliged", "arena"))
    }
    command = f"{COMMAND} --only equity --rounds equity={options.size}"
    _write_table(
        "equity", {"command": command, "rounds": options.size, "seed": EQUITY_SEED, **found}
    )


def _measured_win_shares(options: StageOptions, rules: str) -> tuple[float, ...]:
    return measure_win_shares(
        RUN_NAME, rules, options.size, EQUITY_SEED, options.jobs, options.state / "rates" / rules
    )


def unpack_shipped_net_to_run() -> None:
    """Unpack the net into the form that the training tool reads."""
    unpack_net_to_run(ROOT / NET, ROOT / ".work" / "train" / RUN_NAME)


def play_levels_against_level_below(options: StageOptions) -> None:
    """Play each level that uses the net, or each requested level, against the level below."""
    table = load_figure_tables(ROOT)["neighbours"]
    for level in options.levels or tuple(n for n in LEVELS if is_net_used_in_contest(n)):
        last = table[str(level)]
        rounds, seed = options.size or last["rounds"], last["seed"]
        rounds += rounds % 2  # each deal is played twice
        shares = _contest_with_level_below(options, level, rounds, seed)
        table[str(level)] = {
            "command": f"hacktrick arena level:{level} level:{level - 1} "
            f"--rounds {rounds} --seed {seed}",
            "rounds": rounds,
            "seed": seed,
            "won": round(100 * shares["won"], 1),
            "won_pm": round(100 * shares["won_pm"], 1),
            "points": round(shares["points"], 3),
            "points_pm": round(shares["points_pm"], 3),
            **({"net": net_sha256(ROOT)} if is_net_used_in_contest(level) else {}),
        }
        replace_table(ROOT, "neighbours", table)
        print(f"level {level}: {table[str(level)]}", flush=True)


def is_net_used_in_contest(level: int) -> bool:
    """Return whether a level or the level below it uses the net."""
    return any(
        isinstance(LEVELS[n].agent, LazySolvingPlayer) for n in (level, level - 1) if n in LEVELS
    )


def _contest_with_level_below(
    options: StageOptions, level: int, rounds: int, seed: int
) -> dict[str, float]:
    players = read_contestant(f"level:{level}"), read_contestant(f"level:{level - 1}")
    contest = Contest(PRESETS["keypad"], players, seed)
    file = options.net_folder / f"arena-{level}-{seed}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    n = options.jobs
    workers = InProcessWorkers() if n == 1 else ProcessWorkers(n, contest_value_types)
    with closing(ContestJournal(file, contest)) as journal:
        deals = run_contest(contest, rounds // 2, workers, journal)
        with closing(deals):
            return contest_results.mean_results_with_intervals(0, [pair for _, pair in deals])


def rate_levels(options: StageOptions) -> None:
    tables = load_figure_tables(ROOT)
    lines = {int(level): line for level, line in tables["neighbours"].items()}
    found = ratings_from_contests(lines, tables["ratings"]["levels"])
    if found != sorted(set(found)):
        print("The levels do not stand in their order: a stronger one is no stronger.")
    command = f"{COMMAND} --only ratings"
    _write_table("ratings", {"command": command, "levels": found})


def ratings_from_contests(lines: Mapping[int, Table], before: Sequence[int]) -> list[int]:
    """Return the ratings of the levels from their rounds against the level below.

    Each is the rating below plus 400 log10 of the odds of winning. A rating that moves by at most
    ``RATING_TOLERANCE`` stays as it was.

    >>> won = {"won": 64.0, "rounds": 1000}
    >>> ratings_from_contests({2: won, 3: won}, [1000, 1102, 1300])
    [1000, 1102, 1200]
    """
    found = [before[0]]
    for level in sorted(lines):
        least = 50 / lines[level]["rounds"]  # half a round is the smallest measurable number
        won = min(100 - least, max(least, lines[level]["won"]))
        due = found[-1] + 400 * log10(won / (100 - won))
        old = before[level - 1]
        found.append(
            old if abs(old - due) <= RATING_TOLERANCE else RATING_STEP * round(due / RATING_STEP)
        )
    return found


def play_and_judge_level_rounds(options: StageOptions) -> None:
    """Let levels play rounds against themselves, and judge these rounds for the next stage."""
    levels = options.levels or tuple(load_figure_tables(ROOT)["line"]["levels"])
    file = _judged_rounds_file(options)
    file.parent.mkdir(parents=True, exist_ok=True)
    judge_until_enough_rounds(file, levels, options.size, options.jobs, False)
    print(f"{len(read_saved_rounds(file))} rounds are judged.")


def _judged_rounds_file(options: StageOptions) -> Path:
    return options.net_folder / "judged" / "rounds.jsonl"


def fit_ratings_to_judged_rounds(options: StageOptions) -> None:
    """Fit the rating line and the theme curves, then rate the levels by them."""
    found = read_saved_rounds(_judged_rounds_file(options))
    by_level, known = group_by_level(found), shipped_measurements().ratings
    if len(by_level) < 2:
        sys.exit("recompute_figures.py: rounds of two levels at least are to be judged before")
    fitted = fit_rating_line(by_level, known)
    parameters = {
        "top": round(fitted.top),
        "slope": round(fitted.slope, 1),
        "off": round(fitted.off),
    }
    numbers = {name: float(value) for name, value in parameters.items()}
    command = f"{COMMAND} --from rounds"
    own = {"levels": list(fitted.levels), **numbers, "by_play": float(round(fitted.by_play))}
    _write_table("line", {"command": command, **own})
    curves = {
        name: [round(a, 2), round(b, 2)]
        for name, (a, b) in theme_cost_curves(by_level, known).items()
    }
    _write_table(
        "themes",
        {"command": command, "wild": round(relative_cost_spread(by_level), 1), "curves": curves},
    )
    shipped_measurements.cache_clear()
    luck, error = mean_chance_luck_and_error(found)
    table: Table = {"command": command, "rounds": len(found)}
    table |= {"luck": round(luck, 4), "luck_error": round(error, 4)}
    _write_table(
        "rounds",
        table
        | {str(level): _error_rate_and_rating_figures(one) for level, one in by_level.items()},
    )


def _error_rate_and_rating_figures(found: Sequence[JudgedRound]) -> Table:
    seen, near = rate_and_rating_of_rounds(found), percentage_rated_near_level(found)
    return {
        "rounds": len(found),
        "rate": round(seen.rate, 1),
        "rate_error": round(seen.rate_error, 1),
        "rated": round(seen.rated),
        "rated_error": round(seen.rated_error),
        **({} if near is None else {"near": near}),
    }


def record_lesson_chances(options: StageOptions) -> None:
    """Record the chances that the lesson about one or two points quotes.

    Prints a warning if the judge no longer prefers what the lesson teaches: waiting for a win by
    two points.
    """
    view = LessonRun(LESSONS_BY_NAME["one or two"], PLAYER_NAMES).match.view(0)
    lines = {
        str(one.actions[0]): one.forecast.match for one in advise(view, strongest_solver()).turns
    }
    one, two = (round(100 * lines[action]) for action in ("play 0", "draw"))
    if two <= one:
        print("The lesson about one point or two teaches what the judge no longer thinks.")
    _write_table(
        "lesson",
        {
            "command": "python build/assets/recompute_figures.py --only lesson",
            "one": one,
            "two": two,
        },
    )


def recheck_and_replace_puzzles(options: StageOptions) -> None:
    """Solve all puzzles again, and replace those that are no longer valid."""
    folder = options.net_folder / "puzzles"
    again = recheck_puzzles(folder / "solved.jsonl", options.size, options.jobs)
    gone = [one for one in again if one.fresh is None]
    for one in gone:
        print(f"{one.key} {one.kind}: {one.losses}")
    found = [] if options.size else find_replacement_puzzles(folder, gone, options.jobs)
    chosen = select_and_write_puzzles([*_still_valid_puzzles(again), *found])
    counts = {
        "checked": len(again),
        "other": len(gone),
        "found": len(found),
        "shipped": len(chosen),
    }
    _write_table("puzzles", {"command": f"{COMMAND} --only puzzles", **counts})


def _still_valid_puzzles(again: Sequence[RecheckedPuzzle]) -> list[PuzzleData]:
    """Return the shipped puzzles that are still valid, as the current judge sees them."""
    seen = {one.key: one.fresh for one in again}
    solved = (seen.get(one.key, one.as_json()) for one in shipped_puzzles())
    return [one for one in solved if one is not None]


def find_replacement_puzzles(
    folder: Path, gone: Sequence[RecheckedPuzzle], jobs: int
) -> list[PuzzleData]:
    """Find at least as many new puzzles as are gone, from the same sources.

    Args:
        folder: the folder for the data of the search.
        gone: the puzzles to replace.
        jobs: the number of processes.
    """
    for source, wanted in Counter(puzzle_source_of(one.kind) for one in gone).items():
        most = 0
        while len(_puzzles_of_source(folder, source)) < wanted:
            most += AT_ONCE * jobs
            search_matches_for_puzzles(folder, source, FIRST_MATCH, most, jobs)
    return read_found_puzzles(folder)


def puzzle_source_of(kind: str) -> str:
    """Return the source in which to look for a kind of puzzle: a special one if there is one."""
    rare = [name for name, source in SOURCES.items() if kind in source.kinds and name != "usual"]
    return rare[0] if rare else "usual"


def _puzzles_of_source(folder: Path, source: str) -> list[PuzzleData]:
    return [
        one for one in read_found_puzzles(folder) if puzzle_source_of(str(one["kind"])) == source
    ]


def measure_forecast_calibration(options: StageOptions) -> None:
    unpack_shipped_net_to_run()
    command = f"{COMMAND} --only forecasts --rounds forecasts={options.size}"
    table: Table = {"command": command, "seed": CHECK_SEED}
    for rules in (KEYPAD, *OTHERS):
        forecasts = _play_rounds_for_forecasts(options, rules, CHECK_SEED, "checked")
        right, plain = errors_with_and_without_lines(
            ROOT / NET, forecasts, calibration_array_name([rules])
        )
        table[rules] = {
            "rounds": options.size,
            "forecasts": len(forecasts.won),
            "with_lines": round(100 * right, 2),
            "without": round(100 * plain, 2),
        }
    _write_table("forecasts", table)


def fill_document_tables(options: StageOptions) -> None:
    changed = fill_documents(ROOT)
    print(f"The tables of {', '.join(changed)} are new." if changed else "No table has changed.")


def _write_table(name: str, table: Table) -> None:
    replace_table(ROOT, name, {**table, "net": net_sha256(ROOT)})
    print(f"{name}: {table}", flush=True)


STAGES: dict[str, Stage] = {
    "codes": Stage(measure_code_payoffs, "what codes are worth, in the net's file", (240, 2)),
    "calibration": Stage(
        fit_calibration_lines, "the calibration lines in the net's file", (3000, 8)
    ),
    "equity": Stage(measure_match_equity, "how rounds end, the source of match equity", (3000, 8)),
    "neighbours": Stage(
        play_levels_against_level_below, "levels that use the net against the one below", (0, 2)
    ),
    "ratings": Stage(rate_levels, "the levels' ratings, from those matches"),
    "rounds": Stage(
        play_and_judge_level_rounds, "judged rounds of levels, for the next stage", (120, 1), (4, 6)
    ),
    "line": Stage(fit_ratings_to_judged_rounds, "the rating line, the theme curves, luck"),
    "lesson": Stage(
        record_lesson_chances, "the chances quoted by the lesson about one point or two"
    ),
    "puzzles": Stage(
        recheck_and_replace_puzzles,
        "the puzzles, with new ones for those no longer valid",
        (0, 2),
    ),
    "forecasts": Stage(measure_forecast_calibration, "how forecasts come true", (20_000, 8)),
    "tables": Stage(fill_document_tables, "the tables of the documents"),
}
"""The stages in order: each may use the results of earlier ones."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Runs one stage of recompute_figures.py in its copy."
    )
    parser.add_argument("stage", choices=STAGES)
    parser.add_argument("state", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--size", type=int, default=0)
    parser.add_argument("--levels", type=int, nargs="*", default=())
    words = parser.parse_args()
    options = StageOptions(words.state, words.jobs, words.size, tuple(words.levels))
    STAGES[words.stage].run(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
