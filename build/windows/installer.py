"""Makes the installer for Windows from the frozen folder, by NSIS (Debian: nsis)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import packing
import virtual_environment

SCRIPT = Path(__file__).with_name("hacktrick.nsi")


def make_installer(source: Path, folder: Path) -> Path:
    """Write the installer into `folder` and return its path.

    Args:
        source: the frozen folder that the installer installs.
    """
    if not shutil.which("makensis"):
        raise virtual_environment.failure_exit("makensis is not installed (Debian: nsis).")
    date = packing.source_date_epoch()
    files = folder / "files.nsh"
    files.write_text(nsis_file_commands(source), encoding="utf-8")
    target = folder / f"{packing.NAME}-{packing.game_version()}-windows-setup.exe"
    facts = {
        "VERSION": packing.game_version(),
        "FILES": files,
        "KILOBYTES": packing.size_in_bytes(source) // 1024,
        "TARGET": target,
        "ICON": packing.ROOT / "assets" / "icon" / "icon.ico",
    }
    command = ["makensis", "-V2", *(f"-D{name}={fact}" for name, fact in facts.items())]
    variables = {**os.environ, "SOURCE_DATE_EPOCH": str(date)}
    if subprocess.run([*command, str(SCRIPT)], env=variables, check=False).returncode:
        raise virtual_environment.failure_exit("makensis failed.")
    files.unlink()
    packing.print_and_limit_size(target, packing.MAX_PACKED_BYTES)
    packing.write_sha256_file(target)
    return target


def nsis_file_commands(source: Path) -> str:
    """Return the NSIS commands that install a folder's files, in sorted order.

    Without these commands, NSIS would take the files in the order of the disk.
    """
    lines = []
    files = sorted(path for path in source.rglob("*") if path.is_file())
    for folder in sorted({path.parent for path in files}):
        place = "\\".join(("$INSTDIR", *folder.relative_to(source).parts))
        lines.append(f'SetOutPath "{place}"')
        lines += [f'File "{path}"' for path in files if path.parent == folder]
    return "\n".join([*lines, ""])
