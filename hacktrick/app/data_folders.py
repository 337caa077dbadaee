"""The folders for data, settings and logs: from an option, the environment, or the system."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP_NAME = "HackTrick"
DATA_DIR_VARIABLE = "HACKTRICK_DATA_DIR"


@dataclass(frozen=True, slots=True)
class DataFolders:
    data: Path
    config: Path
    log: Path


def find_folders(
    data_dir: str | Path | None = None,
    environ: Mapping[str, str] = os.environ,
    program: Path | None = None,
) -> DataFolders:
    """Choose the folders.

    In this order: the command-line option, the variable ``HACKTRICK_DATA_DIR``, beside the program
    if a file ``portable.txt`` lies there, the usual folders of the system.
    """
    chosen = data_dir or environ.get(DATA_DIR_VARIABLE)
    if chosen:
        return _in_one_place(_at_home(Path(chosen)).absolute())
    beside = program or program_folder(environ)
    if (beside / "portable.txt").is_file():
        return _in_one_place(beside / "hacktrick-data")
    places = platformdirs.PlatformDirs(APP_NAME, appauthor=False)
    data = Path(places.user_data_dir)
    return DataFolders(data, data, Path(places.user_log_dir))


def _at_home(folder: Path) -> Path:
    """Expand ``~`` in a path if the home folder is known."""
    try:
        return folder.expanduser()
    except RuntimeError:
        return folder


def _in_one_place(folder: Path) -> DataFolders:
    return DataFolders(folder, folder, folder / "log")


def program_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which a player sees the program."""
    if "APPIMAGE" in environ:
        return Path(environ["APPIMAGE"]).parent
    if not getattr(sys, "frozen", False):
        return Path(__file__).resolve().parents[2]
    folder = Path(sys.executable).parent
    inside_app = folder.parts[-2:] == ("Contents", "MacOS")  # Hack Trick.app/Contents/MacOS
    return folder.parents[2] if inside_app else folder
