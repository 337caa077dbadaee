"""The commands ``library``, for the saved matches, and ``stats``, for a player's statistics."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hacktrick.app.replay_session import ReplaySession
from hacktrick.app.storage import choose_data_folders
from hacktrick.app.study_session import STUDY_FOLDER, StudyFiles
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.review.round_judge import review_until_checked_stage
from hacktrick.coach.review.round_review import finished_rounds
from hacktrick.coach.statistics import Career, PlayerStatistics
from hacktrick.game.notation.position_parser import PositionError, read_diagram
from hacktrick.i18n.library_and_statistics_text import (
    decision_theme_lines,
    further_statistics_lines,
    strength_lines,
    win_and_streak_lines,
)
from hacktrick.i18n.match_sharing import match_html_page, transcript_lines
from hacktrick.library.database import Library
from hacktrick.library.importer import import_paths, import_text
from hacktrick.library.match_entries import (
    FoundTurn,
    LibraryError,
    MatchEntry,
    MatchQuery,
    SingleImportResult,
    TurnFrequency,
)
from hacktrick.library.position_index import (
    PositionIndex,
    has_search_terms,
    opening_frequencies,
    solver_openings,
)
from hacktrick.library.saved_reviews import SavedReviews
from hacktrick.library.statistics_queries import (
    career_of,
    player_names_by_match_count,
    statistics_of,
)
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import Record, RecordError
from hacktrick.match.share_code import is_share_code, share_code_of
from hacktrick.terminal.commands.command_helpers import (
    CommandError,
    CommandLineParser,
    check_writable,
    count_argument,
    utf8_argument,
    write_output,
)
from hacktrick.terminal.commands.position import position_fault_sentence
from hacktrick.terminal.commands.progress_bar_and_phrases import ProgressBar


def rebuild_reviews(library: Library, match_number: int, judges_anew: bool) -> None:
    """Judge those rounds of a match again whose review is by an older judge.

    Args:
        library: the library with the match, in which the reviews are saved.
        match_number: the number of the match.
        judges_anew: whether to judge all rounds, even those without a review or with a current one.

    Raises:
        LibraryError: a review could not be written; those written before remain.
    """
    record = library.load_record(match_number)
    if not record.rules.has_solver:
        return
    reviews = SavedReviews(library)
    wanted = (
        set(range(len(record.rounds)))
        if judges_anew
        else reviews.rounds_with_outdated_review(match_number, judge_id(record.rules))
    )
    people = tuple(n for n, seat in enumerate(record.seats) if level_of(seat.player) is None)
    seats = people or tuple(range(len(record.seats)))
    for finished in finished_rounds(record, seats) if wanted else ():
        if finished.judgement.number in wanted:
            reviews.save_review(match_number, review_until_checked_stage(finished))


MAX_ROUNDS_LISTED = 20
EXPORT_KINDS = {
    "code": "as one line of text, to paste and send",
    "transcript": "as a transcript to read",
    "page": "as a web page",
    "raw": "as stored in the library, even if damaged",
}
FILE_ENDINGS = {
    "record": ".hacktrick.json",
    "code": ".code.txt",
    "transcript": ".txt",
    "page": ".html",
    "raw": ".raw.json",
}


def add_library(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``library``."""
    subcommands = parser.add_subparsers(
        title="subcommands",
        metavar="SUBCOMMAND",
        dest="subcommand",
        required=True,
        parser_class=CommandLineParser,
    )
    lister = subcommands.add_parser("list", help="list saved matches, the latest first")
    lister.add_argument(
        "text",
        metavar="WORD",
        nargs="*",
        type=utf8_argument,
        help="a word in names, notes or edition",
    )
    lister.set_defaults(run=_run_list)
    importer = subcommands.add_parser("import", help="import matches")
    importer.add_argument(
        "paths", metavar="PATH", nargs="+", help="file, folder, or match in one line"
    )
    importer.set_defaults(run=_run_import)
    exporter = subcommands.add_parser("export", help="write matches to files")
    exporter.add_argument("numbers", metavar="ID", nargs="+", type=count_argument)
    exporter.add_argument(
        "--to", metavar="FOLDER", type=Path, default=Path(), help="folder for the files"
    )
    kinds = exporter.add_mutually_exclusive_group()
    for kind, help_text in EXPORT_KINDS.items():
        kinds.add_argument(
            f"--{kind}", dest="kind", action="store_const", const=kind, help=help_text
        )
    exporter.set_defaults(run=_run_export, kind="record")
    _add_marking_arguments(subcommands)
    finder = subcommands.add_parser("find", help="find rounds that reached a position")
    finder.add_argument("text", metavar="TEXT", help="the position, written in one line")
    finder.set_defaults(run=_run_find_position)
    opener = subcommands.add_parser(
        "openings",
        help="count openings and how often they win, in your rounds and the solver's",
    )
    opener.add_argument(
        "--start",
        metavar="CARD",
        type=int,
        choices=range(6),
        help="count the replies to this start card",
    )
    opener.set_defaults(run=_run_openings)
    rebuilder = subcommands.add_parser(
        "rebuild", help="repair the library and recompute its indexes from the records"
    )
    rebuilder.add_argument("--judge", action="store_true", help="also judge all rounds again")
    rebuilder.set_defaults(run=_run_rebuild)
    for subcommand in (lister, importer, exporter, finder, opener, rebuilder):
        subcommand.add_argument("--json", action="store_true", help="print JSON")


