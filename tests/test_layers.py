"""Who may import whom: the parts of the house, the wings of its window, and no circle anywhere.

An arrow A -> B says that A imports B: text, ui -> words -> seat -> play -> ai -> game, lab -> play,
play -> net -> game, the leaves beside them, cli on top; within ui: window -> table, menus ->
controls -> stage -> paint, keys.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "hacktrick"

# Parts of ours that a part may import, itself included without saying. "" is `hacktrick` (version).
LEAVES = {
    *("", "settings", "profiles", "instance", "crashlog", "storage", "files", "folders"),
    *("resources", "themes", "learning"),
}
MAY_IMPORT: dict[str, set[str]] = {
    "": {"api", "game"},  # for the types alone: it loads nothing until it is asked
    "api": {"play", "ai", "game"},
    "settings": set(),
    "profiles": set(),
    "instance": set(),
    "crashlog": {""},
    "storage": {"settings", "profiles", "learning", "instance", "behind", "folders", "files"},
    "behind": set(),
    "folders": set(),
    "files": set(),
    "resources": set(),
    "themes": {"resources"},
    "learning": set(),
    "game": set(),
    "ai": {"", "game", "resources"},  # of the program its version
    "net": {"game"},
    "play": {"ai", "net", "game"},
    "library": {"play", "game", "files"},
    "seat": {"library", "play", "game", *LEAVES - {"instance"}},
    "words": {"library", "seat", "play", "game", *LEAVES - {"instance"}},
    "ui": {"words", "library", "seat", "play", "game", *LEAVES - {"instance"}},
    "lab": {"", "play", "ai", "game"},
    "env": {"play", "game"},
    "commands": {"words", "seat", "library", "folders", "lab", "play", "game"},
    "text": {"words", "library", "seat", "play", "game", *LEAVES - {"instance"}},
    "cli": {"commands", "text", "ui", "words", "play", "ai", "game", *LEAVES - {"instance"}},
    "__main__": {"cli"},
}
# The wings of the window, and those that each may import beside itself.
WINGS: dict[str, set[str]] = {
    "keys": set(),
    "paint": set(),
    "stage": {"keys", "paint"},
    "controls": {"stage", "keys", "paint"},
    "table": {"controls", "stage", "keys", "paint"},
    "menus": {"controls", "stage", "keys", "paint"},
    "online": {"table", "controls", "stage", "keys", "paint"},
    "window": {"table", "menus", "online", "controls", "stage", "keys", "paint"},
}
HOMES_OF = {
    "pygame": {"ui"},
    "platformdirs": {"folders"},
    "numpy": {"ai", "lab", "env"},
    "fsrs": {"library"},
    **{name: {"env"} for name in ("pettingzoo", "gymnasium", "pyspiel")},
    # Cryptography, and whatever speaks to a network, with or without a library of others.
    **{name: {"net"} for name in ("nacl", "zeroconf", "paho", "spake2")},
    **{name: {"net"} for name in ("socket", "ssl", "asyncio")},
}
# The rules know no clock, chance, file, process or text to the user.
NOT_IN_GAME = {
    *("random", "secrets", "uuid", "time", "datetime", "os", "sys", "io", "pathlib", "shutil"),
    *("tempfile", "subprocess", "multiprocessing", "threading", "concurrent", "asyncio"),
    *("logging", "gettext", "locale", "importlib", "ctypes"),
}
# Nothing speaks to servers of its own accord, and no file from outside can run code.
NOWHERE = {
    *("http", "urllib", "ftplib", "smtplib", "poplib", "imaplib", "xmlrpc"),
    *("socketserver", "webbrowser", "requests"),
    *("pickle", "marshal", "shelve", "dill"),
}
DICE = {"Random", "SystemRandom"}


def part_of(module: str) -> str:
    return [*module.split("."), ""][1]


def imports(module: str, tree: ast.AST, is_package: bool) -> Iterator[str]:
    """Full dotted names, `from x import y` as x.y."""
    here = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def wing_of(module: str) -> str:
    return [*module.split("."), "", ""][2] if part_of(module) == "ui" else ""


def wrong_wing(module: str, name: str) -> bool:
    here, there = wing_of(module), wing_of(name)
    return bool(here and there) and there != here and there not in WINGS[here]


def wrong_import(module: str, name: str) -> bool:
    part, top = part_of(module), name.split(".")[0]
    if top == "hacktrick":
        target = part_of(name)
        target = target if target in MAY_IMPORT else ""  # from hacktrick import __version__
        return (target != part and target not in MAY_IMPORT[part]) or wrong_wing(module, name)
    if top in NOWHERE or part not in HOMES_OF.get(top, {part}):
        return True
    is_standard = top in sys.stdlib_module_names
    if part == "game":
        return not is_standard or top in NOT_IN_GAME
    return not is_standard and top not in HOMES_OF


def loose_dice(tree: ast.AST) -> Iterator[str]:
    """Uses of the shared generator of `random`, which no test can fix and no seed reaches."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "random" and node.attr not in DICE:
                yield f"random.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            yield from (f"random.{alias.name}" for alias in node.names if alias.name not in DICE)


