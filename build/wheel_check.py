#!/usr/bin/env python3
"""Builds wheel and source archive into `dist`, and tries what PyPI and its users will do with them.

twine checks the metadata and whether PyPI can show the description. Then the wheel is installed by
its name from an index on this machine, outside the sources, and runs its self-test.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

import packing
import virtual_environment

ROOT = virtual_environment.ROOT


def main() -> int:
    argparse.ArgumentParser(description=__doc__).parse_args()
    python = virtual_environment.prepare_environment(ROOT / ".work" / "wheel-venv", ("wheel",))
    with tempfile.TemporaryDirectory(prefix="hacktrick-wheel-") as folder:
        wheel = build_wheel(python, Path(folder))
        require_all_wheel_assets(wheel)
        scripts = install_from_index(
            create_package_index(wheel, Path(folder) / "index"), Path(folder)
        )
        run_self_test(scripts, Path(folder))
        check_pypi_description(scripts, wheel)
    print("The wheel works.")
    return 0


def build_wheel(python: Path, folder: Path) -> Path:
    """Build source archive and wheel, copy both to `dist`, and return the path of the wheel."""
    # The wheel is built from the source archive, which shows that the archive is also complete.
    os.environ["SOURCE_DATE_EPOCH"] = str(packing.source_date_epoch())
    run_module_or_exit(python, "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (ROOT / "dist").mkdir(exist_ok=True)
    for made in (*folder.glob("*.tar.gz"), *folder.glob("*.whl")):
        (ROOT / "dist" / made.name).write_bytes(made.read_bytes())
        packing.write_sha256_file(ROOT / "dist" / made.name)
        print(f"dist/{made.name}: {made.stat().st_size / 1e6:.1f} MB")
    return next(folder.glob("*.whl"))


def require_all_wheel_assets(wheel: Path) -> None:
    """Exit with an error if the wheel lacks a file of `assets`."""
    inside = set(zipfile.ZipFile(wheel).namelist())
    assets = {
        f"hacktrick/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "assets").rglob("*")
        if path.is_file() and path.suffix not in {".po", ".pot"}
    }
    if missing := sorted(assets - inside):
        raise virtual_environment.failure_exit(f"not in the wheel: {', '.join(missing[:5])}.")


def create_package_index(wheel: Path, folder: Path) -> str:
    """Create a package index that has only this wheel, and return its address."""
    page = folder / packing.NAME / "index.html"
    page.parent.mkdir(parents=True)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    link = f'<a href="{wheel.as_uri()}#sha256={digest}">{wheel.name}</a>'
    page.write_text(f"<!DOCTYPE html><title>{packing.NAME}</title>{link}\n", encoding="utf-8")
    return folder.as_uri()


def install_from_index(index: str, folder: Path) -> Path:
    """Install the game from an index into a fresh environment, and its requirements from PyPI.

    Returns:
        The folder of the environment's programs.
    """
    place = folder / "venv"
    venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(place)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    wanted = ("--disable-pip-version-check", "install", f"{packing.NAME}=={packing.game_version()}")
    run_module_or_exit(
        python_of_environment(scripts), "pip", *wanted, "--no-deps", "--index-url", index
    )
    run_module_or_exit(python_of_environment(scripts), "pip", *wanted)
    return scripts


def python_of_environment(scripts: Path) -> Path:
    return scripts / ("python.exe" if os.name == "nt" else "python")


def run_self_test(scripts: Path, folder: Path) -> None:
    variables = {**os.environ, "HACKTRICK_DATA_DIR": str(folder / "data")}
    variables.pop("PYTHONPATH", None)
    command = [str(scripts / "hacktrick"), "--self-test"]
    status = subprocess.run(command, cwd=folder, env=variables, timeout=120, check=False).returncode
    if status:
        raise virtual_environment.failure_exit(
            f"the self-test of the wheel failed with status {status}."
        )


def check_pypi_description(scripts: Path, wheel: Path) -> None:
    """Let twine check the description that PyPI will show.

    twine goes into the trial environment, since the environment that builds must not change.
    """
    python = python_of_environment(scripts)
    tools = virtual_environment.group_requirements(("publish",))
    run_module_or_exit(python, "pip", "--disable-pip-version-check", "install", *tools)
    run_module_or_exit(
        python, "twine", "check", "--strict", *map(str, wheel.parent.glob("hacktrick-*"))
    )


def run_module_or_exit(python: Path, name: str, *words: str) -> None:
    """Run a Python module; if it fails, exit with an error that shows its output."""
    done = subprocess.run(
        [str(python), "-m", name, *words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:], sep="\n")
        raise virtual_environment.failure_exit(f"{name} failed.")


if __name__ == "__main__":
    sys.exit(main())
