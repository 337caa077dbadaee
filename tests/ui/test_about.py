"""About: whose work the program stands on."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from hacktrick.ui.scenes.about import FONTS, LIBRARIES

ROOT = Path(__file__).resolve().parents[2]


def test_every_library_that_the_game_needs_is_named_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split("[<>=]", line)[0] for line in project["dependencies"]}
    named = {name.lower(): licence for names, _, licence in LIBRARIES for name in names.split(", ")}
    assert needed <= set(named)
    assert all(named[name] for name in needed)


def test_every_font_that_lies_in_the_assets_is_named() -> None:
    files = {file.stem for file in (ROOT / "assets" / "fonts").glob("*.ttf")}
    families = [name.replace(" ", "") for name, *_ in FONTS]
    assert files
    assert not [file for file in files if not any(file.startswith(one) for one in families)]
