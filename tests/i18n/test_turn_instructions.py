"""Sentences about the actions that a player may take."""

from __future__ import annotations

import pytest

from hacktrick.game.actions import COMMAND_PLAY, PASS, Ask, Play, parse
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.turn_instructions import action_sentence, turn_end_help_sentence
from tests.support.scripted_matches import TextMatch, random_match, scripted_match


def action_sentences(match: TextMatch) -> dict[str, str]:
    seat = match.public.seat
    seen, wording = match.observe(seat), MatchSentences(match.rules, match.seats)
    return {str(action): action_sentence(wording, seen, action) for action in legal_actions(seen)}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_each_legal_action_has_a_distinct_sentence(preset: str) -> None:
    for seed in range(6):
        for match in random_match(rules_for(preset), seed):
            offers = action_sentences(match)
            sentences = list(offers.values())
            assert len(set(sentences)) == len(sentences)
            assert all(line.endswith(".") and "{" not in line for line in sentences)


def test_a_played_card_names_its_key_and_captures() -> None:
    match = scripted_match(hands=("124", "1335"))
    match.submit_text("start 3", "play 4 double")
    assert action_sentences(match)["pass"] == "Pass. Ends your turn. Ben may do anything."
    sentences = action_sentences(match.submit_text("pass"))
    assert sentences["play 3"] == ("Play a 3: a marker on key 7. Captures the double of Ada.")
    assert sentences["play 5 double"] == "Play a 5: your double on key 9."
    assert sentences["draw"] == "Draw a card. This ends your turn."


def test_a_winning_card_and_a_useless_command_are_pointed_out() -> None:
    won = 0
    for seed in range(20):
        for match in random_match(rules_for("keypad"), seed, n_rounds=1):
            if match.is_round_over:
                continue
            for text, sentence in action_sentences(match).items():
                action = parse(text)
                if isinstance(action, Play) and "Wins the round" in sentence:
                    won += 1
                if action == COMMAND_PLAY and match.public.hand_sizes[match.public.next_seat] == 4:
                    assert sentence.endswith("has a full hand and must play anyway.")
    assert won


def test_a_draw_that_reveals_the_hand_says_so() -> None:
    match = scripted_match(hands=("123", "0335"))
    match.submit_text("start 0", "play 1", "pass", "play 5", "pass", "play 3", "command play")
    assert action_sentences(match) == {"draw": "Show your hand to all and draw a card."}


def test_asking_names_the_opponent_and_the_price() -> None:
    found = set()
    for seed in range(30):
        for match in random_match(rules_for("quartet"), seed, n_rounds=2):
            for text, sentence in action_sentences(match).items():
                if isinstance(parse(text), Ask):
                    found.add(sentence)
    names = ("Ada", "Ben", "Cleo", "Dan")
    assert found == {f"Ask {name} for their sum. Costs a captured marker." for name in names}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_before_the_first_turn_no_command_is_said_to_bind_anybody(preset: str) -> None:
    """Regression: the leader was told that their start card binds them."""
    for match in random_match(rules_for(preset), 3):
        wording, public = MatchSentences(match.rules, match.seats), match.public
        if public.phase in ("turn", "end"):
            name = wording.name(public.next_seat)
            assert name in turn_end_help_sentence(wording, public, PASS)
        elif public.phase in ("codes", "start"):
            sentence = turn_end_help_sentence(wording, public, PASS)
            assert not any(wording.name(seat) in sentence for seat in range(len(match.seats)))
            assert (sentence != "") == (public.phase == "start")
            assert turn_end_help_sentence(wording, public, COMMAND_PLAY) == ""
