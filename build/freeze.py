#!/usr/bin/env python3
"""Builds the program that needs no Python into `dist`, runs its self-test and packs it."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import packing
import virtual_environment
from windows import installer

ROOT = virtual_environment.ROOT
WORK = ROOT / ".work" / "pyinstaller"
DIST, NAME = packing.DIST, packing.NAME
SELF_TEST_SECONDS = 120


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--onefile", action="store_true", help="build one file instead of a folder")
    parser.add_argument("--pack", action="store_true", help="also make the files to download")
    arguments = parser.parse_args()
    python = freeze_and_return_python(arguments.onefile)
    product = frozen_program_path(arguments.onefile)
    packing.print_and_limit_size(product, packing.MAX_UNPACKED_BYTES)
    run_self_test(executable_in(product))
    if arguments.pack:
        for archive in packing.write_download_files(product):
            packing.print_and_limit_size(archive, packing.MAX_PACKED_BYTES)
        if os.name == "nt" and product.is_dir():
            installer.make_installer(product, DIST)
        write_bill_of_materials(python)
    return 0


def freeze_and_return_python(onefile: bool) -> Path:
    """Build the program, and return the path of the Python of the environment used."""
    # A separate environment, since PyInstaller includes whatever is installed beside the game.
    python = virtual_environment.prepare_environment(ROOT / ".work" / "freeze-venv", ("freeze",))
    for old in (DIST / NAME, DIST / f"{NAME}.exe", DIST / "Hack Trick.app"):
        shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
    command = [str(python), "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
    command += ["--workpath", str(WORK), "--distpath", str(DIST), str(ROOT / "hacktrick.spec")]
    variables = {
        **os.environ,
        "HACKTRICK_ONEFILE": "1" if onefile else "",
        "SOURCE_DATE_EPOCH": str(packing.source_date_epoch()),
        "PYTHONHASHSEED": "0",  # the order of sets affects compiled modules
    }
    print("Building", flush=True)
    if subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode:
        raise virtual_environment.failure_exit("PyInstaller failed.")
    return python


def write_bill_of_materials(python: Path) -> None:
    """Write the bill of materials of the program, and its SHA-256 beside it."""
    target = packing.download_path_without_ending().with_name(
        f"{packing.download_path_without_ending().name}.cdx.json"
    )
    script = Path(__file__).with_name("bill_of_materials.py")
    subprocess.run([str(python), str(script), str(target)], check=True)
    packing.write_sha256_file(target)


def frozen_program_path(onefile: bool) -> Path:
    """Return the path of what PyInstaller builds on this system: a file, a folder or a bundle."""
    if onefile:
        return DIST / (f"{NAME}.exe" if os.name == "nt" else NAME)
    return DIST / ("Hack Trick.app" if sys.platform == "darwin" else NAME)


def executable_in(product: Path) -> Path:
    """Return the path of the executable file in a built product."""
    if product.is_file():
        return product
    if product.suffix == ".app":
        return product / "Contents" / "MacOS" / NAME
    return product / (f"{NAME}.exe" if os.name == "nt" else NAME)


def run_self_test(program: Path) -> None:
    """Run the self-test as on a player's machine: in another folder and without Python.

    The program gets hardly any environment variables. This function exits with an error if the
    self-test fails.
    """
    with tempfile.TemporaryDirectory(prefix="hacktrick self-test ü ") as folder:
        command = [str(program), "--self-test"]
        try:
            status = subprocess.run(
                command,
                cwd=folder,
                env=minimal_environment(folder),
                timeout=SELF_TEST_SECONDS,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            raise virtual_environment.failure_exit(
                "the self-test of the program did not end."
            ) from None
    if status:
        raise virtual_environment.failure_exit(
            f"the self-test of the program failed with status {status}."
        )
    print("Self-test passed.")


def minimal_environment(folder: str) -> dict[str, str]:
    """Return the few environment variables that a program needs to start, and the data folder."""
    # No program starts on Windows without these variables.
    needed = (
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERPROFILE",
    )
    kept = {name: os.environ[name] for name in needed if os.name == "nt" and name in os.environ}
    return {**kept, "HACKTRICK_DATA_DIR": folder}


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
