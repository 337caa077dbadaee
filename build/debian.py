"""Builds a Debian package from the frozen program, without root rights or Debian's tools.

A package is an `ar` archive that holds two tar files: its metadata and its content.
"""

from __future__ import annotations

import hashlib
import io
import os
import platform
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

NAME = "hacktrick"
DESKTOP_ID = "io.github.hacktrick.HackTrick"
HOME = f"opt/{NAME}"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64", "i686": "i386", "armv7l": "armhf"}
CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: Hack Trick contributors <hacktrick@localhost>
Installed-Size: {kilobytes}
Depends: libc6 (>= {libc}), libstdc++6, libgcc-s1, libx11-6, libxext6
Recommends: libxcursor1, libxi6, libxrandr2, desktop-file-utils, shared-mime-info
Section: games
Priority: optional
Description: card and keypad game against the computer or friends
 Two hackers, eighteen cards, one keypad of nine keys: the card game Hack Trick
 by József Dorsonczky for the desktop. It needs no account and no network.
 .
 This is an unofficial edition, with art and texts of its own.
"""

Entry = tuple[str, bytes | Path | None, int]  # path, content (None for a folder) and mode


def write_debian_package(
    product: Path,
    folder: Path,
    version: str,
    icons: dict[int, bytes],
    desktop_menu_folder: Path,
    date: int,
) -> Path:
    """Write the package into `folder` and return its path.

    Args:
        product: the folder of the frozen program.
        icons: PNG pictures by size in pixels.
        desktop_menu_folder: the folder of files that put the game into a desktop's menu.
        date: the date of all files inside, in seconds since 1970.
    """
    entries = list(_package_entries(product, icons, desktop_menu_folder))
    data, digests, n_bytes = _data_archive_sums_and_size(entries, date)
    machine = platform.machine()
    architecture = ARCHITECTURES.get(machine, machine)
    about = CONTROL.format(
        name=NAME,
        version=version,
        architecture=architecture,
        kilobytes=-(-n_bytes // 1024),
        libc=newest_required_glibc(product),
    )
    control = _tar_archive({"control": about.encode(), "md5sums": digests.encode()}, date)
    parts = {"debian-binary": b"2.0\n", "control.tar.xz": control, "data.tar.xz": data}
    target = folder / f"{NAME}_{version}_{architecture}.deb"
    target.write_bytes(_ar_archive(parts, date))
    return target


def newest_required_glibc(product: Path) -> str:
    """Return the newest version of the C library that any file of the program needs, as "2.31"."""
    wanted = {(2, 17)}
    for path in product.rglob("*"):
        if path.is_file() and (".so" in path.name or path.name == NAME):
            found = re.findall(rb"GLIBC_(\d+)\.(\d+)", path.read_bytes())
            wanted |= {(int(major), int(minor)) for major, minor in found}
    return "{}.{}".format(*max(wanted))


def _package_entries(
    product: Path, icons: dict[int, bytes], desktop_menu_folder: Path
) -> Iterator[Entry]:
    for path in sorted(product.rglob("*")):
        place = f"{HOME}/{path.relative_to(product).as_posix()}"
        yield place, None if path.is_dir() and not path.is_symlink() else path, _file_mode(path)
    share = "usr/share"
    for folder, suffix in (("applications", "desktop"), ("metainfo", "metainfo.xml")):
        file = f"{DESKTOP_ID}.{suffix}"
        yield f"{share}/{folder}/{file}", desktop_menu_folder / file, 0o644
    yield f"{share}/mime/packages/{NAME}.xml", desktop_menu_folder / f"{NAME}-mime.xml", 0o644
    for size, picture in icons.items():
        yield f"{share}/icons/hicolor/{size}x{size}/apps/{NAME}.png", picture, 0o644
    licences = f"The licences of everything inside lie in /{HOME}/_internal/licences.\n"
    yield f"{share}/doc/{NAME}/copyright", licences.encode(), 0o644


def _file_mode(path: Path) -> int:
    return 0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644


def _data_archive_sums_and_size(entries: list[Entry], date: int) -> tuple[bytes, str, int]:
    """Return the package's content as (tar file, list of MD5 sums, unpacked size)."""
    digests, n_bytes, made = [], 0, {"."}
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:xz", format=tarfile.GNU_FORMAT) as tar:
        _add_folder(tar, ".", date)
        for place, content, mode in entries:
            for folder in reversed(Path(place).parents[:-1]):
                if str(folder) not in made:
                    made.add(folder.as_posix())
                    _add_folder(tar, f"./{folder.as_posix()}", date)
            if content is None:
                continue
            if isinstance(content, Path) and content.is_symlink():
                _add_link(tar, place, os.readlink(content), date)
                continue
            written = content.read_bytes() if isinstance(content, Path) else content
            _add_file(tar, f"./{place}", written, mode, date)
            digests.append(f"{hashlib.md5(written, usedforsecurity=False).hexdigest()}  {place}\n")
            n_bytes += len(written)
        _add_folder(tar, "./usr/bin", date)
        _add_link(tar, f"usr/bin/{NAME}", f"../../{HOME}/{NAME}", date)
    return target.getvalue(), "".join(digests), n_bytes


def _tar_archive(files: dict[str, bytes], date: int) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:xz", format=tarfile.GNU_FORMAT) as tar:
        _add_folder(tar, ".", date)
        for name, content in files.items():
            _add_file(tar, f"./{name}", content, 0o644, date)
    return target.getvalue()


def _tar_entry(name: str, mode: int, date: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.mode, entry.uname, entry.gname = mode, "root", "root"
    entry.mtime = date
    return entry


def _add_folder(tar: tarfile.TarFile, name: str, date: int) -> None:
    entry = _tar_entry(name, 0o755, date)
    entry.type = tarfile.DIRTYPE
    tar.addfile(entry)


def _add_link(tar: tarfile.TarFile, place: str, target: str, date: int) -> None:
    entry = _tar_entry(f"./{place}", 0o777, date)
    entry.type, entry.linkname = tarfile.SYMTYPE, target
    tar.addfile(entry)


def _add_file(tar: tarfile.TarFile, name: str, content: bytes, mode: int, date: int) -> None:
    entry = _tar_entry(name, mode, date)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))


def _ar_archive(files: dict[str, bytes], date: int) -> bytes:
    """Pack an `ar` archive: before each file a header of sixty bytes, at an even offset."""
    parts = [b"!<arch>\n"]
    for name, content in files.items():
        parts.append(f"{name:<16}{date:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode())
        parts.append(content + b"\n" * (len(content) % 2))
    return b"".join(parts)


def ar_archive_files(package: bytes) -> dict[str, bytes]:
    """Return the files of an `ar` archive."""
    begin, found = 8, {}
    while begin < len(package):
        head = package[begin : begin + 60].decode("ascii")
        size = int(head[48:58])
        found[head[:16].strip()] = package[begin + 60 : begin + 60 + size]
        begin += 60 + size + size % 2
    return found
