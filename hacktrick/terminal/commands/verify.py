"""The command ``verify``, which checks the proofs in a match record or proof file."""

from __future__ import annotations

import argparse
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from hacktrick.fairness.record_verification import (
    RoundCheck,
    UnfairRecord,
    verification_seconds,
    verify_record,
)
from hacktrick.match.record import Record, read_record
from hacktrick.online.protocol.proof_file import (
    PROOF_MAGIC,
    ProofViolation,
    ProvedRound,
    check_proof_file,
)
from hacktrick.terminal.commands.command_helpers import (
    CommandError,
    add_option_for_long_work,
    refuse_long_work_unless_allowed,
    require_regular_file,
)

MAX_FILE_SIZE = 64 * 1024 * 1024


def add_verify(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``verify``."""
    parser.set_defaults(run=run_verify)
    parser.add_argument("file", metavar="FILE", type=Path)
    add_option_for_long_work(parser)


def run_verify(options: argparse.Namespace) -> int:
    """Check the proofs of a file, and print one line for each valid round.

    Raises:
        CommandError: the file cannot be read, has no proofs, a proof is invalid, or the work is
            too long.
        RecordError: the file is not a record, or breaks the rules.
    """
    content = _file_content(options.file)
    text = content.removeprefix(BOM_UTF8).lstrip()
    if content.startswith(PROOF_MAGIC):
        lines = _proof_file_lines(content)
    elif text.startswith(b"{"):
        record = read_record(text.decode("utf-8", "replace"))
        refuse_long_work_unless_allowed(verification_seconds(record), options)
        lines = _record_lines(record)
    else:
        raise CommandError(f"{options.file} contains no proofs")
    for line in lines:
        print(line)
    return 0


def _file_content(path: Path) -> bytes:
    try:
        require_regular_file(path)
        with path.open("rb") as file:
            content = file.read(MAX_FILE_SIZE + 1)
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise CommandError(f"{path} is not a file name") from error
    if len(content) > MAX_FILE_SIZE:
        raise CommandError(f"{path} is too large")
    return content


def _proof_file_lines(content: bytes) -> Iterator[str]:
    try:
        for round_ in check_proof_file(content):
            yield _network_round_line(round_)
    except ProofViolation as error:
        raise CommandError(str(error)) from error


def _network_round_line(round_: ProvedRound) -> str:
    """Return a line about a round over a network, such as ``round 0 signatures ok keys 2 …``."""
    counts = "  ".join(f"{name} {round_.proved[kind]}" for kind, name in _PROOFS.items())
    return f"round {round_.number}  signatures ok  {counts}  {_result_text(round_)}"


def _result_text(round_: ProvedRound) -> str:
    result = round_.result
    if result is None:
        return "unfinished"
    return f"side {result.side} wins {result.points} by {result.by}"


def _record_lines(record: Record) -> Iterator[str]:
    """Yield a line for each round of a match against the computer."""
    found = []
    try:
        for round_ in verify_record(record):
            found.append(round_)
            yield _local_round_line(round_)
    except UnfairRecord as error:
        raise CommandError(str(error)) from error
    if not any(round_.has_proof for round_ in found):
        raise CommandError("this match was played without proofs")


def _local_round_line(round_: RoundCheck) -> str:
    """Return a line about a round at this computer, such as ``round 0 commitment ok cut ok …``."""
    if not round_.has_proof:
        return f"round {round_.number}  no proof"
    cut = "ok" if round_.is_cut_chosen else "unproved (nobody chose it)"
    parts = [f"round {round_.number}", "commitment ok", f"cut {cut}", "deal ok", "decks ok"]
    parts.append(f"computer {round_.n_same} of {round_.n_decisions} decisions recomputed")
    if round_.n_by_clock:
        parts.append(f"{round_.n_by_clock} cut by the clock: not recomputed")
    if round_.n_elsewhere:
        parts.append(
            f"{round_.n_elsewhere} by other weights, program or processor: not recomputed here"
        )
    return "  ".join(parts)


_PROOFS = {"key": "keys", "shuffle": "shuffles", "share": "shares", "sum": "sums"}
