"""The commands ``arena`` and ``round-robin``, which play matches between computer players."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from hacktrick.arena import contest_results, workers
from hacktrick.arena.contest_results import SequentialTest
from hacktrick.arena.contest_runner import (
    Contest,
    ContestJournal,
    DealResults,
    DealResultStore,
    EmptyDealResultStore,
    JournalError,
    Pairing,
    contest_value_types,
    run_contest,
)
from hacktrick.arena.contestants import (
    TIME_MS,
    Contestant,
    ContestantError,
    experiment_player_for,
    read_contestant,
)
from hacktrick.arena.workers import (
    InProcessWorkers,
    ProcessWorkers,
    RayCluster,
    Workers,
    WorkersError,
)
from hacktrick.game.editions import PRESETS
from hacktrick.terminal.commands.command_helpers import (
    PRESET_HELP,
    CommandError,
    check_writable,
    count_argument,
    preset_argument,
    write_output,
)
from hacktrick.terminal.commands.progress_bar_and_phrases import ProgressBar

PLAYER_HELP = (
    "level:N; probe:N, which knows how level N plays; work:MS, the solver with MS milliseconds of "
    "work on an average processor; or 'cmd:PROGRAM ARG ...', a program with the bot protocol"
)


def add_arena(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``arena``."""
    parser.set_defaults(run=_run_arena)
    parser.add_argument("first", metavar="A", type=_player_argument, help=PLAYER_HELP)
    parser.add_argument("second", metavar="B", type=_player_argument, help=PLAYER_HELP)
    _add_common_arguments(parser, "number of rounds; with --sprt, the maximum")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=_percentage_argument,
        metavar=("LOW", "HIGH"),
        help="stop when it is clear which share of rounds A wins: LOW or HIGH per cent",
    )


def add_round_robin(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``round-robin``."""
    parser.set_defaults(run=_run_round_robin)
    parser.add_argument(
        "players", metavar="PLAYER", nargs="+", type=_player_argument, help=PLAYER_HELP
    )
    _add_common_arguments(parser, "number of rounds of each pairing")


def _add_common_arguments(parser: argparse.ArgumentParser, rounds_help: str) -> None:
    parser.add_argument("--rounds", metavar="N", type=count_argument, default=100, help=rounds_help)
    parser.add_argument(
        "--preset", metavar="P", type=preset_argument, default="keypad", help=PRESET_HELP
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="seed of deals and choices"
    )
    parser.add_argument(
        "--jobs", metavar="J", type=count_argument, default=1, help="number of processes"
    )
    parser.add_argument(
        "--on",
        metavar="ray[:ADDRESS]",
        type=_cluster_argument,
        help="play on the Ray cluster at ADDRESS, or on a local one with --jobs processes",
    )
    parser.add_argument(
        "--time-ms",
        metavar="MS",
        type=count_argument,
        default=TIME_MS,
        help=f"time limit for a decision of a program; default: {TIME_MS}",
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        type=Path,
        help="save every deal in this file, and resume from it",
    )
    parser.add_argument(
        "--json", metavar="FILE", type=Path, help="also write the results to this file"
    )


def _player_argument(text: str) -> Contestant:
    try:
        return read_contestant(text)
    except ContestantError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _cluster_argument(text: str) -> RayCluster:
    kind, _, address = text.partition(":")
    if kind != workers.RAY_PACKAGE:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not {workers.RAY_PACKAGE} or {workers.RAY_PACKAGE}:ADDRESS"
        )
    return RayCluster(address)


def _percentage_argument(text: str) -> float:
    try:
        share = float(text) / 100
    except ValueError:
        share = -1.0
    if not 0 < share < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a percentage between 0 and 100")
    return share


def _make_contest(options: argparse.Namespace, players: tuple[Contestant, ...]) -> Contest:
    check_writable(options.json)
    rules = PRESETS[options.preset]
    try:
        for player in players:
            if player.is_best_response or player.work:
                experiment_player_for(player, rules)
    except ContestantError as error:
        raise CommandError(str(error)) from error
    return Contest(rules, players, options.seed, options.time_ms)


@contextmanager
def _open_journal(options: argparse.Namespace, contest: Contest) -> Iterator[DealResultStore]:
    if options.resume is None:
        yield EmptyDealResultStore()
        return
    try:
        with closing(ContestJournal(options.resume, contest)) as journal:
            yield journal
    except JournalError as error:
        raise CommandError(str(error)) from error


def _make_workers(options: argparse.Namespace) -> Workers:
    if options.on is not None:
        assert isinstance(options.on, RayCluster)
        return replace(options.on, jobs=options.jobs)
    if options.jobs == 1:
        return InProcessWorkers()
    return ProcessWorkers(options.jobs, contest_value_types)


def _play_contest(
    options: argparse.Namespace, contest: Contest, test: SequentialTest | None
) -> dict[Pairing, list[DealResults]]:
    n_deals = (options.rounds + 1) // 2
    found: dict[Pairing, list[DealResults]] = {pairing: [] for pairing in contest.pairings}
    with _open_journal(options, contest) as known:
        before = 2 * len(known) if isinstance(known, ContestJournal) else 0
        progress = ProgressBar(2 * n_deals * len(found), "rounds", before)
        try:
            with closing(run_contest(contest, n_deals, _make_workers(options), known)) as deals:
                for done, (deal, pair) in enumerate(deals, 1):
                    found[deal.pairing].append(pair)
                    progress.update(2 * done)
                    if test is not None:
                        test.add_share(contest_results.share_won(0, pair))
                        if test.verdict:
                            break
        except WorkersError as error:
            raise CommandError(str(error)) from error
        finally:
            progress.close()
    return found


def _run_arena(options: argparse.Namespace) -> int:
    test = None
    if options.sprt is not None:
        low, high = options.sprt
        if low >= high:
            raise CommandError("argument --sprt: LOW must be less than HIGH")
        test = SequentialTest(low, high)
    contest = _make_contest(options, (options.first, options.second))
    (pairs,) = _play_contest(options, contest, test).values()
    found = contest_results.pairing_summary(contest, pairs)
    text = contest_results.pairing_report(found)
    if test is not None:
        found["sprt"] = test.as_json()
        text = f"{text}\n{test.report()}"
    return _print_result(options, found, text)


def _run_round_robin(options: argparse.Namespace) -> int:
    if len(options.players) < 2:
        raise CommandError("a round robin needs at least two players")
    contest = _make_contest(options, tuple(options.players))
    found = contest_results.contest_standings(contest, _play_contest(options, contest, None))
    return _print_result(options, found, contest_results.standings_report(found))


def _print_result(options: argparse.Namespace, result: dict[str, object], text: str) -> int:
    if options.json is not None:
        write_output(options.json, json.dumps(result, indent=1) + "\n")
    print(text)
    return 0
