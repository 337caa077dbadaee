"""Tests touch private names of the program only with a reason beside the first use."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.syntax_trees import nodes_of, parsed_source

TESTS = Path(__file__).resolve().parents[1]
OF_NAMED_TUPLES = {"_replace", "_asdict", "_fields", "_make"}
OWNERS = {"self", "cls"}
NEAR = 2  # lines between a reason and the name


def private_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each use of a private attribute or import of a private name.

    The private attributes of an object's own class do not count.
    """
    for node in nodes_of(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if owner not in OWNERS and is_private(node.attr):
                yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from ((one.lineno, one.name) for one in node.names if is_private(one.name))


def is_private(name: str) -> bool:
    is_dunder = name.startswith("__") and name.endswith("__")
    return name.strip("_") != "" and name[0] == "_" and not (is_dunder or name in OF_NAMED_TUPLES)


def names_without_reason(source: str) -> list[str]:
    """Return the private names whose first use has no comment beside or just above it."""
    lines, first = source.splitlines(), dict[str, int]()
    for line, name in sorted(private_names(parsed_source(source))):
        first.setdefault(name, line)
    return [
        name
        for name, line in first.items()
        if not any("#" in text for text in lines[max(0, line - 1 - NEAR) : line])
    ]


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in TESTS.rglob("*.py")}), ids=lambda path: path.name
)
def test_private_names_are_touched_with_a_reason(folder: Path) -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    found = {name: names_without_reason(source) for name, source in sources.items()}
    assert {name: names for name, names in found.items() if names} == {}


def test_a_private_name_without_a_comment_is_found() -> None:
    assert names_without_reason("a._b\n\na._c  # why\n\n\n\nfrom d import _e") == ["_b", "_e"]