def _add_marking_arguments(subcommands: Any) -> None:
    """Add the arguments of the subcommands that mark, delete and annotate matches."""
    markings: tuple[tuple[str, str], ...] = (
        ("star", "mark matches with a star"),
        ("unstar", "remove the star from matches"),
        ("delete", "delete matches; restore brings them back"),
        ("restore", "bring back deleted matches, until the game is next closed"),
    )
    for name, help_text in markings:
        marking = subcommands.add_parser(name, help=help_text)
        marking.add_argument("numbers", metavar="ID", nargs="+", type=count_argument)
        marking.set_defaults(run=_run_star_delete_or_restore, marking=name)
    noter = subcommands.add_parser("note", help="write a note for a match")
    noter.add_argument("number", metavar="ID", type=count_argument)
    noter.add_argument("text", metavar="WORD", nargs="*", type=utf8_argument)
    noter.set_defaults(run=_run_note)


def _run_star_delete_or_restore(options: argparse.Namespace) -> int:
    with open_library(options) as library:
        numbers = options.numbers
        if options.marking == "restore":
            library.restore_deleted(numbers)
        _check_match_numbers(library, numbers)
        if options.marking == "delete":
            library.mark_deleted(numbers)
        elif options.marking != "restore":
            for number in numbers:
                library.set_star(number, options.marking == "star")
    return 0


def _run_note(options: argparse.Namespace) -> int:
    with open_library(options) as library:
        _check_match_numbers(library, (options.number,))
        library.set_note(options.number, " ".join(options.text))
    return 0


def _check_match_numbers(library: Library, match_numbers: Iterable[int]) -> None:
    known = set(library.match_numbers())
    for number in match_numbers:
        if number not in known:
            raise CommandError(f"there is no match {number}")


def _run_list(options: argparse.Namespace) -> int:
    with open_library(options, may_write=False) as library:
        found = library.find_matches(MatchQuery(text=" ".join(options.text)))
        if options.json:
            print(json.dumps([asdict(entry) for entry in found], ensure_ascii=False))
        elif found or not library.damaged:
            names = _study_files_in_folder(options).find_names(" ".join(options.text))
            lines = [*map(_entry_line, found), *(f"study  {name}" for name in names)]
            print("\n".join(lines) or "no saved matches")
        _fail_on_damaged_rows(library)
    return 0


def _fail_on_damaged_rows(library: Library) -> None:
    """Raise an error that names the damaged matches, which lists leave out, if there are any.

    Raises:
        CommandError: some matches are damaged.
    """
    if not library.damaged:
        return
    numbers = " ".join(map(str, sorted(library.damaged)))
    raise CommandError(
        f"left out because of damage: {numbers} "
        f"(use rebuild to repair what can be repaired, export --raw to write it as it is)"
    )


