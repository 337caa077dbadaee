"""The command line: opens the window or text mode, or runs a command.

A mistake of the user ends with one sentence on standard error and exit code 2, never with a
traceback.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import ipaddress
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hacktrick import __version__
from hacktrick.app.profiles import MAX_NAME_LENGTH, name_fault, normalized_name
from hacktrick.match.record import RecordError
from hacktrick.resources import BadInstallation
from hacktrick.terminal.commands.command_helpers import (
    PRESET_HELP,
    CommandError,
    CommandLineParser,
    escape_unencodable_letters,
    folder_argument,
    level_argument,
    preset_argument,
    utf8_argument,
)

if TYPE_CHECKING:
    from hacktrick.terminal.play.online_play import OnlineRequest

FAILED = 2  # exit code of a failed command
MAX_ERROR_LENGTH = 400  # maximum length of an error message, in characters


def main(argv: Sequence[str]) -> int:
    """Run a command line and return the exit code.

    Args:
        argv: the arguments without the name of the program.
    """
    escape_unencodable_letters()
    try:
        try:
            return _run_command(argv)
        finally:
            if sys.stdout is not None:
                # Flush here because a write error at exit could no longer be reported.
                sys.stdout.flush()
    except (CommandError, RecordError, BadInstallation) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of the output has closed the pipe
        _discard_output()
        return 0
    except OSError as error:
        _discard_output()
        reason = error.strerror or str(error)
        return _fail(reason if error.filename is None else f"{error.filename}: {reason}")


def _run_command(argv: Sequence[str]) -> int:
    options = _make_parser().parse_args(argv)
    code: int = options.run(options)
    return code


def _fail(reason: str) -> int:
    """Print the reason for a failure as one line of limited length, and return the exit code."""
    text = " ".join(reason.split())
    text = text if len(text) <= MAX_ERROR_LENGTH else f"{text[:MAX_ERROR_LENGTH]}…"
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"error: {text}", file=sys.stderr)
    return FAILED


def _discard_output() -> None:
    """Discard the buffered output, which Python would otherwise try to write again at exit."""
    stream = sys.stdout
    if not isinstance(stream, io.TextIOWrapper) or stream is not sys.__stdout__:
        return
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _make_parser() -> CommandLineParser:
    parser = CommandLineParser(
        prog="hacktrick", description="Hack Trick, the card and keypad game."
    )
    parser.set_defaults(run=_run_game)
    parser.add_argument("--version", action="version", version=f"hacktrick {__version__}")
    parser.add_argument(
        "--data-dir", type=folder_argument, metavar="DIR", help="folder for matches and settings"
    )
    parser.add_argument(
        "--text", action="store_true", help="play in the terminal instead of a window"
    )
    parser.add_argument(
        "--self-test", action="store_true", help="check that the program works here, then quit"
    )
    parser.add_argument(
        "--open", type=Path, metavar="FILE", nargs="?", help="import a match and show it"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, (add_arguments, help_text) in _COMMANDS.items():
        commands.add_parser(name, help=help_text, add_arguments=add_arguments)
    return parser


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_run_replay)
    parser.add_argument(
        "file", metavar="FILE", help="match record, or file with a match in one line"
    )
    parser.add_argument("--states", action="store_true", help="print every state as JSON")


def _add_analyse(parser: argparse.ArgumentParser) -> None:
    # Imported here because it needs numpy.
    from hacktrick.terminal.commands.analyse import add_analyse

    add_analyse(parser)


def _add_bot(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_run_bot)
    parser.add_argument(
        "--level", metavar="N", type=level_argument, required=True, help="strength, from 1 to 10"
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="seed of its random choices"
    )
    parser.add_argument(
        "--at-once",
        action="store_true",
        help="do not delay answers; their times may then reveal something about the cards",
    )


def _add_position(parser: argparse.ArgumentParser) -> None:
    from hacktrick.terminal.commands.position import add_position

    add_position(parser)


def _add_study(parser: argparse.ArgumentParser) -> None:
    from hacktrick.terminal.commands.study import add_study

    add_study(parser)


def _add_stats(parser: argparse.ArgumentParser) -> None:
    from hacktrick.terminal.commands.library import add_stats

    add_stats(parser)


def _add_lessons(parser: argparse.ArgumentParser) -> None:
    from hacktrick.terminal.commands.lessons import add_lessons

    add_lessons(parser)


def _add_library(parser: argparse.ArgumentParser) -> None:
    # Imported here because it needs SQLite.
    from hacktrick.terminal.commands.library import add_library

    add_library(parser)


def _add_arena(parser: argparse.ArgumentParser) -> None:
    # Imported here because the game itself never needs it.
    from hacktrick.terminal.commands.contests import add_arena

    add_arena(parser)


def _add_round_robin(parser: argparse.ArgumentParser) -> None:
    from hacktrick.terminal.commands.contests import add_round_robin

    add_round_robin(parser)


def _add_host(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_run_online)
    parser.add_argument(
        "--preset", metavar="P", type=preset_argument, default="keypad", help=PRESET_HELP
    )
    parser.add_argument("--name", type=_parse_player_name, help="your name at the table")
    parser.add_argument(
        "--broker",
        metavar="URL",
        type=utf8_argument,
        default="",
        help="meet through this MQTT broker: mqtts://[name:password@]host",
    )
    parser.add_argument(
        "--address",
        metavar="IP",
        type=_parse_address,
        default="",
        help="the IP address at which others can reach this computer",
    )
    parser.add_argument(
        "--unlisted", action="store_true", help="do not announce the table on the local network"
    )
    parser.add_argument("--unwatched", action="store_true", help="allow no spectators")
    parser.add_argument(
        "--clock", metavar="SECONDS", type=int, choices=(60, 120), default=0,
        help="time limit for a decision, 60 or 120 seconds; default: none",
    )  # fmt: skip
    parser.add_argument(
        *("--computer", "-c"), metavar="N", type=level_argument, action="append", default=[],
        help="seat a computer player of this level; can be repeated",
    )  # fmt: skip


def _parse_address(text: str) -> str:
    """Return a numeric IP address in its standard form; "" for an empty text.

    Raises:
        ArgumentTypeError: the text is something else, such as a host name, for which an invitation
            has no room.
    """
    try:
        return str(ipaddress.ip_address(text)) if text else ""
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an IP address such as 192.0.2.7 or 2001:db8::7"
        ) from error


def _parse_player_name(text: str) -> str:
    """Return a valid profile name.

    Raises:
        ArgumentTypeError: the name is empty, too long or has unprintable characters.
    """
    name = normalized_name(text)
    fault = name_fault(name)
    if fault is not None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a name of 1 to {MAX_NAME_LENGTH} letters"
        )
    return name


def _add_join(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_run_online)
    parser.add_argument(
        "code",
        metavar="CODE",
        type=utf8_argument,
        help="the invitation or access code that the host gave you",
    )
    parser.add_argument("--name", type=_parse_player_name, help="your name at the table")
    parser.add_argument(
        "--broker",
        metavar="URL",
        type=utf8_argument,
        default="",
        help="MQTT broker, if the code does not name one",
    )
    parser.add_argument("--watch", action="store_true", help="watch without playing")


def _run_online(options: argparse.Namespace) -> int:
    _check_data_folder()
    if sys.stdin is None or sys.stdout is None:
        raise CommandError(
            "online play in text mode needs a terminal; in the window, choose Online"
        )
    from hacktrick.terminal.play.program import run_text_mode

    return run_text_mode(options.data_dir, online=_online_request(options))


def _online_request(options: argparse.Namespace) -> OnlineRequest:
    from hacktrick.online.protocol.process_messages import HostTable, JoinTable
    from hacktrick.terminal.play.online_play import OnlineRequest

    name = options.name or ""
    if options.command == "join":
        join = JoinTable(options.code, name, broker=options.broker, as_spectator=options.watch)
        return OnlineRequest(join)
    table = HostTable(
        options.preset, {}, name, options.broker, not options.unlisted, options.address,
        clock=options.clock, allows_spectators=not options.unwatched,
    )  # fmt: skip
    return OnlineRequest(table, tuple(options.computer))


def _add_verify(parser: argparse.ArgumentParser) -> None:
    # Imported here because it needs PyNaCl.
    from hacktrick.terminal.commands.verify import add_verify

    add_verify(parser)


_COMMANDS = {
    "replay": (_add_replay, "check a match record and print its rounds"),
    "analyse": (_add_analyse, "judge a match, or a player's decisions in many matches"),
    "verify": (_add_verify, "check the proofs in a match record or proof file"),
    "host": (_add_host, "host an online match in the terminal"),
    "join": (_add_join, "join or watch an online match in the terminal"),
    "bot": (_add_bot, "run a computer player that answers JSON requests, line by line"),
    "position": (_add_position, "show a position that is written in one line"),
    "study": (_add_study, "judge a position that is written in one line"),
    "stats": (_add_stats, "show the statistics of a player"),
    "lessons": (_add_lessons, "list the lessons, or check that all can be completed"),
    "library": (_add_library, "list, search, import, export and repair saved matches"),
    "arena": (_add_arena, "let two computer players play against each other"),
    "round-robin": (_add_round_robin, "let computer players all play against each other"),
}


def _run_game(options: argparse.Namespace) -> int:
    _check_data_folder()
    # Imported here because commands and text mode run without the window and pygame.
    if options.self_test:
        from hacktrick.ui.window.self_test import self_test

        return self_test(options.data_dir)
    if options.text:
        if sys.stdin is None or sys.stdout is None:
            # A windowed program without a terminal has no standard streams.
            raise CommandError("text mode needs a terminal")
        from hacktrick.terminal.play.program import run_text_mode

        return run_text_mode(options.data_dir)
    gc.disable()  # everything loaded so far stays loaded; the window collects garbage later
    from hacktrick.ui.window.startup import run_game

    return run_game(options.data_dir, options.open and options.open.absolute())


def _check_data_folder() -> None:
    from hacktrick.app.storage import DATA_DIR_VARIABLE

    try:
        folder_argument(os.environ.get(DATA_DIR_VARIABLE, ""))
    except argparse.ArgumentTypeError as error:
        raise CommandError(f"{DATA_DIR_VARIABLE}: {error}") from error


def _run_replay(options: argparse.Namespace) -> int:
    from hacktrick.terminal.commands.replay import run_replay

    return run_replay(options)


def _run_bot(options: argparse.Namespace) -> int:
    from hacktrick.ai.bot_protocol import serve_lines

    if sys.stdin is None or sys.stdout is None:
        raise CommandError("a bot needs standard input and output")
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    serve_lines(options.level, options.seed, sys.stdin, sys.stdout, options.at_once)
    return 0
