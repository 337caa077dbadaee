"""Packs the frozen program into files for download: archives, a Debian package, SHA-256 sums."""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import debian
import virtual_environment

ROOT = virtual_environment.ROOT
DIST = ROOT / "dist"
NAME = "hacktrick"
DATE_OUTSIDE_GIT = (
    1767225600  # 2026-01-01, used if neither a commit nor SOURCE_DATE_EPOCH gives a date
)
# The maximum sizes of the unpacked and of the packed program, in bytes.
MAX_UNPACKED_BYTES, MAX_PACKED_BYTES = 96e6, 38e6


def write_download_files(product: Path) -> list[Path]:
    """Write the files for download of this system, each with its SHA-256 beside it; return them."""
    archives = [_write_archive(product, download_path_without_ending())]
    if sys.platform == "linux" and product.is_dir():
        archives.append(
            debian.write_debian_package(
                product,
                DIST,
                game_version(),
                icon_pictures(),
                desktop_menu_folder(),
                source_date_epoch(),
            )
        )
    for archive in archives:
        write_sha256_file(archive)
    return archives


def download_path_without_ending() -> Path:
    """Return the path, without suffix, of the files for download, ending in system and machine."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return DIST / f"{NAME}-{game_version()}-{system}-{platform.machine().lower()}"


def _write_archive(product: Path, stem: Path) -> Path:
    if sys.platform == "darwin" and product.suffix == ".app":
        return write_disk_image(product, stem.with_name(f"{stem.name}.dmg"))
    if os.name == "nt":
        return write_zip(product, stem.with_name(f"{stem.name}.zip"))
    return write_tar(product, stem.with_name(f"{stem.name}.tar.gz"))


def write_sha256_file(archive: Path) -> None:
    """Write the SHA-256 of a file beside it, in the format of `sha256sum --check`."""
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    line = f"{digest}  {archive.name}\n"
    archive.with_name(f"{archive.name}.sha256").write_text(line, encoding="ascii")


def size_in_bytes(product: Path) -> int:
    """Return the size of a file, or of all files in a folder."""
    files = [product] if product.is_file() else product.rglob("*")
    return sum(path.lstat().st_size for path in files if not path.is_dir() or path.is_symlink())


def print_and_limit_size(product: Path, largest: float) -> None:
    """Print the size; exit with an error if it exceeds the promised limit."""
    size = size_in_bytes(product)
    print(f"{product.name}: {size / 1e6:.1f} MB", flush=True)
    if size > largest:
        raise virtual_environment.failure_exit(
            f"{product.name} is larger than {largest / 1e6:.0f} MB."
        )


def game_version() -> str:
    """Return the game's version, such as "1.2.0"."""
    text = (ROOT / NAME / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    if not found:
        raise virtual_environment.failure_exit("no version in hacktrick/__init__.py.")
    return found[1]


def desktop_menu_folder() -> Path:
    """Return the folder of files that put the game into a Linux desktop's menu."""
    return ROOT / "build" / "linux"


def icon_pictures() -> dict[int, bytes]:
    """Return the PNG pictures inside the Windows icon, by size in pixels."""
    path = ROOT / "assets" / "icon" / "icon.ico"
    return png_pictures_of_icon(path.read_bytes()) if path.exists() else {}


def png_pictures_of_icon(icon: bytes) -> dict[int, bytes]:
    """Return the PNG pictures inside the bytes of a Windows icon, by size in pixels."""
    (count,) = struct.unpack_from("<4xH", icon)
    found = {}
    for number in range(count):
        edge, length, begin = struct.unpack_from("<B7xII", icon, 6 + 16 * number)
        found[edge or 256] = icon[begin : begin + length]
    return found


def source_date_epoch() -> int:
    """Return the date that all packed files get, in seconds since 1970.

    This is the date of the commit, or SOURCE_DATE_EPOCH if that is set, so that anybody can build
    the same bytes again (https://reproducible-builds.org/specs/source-date-epoch/).
    """
    if stated := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(stated)
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):  # git is missing, or this is no repository
        return DATE_OUTSIDE_GIT
    return int(done.stdout)


def write_tar(product: Path, archive: Path) -> Path:
    """Pack a tar archive that also holds the menu entry and the script that installs it."""
    date = source_date_epoch()

    def without_origin(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        """Return the entry without its owner, its date and unusual permissions.

        These differ between machines.
        """
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = date
        if not entry.issym():
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with (
        archive.open("wb") as bare,
        gzip.GzipFile("", "wb", compresslevel=9, fileobj=bare, mtime=date) as packed,
        tarfile.open(fileobj=packed, mode="w") as file,
    ):
        for path, inside in _tar_contents(product):
            file.add(path, inside, recursive=False, filter=without_origin)
    return archive


def write_zip(product: Path, archive: Path) -> Path:
    """Pack a zip archive for Windows."""
    date = time.gmtime(source_date_epoch())[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in [product] if product.is_file() else sorted(product.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(product.parent).as_posix(), date)
                entry.external_attr = (0o755 if path.suffix == ".exe" else 0o644) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                file.writestr(entry, path.read_bytes())
    return archive


def _tar_contents(product: Path) -> Iterator[tuple[Path, str]]:
    """Yield everything that goes into the tar archive, with its name in the archive."""
    if product.is_file():
        yield product, f"{NAME}/{NAME}"
    else:
        yield product, NAME
        for path in sorted(product.rglob("*")):
            yield path, f"{NAME}/{path.relative_to(product).as_posix()}"
    for extra in sorted(desktop_menu_folder().iterdir()):
        yield extra, f"{NAME}/{extra.name}"
    icon = ROOT / "assets" / "icon" / "icon.png"
    if icon.exists():
        yield icon, f"{NAME}/{NAME}.png"


def write_disk_image(product: Path, archive: Path) -> Path:
    """Pack a disk image for macOS, with a link to the folder into which players drag the game."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(product, Path(folder) / product.name, symlinks=True)
        (Path(folder) / "Applications").symlink_to("/Applications")
        command = ["hdiutil", "create", "-volname", "Hack Trick", "-srcfolder", folder]
        subprocess.run([*command, "-ov", "-format", "UDZO", str(archive)], check=True)
    return archive
