"""Each top-level package may import only the packages listed above it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.syntax_trees import nodes_of, parsed_source

PACKAGE = Path(__file__).resolve().parents[2] / "hacktrick"

PACKAGES = (
    *("game", "match", "ai", "fairness", "coach", "library", "online"),
    *("arena", "env", "app", "i18n", "ui", "terminal"),
)
"""From the rules at the top to the two front ends at the bottom."""
HELPERS = {"resources", "safe_files", "child_process"}
"""Modules beside the packages that import none of them and that any package but ``game`` may
import."""
UNAWARE = {
    "fairness": {"online"},
    "coach": {"online"},
    "library": {"ai", "online"},
    "online": {"ai", "coach", "fairness", "library"},
    "arena": {"coach", "fairness", "library", "online"},
    "env": {"ai", "coach", "fairness", "library", "online", "arena"},
    "app": {"arena", "env"},
    "i18n": {"arena", "env"},
    "ui": {"arena", "env", "ai"},
    "terminal": {"ui", "env"},
}
"""Packages that a package could import by its place but must not know."""
WINGS = (
    *("accessibility", "layout", "input", "paint", "audio", "scene", "widgets", "table"),
    *("screens", "window"),
)
"""The parts of the window; each imports only those that stand before it."""
HOMES = {
    "pygame": {"ui"},
    "accesskit": {"ui"},
    "platformdirs": {"app"},
    "numpy": {"ai", "coach", "arena", "env"},
    "fsrs": {"library"},
    **{name: {"env"} for name in ("pettingzoo", "gymnasium", "pyspiel")},
    **{name: {"online"} for name in ("nacl", "zeroconf", "paho", "spake2")},
    **{name: {"online"} for name in ("socket", "ssl", "asyncio")},
}
"""Libraries that only these packages may import."""
IMPURE = {
    *("random", "secrets", "uuid", "time", "datetime", "os", "sys", "io", "pathlib", "shutil"),
    *("tempfile", "subprocess", "multiprocessing", "threading", "concurrent", "asyncio"),
    *("logging", "gettext", "locale", "importlib", "ctypes"),
}
"""What the rules must do without: clocks, chance, files, processes and text for the player."""
FORBIDDEN = {
    *("http", "urllib", "ftplib", "smtplib", "poplib", "imaplib", "xmlrpc"),
    *("socketserver", "webbrowser", "requests"),
    *("pickle", "marshal", "shelve", "dill"),
}
"""Speaks to servers of its own accord, or runs code from a file."""
SEEDED = {"Random", "SystemRandom"}
"""The generators of ``random`` that a seed or the system owns."""


def package_of(module: str) -> str:
    """Return the top-level package of a module: ``"ui"`` for ``hacktrick.ui.table.scene``."""
    return [*module.split("."), ""][1]


def ui_folder_of(module: str) -> str:
    return [*module.split("."), "", ""][2] if package_of(module) == "ui" else ""


def imported_names(module: str, tree: ast.AST, is_package: bool) -> Iterator[str]:
    """Yield imported names in full: ``from x import y`` and ``import_module("x.y")`` as x.y."""
    here = module.split(".") if is_package else module.split(".")[:-1]
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and is_import_by_string(node):
            yield from filter(None, [constant_text(node.args[0])])


def is_import_by_string(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("import_module", "__import__") and bool(call.args)


def constant_text(node: ast.expr) -> str:
    """Return the constant text of an argument; for an f-string the text before its first value."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return str(node.values[0].value).rstrip(".")
    return ""


def is_allowed(module: str, name: str) -> bool:
    """Return True if ``module`` may import ``name``."""
    here, top = package_of(module), name.split(".")[0]
    if top == "hacktrick":
        return is_allowed_between_packages(here, package_of(name)) and is_allowed_between_wings(
            module, name
        )
    if top in FORBIDDEN or here not in HOMES.get(top, {here}):
        return False
    if top == "multiprocessing":  # processes and queues use pickle; a plain pipe does not
        return name.startswith("multiprocessing.connection") and here in ("child_process", "arena")
    is_standard = top in sys.stdlib_module_names
    if here == "game":
        return is_standard and top not in IMPURE
    return is_standard or top in HOMES


def is_allowed_between_packages(here: str, there: str) -> bool:
    if here == there or here in ("cli", "__main__"):
        return True
    if there in HELPERS:
        return here != "game"
    if there not in PACKAGES:  # the package ``hacktrick`` itself, imported for its version
        return here not in ("game", *HELPERS) and there != "cli"
    if here in ("", "api"):
        return there in ("game", "match", "ai", "api")
    is_above = here in PACKAGES and PACKAGES.index(there) < PACKAGES.index(here)
    return is_above and there not in UNAWARE.get(here, set())


