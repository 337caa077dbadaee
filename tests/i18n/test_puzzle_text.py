"""Sentences about puzzles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from assets.shots.reviewed_match import sample_question

from hacktrick.game.cards import Counts
from hacktrick.i18n.puzzle_text import PuzzleSentences


@pytest.mark.parametrize(
    ("held", "ending"),
    [(None, ""), ((0,) * 6, " held no cards."), ((1, 0, 2, 0, 0, 0), " held 0 2 2.")],
)
def test_the_answer_names_each_card_of_the_opponent(held: Counts | None, ending: str) -> None:
    words = PuzzleSentences(replace(sample_question(), opponent_hand=held))
    assert words.opponent_cards_sentence() == (words.name + ending if ending else "")