def violations(module: str, source: str, is_package: bool = False) -> list[str]:
    tree = ast.parse(source)
    names = [name for name in imports(module, tree, is_package) if wrong_import(module, name)]
    return [*names, *loose_dice(tree)]


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found.append((".".join(parts).removesuffix(".__init__"), path))
    return found


@pytest.mark.parametrize(("module", "path"), modules(), ids=lambda value: str(value))
def test_every_module_keeps_to_its_place(module: str, path: Path) -> None:
    assert part_of(module) in MAY_IMPORT, "a new part needs a line in MAY_IMPORT"
    assert wing_of(module) in {"", *WINGS}, "a new wing needs a line in WINGS"
    source = path.read_text(encoding="utf-8")
    assert violations(module, source, path.name == "__init__.py") == []


def graph() -> dict[str, set[str]]:
    """Every module of ours with those of ours that it imports, wherever in it."""
    known = dict(modules())
    found: dict[str, set[str]] = {}
    for module, path in known.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = imports(module, tree, path.name == "__init__.py")
        found[module] = {name if name in known else name.rpartition(".")[0] for name in names}
        found[module] &= set(known)
    return found


def circles(arrows: dict[str, set[str]]) -> set[str]:
    """What is left when everything has gone that only imports what has gone."""
    left = {module: set(targets) - {module} for module, targets in arrows.items()}
    while gone := {module for module, targets in left.items() if not targets}:
        left = {m: targets - gone for m, targets in left.items() if m not in gone}
    return set(left)


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == set("abcd")


def test_no_circle_is_left() -> None:
    assert circles(graph()) == set()