def is_allowed_between_wings(module: str, name: str) -> bool:
    here, there = ui_folder_of(module), ui_folder_of(name)
    return not here or not there or WINGS.index(there) <= WINGS.index(here)


def unseeded_chance(tree: ast.AST) -> Iterator[str]:
    """Yield uses of the shared generator of ``random``, which the game does not seed."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "random" and node.attr not in SEEDED:
                yield f"random.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            yield from (f"random.{alias.name}" for alias in node.names if alias.name not in SEEDED)


def forbidden_imports(module: str, source: str, is_package: bool = False) -> list[str]:
    tree = parsed_source(source)
    names = imported_names(module, tree, is_package)
    return [*(name for name in names if not is_allowed(module, name)), *unseeded_chance(tree)]


@cache
def program_sources() -> dict[str, tuple[str, bool]]:
    """Return, for every module of the program, its source and whether it is a package."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        found[name] = path.read_text(encoding="utf-8"), path.name == "__init__.py"
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_packages_above_it(package: str) -> None:
    wrong = {
        module: found
        for module, (source, is_package) in program_sources().items()
        if package_of(module) == package
        and (found := forbidden_imports(module, source, is_package))
    }
    assert wrong == {}


def test_modules_beside_the_packages_keep_to_their_place() -> None:
    beside = [module for module in program_sources() if package_of(module) not in PACKAGES]
    assert {package_of(module) for module in beside} == {"", "api", "cli", "__main__", *HELPERS}
    assert {module: forbidden_imports(module, *program_sources()[module]) for module in beside} == {
        module: [] for module in beside
    }


def test_rules_and_match_know_neither_opponents_nor_network() -> None:
    above = PACKAGES[: PACKAGES.index("ai")]
    assert above == ("game", "match")


MAX_MODULES = 300
"""Splitting one topic into more modules makes it harder to follow, so the number is limited."""


def test_there_are_at_most_three_hundred_modules() -> None:
    modules = [name for name, (_, is_package) in program_sources().items() if not is_package]
    assert len(modules) <= MAX_MODULES


def import_graph() -> dict[str, set[str]]:
    """Return the modules of the program that each module imports, anywhere in it or by string."""
    known = program_sources()
    found: dict[str, set[str]] = {}
    for module, (source, is_package) in known.items():
        names = imported_names(module, parsed_source(source), is_package)
        found[module] = {name if name in known else name.rpartition(".")[0] for name in names}
        found[module] &= set(known)
    return found


def modules_in_cycles(arrows: dict[str, set[str]]) -> set[str]:
    """Return the modules that are in an import cycle or import such a module."""
    left = {module: set(targets) - {module} for module, targets in arrows.items()}
    while gone := {module for module, targets in left.items() if not targets}:
        left = {m: targets - gone for m, targets in left.items() if m not in gone}
    return set(left)


def test_an_import_cycle_is_detected() -> None:
    assert modules_in_cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == set(
        "abcd"
    )


def test_there_are_no_import_cycles() -> None:
    assert modules_in_cycles(import_graph()) == set()


