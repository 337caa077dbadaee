"""Sentences of the study board: how players are named and addressed."""

from __future__ import annotations

from typing import Any

import pytest

from hacktrick.app.study_positions import study_start_view
from hacktrick.app.study_session import Assessment, AssessmentOf, study_of_text, study_of_views
from hacktrick.coach.position_analysis import ExpectedReplies
from hacktrick.coach.possible_moves import possible_outcomes
from hacktrick.game.actions import Play, parse
from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.editions import rules_for
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import RevealedFacts
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_sharing import study_html_page
from hacktrick.i18n.study_text import StudySentences, study_sentences_for

LINE = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"
WON = "keypad turn=4 row=315 aside=02 hands=34/??? board=4A,3a"


@pytest.mark.parametrize(
    ("line", "turns", "title"),
    [
        (LINE, (), "Your turn"),
        (LINE, ("play 4", "pass"), "Your opponent to act"),
        (WON, ("play 3",), "You win the round"),
    ],
)
def test_whose_turn_it_is_or_who_has_won_is_told_to_the_player(
    line: str, turns: tuple[str, ...], title: str
) -> None:
    study = study_of_text(line)
    for text in turns:
        study = study.with_event(possible_outcomes(study.current_node.views, parse(text))[0].event)
    assert study_sentences_for(study).position_title(study) == title


def test_named_players_are_called_by_their_names() -> None:
    study = study_of_views((study_start_view(read_diagram(LINE), ("Anna", "Bert")),))
    words = study_sentences_for(study)
    assert words.position_title(study) == "Anna to act"
    assert [words.name(seat) for seat in (0, 1)] == ["Anna", "Bert"]


def test_several_other_players_are_told_apart() -> None:
    seats = [SeatInfo("", "human")] * 4
    words = StudySentences(rules_for("quartet"), seats, 0)
    assert [words.name(seat) for seat in range(4)] == ["You", "Player 2", "Player 3", "Player 4"]


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (RevealedFacts(), "nothing new"),
        (RevealedFacts(drawn=(UNKNOWN_CARD,)), "nothing new"),
        (RevealedFacts(drawn=(3,)), "the 3"),
        (RevealedFacts(drawn=(0, 4)), "the 0 4"),
        (RevealedFacts(said=((1, 7),)), "7"),
        (RevealedFacts(taken=0), "the 0"),
        (RevealedFacts(shown=((0, (3, 3)),)), "3 3"),
        (RevealedFacts(shown=((0, ()),)), "–"),
    ],
)
def test_what_an_action_reveals_is_told_in_a_few_words(facts: RevealedFacts, text: str) -> None:
    assert study_sentences_for(study_of_text(LINE)).revealed_facts_text(facts) == text


def test_only_replies_that_show_as_a_per_cent_are_listed() -> None:
    words = study_sentences_for(study_of_text(LINE))
    forecast: Any = None
    chances = (0.7, 0.2, 0.005, 0.0049)
    replies = tuple(((Play(card),), chance) for card, chance in enumerate(chances))
    lines = words.turn_lines(Assessment(replies=ExpectedReplies(forecast, replies)))
    assert [line.rpartition(": ")[2] for line in lines[:2]] == ["70 %", "20 %"]
    assert len(lines) == 3


def test_the_opponent_is_named_in_the_middle_of_a_sentence() -> None:
    study = study_of_text(LINE)
    title = study_sentences_for(study).coach_sentences_for(1).odds_title("hands")
    assert title == "What your opponent may hold"


def test_the_page_of_a_study_quotes_the_judge_only_where_there_is_a_judgement() -> None:
    for known in (Assessment(), Assessment(depth="judged")):
        page = study_html_page(study_of_text(LINE), _always(known)).decode()
        assert ('class="judge"' in page) == (known.depth == "judged")


def _always(known: Assessment) -> AssessmentOf:
    return lambda views: known
