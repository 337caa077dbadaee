"""The folders for data, settings and logs: by option, by environment, portable, or the system's."""

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
    """The option, then the variable, then `portable.txt` beside the program, then the system's."""
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
    """With its ``~`` written out, unless no such home is known."""
    try:
        return folder.expanduser()
    except RuntimeError:
        return folder


def _in_one_place(folder: Path) -> DataFolders:
    return DataFolders(folder, folder, folder / "log")


def program_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder a player sees the program in."""
    if "APPIMAGE" in environ:
        return Path(environ["APPIMAGE"]).parent
    if not getattr(sys, "frozen", False):
        return Path(__file__).resolve().parents[2]
    folder = Path(sys.executable).parent
    inside_app = folder.parts[-2:] == ("Contents", "MacOS")  # Hack Trick.app/Contents/MacOS
    return folder.parents[2] if inside_app else folder
