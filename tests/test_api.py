"""The Python interface: the example of the README, and what it does not load."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hacktrick
from hacktrick.game.editions import PRESETS, RulesError
from hacktrick.game.legality import IllegalAction
from hacktrick.game.state import Result

ROOT = Path(hacktrick.__file__).resolve().parent.parent
HEAVY = ("numpy", "pygame", "platformdirs", "hacktrick.ui", "hacktrick.arena", "hacktrick.library")


def examples() -> list[str]:
    """Return the blocks of Python code in the README."""
    return re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )


def loaded_after(code: str) -> set[str]:
    """Return the modules that a new Python process has loaded after running this code."""
    code += "\nimport sys; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_the_example_in_the_readme_is_true() -> None:
    (example,) = examples()
    parsed = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    assert len(parsed.examples) > 4
    found = doctest.DocTestRunner(verbose=False).run(parsed)
    assert found.failed == 0


def test_the_example_loads_neither_numpy_nor_the_window_nor_the_arena() -> None:
    (example,) = examples()
    code = "\n".join(one.source for one in doctest.DocTestParser().get_examples(example))
    loaded = loaded_after(code)
    assert "hacktrick.ai.levels.catalogue" in loaded
    assert not [name for name in loaded if name.startswith(HEAVY)]


def test_importing_the_package_loads_nothing_else() -> None:
    loaded = loaded_after("import hacktrick")
    assert {name for name in loaded if name.startswith("hacktrick")} == {"hacktrick"}


def test_importing_the_rules_loads_the_game_package_alone() -> None:
    loaded = loaded_after("import hacktrick; hacktrick.legal_actions, hacktrick.PRESETS")
    parts = {name.split(".")[1] for name in loaded if name.startswith("hacktrick.")}
    assert parts == {"game"}


def test_every_public_name_is_that_of_its_module() -> None:
    assert set(hacktrick.__all__) <= set(dir(hacktrick))
    for name in hacktrick.__all__:
        # A private table, read so that every name that is loaded on demand is checked.
        home = importlib.import_module(hacktrick._HOME_OF[name])
        assert getattr(hacktrick, name) is getattr(home, name)
    assert set(hacktrick._HOME_OF) == set(hacktrick.__all__)


def test_an_unknown_name_raises_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'rounds'"):
        getattr(hacktrick, "rounds")  # noqa: B009


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_same_seed_plays_the_same_round_to_its_end_in_every_edition(preset: str) -> None:
    results = [play(preset, seed=3) for _ in range(2)]
    assert isinstance(results[0], Result) and results[0] == results[1]


def play(preset: str, seed: int) -> Result | None:
    table = hacktrick.Round(preset, seed)
    while table.seat is not None:
        assert hacktrick.read_diagram(table.position()).public == table.public
        table.apply(hacktrick.decide(table.view(), level=1).action)
    return table.result


def test_observation_and_view_are_those_of_the_given_seat() -> None:
    table = hacktrick.Round(seed=1)
    for seat in (0, 1):
        assert table.observe(seat).seat == table.view(seat).seat == seat
    assert table.observe().seat == table.seat
    assert set(table.legal()) == set(hacktrick.legal_actions(table.observe()))


def test_impossible_calls_raise_a_clear_error() -> None:
    table = hacktrick.Round(seed=1)
    with pytest.raises(IllegalAction):
        table.apply("draw")
    with pytest.raises(ValueError, match="not an action"):
        table.apply("dance")
    with pytest.raises(ValueError, match="no seat 2"):
        table.observe(2)
    with pytest.raises(RulesError):
        hacktrick.Round("chess")
    with pytest.raises(ValueError, match="no level 11"):
        hacktrick.decide(table.view(), level=11)
