"""The command ``analyse``: a match record judged decision by decision."""

from __future__ import annotations

import argparse
import json

from hacktrick.commands.arguments import read
from hacktrick.commands.progress import Progress
from hacktrick.commands.verdict import report
from hacktrick.play.analysis import n_decisions
from hacktrick.play.record import MAX_CHARACTERS, read_record
from hacktrick.play.replay import replay
from hacktrick.play.review import analyse


def run_analyse(options: argparse.Namespace) -> int:
    """Prints the analysis of a file.

    Raises:
        CommandError: the file cannot be read.
        RecordError: it is no record that follows the rules.
    """
    record = read_record(read(options.file, MAX_CHARACTERS + 1))
    for _ in replay(record):  # all of it is checked before any of it is thought about
        pass
    progress = Progress(n_decisions(record), "actions")
    try:
        found = analyse(record, progress.tell)
    finally:
        progress.end()
    print(json.dumps(found, ensure_ascii=False) if options.json else report(found))
    return 0
