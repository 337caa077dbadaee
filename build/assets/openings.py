"""Lets the solver play rounds against itself and counts how they open: assets/ai/openings.json.

python build/assets/openings.py --state DIR [--seed S] [--rounds N] [--jobs N]
    play rounds; resumes where it stopped
python build/assets/openings.py --state DIR --write
    replace the counts in the file with those of DIR
python build/assets/openings.py --state DIR --add
    add the counts of DIR to those in the file

DIR is a folder outside the checkout, a separate one for each net and seed. Add each folder only
once. Needs g++ (build/train/README.md). Openings that mirror each other are counted as one, since
the player of the C++ tool does not orient rounds as the game does.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "build"))

from train.parallel_rounds import run_tool_in_parts  # noqa: E402

from assets.figures_file import NET  # noqa: E402
from hacktrick.library.position_index import BETWEEN_ACTIONS, canonical_opening  # noqa: E402

ROUNDS_PER_PART = 2000  # number of rounds in a part, which is saved as a whole
ITERATIONS = 8
SEED = 1
FILE = ROOT / "assets" / "ai" / "openings.json"
Openings = Counter[tuple[int, str, int]]
"""How often each start card, first turn and number of points occurred."""
COMMANDS = {"=play": "command play", "=guard": "command guard", "": "pass"}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--state", type=Path, metavar="DIR", required=True)
    parser.add_argument("--rounds", type=int, metavar="N", default=1_000_000)
    parser.add_argument("--seed", type=int, metavar="S", default=SEED)
    parser.add_argument("--jobs", type=int, metavar="N", default=1, help="number of processes")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--add", action="store_true")
    options = parser.parse_args(arguments)
    state = options.state.resolve()
    if options.write or options.add:
        write_opening_counts(
            state / "rounds", read_shipped_opening_counts() if options.add else Counter()
        )
    else:
        play_and_save_rounds_in_parts(state, options.rounds, options.seed, options.jobs)
    return 0


def play_and_save_rounds_in_parts(work_folder: Path, rounds: int, seed: int, jobs: int) -> None:
    """Play rounds in parts and save each part when it is finished."""
    net = work_folder / "net"
    if not (net / "net.bin").exists():
        export = [sys.executable, str(ROOT / "build" / "train" / "export.py"), "--back"]
        subprocess.run([*export, str(ROOT / NET), str(net)], check=True)
    command = ("openings", "--dir", str(net), "--iterations", str(ITERATIONS))
    run_tool_in_parts(command, rounds, seed, jobs, work_folder / "rounds", ROUNDS_PER_PART)


def read_shipped_opening_counts() -> Openings:
    """Return the counts in the shipped file.

    Raises:
        SystemExit: the file's rounds were played with another net or other settings.
    """
    data = json.loads(FILE.read_text(encoding="utf-8"))
    if (data["net"], data["iterations"]) != (short_net_sha256(), ITERATIONS):
        raise SystemExit("The openings in the file are those of another net: count them anew.")
    return Counter({(card, turn, points): n for card, turn, points, n in data["openings"]})


def write_opening_counts(folder: Path, counts: Openings) -> None:
    """Add the rounds in a folder to ``counts``, and write the sums to the shipped file."""
    for path in sorted(folder.glob("*.txt")):
        for start, turn, points in read_openings_and_results(path):
            card, reply = canonical_opening(start, turn.split(BETWEEN_ACTIONS))
            counts[card, BETWEEN_ACTIONS.join(reply), points] += 1
    rows = [[*opening, n] for opening, n in sorted(counts.items())]
    head = {"rounds": sum(counts.values()), "iterations": ITERATIONS, "net": short_net_sha256()}
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    FILE.write_text(f'{json.dumps(head)[:-1]}, "openings": [\n{lines}\n]}}\n', encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}: {head['rounds']} rounds, {FILE.stat().st_size} bytes")


def short_net_sha256() -> str:
    """Return the first 12 hexadecimal digits of the SHA-256 of the checkout's net."""
    return hashlib.sha256((ROOT / NET).read_bytes()).hexdigest()[:12]


def read_openings_and_results(path: Path) -> Iterator[tuple[int, str, int]]:
    """Yield the start card, the leader's first turn and the points of each round in a file.

    The points are those of the leader; they are negative if the starter won.
    """
    for line in path.read_text(encoding="ascii").splitlines():
        _aside, _starter, card, _leader, turn, result = line.split()
        points = int(result[1]) * (1 if result[0] == "L" else -1)
        yield int(card), record_notation_of_tool_turn(turn), points


def record_notation_of_tool_turn(tool_notation: str) -> str:
    """Convert a turn in the C++ tool's notation to the notation of records.

    For example, "play4+=play" becomes "play 4 double, command play".
    """
    if not tool_notation.startswith("play"):
        return tool_notation
    card, rest = tool_notation[len("play")], tool_notation[len("play") + 1 :]
    double = " double" if rest.startswith("+") else ""
    command = rest.removeprefix("+")
    return f"play {card}{double}, {COMMANDS[command]}"


if __name__ == "__main__":
    sys.exit(main())
