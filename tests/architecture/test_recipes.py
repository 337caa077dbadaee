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

import hacktrick

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "hacktrick" / "README.md"
HEADLESS = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONUTF8": "1"}
NUMBERED = re.compile(r"^\d+\. `([^`]+)`: ", re.MULTILINE)

Edit = Callable[[str], str]
"""From the text of a file, empty if there is none, to the text with the addition."""


def before(anchor: str, addition: str) -> Edit:
    """Puts ``addition`` before the only occurrence of ``anchor``."""

    def edit(text: str) -> str:
        assert text.count(anchor) == 1, anchor
        return text.replace(anchor, addition + anchor)

    return edit


def after(anchor: str, addition: str) -> Edit:
    """Puts ``addition`` behind the only occurrence of ``anchor``."""

    def edit(text: str) -> str:
        assert text.count(anchor) == 1, anchor
        return text.replace(anchor, anchor + addition)

    return edit


def in_order(*edits: Edit) -> Edit:
    def edit(text: str) -> str:
        for one in edits:
            text = one(text)
        return text

    return edit


CODE = {
    "hacktrick/game/actions.py": after('    "rukowski",\n', '    "tester",\n'),
    "hacktrick/game/powers.py": after(
        'Power("rukowski", cancels=True),\n', '        Power("tester", extra_markers=1),\n'
    ),
    "hacktrick/ai/search/code_heuristics.py": after(
        '"rukowski": CodeValue(0.1, _fits_rukowski),\n', '    "tester": CodeValue(0.05),\n'
    ),
    "hacktrick/i18n/rulebook/code_pages.py": after(
        '"The opponent\'s code is cancelled."),\n        rukowski_rulings,\n    ),\n',
        """    "tester": CodeWords(
        lambda _: _("Tessa Tester"),
        lambda _: _("You get an 11th marker."),
        lambda _: (Ruling("codes.tester", _("When do you get it?"), _("At the deal.")),),
    ),
""",
    ),
    "hacktrick/ui/paint/portraits.py": in_order(
        after('    "rukowski": rukowski,\n', '    "tester": rukowski,\n'),
        after(
            '    "rukowski": Ground((206, 208, 214), moon, (244, 206, 96)),\n',
            '    "tester": Ground((120, 130, 140), rays, (150, 160, 170)),\n',
        ),
    ),
}
EDITION = {
    "hacktrick/game/rules.py": after(
        'Rules("servers", target=3, words="servers"),\n',
        '        Rules("blitz", target=1, out_of_markers="when_obliged", words="blitz"),\n',
    ),
    "hacktrick/match/share_code.py": after('"trio-individual", "quartet"', ', "blitz"'),
    "hacktrick/i18n/rulebook/editions.py": in_order(
        before(
            '        "keypad": _("Keypad (2015)"),\n', '        "blitz": _("Blitz (of a test)"),\n'
        ),
        before(
            '        "keypad": _("The original game of 2015',
            '        "blitz": _("To one point."),\n',
        ),
    ),
    "hacktrick/i18n/terms.py": after('    "keypad": _keypad,\n', '    "blitz": _arena,\n'),
    "hacktrick/app/themes.py": after('    "servers": "servers",\n', '    "blitz": "fanfold",\n'),
}
THEME = {
    "assets/themes/NAME.toml": lambda _: (
        (ROOT / "assets/themes/keypad.toml")
        .read_text(encoding="utf-8")
        .replace('name = "Keypad"', 'name = "Slate"')
        .replace('material = "glass"', 'material = "paper"')
    ),
    "hacktrick/ui/audio/sound_effects.py": after(
        '    "contrast": "wood",\n', '    "slate": "relay",\n'
    ),
    "build/assets/screenshots.py": after('"fanfold", "contrast"', ', "slate"'),
}


