"""The command line: the window when nothing else is asked, and the tools beside it.

Errors of the user are one sentence on standard error and exit code 2, never a traceback.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from hacktrick import __version__
from hacktrick.game.rules import PRESETS
from hacktrick.play import arena
from hacktrick.play.bot import serve_lines
from hacktrick.play.players import LEVEL_NUMBERS
from hacktrick.play.record import MAX_CHARACTERS, RecordError, read_record
from hacktrick.play.replay import replay, state_line

FAILED = 2
LONGEST_ERROR = 400
MOST = 1_000_000


class CommandError(Exception):
    """What the user asked for cannot be done; the text says why."""


class Parser(argparse.ArgumentParser):
    """A parser that answers a bad command line with one sentence."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(message)


def main(argv: Sequence[str]) -> int:
    """Run the command of ``argv`` (without the program's name); the exit code."""
    try:
        options = _parser().parse_args(argv)
        code: int = options.run(options)
    except (CommandError, RecordError) as error:
        print(f"error: {_sentence(error)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone
        sys.stdout = None
        return 0
    return code


def _sentence(error: Exception) -> str:
    """One line of bearable length, whatever words of the user are quoted in it."""
    text = " ".join(str(error).split())
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}…"


def _parser() -> Parser:
    parser = Parser(prog="hacktrick", description="Hack Trick, the card and keypad game.")
    parser.set_defaults(run=_run_game)
    parser.add_argument("--version", action="version", version=f"hacktrick {__version__}")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where saves and settings go")
    parser.add_argument(
        "--text", action="store_true", help="play in the terminal, in plain lines of text"
    )
    parser.add_argument(
        "--self-test", action="store_true", help="open the table, ask the computer once, quit"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    _add_replay(commands.add_parser("replay", help="check a match record"))
    _add_bot(commands.add_parser("bot", help="a computer player as a filter"))
    _add_arena(commands.add_parser("arena", help="two computer players against each other"))
    return parser


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_run_replay)
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--states", action="store_true", help="print every state as JSON")


def _add_bot(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_run_bot)
    parser.add_argument("--level", metavar="N", type=_level, required=True)
    parser.add_argument("--seed", metavar="S", type=int, default=0)


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_run_arena)
    hint = "level:N or 'cmd:PROGRAM ARG ...'"
    parser.add_argument("first", metavar="A", type=_player, help=hint)
    parser.add_argument("second", metavar="B", type=_player, help=hint)
    parser.add_argument("--rounds", metavar="N", type=_count, default=100)
    parser.add_argument("--preset", metavar="P", type=_preset, default="keypad")
    parser.add_argument("--seed", metavar="S", type=int, default=0)
    parser.add_argument("--jobs", metavar="J", type=_count, default=1)
    parser.add_argument("--time-ms", metavar="MS", type=_count, default=arena.TIME_MS)
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the numbers there too")


def _player(text: str) -> arena.Player:
    try:
        return arena.read_player(text)
    except arena.PlayerError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST}")
    return int(text)


def _level(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) not in LEVEL_NUMBERS:
        known = ", ".join(map(str, LEVEL_NUMBERS))
        raise argparse.ArgumentTypeError(f"there is no level {text!r} (there are {known})")
    return int(text)


def _preset(text: str) -> str:
    if text not in PRESETS:
        raise argparse.ArgumentTypeError(f"unknown preset {text!r} (known: {', '.join(PRESETS)})")
    return text


def _run_game(options: argparse.Namespace) -> int:
    # Here, not above: the tools and the text mode run without the window and its library.
    if options.self_test:
        from hacktrick.ui.selftest import self_test

        return self_test(options.data_dir)
    if options.text:
        if sys.stdin is None or sys.stdout is None:  # a windowed program without a terminal
            raise CommandError("the text mode needs a terminal")
        from hacktrick.text.program import run_text

        return run_text(options.data_dir)
    from hacktrick.ui.game import run_game

    return run_game(options.data_dir)


def _run_replay(options: argparse.Namespace) -> int:
    for match, action in replay(read_record(_read(options.file))):
        if options.states:
            print(json.dumps(state_line(match, action)))
    return 0


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MAX_CHARACTERS + 1)  # of an endless file, as much as is refused
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not a text in UTF-8") from error
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise CommandError(f"{path} is no file name") from error


def _run_bot(options: argparse.Namespace) -> int:
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    serve_lines(options.level, options.seed, sys.stdin, sys.stdout)
    return 0


def _run_arena(options: argparse.Namespace) -> int:
    players = (options.first, options.second)
    rules = PRESETS[options.preset]
    n_pairs = (options.rounds + 1) // 2
    pairs = arena.run(
        rules, players, n_pairs, options.seed, options.jobs, options.time_ms, _progress(n_pairs)
    )
    found = arena.summary(rules, players, pairs)
    if options.json is not None:
        _write(options.json, json.dumps(found, indent=1) + "\n")
    print(arena.report(found))
    return 0


def _progress(n_pairs: int) -> Callable[[int], None]:
    """Tells how far a run is, where somebody is looking."""

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == n_pairs else ""
            print(f"\r{2 * done} of {2 * n_pairs} rounds", end=end, file=sys.stderr, flush=True)

    return tell


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error
