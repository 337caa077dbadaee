"""Finds the files of assets/: in a frozen program, an installed package or a checkout.

Programs that are not ours are kept from the libraries of a frozen one.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path


class BadInstallation(Exception):
    """A file of the program itself is missing or damaged; the text is one sentence."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is missing or damaged; please install Hack Trick again")


@cache
def assets_root() -> Path:
    """The assets folder. The first candidate that exists wins; a frozen program looks only
    inside itself."""
    for candidate in _candidates():
        if candidate.is_dir():
            return candidate
    raise BadInstallation("the assets folder")


def path(*parts: str) -> Path:
    """A file or folder inside assets/, by the parts of its relative path."""
    return assets_root().joinpath(*parts)


@contextmanager
def readable_asset(*parts: str) -> Iterator[Path]:
    """The path of a file inside assets/ while it is read.

    Raises:
        BadInstallation: it is not there, or whatever goes wrong with its content.
    """
    file = path(*parts)
    try:
        yield file
    except Exception as error:
        raise BadInstallation(f"the file {file}") from error


def _candidates() -> tuple[Path, ...]:
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        return (Path(frozen) / "assets",)
    package = Path(__file__).resolve().parent
    return (package / "assets", package.parent / "assets")


def environment_for_others(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment for programs that are not ours: without the libraries of a frozen program,
    which PyInstaller's starter puts in front of the system's."""
    others = dict(environ)
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        before = others.pop(f"{name}_ORIG", None)
        if getattr(sys, "frozen", False):
            others.pop(name, None)
        if before is not None:
            others[name] = before
    return others
