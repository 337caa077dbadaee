"""Sentences of the review."""

from __future__ import annotations

import pytest

from hacktrick.ai.advice import Forecast
from hacktrick.coach.review.round_review import ReviewedTurn
from hacktrick.game.actions import DRAW, Play
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.review_text import ReviewSentences


def mistake_with_loss(match_loss: float) -> ReviewedTurn:
    """Return a mistake whose chances, 65 and 11 %, show a cost of 54 %."""
    best, played = Forecast(0.65, 0.0, 0.35, 0.0, 0.65), Forecast(0.11, 0.0, 0.89, 0.0, 0.11)
    return ReviewedTurn(
        number=3,
        log_turn=3,
        first_action=5,
        seat=0,
        made=(DRAW,),
        options=(((Play(4),), best, 1.0), ((DRAW,), played, 0.0)),
        value=0.11,
        match_loss=match_loss,
        mistake_class="blunder",
        explanation=None,
    )


@pytest.mark.parametrize(
    ("match_loss", "sentence"),
    [(0.16, "A longer search finds a smaller cost: 16 %."), (0.54, ""), (0.51, "")],
)
def test_a_cost_below_that_of_the_chances_shown_is_explained(
    match_loss: float, sentence: str
) -> None:
    seats = (SeatInfo("Anna", "human"), SeatInfo("Cipher", "level:3"))
    words = ReviewSentences(PRESETS["keypad"], seats, 0)
    assert words.lower_checked_cost_sentence(mistake_with_loss(match_loss)) == sentence


@pytest.mark.parametrize(
    ("other", "headings"),
    [
        ("level:3", ("Your match chance", "As you knew it")),
        ("human", ("Match chance of Anna", "As Anna knew it")),
    ],
)
def test_the_only_person_of_a_match_is_addressed_in_its_review(
    other: str, headings: tuple[str, str]
) -> None:
    seats = (SeatInfo("Anna", "human"), SeatInfo("Cipher", other))
    words = ReviewSentences(PRESETS["keypad"], seats, 0)
    assert (words.chance_heading(), words.knowledge_heading(mistake_with_loss(0.5))) == headings


def test_a_review_from_the_computers_seat_calls_everybody_by_name() -> None:
    seats = (SeatInfo("Anna", "human"), SeatInfo("Cipher", "level:3"))
    words = ReviewSentences(PRESETS["keypad"], seats, 1)
    assert words.chance_heading() == "Match chance of Cipher"