def _run_import(options: argparse.Namespace) -> int:
    with open_library(options) as library:
        taken = [one for given in options.paths for one in _import_argument(library, given)]
    bad = [one for one in taken if one.reason]
    if options.json:
        print(json.dumps([_import_result_as_json(one) for one in taken], ensure_ascii=False))
    else:
        new = sum(one.number is not None for one in taken)
        print(f"{new} imported, {len(taken) - new - len(bad)} already there")
    if bad:
        many = f"{len(bad)} of {len(taken)} files were not imported, the first is "
        raise CommandError(f"{many if len(taken) > 1 else ''}{bad[0].path}: {bad[0].reason}")
    return 0


def _run_export(options: argparse.Namespace) -> int:
    written = []
    with open_library(options, may_write=False) as library:
        for number in options.numbers:
            path = options.to / f"hacktrick-{number}{FILE_ENDINGS[options.kind]}"
            check_writable(path)
            _check_match_numbers(library, (number,))
            if options.kind == "raw":
                text = (
                    json.dumps(library.stored_columns(number), ensure_ascii=False, indent=1) + "\n"
                )
            else:
                text = _export_text(library.load_record(number), options.kind)
            write_output(path, text)
            written.append(str(path))
    print(json.dumps(written, ensure_ascii=False) if options.json else "\n".join(written))
    return 0


def _run_find_position(options: argparse.Namespace) -> int:
    try:
        diagram = read_diagram(options.text)
    except PositionError as error:
        raise CommandError(position_fault_sentence(error)) from error
    studies = _study_files_in_folder(options).find_position(diagram)
    with open_library(options) as library:
        found = _index_of_all_matches(library).find_turns(diagram)
        if options.json:
            turns = [{**asdict(one), "turn": ", ".join(one.actions)} for one in found.turns]
            rounds = [asdict(one) for one in found.rounds]
            known = {"studies": [one._asdict() for one in studies]}
            print(json.dumps({"n": found.n, "turns": turns, "rounds": rounds, **known}))
            return 0
        for one in studies:
            print(f"study {one.name}, position {one.number}")
        if not found.n:
            nothing = "nothing to search for: the board is empty and no sums are known"
            print("no saved round reached this position" if has_search_terms(diagram) else nothing)
            return 0
        print(f"{found.n} turns in saved rounds; how often each was played and won:")
        for turn in found.turns:
            print(f"{turn.n:>7}  {_win_percentage(turn)}  {', '.join(turn.actions)}")
        print("latest:")
        for latest in found.rounds[:MAX_ROUNDS_LISTED]:
            print(_found_turn_line(latest))
    return 0


def _study_files_in_folder(options: argparse.Namespace) -> StudyFiles:
    """Return the saved studies of the data folder that the options name."""
    return StudyFiles(choose_data_folders(options.data_dir).data / STUDY_FOLDER)


def _index_of_all_matches(library: Library) -> PositionIndex:
    """Add the matches that an older version saved to the index of positions; return the index."""
    index = PositionIndex(library)
    missing = index.unindexed_matches()
    if missing:
        progress = ProgressBar(len(missing), "matches")
        try:
            for done, number in enumerate(missing, 1):
                index.add_match(number)
                progress.update(done)
        finally:
            progress.close()
    return index


def _found_turn_line(turn: FoundTurn) -> str:
    """Return a line about a found turn: its match, the features that agree, and the result."""
    same = [
        name
        for name, is_same in (("row and sums", turn.has_same_row), ("board", turn.has_same_board))
        if is_same
    ]
    ended = "won" if turn.points > 0 else "lost"
    place = f"match {turn.match}, round {turn.round + 1}, action {turn.action}"
    mirrored = ", mirrored" if turn.is_mirrored else ""
    return f"{place}: {', '.join(turn.actions)}; {ended}; same {' and '.join(same)}{mirrored}"


