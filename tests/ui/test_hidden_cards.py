"""The fence around hidden cards: from what draws, tells and listens, no way leads to the truth."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import FunctionType, MethodType

import pytest

from hacktrick.game.match_rules import MatchState
from hacktrick.game.rules import rules_for
from hacktrick.game.state import Deal, State
from hacktrick.match.live_match import Dice, Match
from hacktrick.match.record import Record, RoundRecord
from tests.support.rig import TableRig

ROOT = Path(__file__).resolve().parent.parent.parent
WINGS = ("ui", "i18n", "terminal.play")
"""The packages in front of the fence."""
OWNERS = (
    *("hacktrick.match.live_match", "hacktrick.match.record_replay", "hacktrick.game.engine"),
    *("hacktrick.coach.daily_round.daily_match", "hacktrick.coach.daily_round.LevelTrials"),
    *("hacktrick.coach.branched_match", "hacktrick.app.replay_session.branch_from_replay"),
)
DOORS = {"truth", "observe", "events_for", "view", "load_autosave", "final_hands"}
"""What only the owner of a match may ask it, or its file, for."""
PUBLIC = {"_", "_replace", "_asdict"}  # of gettext and of named tuples
SECRETS = (Match, State, MatchState, Deal, Dice, Record)


def folder_of(wing: str) -> Path:
    return ROOT.joinpath("hacktrick", *wing.split("."))


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for wing in WINGS:
        for file in sorted(folder_of(wing).rglob("*.py")):
            yield file, ast.parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("wing", WINGS)
def test_nobody_in_front_of_the_fence_reaches_over_it(wing: str) -> None:
    """No module that owns a match is imported, no door of it is named, and nobody takes what
    another object keeps to itself."""
    found = [
        f"{file.relative_to(ROOT)}:{line} {what}"
        for file, tree in sources()
        if file.is_relative_to(folder_of(wing))
        for line, what in chain(_imports(tree), _doors(tree), _private(tree))
    ]
    assert not found


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith(OWNERS):
                yield node.lineno, f"imports {name}"


def _doors(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in DOORS:
            yield node.lineno, f"names {node.attr}"


def _private(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What an object of another module keeps to itself: ``session._match``."""
    taken = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    private = [one for one in taken if one.attr.startswith("_") and one.attr not in PUBLIC]
    own = {
        one.attr for one in private if isinstance(one.value, ast.Name) and one.value.id == "self"
    }
    for one in private:
        if one.attr not in own and not one.attr.startswith("__"):
            yield one.lineno, f"takes {one.attr}"


# By walking


@pytest.mark.parametrize("preset", ["keypad", "wits", "quartet"])
def test_no_chain_of_attributes_leads_to_the_truth(preset: str, tmp_path: Path) -> None:
    """From everything that a scene holds, and from what that holds: all of it as long as it
    belongs to the window, and only what is public where another part of the house owns it."""
    n = rules_for(preset).n_seats
    bench = TableRig(tmp_path, preset, ("human",) * n, thinks=True)
    bench.random_until(0, turn=3)
    bench.tick(0.1, 4)
    ways = {type(there).__name__: way for there, way in _walk(bench.table)}
    walked = {"Session", "Snapshot", "PublicState", "Context", "Workspace", "MotionState"}
    walked |= {"LocalTable", "LibraryService", "LibraryBrowser", "LessonService", "ProfileService"}
    walked |= {"DailyRoundStatus", "OnlineService", "SharedThinker", "PuzzlePractice", "Library"}
    assert walked <= set(ways)
    assert {name: way for name, way in ways.items() if name in _names()} == {}


def test_a_match_that_was_left_tells_nothing_of_its_cards(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.random_until(0, turn=2)
    bench.workspace.leave()
    assert bench.workspace.local_table.saved is not None
    assert not [way for there, way in _walk(bench.workspace) if type(there).__name__ in _names()]


def _names() -> set[str]:
    return {secret.__name__ for secret in SECRETS} | {RoundRecord.__name__}


def test_the_walk_finds_a_hole(tmp_path: Path) -> None:
    """A hole in the fence, made on purpose, is found."""
    bench = TableRig(tmp_path)
    match = bench.match
    bench.table.leak = lambda: match  # type: ignore[attr-defined]
    assert any(isinstance(there, Match) for there, _way in _walk(bench.table))


def _walk(start: object) -> Iterator[tuple[object, str]]:
    """All that can be reached, each with the way to it."""
    met: dict[int, object] = {id(start): start}
    waiting: list[tuple[object, str]] = [(start, type(start).__name__)]
    while waiting:
        here, way = waiting.pop()
        yield here, way
        for name, there in _next(here):
            if id(there) not in met and not isinstance(there, (str, bytes, int, float, type)):
                met[id(there)] = there  # kept, so that its number stays its own
                waiting.append((there, f"{way}.{name}"))


def _next(here: object) -> Iterator[tuple[str, object]]:
    if isinstance(here, dict):
        yield from ((f"[{key!r}]", value) for key, value in here.items())
    elif isinstance(here, (list, tuple, set, frozenset)):
        yield from ((f"[{n}]", value) for n, value in enumerate(here))
    if isinstance(here, MethodType):
        yield "self", here.__self__
    elif isinstance(here, FunctionType):
        yield from ((f"cell {n}", value) for n, value in enumerate(_cells(here)))
    elif type(here).__module__.startswith("hacktrick."):
        yield from _attributes(here)


def _cells(function: FunctionType) -> Iterator[object]:
    if function.__module__ and not function.__module__.startswith("hacktrick.app"):
        for cell in function.__closure__ or ():
            yield cell.cell_contents


def _attributes(here: object) -> Iterator[tuple[str, object]]:
    """Values, and what properties give now."""
    everything = type(here).__module__.startswith(tuple(f"hacktrick.{wing}" for wing in WINGS))
    own = [*getattr(here, "__dict__", {})]
    for name in dict.fromkeys((*own, *(name for name in dir(type(here)) if name[:2] != "__"))):
        given = getattr(type(here), name, None)
        if callable(given) or (name.startswith("_") and not everything):
            continue
        try:
            yield name, getattr(here, name)
        except (AttributeError, AssertionError, ValueError):
            continue  # not yet, or not now
