"""The command ``stats``: what the kept matches tell of somebody."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from dataclasses import asdict

from hacktrick.commands.arguments import CommandError, words
from hacktrick.folders import find_folders
from hacktrick.library.entries import LibraryError
from hacktrick.library.figures import of_player, people
from hacktrick.library.shelf import Library
from hacktrick.play.statistics import Statistics
from hacktrick.words.figures import other_lines, strength_lines, theme_lines


def add_stats(parser: argparse.ArgumentParser) -> None:
    """The words of ``stats``."""
    parser.add_argument(
        "name", metavar="NAME", nargs="?", type=words, help="who; usually who has played most"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.set_defaults(run=run_stats)


def run_stats(options: argparse.Namespace) -> int:
    """Prints the statistics of a player, or that nobody has played.

    Raises:
        CommandError: the library cannot be read, or nobody has this name.
    """
    folder = find_folders(options.data_dir).data
    try:
        with closing(Library(folder, may_write=False)) as library:
            known = people(library)
            name = options.name or next(iter(known), None)
            if name is None:
                print("{}" if options.json else "no matches are kept")
                return 0
            if name not in known:
                raise CommandError(f"nobody by the name of {name} has played here")
            found = of_player(library, name)
            damaged = library.fault == "broken"
    except LibraryError as error:
        raise CommandError(f"the library in {folder}: {error}") from error
    print(
        json.dumps(as_data(name, found), ensure_ascii=False) if options.json else told(name, found)
    )
    if damaged:
        raise CommandError(f"the library in {folder} is damaged: this is of what could be read")
    return 0


def told(name: str, found: Statistics) -> str:
    """One sentence a line."""
    lines = (*strength_lines(found), *other_lines(found), *theme_lines(found))
    return "\n".join((name, *lines))


def as_data(name: str, found: Statistics) -> dict[str, object]:
    """The same as data."""
    return {
        "player": name,
        "rounds": len(found.rounds),
        "rated": len(found.rated),
        "rating": {
            kind: None if one is None else asdict(one)
            for kind, one in (
                ("decisions", found.strength.play),
                ("results", found.strength.result),
                ("both", found.strength.both),
            )
        },
        "error_rate": found.rate,
        "luck": found.luck,
        "themes": {
            one.theme: {
                "n": one.n,
                "loss": one.loss,
                "error": one.error,
                "usual": one.usual,
                "told": one.is_told,
            }
            for one in found.themes
        },
    }
