"""The package as a whole: one version, importable modules, light processes, licensed fonts."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import hacktrick

ROOT = Path(hacktrick.__file__).resolve().parent.parent
FONTS = [
    path
    for path in (ROOT / "assets").rglob("*")
    if path.suffix.lower() in {".ttf", ".otf", ".woff", ".woff2"}
]
SOURCES = [
    path for folder in ("hacktrick", "build", "tests") for path in (ROOT / folder).rglob("*.py")
]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


EVERYTHING = sorted(module_name(path) for path in (ROOT / "hacktrick").rglob("*.py"))
# Each of these needs a library that only researchers install; build/qa/env_check.py tries them.
OPTIONAL = ("hacktrick.env.pettingzoo_aec", "hacktrick.env.openspiel")
MODULES = [name for name in EVERYTHING if name not in OPTIONAL]
TEXT_SIDE = [name for name in MODULES if name.startswith("hacktrick.terminal.play")]
WORKER_SIDE = [
    name
    for name in MODULES
    if name.startswith(("hacktrick.ai", "hacktrick.game", "hacktrick.coach.thinking_worker"))
]
LABORATORY = "hacktrick.arena"
PLAYER_SIDE = [
    name
    for name in MODULES
    if not name.startswith((LABORATORY, "hacktrick.terminal.commands.contests"))
]


@contextmanager
def packages_unloaded(*tops: str) -> Iterator[None]:
    """Unloads these packages within a ``with`` block, as in a new process."""
    kept = {name: sys.modules[name] for name in sys.modules if name.split(".")[0] in tops}
    for name in kept:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] in tops]:
            del sys.modules[name]
        sys.modules.update(kept)


def test_the_version_is_stated_in_one_place() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", hacktrick.__version__)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version", ' in project
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.findall(r"^## \[(\d\S+)\] - (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)[0]
    assert version == hacktrick.__version__
    (metainfo,) = (ROOT / "build" / "linux").glob("*.metainfo.xml")
    text = metainfo.read_text(encoding="utf-8")
    assert re.findall(r'<release version="(\S+)" date="(\S+)">', text)[0] == (version, date)
    assert set(re.findall(r"/v([\d.]+)/docs/pictures/", text)) == {version}


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_every_module_can_be_the_first_one_imported(name: str) -> None:
    """test_imports.py reads the sources; this test really imports each module."""
    with packages_unloaded("hacktrick"):
        importlib.import_module(name)


@pytest.mark.parametrize(
    ("side", "forbidden"),
    [
        (WORKER_SIDE, ("pygame", "hacktrick.ui")),
        (TEXT_SIDE, ("pygame",)),
        (PLAYER_SIDE, (LABORATORY,)),
    ],
    ids=["worker", "text", "player"],
)
def test_no_module_of_a_process_loads_what_it_must_not(
    side: list[str], forbidden: tuple[str, ...]
) -> None:
    """The worker and the text mode load no window, and no program of a player loads the laboratory.

    Importing all modules of a side together covers each of them.
    """
    tops = {"hacktrick", *forbidden} - {LABORATORY, "hacktrick.ui"}
    with packages_unloaded(*tops):
        for name in side:
            importlib.import_module(name)
        loaded = set(sys.modules)
    assert set(side) <= loaded
    assert not [one for one in loaded if one.startswith(forbidden)]


@pytest.mark.parametrize(
    "words",
    [pytest.param(("--self-test",), marks=pytest.mark.slow), ("--text",), ("bot", "--level", "4")],
)
def test_no_program_of_a_player_loads_the_laboratory(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """Try the window with its worker (which the self-test asks), the text mode and the bot."""
    done = subprocess.run(
        [sys.executable, "-m", "hacktrick", "--data-dir", str(tmp_path), *words],
        # The worker process inherits the variable.
        env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0
    assert "hacktrick.ai.levels.catalogue" in done.stderr or "--self-test" in words
    assert LABORATORY not in done.stderr


def test_the_entry_point_loads_nothing_before_it_runs() -> None:
    """The worker process runs this module again, also in a frozen program."""
    with packages_unloaded("hacktrick", "pygame"):
        importlib.import_module("hacktrick.__main__")
        loaded = {name for name in sys.modules if name.split(".")[0] in {"hacktrick", "pygame"}}
        assert loaded == {"hacktrick", "hacktrick.__main__"}


def test_every_font_has_its_licence_beside_it() -> None:
    for font in FONTS:
        family = font.stem.split("-")[0]
        assert any(font.parent.glob(f"{family.rstrip('0123456789')[:4]}*OFL.txt")), font


def test_every_module_says_what_it_is_for() -> None:
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert not text or text.startswith(('"""', '#!/usr/bin/env python3\n"""')), path
