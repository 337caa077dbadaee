"""Sentences about the kept matches."""

from __future__ import annotations

from hacktrick.coach.statistics import PlayerMistake, ThemeMistakes
from hacktrick.i18n.library_text import mistake_figures, theme_mistakes_line, turn_place


def test_a_line_of_the_table_of_mistakes_gives_its_costs_in_per_cent() -> None:
    mistakes = tuple(
        PlayerMistake(1, 0, action, None, 0, "", (), "mistake", loss)
        for action, loss in ((4, 0.1), (8, 0.3))
    )
    group = ThemeMistakes(None, mistakes)
    assert mistake_figures(group) == ("2", "20 %", "40 %")
    line = theme_mistakes_line(group, "All themes")
    assert line == "All themes: 2 mistakes, each costs 20 %, together 40 %"


def test_a_turn_is_named_by_its_round_and_its_number_in_the_log() -> None:
    assert turn_place(0, 17) == "Round 1, turn 17"
    assert turn_place(0, None) == "Round 1"
