"""Examples in the docstrings of program and build scripts give what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_INSTALLED = {"qa.mutate"}  # needs the dependency group `mutate`


def modules_with_examples() -> list[str]:
    """Return the names of all modules whose docstrings hold examples."""
    found = []
    for folder, root in ((ROOT / "hacktrick", ROOT), (ROOT / "build", ROOT / "build")):
        for path in sorted(folder.rglob("*.py")):
            if "    >>> " in path.read_text(encoding="utf-8"):
                parts = path.relative_to(root).with_suffix("").parts
                found.append(".".join(parts).removesuffix(".__init__"))
    return [name for name in found if name not in NOT_INSTALLED]


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
