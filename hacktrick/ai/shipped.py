"""Files that the game comes with, read whole."""

from __future__ import annotations

from hacktrick import resources


def read_asset(*names: str) -> bytes:
    """The bytes of a file below the assets.

    Raises:
        OSError: there is none.
    """
    return resources.path(*names).read_bytes()
