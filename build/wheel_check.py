#!/usr/bin/env python3
"""Builds the wheel into `dist`, installs it where the sources are not seen, and self-tests it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

import environment

ROOT = environment.ROOT


def main() -> int:
    python = environment.ready(ROOT / ".work" / "freeze-venv", ("freeze",))
    with tempfile.TemporaryDirectory(prefix="hacktrick-wheel-") as folder:
        wheel = built(python, Path(folder))
        check_content(wheel)
        self_test(wheel, Path(folder))
    print("The wheel works.")
    return 0


def built(python: Path, folder: Path) -> Path:
    pip(python, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("*.whl")
    (ROOT / "dist").mkdir(exist_ok=True)
    (ROOT / "dist" / wheel.name).write_bytes(wheel.read_bytes())
    print(f"dist/{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def check_content(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    assets = {
        f"hacktrick/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "assets").rglob("*")
        if path.is_file() and path.suffix not in {".po", ".pot"}
    }
    if missing := sorted(assets - inside):
        raise environment.stop(f"not in the wheel: {', '.join(missing[:5])}.")


def self_test(wheel: Path, folder: Path) -> None:
    place = folder / "venv"
    venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(place)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    pip(scripts / ("python.exe" if os.name == "nt" else "python"), "install", str(wheel))
    variables = {**os.environ, "HACKTRICK_DATA_DIR": str(folder / "data")}
    variables.pop("PYTHONPATH", None)
    command = [str(scripts / "hacktrick"), "--self-test"]
    status = subprocess.run(command, cwd=folder, env=variables, timeout=120, check=False).returncode
    if status:
        raise environment.stop(f"the self-test of the wheel failed with status {status}.")


def pip(python: Path, *words: str) -> None:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    if subprocess.run(command, check=False).returncode:
        raise environment.stop(f"pip {words[0]} failed.")


if __name__ == "__main__":
    sys.exit(main())
