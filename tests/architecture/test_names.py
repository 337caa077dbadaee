"""Names of classes and modules are unique in the program, and no name contains "told".

Names that stand in files, protocols and commands are listed in ``test_published_names``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "hacktrick"
FRONT_ENDS = {"terminal/commands", "terminal/play"}  # the command line and the text mode
CLASS = re.compile(r"^\s*class (\w+)", re.M)
# Functions, classes and variables; say what is announced, sent, printed or shown instead. The field
# ``said`` of facts and views stays, as in the view that bots get (docs/programmers.md).
VAGUE = re.compile(
    r"^\s*(?:(?:async )?def |class )?_?(?:told|tell|telling)\b\s*[(:=]|^\s*_?said = ", re.M
)


def names_in_several_places(places: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the names that stand in more than one place."""
    return {name: found for name, found in places.items() if len(found) > 1}


def test_a_class_name_stands_once_in_the_program() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PROGRAM.rglob("*.py")):
        for name in CLASS.findall(path.read_text(encoding="utf-8")):
            places[name].append(str(path.relative_to(ROOT)))
    assert places and names_in_several_places(places) == {}


def test_a_module_name_stands_once_but_for_a_command_and_its_text_mode() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PROGRAM.rglob("*.py")):
        if not path.name.startswith("__"):
            places[path.stem].append(path.parent.relative_to(PROGRAM).as_posix())
    assert {
        name: found
        for name, found in names_in_several_places(places).items()
        if set(found) != FRONT_ENDS
    } == {}


def test_no_name_only_says_that_something_is_told() -> None:
    vague = [
        f"{path.relative_to(ROOT)}: {found[0].strip()}"
        for folder in ("hacktrick", "build", "tests")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for found in VAGUE.finditer(path.read_text(encoding="utf-8"))
    ]
    assert vague == []


def test_a_vague_name_is_found() -> None:
    assert VAGUE.search("x = 1\n    told = answer()\n")
    assert VAGUE.search("def tell(self) -> None: ...")
    assert not VAGUE.search("    said: tuple[int, ...] = ()\n    tells_less = 1\n")
