"""Where the files of assets/ are: in a frozen program, an installed package or a checkout.

A leaf: it must not know what the files contain or who reads them.
"""

import sys
from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """The assets folder. The first candidate that exists wins; a frozen program looks only
    inside itself."""
    for candidate in _candidates():
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError("The assets folder is missing; please install Hack Trick again.")


def path(*parts: str) -> Path:
    """A file or folder inside assets/, by the parts of its relative path."""
    return root().joinpath(*parts)


def _candidates() -> tuple[Path, ...]:
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        return (Path(frozen) / "assets",)
    package = Path(__file__).resolve().parent
    return (package / "assets", package.parent / "assets")
