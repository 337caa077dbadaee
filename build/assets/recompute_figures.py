"""Recomputes everything that depends on the net and the judge, after the weights have changed.

python build/assets/recompute_figures.py --state DIR [--net FILE] [--jobs N] [--write]
    run all stages; resumes where it stopped
python build/assets/recompute_figures.py --state DIR --only STAGE | --from STAGE
    run one stage, or one stage and all after it
python build/assets/recompute_figures.py --state DIR --rounds STAGE=N --levels STAGE=8,9
    run stages with other sizes or other levels
python build/assets/recompute_figures.py --state DIR --quick
    try the script: every stage, but too small to mean anything
python build/assets/recompute_figures.py --list [--state DIR]
    list what each stage produces

DIR is a folder outside the checkout. The work is done in a copy there (DIR/tree), with the
checkout's net or the one that --net names. With --write the results go into the checkout, once
nothing in the copy was made with another net: the net with its calibration lines,
assets/ai/figures.toml, the puzzles, and the tables of the documents. A finished stage runs again if
it is named, if another size is wanted, or if an earlier stage has run again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "build"))

from train.export import read_net  # noqa: E402

from assets.figure_tables import fill_documents  # noqa: E402
from assets.figures_file import FILE, NET, PUZZLES, tables_not_from_current_net  # noqa: E402
from assets.recompute_figures_stages import STAGES  # noqa: E402
from hacktrick.ai.solver.value_net import OTHER_CALIBRATION, PLAIN_CALIBRATION  # noqa: E402

# Folders and files that are copied anew for every run.
COPIED_SOURCES = ("hacktrick", "build", "pyproject.toml")
STAGED_FOLDERS = ("assets", "docs")  # folders that are copied once, and then changed by the stages
# Arrays of the net's file that stages compute.
RECOMPUTED_ARRAYS = {"codes", PLAIN_CALIBRATION, OTHER_CALIBRATION}
LEFT_OUT = shutil.ignore_patterns("__pycache__")


class StageRequest(NamedTuple):
    """A requested stage.

    Attributes:
        size: the number of rounds or puzzles; None for a stage without a size.
        levels: the levels to measure; empty for the usual levels.
    """

    name: str
    size: int | None
    levels: tuple[int, ...]


class RequestRefused(Exception):
    """Raised if the request cannot be carried out; the message is the reason in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_arguments(arguments)
    try:
        if options.list:
            print("\n".join(stage_overview_lines(options.state)))
            return 0
        run_requested_stages(options)
    except RequestRefused as error:
        sys.exit(f"recompute_figures.py: {error}")
    except KeyboardInterrupt:
        sys.exit("recompute_figures.py: stopped; the same command goes on where it was")
    return 0


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--state", type=Path, metavar="DIR")
    parser.add_argument("--net", type=Path, metavar="FILE", default=ROOT / NET)
    parser.add_argument("--jobs", type=int, metavar="N", default=1, help="number of processes")
    parser.add_argument("--only", metavar="STAGE", default="")
    parser.add_argument("--from", metavar="STAGE", default="", dest="first")
    parser.add_argument("--rounds", metavar="STAGE=N", action="append", default=[])
    parser.add_argument("--levels", metavar="STAGE=N,N", action="append", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args(arguments)


def run_requested_stages(options: argparse.Namespace) -> None:
    """Run the requested stages that are not done yet, and write the results back if requested.

    Raises:
        RequestRefused: the request is not valid, or a stage failed.
    """
    requests = list(requested_stages(options))
    if options.quick and options.write:
        raise RequestRefused("what --quick makes says nothing and is not written into the checkout")
    state = create_work_folder(options.state)
    tree = prepare_checkout_copy(state, options.net)
    for request in requests:
        if options.only or not is_stage_done(state, request):
            run_stage(state, tree, request, options.jobs)
        else:
            print(f"{request.name}: done before", flush=True)
    if options.write:
        print("\n".join(copy_results_to_checkout(tree, ROOT)))


# Functions for reading the request.


def requested_stages(options: argparse.Namespace) -> Iterator[StageRequest]:
    """Yield the requested stages in their order, each with its size.

    Raises:
        RequestRefused: a stage is unknown, or its size is not a number.
    """
    sizes = {
        name: _positive_number(text) for name, text in _stage_name_and_number_pairs(options.rounds)
    }
    levels = {
        name: tuple(_positive_number(word) for word in text.split(","))
        for name, text in _stage_name_and_number_pairs(options.levels)
    }
    for name in (options.only, options.first, *sizes, *levels):
        if name and name not in STAGES:
            raise RequestRefused(f"there is no stage {name!r}; the stages are {', '.join(STAGES)}")
    names = list(STAGES)
    if options.only:
        names = [options.only]
    elif options.first:
        names = names[names.index(options.first) :]
    for name in names:
        stage = STAGES[name]
        usual = stage.size and stage.size[options.quick]
        own = stage.levels if options.quick else ()
        yield StageRequest(name, sizes.get(name, usual), levels.get(name, own))


def _stage_name_and_number_pairs(stage_texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    for word in stage_texts:
        name, equals, text = word.partition("=")
        if not equals:
            raise RequestRefused(f"{word!r} does not say STAGE=NUMBER")
        yield name, text


def _positive_number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise RequestRefused(f"{text!r} is not a number from 1 on")
    return int(text)


# Functions for the folder and the copy in it.


def create_work_folder(state: Path | None) -> Path:
    """Return the folder that holds all the work, creating it if necessary.

    Raises:
        RequestRefused: no folder is named, or the folder lies inside the checkout.
    """
    if state is None:
        raise RequestRefused("a folder outside the checkout is needed: --state DIR")
    found = state.resolve()
    if found == ROOT or ROOT in found.parents:
        raise RequestRefused(f"{state} lies in the checkout; another folder is needed")
    found.mkdir(parents=True, exist_ok=True)
    return found


def prepare_checkout_copy(work_folder: Path, net: Path) -> Path:
    """Create or update the copy of the checkout in which the stages work, and return its folder.

    Raises:
        RequestRefused: the net is not valid, or the folder belongs to another net.
    """
    weights = weights_fingerprint(net)
    kept, tree = read_progress(work_folder), work_folder / "tree"
    if kept.get("weights", weights) != weights:
        raise RequestRefused(f"{work_folder} is of another net; it needs a folder of its own")
    for name in COPIED_SOURCES:
        _copy_path(ROOT / name, tree / name)
    if "weights" not in kept:
        for name in STAGED_FOLDERS:
            _copy_path(ROOT / name, tree / name)
        shutil.copy2(net, tree / NET)
        write_progress(work_folder, {**kept, "weights": weights})
    return tree


def _copy_path(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=LEFT_OUT)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def weights_fingerprint(net: Path) -> str:
    """Return a SHA-256 of a net's weights, without the arrays that stages compute.

    Raises:
        RequestRefused: the file is missing or is not a net.
    """
    try:
        arrays = read_net(net)
    except (OSError, ValueError) as error:
        raise RequestRefused(f"{net} is no net that can be used: {error}") from error
    found = sha256()
    for name in sorted(set(arrays) - RECOMPUTED_ARRAYS):
        found.update(name.encode() + arrays[name].tobytes())
    return found.hexdigest()


# Functions for running the stages.


def run_stage(work_folder: Path, tree: Path, request: StageRequest, jobs: int) -> None:
    """Run one stage in its own process.

    Raises:
        RequestRefused: the process of the stage failed.
    """
    print(f"=== {request.name}: {STAGES[request.name].makes}", flush=True)
    command = [
        sys.executable,
        str(tree / "build" / "assets" / "recompute_figures_stages.py"),
        request.name,
        str(work_folder),
    ]
    command += ["--jobs", str(jobs), "--size", str(request.size or 0)]
    command += ["--levels", *map(str, request.levels)]
    record_stage_not_done(work_folder, request.name)
    began, status = time.monotonic(), 1
    try:
        status = subprocess.run(command, check=False, cwd=tree).returncode
    finally:  # the user may have interrupted the stage
        save_stage_progress(work_folder, request, round(time.monotonic() - began), status == 0)
    if status:
        raise RequestRefused(f"stage {request.name!r} has failed; the same command goes on with it")


def is_stage_done(work_folder: Path, request: StageRequest) -> bool:
    """Return whether a stage is done in the requested size, and later than all stages before it."""
    done: dict[str, Any] = read_progress(work_folder).get("stages", {})
    own = done.get(request.name, {})
    if not own.get("done") or [own["size"], own["levels"]] != [request.size, list(request.levels)]:
        return False
    earlier = list(STAGES)[: list(STAGES).index(request.name)]
    return all(done.get(name, {}).get("turn", 0) < own["turn"] for name in earlier)


def record_stage_not_done(work_folder: Path, name: str) -> None:
    """Record that a stage is not done, since it is about to start again."""
    kept = read_progress(work_folder)
    if name in kept.get("stages", {}):
        kept["stages"][name]["done"] = False
        write_progress(work_folder, kept)


def save_stage_progress(work_folder: Path, request: StageRequest, seconds: int, done: bool) -> None:
    """Record whether a stage is done and how long it took, including earlier interrupted runs."""
    kept = read_progress(work_folder)
    stages = kept.setdefault("stages", {})
    before = stages.get(request.name, {})
    went_on = before.get("broken", 0)
    stages[request.name] = {
        "done": done,
        "turn": 1 + max((one["turn"] for one in stages.values()), default=0),
        "size": request.size,
        "levels": list(request.levels),
        "seconds": went_on + seconds,
        "broken": 0 if done else went_on + seconds,
    }
    write_progress(work_folder, kept)


def read_progress(work_folder: Path) -> dict[str, Any]:
    """Return what earlier runs have recorded in this folder; empty before the first run."""
    file = work_folder / "remake.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def write_progress(work_folder: Path, kept: Mapping[str, Any]) -> None:
    fresh = work_folder / "remake.new"
    fresh.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    fresh.replace(work_folder / "remake.json")


def stage_overview_lines(work_folder: Path | None) -> Iterator[str]:
    """Yield a line on each stage in order: what it makes, its size, and how long it last took."""
    done = read_progress(work_folder).get("stages", {}) if work_folder else {}
    for name, stage in STAGES.items():
        size = f", {stage.size[0]:,}" if stage.size and stage.size[0] else ""
        took = f" (took {done[name]['seconds']:,} s)" if name in done else ""
        yield f"{name:12} {stage.makes}{size}{took}"


# Functions for writing into the checkout.


def copy_results_to_checkout(tree: Path, root: Path) -> list[str]:
    """Copy the results into a checkout; return a line for each file written.

    Raises:
        RequestRefused: something in the copy was made with another net.
    """
    old = tables_not_from_current_net(tree)
    if old:
        raise RequestRefused(f"nothing is written, as these are of another net: {', '.join(old)}")
    for name in (NET, FILE, PUZZLES):
        shutil.copyfile(tree / name, root / name)
    return [f"written: {name}" for name in (NET, FILE, PUZZLES, *fill_documents(root))]


if __name__ == "__main__":
    sys.exit(main())
