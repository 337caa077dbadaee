"""The command ``library``: the kept matches listed, taken in, given out and worked out anew."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hacktrick.commands.arguments import CommandError, Parser, check_writable, count, words, write
from hacktrick.commands.progress import Progress
from hacktrick.folders import find_folders
from hacktrick.library.entries import Entry, LibraryError, Taken, Wanted
from hacktrick.library.intake import take_in, take_text
from hacktrick.library.judging import judge_again
from hacktrick.library.shelf import Library
from hacktrick.play.code import code_of, is_code
from hacktrick.play.record import Record, RecordError
from hacktrick.seat.replaying import ReplaySession
from hacktrick.words.page import page
from hacktrick.words.transcript import transcript

KINDS = {
    "code": "as one line of text",
    "transcript": "as plain lines of text",
    "page": "as a page for browsers",
    "raw": "as it lies in the library, damaged or not",
}
ENDINGS = {
    "record": ".hacktrick.json",
    "code": ".code.txt",
    "transcript": ".txt",
    "page": ".html",
    "raw": ".raw.json",
}


def add_library(parser: argparse.ArgumentParser) -> None:
    """The words of ``library``."""
    doings = parser.add_subparsers(
        title="doings", metavar="DOING", dest="doing", required=True, parser_class=Parser
    )
    listing = doings.add_parser("list", help="the kept matches, the latest first")
    listing.add_argument(
        "text", metavar="WORD", nargs="*", type=words, help="in names, notes or edition"
    )
    listing.set_defaults(run=_run_list)
    taking = doings.add_parser("import", help="take in match records")
    taking.add_argument(
        "paths", metavar="PATH", nargs="+", help="files and folders, or matches in one line"
    )
    taking.set_defaults(run=_run_import)
    giving = doings.add_parser("export", help="write kept matches as files")
    giving.add_argument("numbers", metavar="ID", nargs="+", type=count)
    giving.add_argument("--to", metavar="FOLDER", type=Path, default=Path(), help="where to")
    kinds = giving.add_mutually_exclusive_group()
    for kind, told in KINDS.items():
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=told)
    giving.set_defaults(run=_run_export, kind="record")
    _add_sayings(doings)
    again = doings.add_parser("rebuild", help="work out anew what follows from the records")
    again.add_argument("--judge", action="store_true", help="judge all rounds again, too")
    again.set_defaults(run=_run_rebuild)
    for doing in (listing, taking, giving, again):
        doing.add_argument("--json", action="store_true", help="print it as JSON")


def _add_sayings(doings: Any) -> None:
    """What a player says of kept matches."""
    sayings: tuple[tuple[str, str], ...] = (
        ("star", "mark matches"),
        ("unstar", "take the marks away"),
        ("delete", "take matches out of the list; restore brings them back"),
        ("restore", "bring back what was deleted, until the game is next closed"),
    )
    for name, told in sayings:
        saying = doings.add_parser(name, help=told)
        saying.add_argument("numbers", metavar="ID", nargs="+", type=count)
        saying.set_defaults(run=_run_saying, saying=name)
    noting = doings.add_parser("note", help="write something beside a match")
    noting.add_argument("number", metavar="ID", type=count)
    noting.add_argument("text", metavar="WORD", nargs="*", type=words)
    noting.set_defaults(run=_run_note)


def _run_saying(options: argparse.Namespace) -> int:
    with _library(options) as library:
        numbers = options.numbers
        if options.saying != "restore":
            _check_numbers(library, numbers)
        if options.saying == "delete":
            library.delete(numbers)
        elif options.saying == "restore":
            library.bring_back(numbers)
        else:
            for number in numbers:
                library.star(number, options.saying == "star")
    return 0


def _run_note(options: argparse.Namespace) -> int:
    with _library(options) as library:
        _check_numbers(library, (options.number,))
        library.note(options.number, " ".join(options.text))
    return 0


def _check_numbers(library: Library, numbers: Iterable[int]) -> None:
    known = set(library.numbers())
    for number in numbers:
        if number not in known:
            raise CommandError(f"no match has the number {number}")


def _run_list(options: argparse.Namespace) -> int:
    with _library(options, may_write=False) as library:
        found = library.find(Wanted(text=" ".join(options.text)))
        if options.json:
            print(json.dumps([asdict(entry) for entry in found], ensure_ascii=False))
        elif found or not library.damaged:
            print("\n".join(map(_line, found)) or "no matches are kept")
        _check_rows(library)
    return 0


def _check_rows(library: Library) -> None:
    """After a list: which matches are missing from it."""
    if not library.damaged:
        return
    numbers = " ".join(map(str, sorted(library.damaged)))
    raise CommandError(
        f"left out, as what is kept of it makes no sense: {numbers} "
        f"(rebuild mends what can be mended, export --raw writes it as it is)"
    )


def _run_import(options: argparse.Namespace) -> int:
    with _library(options) as library:
        taken = [one for given in options.paths for one in _take(library, given)]
    bad = [one for one in taken if one.reason]
    if options.json:
        print(json.dumps([_as_json(one) for one in taken], ensure_ascii=False))
    else:
        new = sum(one.number is not None for one in taken)
        print(f"{new} taken in, {len(taken) - new - len(bad)} there already")
    if bad:
        many = f"{len(bad)} of {len(taken)} files were not taken in, the first "
        raise CommandError(f"{many if len(taken) > 1 else ''}{bad[0].path}: {bad[0].reason}")
    return 0


def _run_export(options: argparse.Namespace) -> int:
    written = []
    with _library(options, may_write=False) as library:
        for number in options.numbers:
            path = options.to / f"hacktrick-{number}{ENDINGS[options.kind]}"
            check_writable(path)
            _check_numbers(library, (number,))
            if options.kind == "raw":
                text = json.dumps(library.raw(number), ensure_ascii=False, indent=1) + "\n"
            else:
                text = _content(library.record(number), options.kind)
            write(path, text)
            written.append(str(path))
    print(json.dumps(written, ensure_ascii=False) if options.json else "\n".join(written))
    return 0


def _run_rebuild(options: argparse.Namespace) -> int:
    bad: list[str] = []
    with _library(options) as library:
        numbers = library.numbers()
        progress = Progress(len(numbers), "matches")
        try:
            for done, number in enumerate(numbers, 1):
                reason = _rebuilt(library, number, options.judge)
                bad += [reason] if reason else []
                progress.tell(done)
        finally:
            progress.end()
        n_good = len(numbers) - len(bad)
        told = {"rebuilt": n_good}
        print(json.dumps(told) if options.json else f"{n_good} matches worked out anew")
    if bad:
        more = f" ({len(bad)} matches in all)" if len(bad) > 1 else ""
        raise CommandError(f"{bad[0]}{more}")
    return 0


def _rebuilt(library: Library, number: int, judge: bool) -> str:
    """Why a match could not be worked out anew; "" if it was."""
    try:
        library.rebuild(number)
        judge_again(library, number, anew=judge)
    except RecordError as error:
        return f"match {number}: {error}"
    except KeyError:
        return f"match {number} could not be read"
    except LibraryError as error:
        if number not in library.damaged:
            raise
        return str(error)
    return ""


def _take(library: Library, given: str) -> Iterator[Taken]:
    """A match in one line, a file or a folder."""
    if is_code(given):
        yield take_text(library, given)
    else:
        yield from take_in(library, (Path(given),))


def _content(record: Record, kind: str) -> str:
    """The text of a file of this kind."""
    if kind == "record":
        return record.as_text()
    if kind == "code":
        return f"{code_of(record)}\n"
    replayed = ReplaySession(record)
    return page(replayed) if kind == "page" else "\n".join((*transcript(replayed), ""))


@contextmanager
def _library(options: argparse.Namespace, may_write: bool = True) -> Iterator[Library]:
    folder = find_folders(options.data_dir).data
    try:
        with closing(Library(folder, may_write)) as library:
            _check(library, folder)
            yield library
            _tell_damage(library, folder)
    except LibraryError as error:
        raise CommandError(f"the library in {folder}: {error}") from error


def _check(library: Library, folder: Path) -> None:
    """A library that was set aside or cannot be used is told of before anything else."""
    reasons = {
        "unreadable": "is not a file",
        "foreign": "is a database of another program",
        "newer": "was written by a newer version of this program, and can only be read",
        "copy_failed": "could not be copied before it is brought up to this version",
    }
    if library.fault in (None, "broken") or (library.fault == "newer" and not library.may_write):
        return
    kept = f"; it was kept as {library.kept_as}" if library.kept_as else ""
    raise CommandError(f"the library in {folder} {reasons[library.fault]}{kept}")


def _tell_damage(library: Library, folder: Path) -> None:
    """After a command that was done with what could be read of a damaged library."""
    if library.fault != "broken":
        return
    saved = f"{library.n_saved} matches could be read"
    kept = f"; it was kept as {library.kept_as}" if library.kept_as else ""
    raise CommandError(f"the library in {folder} is damaged: {saved}{kept}")


def _as_json(taken: Taken) -> dict[str, object]:
    return {"path": str(taken.path), "id": taken.number, "error": taken.reason or None}


def _line(entry: Entry) -> str:
    names = ", ".join(f"{one.name}{' (won)' if one.won else ''}" for one in entry.players)
    score = ":".join(map(str, entry.score))
    star = "* " if entry.starred else ""
    note = f"  {entry.note}" if entry.note else ""
    return f"{entry.id:>5}  {entry.ended[:10]}  {entry.preset}  {score}  {star}{names}{note}"
