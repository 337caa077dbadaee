"""Finds the files in assets/: in a frozen program, an installed package or a checkout.

It also provides a clean environment for other programs that a frozen program starts.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path


class BadInstallation(Exception):
    """Raised if a file of the program itself is missing or damaged; the message is one sentence."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is missing or damaged; please install Hack Trick again")


@cache
def assets_root() -> Path:
    """Return the assets folder.

    A frozen program looks only inside itself; otherwise the first folder that exists is used.

    Raises:
        BadInstallation: there is no such folder.
    """
    for candidate in _assets_folder_candidates():
        if candidate.is_dir():
            return candidate
    raise BadInstallation("the assets folder")


def asset_path(*parts: str) -> Path:
    """Return a file or folder in assets/, given the parts of its relative path."""
    return assets_root().joinpath(*parts)


@contextmanager
def required_asset(*parts: str) -> Iterator[Path]:
    """Provide the path of a file in assets/ to the ``with`` block that reads it.

    Raises:
        BadInstallation: any error occurs in the block, since the file must then be missing or
            damaged.
    """
    file = asset_path(*parts)
    try:
        yield file
    except Exception as error:
        raise BadInstallation(f"the file {file}") from error


def _assets_folder_candidates() -> tuple[Path, ...]:
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        return (Path(frozen) / "assets",)
    package = Path(__file__).resolve().parent
    return (package / "assets", package.parent / "assets")


def environment_for_other_programs(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the environment variables with which to start other programs.

    In a frozen program, PyInstaller has put its own folder into the search paths for libraries. The
    result has the system's search paths again.

    Args:
        environ: the environment variables of this program.
    """
    others = dict(environ)
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        before = others.pop(f"{name}_ORIG", None)
        if getattr(sys, "frozen", False):
            others.pop(name, None)
        if before is not None:
            others[name] = before
    return others
