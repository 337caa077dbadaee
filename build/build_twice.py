#!/usr/bin/env python3
"""Builds everything twice, as two people would on different days, and compares the bytes.

python build/build_twice.py [FOLDER] [--only wheel ...]

Each build starts from a clean clone in a separate folder, with another hash seed, time zone, umask
and, where `faketime` is installed, another date. The script compares the wheel, the source archive,
the tar archive, the Debian package and the frozen folder. It also compares what Wine builds for
Windows: the frozen folder, its zip archive and the installer. It names the first files that differ
inside an archive. FOLDER (default: .work/twice) keeps both builds.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import debian
import virtual_environment

ROOT = virtual_environment.ROOT
MAX_NAMED = 8
BUILDS: dict[str, dict[str, str]] = {
    "here": {"PYTHONHASHSEED": "1", "TZ": "UTC", "umask": "022", "days": ""},
    "at another place": {
        "PYTHONHASHSEED": "7",
        "TZ": "Pacific/Auckland",
        "umask": "077",
        "days": "+40d",
    },
}
STEPS = {
    "wheel": ["build/wheel_check.py"],
    "program": ["build/freeze.py", "--pack"],
    "windows": ["build/windows/check.py", "--only", "freeze", "installer"],
}
PRODUCTS = ("dist", ".work/windows/dist")  # the products for this system and for Windows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".work" / "twice")
    parser.add_argument("--only", nargs="+", choices=sorted(STEPS), help="build only these parts")
    arguments = parser.parse_args()
    steps = [STEPS[name] for name in arguments.only or STEPS]
    shutil.rmtree(arguments.folder, ignore_errors=True)
    commit = current_commit()  # both builds use this commit, even if somebody commits in between
    made = [
        build_in_fresh_clone(arguments.folder / name, commit, steps, BUILDS[name])
        for name in BUILDS
    ]
    return report_differences(*map(built_files, made))


def current_commit() -> str:
    """Return the hash of the checkout's commit."""
    command = ["git", "rev-parse", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def build_in_fresh_clone(
    clone: Path, commit: str, steps: list[list[str]], surroundings: Mapping[str, str]
) -> Path:
    """Build in a fresh clone of a commit, and return the clone's folder.

    Args:
        clone: the folder of the clone.
        commit: the hash of the commit.
        steps: the arguments of Python for each step of the build.
        surroundings: the hash seed, time zone, umask and shift of the date, as in ``BUILDS``.
    """
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    subprocess.run(["git", "checkout", "--quiet", "--detach", commit], cwd=clone, check=True)
    faked = ["faketime", "-f", surroundings["days"]]
    before = faked if surroundings["days"] and shutil.which("faketime") else []
    variables = {name: surroundings[name] for name in ("PYTHONHASHSEED", "TZ")}
    kept = {name: text for name, text in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    for step in steps:
        print(f"{clone.name}: {step[0]}", flush=True)
        subprocess.run(
            [*before, sys.executable, *step],
            cwd=clone,
            env={**kept, **variables},
            umask=int(surroundings["umask"], 8),
            stdout=subprocess.DEVNULL,
            check=True,
        )
    return clone


def built_files(clone: Path) -> dict[str, bytes]:
    """Return the content of every built file, by path; for a symbolic link, its target."""
    found = {}
    for folder in (clone / name for name in PRODUCTS):
        before = "" if folder.parent == clone else "windows:"
        for path in sorted(folder.rglob("*")):
            name = before + path.relative_to(folder).as_posix()
            if path.is_symlink():
                found[name] = os.readlink(path).encode()
            elif path.is_file():
                found[name] = path.read_bytes()
    return found


def report_differences(first: Mapping[str, bytes], second: Mapping[str, bytes]) -> int:
    """Print what differs between two builds; return 1 if anything does."""
    different = [
        name for name in sorted(first.keys() | second.keys()) if first.get(name) != second.get(name)
    ]
    for name in different:
        if name not in first or name not in second:
            print(f"only in one build: {name}")
            continue
        inside = differing_members(first[name], second[name])
        print(f"different: {name}" + (f" ({', '.join(inside[:MAX_NAMED])})" if inside else ""))
    for name, content in first.items():
        if "/" not in name and name not in different:
            print(f"the same: {hashlib.sha256(content).hexdigest()[:16]} {name}")
    print(f"{len(first)} files compared, {len(different)} different")
    return bool(different)


def differing_members(first: bytes, second: bytes) -> list[str]:
    """Return the names of members that differ in content, date or permissions between two archives.

    The result is empty if the files are not archives.
    """
    members = [_archive_members(content) for content in (first, second)]
    names = members[0].keys() | members[1].keys()
    return sorted(name for name in names if members[0].get(name) != members[1].get(name))


def _archive_members(content: bytes) -> dict[str, object]:
    if content.startswith(b"!<arch>\n"):
        parts = debian.ar_archive_files(content)
        return {
            name: member
            for part in parts.values()
            for name, member in _archive_members(part).items()
        }
    file = io.BytesIO(content)
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            return {e.filename: (archive.read(e), e.date_time, e.external_attr) for e in entries}
    file.seek(0)
    try:
        with tarfile.open(fileobj=file) as archive:
            return {e.name: (e.mtime, e.mode, _member_content(archive, e)) for e in archive}
    except tarfile.ReadError:
        return {}


def _member_content(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(entry) if entry.isfile() else None
    return file.read() if file else b""


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
