"""hacktrick/README.md draws the house as it stands: its list of modules is whole and in order."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

from tests.test_layers import PACKAGE, graph, modules


def rows() -> list[set[str]]:
    """The modules of each row of the table, by their full names."""
    text = (PACKAGE / "README.md").read_text(encoding="utf-8").partition("## The modules")[2]
    found = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 5 and "`" in cells[2]:
            part = "hacktrick." if cells[1] == "–" else f"hacktrick.{cells[1]}."
            found.append({part + name for name in re.findall(r"`(\w+)`", cells[2])})
    return found


def test_every_module_has_its_place() -> None:
    files = {name for name, path in modules() if path.name != "__init__.py"}
    once = Counter(chain(*rows()))
    assert files - once.keys() == set(), "these need a place in hacktrick/README.md, The modules"
    assert once.keys() - files == set(), "these are gone"
    assert [name for name, n in once.items() if n > 1] == []


def test_a_module_stands_after_those_of_its_part_that_it_imports() -> None:
    row_of = {name: n for n, names in enumerate(rows()) for name in names}
    wrong = [
        f"{module} stands above {other}"
        for module, others in graph().items()
        for other in others & row_of.keys()
        if module in row_of
        and module.rpartition(".")[0] == other.rpartition(".")[0]
        and row_of[module] < row_of[other]
    ]
    assert wrong == []
