"""The recipes of hacktrick/README.md, followed in a copy of the program.

Each test copies the program, changes the files that the page names and no others, and runs the
copy in a process of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.support.recipe_trials import decision_of_level_8

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "hacktrick" / "README.md"
HEADLESS = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONUTF8": "1"}
NUMBERED = re.compile(r"^\d+\. `([^`]+)`: ", re.MULTILINE)

Edit = Callable[[str], str]
"""From the text of a file, empty if there is none, to the text with the addition."""


def insert_before(anchor: str, addition: str) -> Edit:
    """Return an edit that puts ``addition`` before the only occurrence of ``anchor``."""

    def edit(text: str) -> str:
        assert text.count(anchor) == 1, anchor
        return text.replace(anchor, addition + anchor)

    return edit


def insert_after(anchor: str, addition: str) -> Edit:
    """Return an edit that puts ``addition`` after the only occurrence of ``anchor``."""

    def edit(text: str) -> str:
        assert text.count(anchor) == 1, anchor
        return text.replace(anchor, anchor + addition)

    return edit


def combined_edit(*edits: Edit) -> Edit:
    def edit(text: str) -> str:
        for one in edits:
            text = one(text)
        return text

    return edit


CODE = {
    "hacktrick/game/actions.py": insert_after('    "rukowski",\n', '    "tester",\n'),
    "hacktrick/game/code_powers.py": insert_after(
        'Power("rukowski", cancels=True),\n', '        Power("tester", extra_markers=1),\n'
    ),
    "hacktrick/ai/search/code_heuristics.py": insert_after(
        '"rukowski": CodeValue(0.1, _rukowski_correction),\n', '    "tester": CodeValue(0.05),\n'
    ),
    "hacktrick/i18n/rulebook/code_pages.py": insert_after(
        '"{name} cancels the opposing code."),\n        rukowski_rulings,\n    ),\n',
        """    "tester": CodeWords(
        lambda _: _("Tessa Tester"),
        lambda _: _("You get an 11th marker."),
        lambda _: _("{name} gets an 11th marker."),
        lambda _: (Ruling("codes.tester", _("When do you get it?"), _("At the deal.")),),
    ),
""",
    ),
    "assets/portraits/NAME.svg": lambda _: (
        (ROOT / "assets/portraits/rukowski.svg")
        .read_text(encoding="utf-8")
        .replace("#ced0d6", "#78828c")
    ),
}
EDITION = {
    "hacktrick/game/editions.py": insert_after(
        'Rules("servers", target=3, words="servers"),\n',
        '        Rules("blitz", target=1, out_of_markers="when_obliged", words="blitz"),\n',
    ),
    "hacktrick/match/share_code.py": insert_after('"trio-individual", "quartet"', ', "blitz"'),
    "hacktrick/i18n/rulebook/edition_text.py": combined_edit(
        insert_before(
            '        "keypad": _("Keypad (2015)"),\n', '        "blitz": _("Blitz (of a test)"),\n'
        ),
        insert_before(
            '        "keypad": _("The original game of 2015',
            '        "blitz": _("To one point."),\n',
        ),
    ),
    "hacktrick/i18n/terms.py": insert_after(
        '    "keypad": _keypad_terms,\n', '    "blitz": _arena_terms,\n'
    ),
    "hacktrick/app/themes.py": insert_after(
        '    "servers": "servers",\n', '    "blitz": "fanfold",\n'
    ),
}
THEME = {
    "assets/themes/NAME.toml": lambda _: (
        (ROOT / "assets/themes/keypad.toml")
        .read_text(encoding="utf-8")
        .replace('name = "Keypad"', 'name = "Slate"')
        .replace('material = "glass"', 'material = "paper"')
    ),
    "hacktrick/ui/audio/sound_effects.py": insert_after(
        '    "contrast": "wood",\n', '    "slate": "relay",\n'
    ),
    "build/assets/screenshots.py": insert_after('"fanfold", "contrast"', ', "slate"'),
}


def files_in_recipe(title: str) -> set[str]:
    """Return the files that the recipe of this title names, step by step."""
    (section,) = re.findall(
        rf"^### {title}\n(.*?)(?=^##|\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
    return set(NUMBERED.findall(section))


def copy_and_edit(folder: Path, edits: Mapping[str, Edit], name: str) -> None:
    """Copy the program, then make the changes of a recipe. ``name`` stands for NAME in paths."""
    skip = shutil.ignore_patterns("__pycache__")
    for part in ("hacktrick", "assets", "build"):
        shutil.copytree(ROOT / part, folder / part, ignore=skip)
    for path, edit in edits.items():
        file = folder / path.replace("NAME", name)
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(edit(text), encoding="utf-8")


def run_trials(folder: Path, what: str) -> str:
    """Run the checks of ``recipe_trials`` on a copy, and return its level 8 decision."""
    paths = os.pathsep.join([str(folder), str(folder / "build"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.recipe_trials", what],
        cwd=folder,
        env={**os.environ, **HEADLESS, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *_, place, decision = done.stdout.splitlines()
    assert Path(place).is_relative_to(folder)
    return decision


@pytest.mark.parametrize(
    ("title", "edits"), [("A code", CODE), ("An edition", EDITION), ("A theme", THEME)]
)
def test_a_recipe_names_every_file_that_is_changed_here(
    title: str, edits: Mapping[str, Edit]
) -> None:
    assert files_in_recipe(title) == set(edits)


@pytest.mark.parametrize("title", ["A language", "A level"])
def test_the_other_recipes_name_files_that_exist(title: str) -> None:
    files = {file for file in files_in_recipe(title) if file.startswith(("hacktrick/", "assets/"))}
    known = {file.replace("CODE", "de") for file in files}
    assert len(known) >= 2
    assert [file for file in known if not (ROOT / file).exists()] == []


def test_every_step_names_tables_that_its_file_has() -> None:
    steps = re.findall(r"^\d+\. `([^`]+\.py)`: (.+)$", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(steps) > 12
    for path, deed in steps:
        text = (ROOT / path).read_text(encoding="utf-8")
        named = re.findall(r"`([A-Z_]{3,}|_\w+|[a-z]+_[a-z_]+|Agent)`", deed)
        assert [name for name in named if not re.search(rf"\b{name}\b", text)] == [], path


@pytest.mark.parametrize(
    ("what", "edits", "name"),
    [
        ("code", CODE, "tester"),
        pytest.param("edition", EDITION, "blitz", marks=pytest.mark.slow),
        pytest.param("theme", THEME, "slate", marks=pytest.mark.slow),
    ],
)
def test_the_program_works_with_what_a_recipe_adds(
    what: str, edits: Mapping[str, Edit], name: str, tmp_path: Path
) -> None:
    """``recipe_trials`` plays, records, draws and decides with it; other decisions stay."""
    copy_and_edit(tmp_path, edits, name)
    assert run_trials(tmp_path, what) == decision_of_level_8()
