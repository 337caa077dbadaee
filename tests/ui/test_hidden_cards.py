"""Code that draws, describes or takes input cannot reach hidden cards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import FunctionType, MethodType

import pytest

from hacktrick.game.editions import rules_for
from hacktrick.game.match_rules import MatchState
from hacktrick.game.state import Deal, State
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import Record, RoundRecord
from tests.support.rig import TableRig
from tests.support.syntax_trees import nodes_of, parsed_source

ROOT = Path(__file__).resolve().parent.parent.parent
FENCED_PACKAGES = ("ui", "i18n", "terminal.play")
"""The packages that must not reach hidden cards."""
MATCH_OWNERS = (
    *("hacktrick.match.live_match", "hacktrick.match.record_replay", "hacktrick.game.engine"),
    *("hacktrick.coach.daily_round.daily_match", "hacktrick.coach.daily_round.DailyLevelRuns"),
    *("hacktrick.coach.branched_match", "hacktrick.app.replay_session.branch_from_replay"),
)
OWNER_ONLY_METHODS = {
    "full_state",
    "observe",
    "events_for",
    "view",
    "load_autosave",
    "load_and_return_if_finished",
    "final_hands",
}
"""Methods and functions that only the owner of a match may call."""
ALLOWED_PRIVATE = {"_", "_replace", "_asdict"}  # public names of gettext and of named tuples
SECRETS = (Match, State, MatchState, Deal, RandomChance, Record)


def folder_of(package: str) -> Path:
    return ROOT.joinpath("hacktrick", *package.split("."))


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for package in FENCED_PACKAGES:
        for file in sorted(folder_of(package).rglob("*.py")):
            yield file, parsed_source(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", FENCED_PACKAGES)
def test_fenced_packages_name_no_owner_and_no_private_attribute(package: str) -> None:
    """Fenced packages import no owner of a match and use neither hidden state nor private names."""
    found = [
        f"{file.relative_to(ROOT)}:{line} {what}"
        for file, tree in sources()
        if file.is_relative_to(folder_of(package))
        for line, what in chain(_imports(tree), _owner_only_calls(tree), _private_attributes(tree))
    ]
    assert not found


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith(MATCH_OWNERS):
                yield node.lineno, f"imports {name}"


def _owner_only_calls(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in nodes_of(tree):
        if isinstance(node, ast.Attribute) and node.attr in OWNER_ONLY_METHODS:
            yield node.lineno, f"names {node.attr}"


def _private_attributes(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the private attributes of other objects, such as ``session._match``."""
    taken = [node for node in nodes_of(tree) if isinstance(node, ast.Attribute)]
    private = [one for one in taken if one.attr.startswith("_") and one.attr not in ALLOWED_PRIVATE]
    own = {
        one.attr for one in private if isinstance(one.value, ast.Name) and one.value.id == "self"
    }
    for one in private:
        if one.attr not in own and not one.attr.startswith("__"):
            yield one.lineno, f"uses {one.attr}"


# A walk through all objects that a scene can reach.


@pytest.mark.parametrize("preset", ["keypad", "wits", "quartet"])
def test_no_chain_of_attributes_leads_to_the_truth(preset: str, tmp_path: Path) -> None:
    """Walk everything that can be reached from a scene through attributes.

    Of objects of the fenced packages, all attributes count; of other objects, only public ones.
    """
    n = rules_for(preset).n_seats
    bench = TableRig(tmp_path, preset, ("human",) * n, thinks=True)
    bench.play_randomly_until(0, turn=3)
    bench.tick(0.1, 4)
    paths = {type(there).__name__: path for there, path in _walk(bench.table)}
    walked = {
        "MatchSession",
        "Snapshot",
        "PublicState",
        "Context",
        "ProgramServices",
        "MotionState",
    }
    walked |= {"LocalTable", "LibraryService", "LibraryBrowser", "LessonService", "ProfileService"}
    walked |= {"DailyRoundResults", "OnlineService", "SharedThinker", "PuzzlePractice", "Library"}
    assert walked <= set(paths)
    assert {name: path for name, path in paths.items() if name in _names()} == {}


def test_a_match_that_was_left_does_not_reveal_its_cards(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0, turn=2)
    bench.services.leave_table()
    assert bench.services.local_table.saved_match is not None
    assert not [path for there, path in _walk(bench.services) if type(there).__name__ in _names()]


def _names() -> set[str]:
    return {secret.__name__ for secret in SECRETS} | {RoundRecord.__name__}


def test_the_walk_finds_a_deliberate_leak(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    match = bench.match
    bench.table.leak = lambda: match  # type: ignore[attr-defined]
    assert any(isinstance(there, Match) for there, _way in _walk(bench.table))


def _walk(start: object) -> Iterator[tuple[object, str]]:
    """Yield every reachable object with the path to it."""
    seen: dict[int, object] = {id(start): start}
    pending: list[tuple[object, str]] = [(start, type(start).__name__)]
    while pending:
        here, path = pending.pop()
        yield here, path
        for name, there in _next(here):
            if id(there) not in seen and not isinstance(there, (str, bytes, int, float, type)):
                seen[id(there)] = there  # kept alive, so that its id stays unique
                pending.append((there, f"{path}.{name}"))


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
    """Yield the attributes of an object, and the current values of its properties."""
    everything = type(here).__module__.startswith(
        tuple(f"hacktrick.{package}" for package in FENCED_PACKAGES)
    )
    own = [*getattr(here, "__dict__", {})]
    for name in dict.fromkeys((*own, *(name for name in dir(type(here)) if name[:2] != "__"))):
        given = getattr(type(here), name, None)
        if callable(given) or (name.startswith("_") and not everything):
            continue
        try:
            yield name, getattr(here, name)
        except (AttributeError, AssertionError, ValueError):
            continue  # a property that has no value at the moment
