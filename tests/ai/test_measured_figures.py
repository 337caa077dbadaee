"""The figures measured with the shipped net: complete, and made with this net."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assets import figures_file
from hacktrick import resources
from hacktrick.ai.measured_figures import FIGURES_FILE, read_measurements, shipped_measurements
from hacktrick.coach.review.judged_round import DECISION_THEMES
from hacktrick.fairness import net_and_computer_hashes
from hacktrick.fairness.net_and_computer_hashes import weights_hash
from hacktrick.match.player_kinds import LEVEL_NUMBERS

ROOT = Path(__file__).resolve().parents[2]
FIGURES = figures_file.load_figure_tables(ROOT)


def test_every_figure_was_made_with_the_shipped_net() -> None:
    """Other weights need other figures, made by build/assets/recompute_figures.py."""
    assert set(FIGURES) == set(figures_file.ORDER)
    assert [name for name in figures_file.ORDER if not FIGURES[name]] == []
    assert figures_file.tables_not_from_current_net(ROOT) == []
    assert set(figures_file.net_hashes_in(FIGURES)) == {weights_hash()}


def test_only_figures_of_levels_with_the_net_name_it() -> None:
    lines = FIGURES["neighbours"]
    assert sorted(map(int, lines)) == list(LEVEL_NUMBERS[1:])
    assert {int(level) for level, line in lines.items() if "net" in line} == {8, 9, 10}


def has_command_flags(table: dict[str, Any]) -> Iterator[bool]:
    below = [value for value in table.values() if isinstance(value, dict)]
    own = {name for name in table if not isinstance(table[name], dict)}
    if "command" in own or (own and "net" in own):
        yield "command" in own
    for one in below:
        yield from has_command_flags(one)


def test_every_table_names_the_command_that_made_it() -> None:
    for name, table in FIGURES.items():
        named = list(has_command_flags(table))
        assert named and all(named), name


def test_figures_are_complete_and_plausible() -> None:
    found = shipped_measurements()
    for ends in found.round_ends.values():
        assert sum(ends) == pytest.approx(1, abs=2e-3) and min(ends) > 0.05
    assert tuple(found.ratings) == LEVEL_NUMBERS and found.ratings[1] == 1000
    assert set(found.theme_costs) == set(DECISION_THEMES)
    line = found.rating_fit
    assert set(line.levels) <= set(LEVEL_NUMBERS) and line.top > max(found.ratings.values())
    assert line.slope > 0 and line.off > 0 and line.by_play > 0 and found.cost_spread > 1
    assert 50 < found.wait_for_two_odds.one < found.wait_for_two_odds.two <= 100


def test_written_figures_are_read_back(tmp_path: Path) -> None:
    (tmp_path / figures_file.FILE).parent.mkdir(parents=True)
    (tmp_path / figures_file.FILE).write_text(figures_file.toml_text(FIGURES), encoding="utf-8")
    assert figures_file.load_figure_tables(tmp_path) == FIGURES
    text = (ROOT / figures_file.FILE).read_text(encoding="utf-8")
    assert figures_file.toml_text(FIGURES) == text
    figures_file.replace_table(tmp_path, "lesson", {"one": 1, "two": 2.5, "command": 'so "to say"'})
    again = figures_file.load_figure_tables(tmp_path)
    assert again.pop("lesson") == {"one": 1, "two": 2.5, "command": 'so "to say"'}
    assert again == {name: table for name, table in FIGURES.items() if name != "lesson"}


def test_values_that_are_not_figures_are_not_written() -> None:
    for value in (None, True, [None]):
        with pytest.raises(TypeError, match="is no figure"):
            figures_file.toml_text({"line": {"top": value}})


def test_a_table_of_another_net_is_stale(tmp_path: Path) -> None:
    for name in (figures_file.FILE, figures_file.NET):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / figures_file.FILE).write_text(figures_file.toml_text(FIGURES), encoding="utf-8")
    (tmp_path / figures_file.NET).write_bytes(b"another net")
    named = list(figures_file.ORDER)
    assert figures_file.tables_not_from_current_net(tmp_path) == named
    net = figures_file.net_sha256(tmp_path)
    figures_file.replace_table(tmp_path, "line", {**FIGURES["line"], "net": net})
    assert figures_file.tables_not_from_current_net(tmp_path) == [
        name for name in named if name != "line"
    ]


@pytest.mark.parametrize("name", ["equity", "ratings", "line", "themes", "lesson"])
def test_a_file_without_its_figures_is_a_damaged_installation(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = {key: table for key, table in FIGURES.items() if key != name}
    with pytest.raises(KeyError):
        read_measurements(rest)
    file = tmp_path / "figures.toml"
    file.write_text(figures_file.toml_text(rest), encoding="utf-8")
    monkeypatch.setattr(resources, "asset_path", lambda *parts: file)
    with pytest.raises(resources.BadInstallation, match=r"figures\.toml is missing or damaged"):
        shipped_measurements.__wrapped__()


def test_the_file_is_read_only_when_a_figure_is_needed() -> None:
    """The first picture loads the ratings module but shows no rating."""
    code = (
        "from hacktrick.ai.measured_figures import shipped_measurements as figures\n"
        "import hacktrick.i18n.computer_players, hacktrick.coach.statistics\n"
        "import hacktrick.ai.match_equity\n"
        "print(figures.cache_info().currsize)\n"
        "hacktrick.coach.statistics.relative_theme_cost('tempo', 1300.0)\n"
        "print(figures.cache_info().currsize)\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert finished.stdout.split() == ["0", "1"]


def test_the_figures_are_part_of_the_computer_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = resources.asset_path(*FIGURES_FILE)
    before = net_and_computer_hashes.program_and_processor_hash.__wrapped__()
    other = tmp_path / "figures.toml"
    other.write_bytes(file.read_bytes() + b"\n")
    monkeypatch.setattr(resources, "asset_path", lambda *parts: other)
    assert net_and_computer_hashes.program_and_processor_hash.__wrapped__() != before


def test_the_figures_file_is_small() -> None:
    text = resources.asset_path(*FIGURES_FILE).read_text(encoding="utf-8")
    assert len(text) < 10_000 and tomllib.loads(text) == FIGURES
