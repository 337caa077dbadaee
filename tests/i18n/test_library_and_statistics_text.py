"""Sentences about the matches in the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from hacktrick.coach.statistics import PlayerMistake, ThemeMistakes
from hacktrick.i18n.library_and_statistics_text import (
    import_fault_sentence,
    judge_button_label,
    mistake_row_cells,
    theme_mistakes_line,
    turn_place_text,
)
from hacktrick.i18n.review_text import curve_point_text, position_before_turn_label, turn_heading
from hacktrick.library.match_entries import PASTED, SingleImportResult


def test_a_line_of_the_table_of_mistakes_gives_its_costs_in_per_cent() -> None:
    mistakes = tuple(
        PlayerMistake(1, 0, action, None, 0, "", (), "mistake", loss)
        for action, loss in ((4, 0.1), (8, 0.3))
    )
    group = ThemeMistakes(None, mistakes)
    assert mistake_row_cells(group) == ("2", "20 %", "40 %")
    line = theme_mistakes_line(group, "All themes")
    assert line == "All themes: 2 mistakes, each costs 20 %, together 40 %"


def test_a_turn_is_named_by_its_round_and_its_number_in_the_log() -> None:
    assert turn_place_text(0, 17) == "Round 1, turn 17"
    assert turn_place_text(0, 0) == "Round 1, start card"
    assert turn_place_text(0, None) == "Round 1"


def test_the_button_to_judge_a_single_match_does_not_say_all() -> None:
    assert [judge_button_label(n, are_marked=False) for n in (0, 1, 2)] == [
        "Judge the match",
        "Judge the match",
        "Judge all 2",
    ]
    assert judge_button_label(1, are_marked=True) == "Judge 1 marked"


@pytest.mark.parametrize(
    ("path", "place", "sentence"),
    [
        (Path("a.json"), None, "a.json is not a match: it is empty."),
        (Path("a.json"), (0, None), "a.json does not follow the rules in round 1 (it is empty)."),
        (
            Path("a.json"),
            (2, 0),
            "a.json does not follow the rules in round 3, action 1 (it is empty).",
        ),
        (PASTED, (0, 4), "The pasted text does not follow the rules in round 1, action 5"),
    ],
)
def test_a_refused_match_names_round_and_action_counted_from_1(
    path: Path, place: tuple[int, int | None] | None, sentence: str
) -> None:
    result = SingleImportResult(path, reason="it is empty", place=place)
    assert import_fault_sentence(result).startswith(sentence)


def test_the_start_card_is_no_turn_0() -> None:
    assert [turn_heading(0), turn_heading(3)] == ["Start of the round", "Turn 3"]
    assert [position_before_turn_label(0), position_before_turn_label(3)] == [
        "Before the start card",
        "Before turn 3",
    ]
    assert curve_point_text(0, 0.5, None, "") == "Start of the round: 50 %"
