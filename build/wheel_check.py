#!/usr/bin/env python3
"""Builds the wheel into `dist`, installs it apart from the sources and runs its self-test."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

import environment
import packing

ROOT = environment.ROOT


def main() -> int:
    python = environment.ready(ROOT / ".work" / "wheel-venv", ("wheel",))
    with tempfile.TemporaryDirectory(prefix="hacktrick-wheel-") as folder:
        wheel = built(python, Path(folder))
        check_content(wheel)
        self_test(wheel, Path(folder))
    print("The wheel works.")
    return 0


def built(python: Path, folder: Path) -> Path:
    # The wheel comes from the source archive, so that one is complete, too.
    os.environ["SOURCE_DATE_EPOCH"] = str(packing.source_date())
    module(python, "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (ROOT / "dist").mkdir(exist_ok=True)
    for made in (*folder.glob("*.tar.gz"), *folder.glob("*.whl")):
        (ROOT / "dist" / made.name).write_bytes(made.read_bytes())
        packing.write_digest(ROOT / "dist" / made.name)
        print(f"dist/{made.name}: {made.stat().st_size / 1e6:.1f} MB")
    return next(folder.glob("*.whl"))


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
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    module(python, "pip", "--disable-pip-version-check", "install", str(wheel))
    variables = {**os.environ, "HACKTRICK_DATA_DIR": str(folder / "data")}
    variables.pop("PYTHONPATH", None)
    command = [str(scripts / "hacktrick"), "--self-test"]
    status = subprocess.run(command, cwd=folder, env=variables, timeout=120, check=False).returncode
    if status:
        raise environment.stop(f"the self-test of the wheel failed with status {status}.")


def module(python: Path, name: str, *words: str) -> None:
    done = subprocess.run(
        [str(python), "-m", name, *words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n")
        raise environment.stop(f"{name} failed.")


if __name__ == "__main__":
    sys.exit(main())
