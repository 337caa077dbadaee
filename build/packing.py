"""Packs the frozen program into files to download: archives, a Debian package, SHA-256 sums."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
from pathlib import Path

import debian
import environment

ROOT = environment.ROOT
DIST = ROOT / "dist"
NAME = "hacktrick"
LARGEST_UNPACKED, LARGEST_PACKED = 96e6, 38e6  # bytes


def pack(product: Path) -> list[Path]:
    """Writes the download files of this system, each with its SHA-256 beside it."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    stem = f"{NAME}-{version()}-{system}-{platform.machine().lower()}"
    archives = [_archive(product, DIST / stem)]
    if sys.platform == "linux" and product.is_dir():
        archives.append(debian.package(product, DIST, version(), icons(), menu_files()))
    for archive in archives:
        write_digest(archive)
    return archives


def _archive(product: Path, stem: Path) -> Path:
    if sys.platform == "darwin" and product.suffix == ".app":
        return disk_image(product, stem.with_name(f"{stem.name}.dmg"))
    if os.name == "nt":
        return Path(shutil.make_archive(str(stem), "zip", DIST, product.name))
    return tar(product, stem.with_name(f"{stem.name}.tar.gz"))


def write_digest(archive: Path) -> None:
    """Writes the SHA-256 of a file beside it, as `sha256sum --check` reads it."""
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    line = f"{digest}  {archive.name}\n"
    archive.with_name(f"{archive.name}.sha256").write_text(line, encoding="ascii")


def size_of(product: Path) -> int:
    files = [product] if product.is_file() else product.rglob("*")
    return sum(path.lstat().st_size for path in files if not path.is_dir() or path.is_symlink())


def check_size(product: Path, largest: float) -> None:
    """Prints the size and stops if it exceeds the promised limit."""
    size = size_of(product)
    print(f"{product.relative_to(ROOT)}: {size / 1e6:.1f} MB", flush=True)
    if size > largest:
        raise environment.stop(f"{product.name} is larger than {largest / 1e6:.0f} MB.")


def version() -> str:
    text = (ROOT / NAME / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    if not found:
        raise environment.stop("no version in hacktrick/__init__.py.")
    return found[1]


def menu_files() -> Path:
    """Returns the folder of files that put the game into a Linux desktop's menu."""
    return ROOT / "build" / "linux"


def icons() -> dict[int, bytes]:
    """Returns the PNG pictures inside the Windows icon, by size in pixels."""
    path = ROOT / "assets" / "icon" / "icon.ico"
    return pictures_in(path.read_bytes()) if path.exists() else {}


def pictures_in(icon: bytes) -> dict[int, bytes]:
    (count,) = struct.unpack_from("<4xH", icon)
    found = {}
    for number in range(count):
        edge, length, begin = struct.unpack_from("<B7xII", icon, 6 + 16 * number)
        found[edge or 256] = icon[begin : begin + length]
    return found


def tar(product: Path, archive: Path) -> Path:
    """Packs a tar archive with the menu entry and the script that installs it."""
    with tarfile.open(archive, "w:gz", compresslevel=9) as file:
        inside = f"{NAME}/{NAME}" if product.is_file() else NAME
        file.add(product, inside, filter=_of_nobody)
        for extra in sorted(menu_files().iterdir()):
            file.add(extra, f"{NAME}/{extra.name}", filter=_of_nobody)
        icon = ROOT / "assets" / "icon" / "icon.png"
        if icon.exists():
            file.add(icon, f"{NAME}/{NAME}.png", filter=_of_nobody)
    return archive


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def disk_image(product: Path, archive: Path) -> Path:
    command = ["hdiutil", "create", "-volname", "Hack Trick", "-srcfolder", str(product)]
    subprocess.run([*command, "-ov", "-format", "UDZO", str(archive)], check=True)
    return archive
