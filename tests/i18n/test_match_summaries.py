"""Sentences that sum up a match: who leads, and how many codes the winner draws."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hacktrick.game.actions import CODES
from hacktrick.game.editions import rules_for
from hacktrick.game.state import Result
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_summaries import drawn_codes_sentence, match_lead_sentence
from hacktrick.i18n.match_text import MatchSentences
from tests.support.scripted_matches import played_match


def session_with(
    preset: str, points: tuple[int, ...] = (), **more: Any
) -> tuple[Any, MatchSentences]:
    """Return what a session tells of a match whose finished rounds won so many points each."""
    rules = rules_for(preset)
    seats = [SeatInfo(name, "human") for name in ("Anna", "Bert", "Carl", "Dora")[: rules.n_seats]]
    public = played_match(rules, 1, 1, stop=3).public._replace(**more)
    if points:
        public = public._replace(result=Result(0, points[-1], "line"))
    rounds = [SimpleNamespace(result=Result(0, won, "line")) for won in points]
    held = public._replace(held_counts=(0, 0))
    session = SimpleNamespace(
        public=public,
        rules=rules,
        is_over=False,
        finished_rounds=rounds,
        public_history=[SimpleNamespace(before=held)],
    )
    return session, MatchSentences(rules, seats, 0)


@pytest.mark.parametrize(
    ("preset", "score", "sentence"),
    [
        ("keypad", (2, 2), "Level at 2 : 2."),
        ("keypad", (3, 1), "You lead 3 : 1."),
        ("keypad", (1, 3), "Bert leads 3 : 1."),
        ("quartet", (0, 4), "Bert and Dora lead 4 : 0."),
        ("trio-individual", (0, 4, 1), ""),
    ],
)
def test_the_leader_of_the_match_is_named_with_the_higher_score_first(
    preset: str, score: tuple[int, ...], sentence: str
) -> None:
    assert match_lead_sentence(*session_with(preset, score=score)) == sentence


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((1,), "You also draw 1 code."),
        ((2,), "You also draw 2 codes."),
        ((4, 4, 3), "You also draw 3 codes."),
        ((4, 4, 4), "You also draw 4 codes."),
        ((4, 4, 3, 2), "You also draw 1 code."),  # the pile has only one code left
        ((4, 4, 4, 2), ""),  # the pile is empty
        ((), ""),  # the round is not over
    ],
)
def test_the_winner_draws_as_many_codes_as_points_while_there_are_any(
    points: tuple[int, ...], sentence: str
) -> None:
    assert len(CODES) == 12
    session, wording = session_with("wits", points)
    assert drawn_codes_sentence(session, wording) == sentence
    session.is_over = True
    assert drawn_codes_sentence(session, wording) == ""


def test_codes_that_a_position_began_with_are_no_longer_in_the_pile() -> None:
    session, wording = session_with("wits", (4,))
    session.public_history[0].before = session.public._replace(held_counts=(6, 5))
    assert drawn_codes_sentence(session, wording) == "You also draw 1 code."


def test_without_codes_none_are_drawn() -> None:
    assert drawn_codes_sentence(*session_with("keypad", (2,))) == ""