def _run_openings(options: argparse.Namespace) -> int:
    solver = opening_frequencies(solver_openings(), options.start)
    with open_library(options) as library:
        kept = opening_frequencies(_index_of_all_matches(library).opening_counts(), options.start)
    names = sorted({*solver, *kept}, key=lambda name: -_n_played(solver.get(name)))
    if options.json:
        rows = [
            {
                "turn": name,
                "solver": _frequency_as_json(solver.get(name)),
                "kept": _frequency_as_json(kept.get(name)),
            }
            for name in names
        ]
        print(json.dumps(rows))
        return 0
    print(f"{'the solver':>12} {'won':>5} {'kept':>7} {'won':>5}")
    for name in names:
        one, other = solver.get(name), kept.get(name)
        counts = f"{_n_played(one):>12} {_win_percentage(one)} {_n_played(other):>7}"
        print(f"{counts} {_win_percentage(other)}  {name}")
    return 0


def _n_played(count: TurnFrequency | None) -> int:
    return count.n if count else 0


def _win_percentage(count: TurnFrequency | None) -> str:
    return f"{100 * count.n_won / count.n:>3.0f} %" if count else "    –"


def _frequency_as_json(count: TurnFrequency | None) -> dict[str, int] | None:
    return {"n": count.n, "won": count.n_won} if count else None


def _run_rebuild(options: argparse.Namespace) -> int:
    bad: list[str] = []
    with open_library(options) as library:
        numbers = library.match_numbers()
        progress = ProgressBar(len(numbers), "matches")
        try:
            for done, number in enumerate(numbers, 1):
                reason = _rebuild_match(library, number, options.judge)
                bad += [reason] if reason else []
                progress.update(done)
        finally:
            progress.close()
        n_good = len(numbers) - len(bad)
        result = {"rebuilt": n_good}
        print(json.dumps(result) if options.json else f"{n_good} matches rebuilt")
    if bad:
        more = f" ({len(bad)} matches in all)" if len(bad) > 1 else ""
        raise CommandError(f"{bad[0]}{more}")
    return 0


def _rebuild_match(library: Library, match_number: int, judge: bool) -> str:
    """Rebuild the data of a match; return the reason for a failure, or "" for success.

    Args:
        judge: whether to judge its rounds again too.
    """
    try:
        library.recompute_columns_from_record(match_number)
        rebuild_reviews(library, match_number, judges_anew=judge)
    except RecordError as error:
        return f"match {match_number}: {error}"
    except KeyError:
        return f"match {match_number} could not be read"
    except LibraryError as error:
        if match_number not in library.damaged:
            raise
        return str(error)
    return ""


def _import_argument(library: Library, argument: str) -> Iterator[SingleImportResult]:
    """Import a share code, a file or a folder; yield the results."""
    if is_share_code(argument):
        yield import_text(library, argument)
    else:
        yield from import_paths(library, (Path(argument),))


def _export_text(record: Record, kind: str) -> str:
    """Return the text of an exported file.

    Args:
        record: the match to export.
        kind: "record" or one of ``EXPORT_KINDS`` except "raw".
    """
    if kind == "record":
        return record.as_text()
    if kind == "code":
        return f"{share_code_of(record)}\n"
    replayed = ReplaySession(record)
    return (
        match_html_page(replayed)
        if kind == "page"
        else "\n".join((*transcript_lines(replayed), ""))
    )


@contextmanager
def open_library(options: argparse.Namespace, may_write: bool = True) -> Iterator[Library]:
    """Open the library for a command.

    Raises:
        CommandError: the library cannot be used or, after the command has run, was found to be
            damaged.
    """
    folder = choose_data_folders(options.data_dir).data
    try:
        with closing(Library(folder, may_write)) as library:
            _check_library_is_usable(library, folder)
            yield library
            _fail_on_new_damage(library, folder)
    except LibraryError as error:
        raise CommandError(f"the library in {folder}: {error}") from error