def recipe(title: str) -> set[str]:
    """The files that the recipe of this title names, step by step."""
    (section,) = re.findall(
        rf"^### {title}\n(.*?)(?=^##|\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
    return set(NUMBERED.findall(section))


def copied(folder: Path, edits: Mapping[str, Edit], name: str) -> None:
    """Copies the program, then makes the changes of a recipe. ``name`` stands for NAME in paths."""
    skip = shutil.ignore_patterns("__pycache__")
    for part in ("hacktrick", "assets", "build"):
        shutil.copytree(ROOT / part, folder / part, ignore=skip)
    for path, edit in edits.items():
        file = folder / path.replace("NAME", name)
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(edit(text), encoding="utf-8")


def run(folder: Path, program: str) -> list[str]:
    """The lines that a Python program prints which runs with the copy."""
    paths = os.pathsep.join([str(folder), str(folder / "build"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, **HEADLESS, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("title", "edits"), [("A code", CODE), ("An edition", EDITION), ("A theme", THEME)]
)
def test_a_recipe_names_every_file_that_is_changed_here(
    title: str, edits: Mapping[str, Edit]
) -> None:
    assert recipe(title) == set(edits)


@pytest.mark.parametrize("title", ["A language", "A level"])
def test_the_other_recipes_name_files_that_exist(title: str) -> None:
    files = {file for file in recipe(title) if file.startswith(("hacktrick/", "assets/"))}
    known = {file.replace("CODE", "de") for file in files}
    assert len(known) >= 2
    assert [file for file in known if not (ROOT / file).exists()] == []


def test_a_code_is_added_as_the_page_says(tmp_path: Path) -> None:
    copied(tmp_path, CODE, "tester")
    lines = run(tmp_path, WITH_A_CODE)
    table = hacktrick.Round("keypad", seed=7)
    table.apply("start 4")
    decision = hacktrick.decide(table.view(), level=8)
    assert lines == [
        "laid and in force",
        "decided by 1 5 8",
        f"as before: {decision.action} {decision.value:.6f}",
        "face, card and page",
    ]


WITH_A_CODE = """
from pathlib import Path
import pygame
from random import Random
import hacktrick
from hacktrick.game.actions import CODES
from hacktrick.game.rules import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.rulebook.code_pages import code_card, codes_page
from hacktrick.i18n.terms import term_translator
from hacktrick.ui.paint.portraits import portrait
from hacktrick.app.themes import load_theme
from tests.support.rig import TableRig
from tests.support.scripted_matches import random_match

found = laying = None
for seed in range(400):
    for match in random_match(rules_for("wits"), seed):
        public = match.public
        if public.phase == "codes" and "tester" in match.observe(public.seat).held:
            laying = laying or match.view(public.seat)
        if public.phase == "turn" and "tester" in public.codes and not public.result:
            side = public.codes.index("tester")
            on_board = sum(on[side] for on in public.board)
            if public.turn == 0 and public.rules.has_codes:
                assert public.supply[side] + on_board >= 11, public
                found = found or match.view(public.seat)
    if found and laying:
        break
assert found is not None
print("laid and in force")

chosen = [hacktrick.decide(found, level=level) for level in (1, 5, 8)]
assert not any(decision.faulty for decision in chosen)
assert laying is not None and "tester" in laying.held
assert not any(hacktrick.decide(laying, level=level).faulty for level in (1, 5, 8))
print("decided by 1 5 8")

table = hacktrick.Round("keypad", seed=7)
table.apply("start 4")
decision = hacktrick.decide(table.view(), level=8)
print("as before:", decision.action, f"{decision.value:.6f}")

same = lambda text: text
assert code_card("tester", same).name == "Tessa Tester"
rules = rules_for("wits")
page = codes_page(rules, term_translator(rules, same), same)
assert "Tessa Tester" in str(page)
for theme in ("keypad", "servers", "fanfold", "contrast"):
    assert portrait(load_theme(theme), "tester").get_width() > 0
pygame.init()
bench = TableRig(Path("data"), "wits", ("human", "level:1"))
bench.navigator.show_new_match()
bench.tick(0.1)
bench.top.choices.choose_preset("wits")
bench.top.layout()
bench.picture()
print("face, card and page")
"""


def test_an_edition_is_added_as_the_page_says(tmp_path: Path) -> None:
    copied(tmp_path, EDITION, "blitz")
    lines = run(tmp_path, WITH_AN_EDITION)
    assert lines == ["played, recorded and shared", "decided by 1 5 8", "named and drawn"]


WITH_AN_EDITION = """
from pathlib import Path
import pygame
import hacktrick
from hacktrick.app.themes import resolve_theme
from hacktrick.game.rules import rules_for
from hacktrick.i18n.rulebook.editions import preset_name
from hacktrick.i18n.terms import edition_terms
from hacktrick.match.record import read_record
from hacktrick.match.share_code import read_share_code, share_code_of
from tests.support.rig import TableRig
from tests.support.scripted_matches import random_match

for match in random_match(rules_for("blitz"), 3):
    pass
assert match.is_over and max(match.public.score) >= 1
text = match.record.as_text()
assert read_record(text).rules.preset == "blitz"
assert read_share_code(share_code_of(match.record)).rules.preset == "blitz"
print("played, recorded and shared")

table = hacktrick.Round("blitz", seed=7)
table.apply(table.legal()[0])
assert table.position().startswith("blitz ")
view = table.view()
assert not any(hacktrick.decide(view, level=level).faulty for level in (1, 5, 8))
print("decided by 1 5 8")

same = lambda text: text
assert preset_name("blitz", same) == "Blitz (of a test)"
assert edition_terms(rules_for("blitz"), same).guard == "Guard!"
assert resolve_theme("edition", "blitz") == "fanfold"
pygame.init()
bench = TableRig(Path("data"), "blitz", ("human", "level:1"))
bench.tick(0.1)
bench.picture()
print("named and drawn")
"""


def test_a_theme_is_added_as_the_page_says(tmp_path: Path) -> None:
    copied(tmp_path, THEME, "slate")
    lines = run(tmp_path, WITH_A_THEME)
    assert lines == ["offered", "heard", "drawn"]


WITH_A_THEME = """
from pathlib import Path
import pygame
from hacktrick.app.themes import load_theme, theme_keys
from hacktrick.i18n.setting_text import LANGUAGES
from hacktrick.ui.audio.sound_effects import SOUND_MATERIALS
from tests.support.rig import TableRig
from assets.screenshots import _order

assert "slate" in theme_keys() and load_theme("slate").name == "Slate"
print("offered")
assert SOUND_MATERIALS["slate"] == "relay"
assert sorted(theme_keys(), key=_order)[-1] == "slate"
print("heard")
pygame.init()
bench = TableRig(Path("data"), "keypad", ("human", "level:1"), theme="slate")
bench.tick(0.1)
bench.picture()
assert bench.context.theme.name == "Slate"
print("drawn")
"""