ALLOWED = [
    ("hacktrick.game.engine", "import dataclasses\nfrom hacktrick.game import cards"),
    ("hacktrick.game.engine", "from . import cards"),
    (
        "hacktrick.match.live_match",
        "from random import Random\nfrom hacktrick.game import cards",
    ),
    ("hacktrick.ai.search", "import random, time\nfrom hacktrick.game.editions import Rules"),
    ("hacktrick.ai.solver.net", "import numpy as np\nfrom hacktrick import resources"),
    ("hacktrick.ai.search", "import random\ndice = random.Random(3)\ndice.choice([1])"),
    ("hacktrick.coach.hints", "from hacktrick.ai.levels import catalogue"),
    ("hacktrick.online.crypto.group", "import nacl.bindings, secrets"),
    ("hacktrick.online.transport.link", "import asyncio, socket, ssl"),
    ("hacktrick.app.match_session", "from hacktrick.online.network_process import process_client"),
    ("hacktrick.app.folders", "import platformdirs"),
    ("hacktrick.i18n.prompts", "from hacktrick.app import session"),
    ("hacktrick.ui.window.app", "import pygame\nfrom hacktrick import __version__, app"),
    ("hacktrick.ui.screens.title", "from hacktrick.ui.table import scene"),
    ("hacktrick.ui.window.ways", "from hacktrick.ui.table import scene"),
    ("hacktrick.terminal.commands.contests", "from hacktrick.arena import contest_runner"),
    ("hacktrick.cli", "from hacktrick import terminal\nfrom hacktrick.ui import app"),
    ("hacktrick.__main__", "from hacktrick import cli"),
]
NOT_ALLOWED = [
    ("hacktrick.game.engine", "import pygame"),
    ("hacktrick.game.engine", "import random"),
    ("hacktrick.game.engine", "import os.path"),
    ("hacktrick.game.engine", "import attrs"),
    ("hacktrick.game.engine", "from ..ai import levels"),
    ("hacktrick.game.engine", "from hacktrick import __version__"),
    ("hacktrick.game.engine", "from hacktrick import resources"),
    ("hacktrick.game.engine", "from hacktrick.online import crypto"),
    ("hacktrick.match.live_match", "from hacktrick.ai import levels"),
    ("hacktrick.match.live_match", "def f():\n    from hacktrick.online import client"),
    (
        "hacktrick.match.live_match",
        'import_module("hacktrick.online.network_process.process_main")',
    ),
    ("hacktrick.match.live_match", 'importlib.import_module(f"hacktrick.ai.{name}")'),
    ("hacktrick.match.live_match", "import numpy"),
    ("hacktrick.match.live_match", "import nacl"),
    ("hacktrick.match.live_match", "from random import choice"),
    ("hacktrick.ai.search", "from hacktrick.coach import hints"),
    ("hacktrick.ai.search", "import pygame.time"),
    ("hacktrick.online.protocol.replica", "from hacktrick.ai import levels"),
    ("hacktrick.online.protocol.replica", "from hacktrick.library import shelf"),
    ("hacktrick.online.transport.link", "import urllib.request"),
    ("hacktrick.arena.contest_runner", "from hacktrick.app import storage"),
    ("hacktrick.app.match_session", "from hacktrick.i18n import prompts"),
    ("hacktrick.app.match_session", "from hacktrick.arena import contest_runner"),
    ("hacktrick.app.storage", "import pickle"),
    ("hacktrick.app.client", "import socket"),
    ("hacktrick.arena.workers", "from multiprocessing import get_context"),
    ("hacktrick.coach.thinking_client", "from multiprocessing.connection import Connection"),
    ("hacktrick.i18n.prompts", "from hacktrick.ui.paint import fonts"),
    ("hacktrick.i18n.prompts", "import pygame"),
    ("hacktrick.ui.window.app", "from hacktrick.ai.levels import LEVELS"),
    ("hacktrick.ui.window.app", "from hacktrick import cli"),
    ("hacktrick.ui.window.app", "from hacktrick.terminal import play"),
    ("hacktrick.ui.window.app", "from hacktrick.arena import contest_runner"),
    ("hacktrick.ui.window.app", "import platformdirs"),
    ("hacktrick.ui.window.app", "import requests"),
    ("hacktrick.ui.window.app", "import socket"),
    ("hacktrick.ui.window.app", "import random\nrandom.shuffle([1])"),
    ("hacktrick.ui.table.scene", "from hacktrick.ui.screens import pause"),
    ("hacktrick.ui.paint.fonts", "from hacktrick.ui.scene import scenes_and_context"),
    ("hacktrick.ui.scene.scenes_and_context", "from hacktrick.ui.window import navigator"),
    ("hacktrick.terminal.play.table", "import pygame"),
    ("hacktrick.terminal.play.table", "from hacktrick.ui.table import scene"),
    ("hacktrick.cli", "import pygame"),
    ("hacktrick.cli", "import urllib.request"),
    ("hacktrick.resources", "from hacktrick.app import settings"),
]


@pytest.mark.parametrize(("module", "source"), ALLOWED)
def test_allowed_imports_pass_the_check(module: str, source: str) -> None:
    assert forbidden_imports(module, source) == []


@pytest.mark.parametrize(("module", "source"), NOT_ALLOWED)
def test_forbidden_imports_are_found(module: str, source: str) -> None:
    assert forbidden_imports(module, source)


def test_a_relative_import_in_a_package_counts_from_itself() -> None:
    assert forbidden_imports("hacktrick.ui", "from . import app", is_package=True) == []
    assert forbidden_imports("hacktrick.ui", "from ..ai import levels", is_package=True)
