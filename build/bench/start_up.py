"""Measures start-up time and size of the program in each form that players get.

``speeds_and_sizes.py`` calls this module. The game's log says when it showed its first picture and
when it first read input. Times count from the call of the program, so they include the
start of Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from statistics import median

import freeze
import packing

from hacktrick.app.crash_log import LOG_FILE
from hacktrick.app.storage import choose_data_folders
from hacktrick.ui.window.startup import FIRST_PICTURE, TAKES_INPUT

Row = tuple[str, float, str, str]

START_TIMEOUT = 60.0  # seconds within which the game must start


def measure_starts(n_starts: int) -> Iterator[Row]:
    """Yield the milliseconds to the first picture and to the first input, for each built form."""
    for form, command in available_program_forms():
        times = [seconds_to_picture_and_input(command) for _ in range(n_starts)]
        how = f"median of {n_starts} starts, {form}"
        first, ready = (median(column) for column in zip(*times, strict=True))
        yield f"start to first frame, {form}", 1000 * first, "ms", how
        yield f"start to interactive, {form}", 1000 * ready, "ms", how


def available_program_forms() -> Iterator[tuple[str, list[str]]]:
    """Yield the name and command of each form of the program.

    Wheel and frozen program are left out if they have not been built into ``dist``.
    """
    yield "source", [sys.executable, "-m", "hacktrick"]
    wheel = packing.DIST / f"{packing.NAME}-{packing.game_version()}-py3-none-any.whl"
    if wheel.exists():
        yield "wheel", [str(install_wheel(wheel))]
    product = freeze.frozen_program_path(onefile=False)
    if product.is_dir():
        yield "frozen", [str(freeze.executable_in(product))]


def install_wheel(wheel: Path) -> Path:
    """Install the wheel into a fresh environment; return the path of its command."""
    place = packing.ROOT / ".work" / "bench-venv"
    venv.EnvBuilder(clear=True, with_pip=True, symlinks=os.name != "nt").create(place)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    command = [str(scripts / "python"), "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    subprocess.run([*command, str(wheel)], check=True)
    return scripts / (f"{packing.NAME}.exe" if os.name == "nt" else packing.NAME)


def seconds_to_picture_and_input(command: list[str]) -> tuple[float, float]:
    """Return the seconds to the first picture and to the first frame that reads input.

    Raises:
        SystemExit: the program did not start in time.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log = choose_data_folders(folder).log / LOG_FILE
        variables = {**os.environ, "HACKTRICK_DATA_DIR": folder}
        begun = time.time()
        program = subprocess.Popen(command, cwd=packing.ROOT, env=variables)
        try:
            text = _wait_for_start_in_log(log, begun + START_TIMEOUT)
        finally:
            program.terminate()
            program.wait()
    return _logged_seconds(text, FIRST_PICTURE) - begun, _logged_seconds(text, TAKES_INPUT) - begun


def _wait_for_start_in_log(log: Path, deadline: float) -> str:
    while time.time() < deadline:
        text = log.read_text(encoding="utf-8") if log.exists() else ""
        if f"{TAKES_INPUT}\n" in text:
            return text
        time.sleep(0.02)
    raise SystemExit("the program did not start.")


def _logged_seconds(text: str, event: str) -> float:
    (line,) = (line for line in text.splitlines() if line.endswith(event))
    return datetime.strptime(line[:23], "%Y-%m-%d %H:%M:%S,%f").timestamp()


def measure_program_sizes() -> Iterator[Row]:
    """Yield the sizes of the built programs in ``dist``, in megabytes."""
    product = freeze.frozen_program_path(onefile=False)
    if product.is_dir():
        yield "size, frozen, one folder", packing.size_in_bytes(product) / 1e6, "MB", product.name
    for archive in sorted(packing.DIST.glob(f"{packing.NAME}*{packing.game_version()}*")):
        if archive.is_file() and archive.suffix != ".sha256":
            kind = archive.name.removeprefix(packing.NAME).partition(packing.game_version())[2]
            how = f"dist/{archive.name}"
            yield f"size, packed, {kind.strip('-_.')}", archive.stat().st_size / 1e6, "MB", how
