"""No class of ``hacktrick.app`` has too many public methods."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support.syntax_trees import nodes_of, parsed_source

APP = Path(__file__).resolve().parents[2] / "hacktrick" / "app"
MAX_METHODS = 15
PROPERTIES = {"property", "cached_property"}


def public_methods(source: str) -> dict[str, list[str]]:
    """Return the public methods that each class defines, without properties."""
    return {
        node.name: [
            one.name
            for one in node.body
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
            and not one.name.startswith("_")
            and not PROPERTIES & {ast.unparse(decorator) for decorator in one.decorator_list}
        ]
        for node in nodes_of(parsed_source(source))
        if isinstance(node, ast.ClassDef)
    }


@pytest.mark.parametrize("path", sorted(APP.glob("*.py")), ids=lambda path: path.stem)
def test_no_class_has_more_than_fifteen_public_methods(path: Path) -> None:
    found = public_methods(path.read_text(encoding="utf-8"))
    assert {name: made for name, made in found.items() if len(made) > MAX_METHODS} == {}


def test_the_program_services_have_few_methods_even_with_their_properties() -> None:
    tree = parsed_source((APP / "program_services.py").read_text(encoding="utf-8"))
    (services,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    named = [one.name for one in services.body if isinstance(one, ast.FunctionDef)]
    assert len([name for name in named if not name.startswith("_")]) <= MAX_METHODS


def test_public_methods_are_counted_without_properties_and_private_names() -> None:
    source = "class A:\n def a(self): ...\n def _b(self): ...\n @property\n def c(self): ..."
    assert public_methods(source) == {"A": ["a"]}