def _check_library_is_usable(library: Library, folder: Path) -> None:
    """Raise an error if the library was set aside or cannot be used.

    Args:
        folder: the data folder, for the message.

    Raises:
        CommandError: the library was set aside or cannot be used.
    """
    reasons = {
        "unreadable": "is not a file",
        "foreign": "belongs to another program",
        "copy_failed": "could not be backed up before its update to this version",
    }
    if library.fault in (None, "broken", "newer"):
        return
    kept = f"; it was kept as {library.backup_path}" if library.backup_path else ""
    raise CommandError(f"the library in {folder} {reasons[library.fault]}{kept}")


def _fail_on_new_damage(library: Library, folder: Path) -> None:
    """Raise an error if the library turned out to be damaged while the command used it.

    Args:
        folder: the data folder, for the message.

    Raises:
        CommandError: the library is damaged.
    """
    if library.fault != "broken":
        return
    saved = f"{library.n_recovered} matches could be read"
    kept = f"; it was kept as {library.backup_path}" if library.backup_path else ""
    raise CommandError(f"the library in {folder} is damaged: {saved}{kept}")


def _import_result_as_json(result: SingleImportResult) -> dict[str, object]:
    return {"path": str(result.path), "id": result.number, "error": result.reason or None}


def _entry_line(entry: MatchEntry) -> str:
    names = ", ".join(f"{one.name}{' (won)' if one.won else ''}" for one in entry.players)
    score = ":".join(map(str, entry.score))
    star = "* " if entry.starred else ""
    note = f"  {entry.note}" if entry.note else ""
    return f"{entry.id:>5}  {entry.ended[:10]}  {entry.preset}  {score}  {star}{names}{note}"


def add_stats(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``stats``."""
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        type=utf8_argument,
        help="name of the player; default: the one with most matches",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run_stats)


def run_stats(options: argparse.Namespace) -> int:
    """Print the statistics of a player.

    Raises:
        CommandError: the library cannot be read, or has no player of this name.
    """
    folder = choose_data_folders(options.data_dir).data
    try:
        with closing(Library(folder, may_write=False)) as library:
            known = player_names_by_match_count(library)
            name = options.name or next(iter(known), None)
            if name is None:
                print("{}" if options.json else "no match has been finished here")
                return 0
            if name not in known:
                raise CommandError(f"{name} has finished no match here")
            found, career = statistics_of(library, name), career_of(library, name)
            damaged = library.fault == "broken"
    except LibraryError as error:
        raise CommandError(f"the library in {folder}: {error}") from error
    print(
        json.dumps(statistics_as_data(name, found, career), ensure_ascii=False)
        if options.json
        else statistics_text(name, found, career)
    )
    if damaged:
        raise CommandError(
            f"the library in {folder} is damaged: these are the statistics of what could be read"
        )
    return 0


def statistics_text(name: str, statistics: PlayerStatistics, career: Career) -> str:
    """Return the statistics of a player as text, with one sentence per line."""
    lines = (
        *win_and_streak_lines(career),
        *strength_lines(statistics),
        *further_statistics_lines(statistics),
        *decision_theme_lines(statistics),
    )
    return "\n".join((name, *lines))


def statistics_as_data(
    name: str, statistics: PlayerStatistics, career: Career
) -> dict[str, object]:
    """Return the statistics of a player as data for JSON."""
    return {
        "player": name,
        "matches": {
            "won": career.n_matches_won,
            "lost": len(career.matches) - career.n_matches_won,
            "streak": career.current_winning_streak,
            "best_streak": career.longest_winning_streak,
            "beaten_levels": career.beaten_levels,
            "lines": {"-".join(map(str, line)): n for line, n in sorted(career.lines.items())},
        },
        "rounds": len(statistics.rounds),
        "rated": len(statistics.rated_rounds),
        "rating": {
            kind: None if one is None else asdict(one)
            for kind, one in (
                ("decisions", statistics.strength.by_decisions),
                ("results", statistics.strength.by_results),
                ("both", statistics.strength.combined),
            )
        },
        "error_rate": statistics.error_rate,
        "luck": statistics.mean_luck_and_error,
        "themes": {
            one.theme: {
                "n": one.n,
                "loss": one.loss,
                "error": one.error,
                "usual": one.expected_loss,
                "told": one.is_significant,
            }
            for one in statistics.themes
        },
    }