GOOD = [
    ("hacktrick.game.engine", "import dataclasses\nfrom hacktrick.game import rules"),
    ("hacktrick.game.engine", "from . import rules"),
    ("hacktrick.ai.search", "import random, time\nfrom hacktrick.game.rules import Rules"),
    ("hacktrick.ai.net", "import numpy as np\nfrom hacktrick import resources"),
    ("hacktrick.ai.search", "import random\ndice = random.Random(3)\ndice.choice([1])"),
    ("hacktrick.play.match", "from random import Random\nfrom hacktrick.ai import levels"),
    ("hacktrick.ui.window.app", "import pygame\nfrom hacktrick import __version__, storage, play"),
    ("hacktrick.ui.menus.title", "from hacktrick import themes\nfrom ..paint import fonts"),
    ("hacktrick.lab.probe", "import numpy\nfrom hacktrick.ai.pbs import solver"),
    ("hacktrick.lab.arena", "from hacktrick.play import match"),
    ("hacktrick.commands.contests", "from hacktrick.lab import arena"),
    (
        "hacktrick.text.table",
        "from hacktrick.words import wording\nfrom hacktrick.play import match",
    ),
    ("hacktrick.ui.window.ways", "from hacktrick.ui.table import scene"),
    ("hacktrick.words.wording", "from hacktrick.seat import chronicle"),
    ("hacktrick.cli", "from hacktrick.text import program"),
    ("hacktrick.cli", "from hacktrick import storage\nfrom hacktrick.ui import app"),
    ("hacktrick.__main__", "from hacktrick import cli"),
    ("hacktrick.folders", "import platformdirs"),
    ("hacktrick.net.group", "import nacl.bindings, secrets"),
    ("hacktrick.net.replica", "from hacktrick.game import advance"),
    ("hacktrick.net.link", "import asyncio, socket, ssl"),
    ("hacktrick.play.proof_file", "from hacktrick.net import replica"),
]
BAD = [
    ("hacktrick.game.engine", "import pygame"),
    ("hacktrick.game.engine", "import random"),
    ("hacktrick.game.engine", "import os.path"),
    ("hacktrick.game.engine", "import attrs"),
    ("hacktrick.game.engine", "from ..ai import levels"),
    ("hacktrick.game.engine", "from hacktrick import __version__"),
    ("hacktrick.game.engine", "from hacktrick import storage"),
    ("hacktrick.ai.search", "from hacktrick.play import match"),
    ("hacktrick.ai.search", "import pygame.time"),
    ("hacktrick.play.match", "def f():\n    from hacktrick.ui import app"),
    ("hacktrick.play.match", "import numpy"),
    ("hacktrick.play.match", "from hacktrick import storage"),
    ("hacktrick.play.match", "import hacktrick.storage"),
    ("hacktrick.play.bot", "from hacktrick.lab import foreign"),
    ("hacktrick.ui.window.app", "from hacktrick.lab import arena"),
    ("hacktrick.text.table", "from hacktrick.lab.tally import times"),
    ("hacktrick.lab.arena", "from hacktrick import storage"),
    ("hacktrick.lab.arena", "from hacktrick.commands import progress"),
    ("hacktrick.cli", "from hacktrick.lab import arena"),
    ("hacktrick.ui.window.app", "from hacktrick.ai.levels import LEVELS"),
    ("hacktrick.ui.window.app", "from hacktrick import ai"),
    ("hacktrick.ui.window.app", "from hacktrick import cli"),
    ("hacktrick.ui.window.app", "from hacktrick.text import table"),
    ("hacktrick.text.table", "import pygame"),
    ("hacktrick.text.table", "from hacktrick.ui.table import scene"),
    ("hacktrick.words.wording", "from hacktrick.ui.paint import fonts"),
    ("hacktrick.words.wording", "import pygame"),
    ("hacktrick.seat.session", "from hacktrick.words import wording"),
    ("hacktrick.seat.session", "from hacktrick.ai import levels"),
    ("hacktrick.play.match", "from hacktrick.seat import session"),
    ("hacktrick.themes", "import pygame"),
    ("hacktrick.ui.table.scene", "from hacktrick.ui.menus import pause"),
    ("hacktrick.ui.menus.title", "from hacktrick.ui.table.warm import warm"),
    ("hacktrick.ui.paint.fonts", "from hacktrick.ui.stage import context"),
    ("hacktrick.ui.stage.context", "from hacktrick.ui.window import ways"),
    ("hacktrick.text.table", "from hacktrick.ai import levels"),
    ("hacktrick.ui.window.app", "import platformdirs"),
    ("hacktrick.ui.window.app", "import requests"),
    ("hacktrick.cli", "import pygame"),
    ("hacktrick.cli", "import urllib.request"),
    ("hacktrick.storage", "import pickle"),
    ("hacktrick.net.replica", "from hacktrick.play import record"),
    ("hacktrick.net.replica", "from hacktrick.ai import levels"),
    ("hacktrick.net.link", "import urllib.request"),
    ("hacktrick.play.match", "import nacl"),
    ("hacktrick.play.online", "import asyncio"),
    ("hacktrick.ui.window.app", "import socket"),
    ("hacktrick.ui.window.app", "from hacktrick.net import replica"),
    ("hacktrick.game.engine", "from hacktrick.net import cards"),
    ("hacktrick.storage", "from hacktrick import resources"),
    ("hacktrick.ui.window.app", "import random\nrandom.shuffle([1])"),
    ("hacktrick.play.match", "from random import choice"),
]


@pytest.mark.parametrize(("module", "source"), GOOD)
def test_what_is_allowed_passes(module: str, source: str) -> None:
    assert violations(module, source) == []


@pytest.mark.parametrize(("module", "source"), BAD)
def test_what_is_forbidden_is_found(module: str, source: str) -> None:
    assert violations(module, source)


def test_a_relative_import_in_a_package_counts_from_itself() -> None:
    assert violations("hacktrick.ui", "from . import app", is_package=True) == []
    assert violations("hacktrick.ui", "from ..ai import levels", is_package=True)
