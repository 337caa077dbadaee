#!/usr/bin/env python3
"""Builds the program that needs no Python into `dist`, runs its self-test, and packs it."""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import environment

ROOT = environment.ROOT
WORK = ROOT / ".work" / "pyinstaller"
DIST = ROOT / "dist"
NAME = "hacktrick"
SELF_TEST_SECONDS = 120


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--onefile", action="store_true", help="one file instead of one folder")
    parser.add_argument("--pack", action="store_true", help="also make the archive to download")
    arguments = parser.parse_args()
    freeze(arguments.onefile)
    product = product_of(arguments.onefile)
    print(f"{product.relative_to(ROOT)}: {size_of(product) / 1e6:.1f} MB")
    self_test(program_in(product))
    if arguments.pack:
        archive = pack(product)
        print(f"{archive.relative_to(ROOT)}: {size_of(archive) / 1e6:.1f} MB")
    return 0


def freeze(onefile: bool) -> None:
    # An environment of its own: PyInstaller takes along whatever is installed beside the game.
    python = environment.ready(ROOT / ".work" / "freeze-venv", ("freeze",))
    for old in (DIST / NAME, DIST / f"{NAME}.exe", DIST / "Hack Trick.app"):
        shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
    command = [str(python), "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
    command += ["--workpath", str(WORK), "--distpath", str(DIST), str(ROOT / "hacktrick.spec")]
    variables = {**os.environ, "HACKTRICK_ONEFILE": "1" if onefile else ""}
    print("Building", flush=True)
    if subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode:
        raise environment.stop("PyInstaller failed.")


def product_of(onefile: bool) -> Path:
    if onefile:
        return DIST / (f"{NAME}.exe" if os.name == "nt" else NAME)
    return DIST / ("Hack Trick.app" if sys.platform == "darwin" else NAME)


def program_in(product: Path) -> Path:
    if product.is_file():
        return product
    if product.suffix == ".app":
        return product / "Contents" / "MacOS" / NAME
    return product / (f"{NAME}.exe" if os.name == "nt" else NAME)


def size_of(product: Path) -> int:
    files = [product] if product.is_file() else product.rglob("*")
    return sum(path.lstat().st_size for path in files if not path.is_dir() or path.is_symlink())


def self_test(program: Path) -> None:
    """As on a player's machine: another folder, no Python, no variables."""
    with tempfile.TemporaryDirectory(prefix="hacktrick self-test ü ") as folder:
        command = [str(program), "--self-test"]
        try:
            status = subprocess.run(
                command,
                cwd=folder,
                env=bare_variables(folder),
                timeout=SELF_TEST_SECONDS,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            raise environment.stop("the self-test of the program did not end.") from None
    if status:
        raise environment.stop(f"the self-test of the program failed with status {status}.")
    print("Self-test passed.")


def bare_variables(folder: str) -> dict[str, str]:
    needed = ("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE")  # Windows starts nothing without these
    kept = {name: os.environ[name] for name in needed if os.name == "nt" and name in os.environ}
    return {**kept, "HACKTRICK_DATA_DIR": folder}


def pack(product: Path) -> Path:
    """The archive for this system, and its SHA-256 beside it."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    stem = DIST / f"{NAME}-{version()}-{system}-{platform.machine().lower()}"
    if sys.platform == "darwin" and product.suffix == ".app":
        archive = _disk_image(product, stem.with_name(f"{stem.name}.dmg"))
    elif os.name == "nt":
        archive = Path(shutil.make_archive(str(stem), "zip", DIST, product.name))
    else:
        archive = _tar(product, stem.with_name(f"{stem.name}.tar.gz"))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(f"{archive.name}.sha256").write_text(
        f"{digest}  {archive.name}\n", encoding="ascii"
    )
    return archive


def version() -> str:
    text = (ROOT / NAME / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    if not found:
        raise environment.stop("no version in hacktrick/__init__.py.")
    return found[1]


def _tar(product: Path, archive: Path) -> Path:
    """With what a desktop needs to show the game in its menu."""
    with tarfile.open(archive, "w:gz", compresslevel=9) as tar:
        inside = f"{NAME}/{NAME}" if product.is_file() else NAME
        tar.add(product, inside, filter=_of_nobody)
        for extra in sorted((ROOT / "build" / "linux").iterdir()):
            tar.add(extra, f"{NAME}/{extra.name}", filter=_of_nobody)
        icon = ROOT / "assets" / "icon" / "icon.png"
        if icon.exists():
            tar.add(icon, f"{NAME}/{NAME}.png", filter=_of_nobody)
    return archive


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def _disk_image(product: Path, archive: Path) -> Path:
    command = ["hdiutil", "create", "-volname", "Hack Trick", "-srcfolder", str(product)]
    subprocess.run([*command, "-ov", "-format", "UDZO", str(archive)], check=True)
    return archive


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
