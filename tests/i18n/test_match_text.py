"""Every event, refusal and warning of a match has a sentence, for one reader and for several."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from hacktrick.app import turn_draft
from hacktrick.app.snapshot import (
    HistoryEntry,
    entries_since_last_action,
    keys_that_won,
    round_history,
)
from hacktrick.app.threats_and_decisive_turn import exhausted_cards, public_threats
from hacktrick.game.actions import REFUSAL_REASONS, parse
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.keypad import lines
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Result
from hacktrick.game.view import Event, SeatInfo
from hacktrick.i18n import turn_instructions
from hacktrick.i18n.match_text import MatchSentences, line_keys_text
from hacktrick.match.live_match import Match
from tests.support.positions import wits_turn
from tests.support.scripted_matches import scripted_match

NAMES = ("Anna", "Bert", "Cleo", "Dora")


def new_match(preset: str, seed: int) -> Match:
    rules = rules_for(preset)
    seats = [SeatInfo(NAMES[n], "human") for n in range(rules.n_seats)]
    return Match.begin_with_rng(rules, seats, Random(seed))


def play_random(match: Match, dice: Random) -> None:
    while not match.is_round_over:
        seat = match.public.seat
        match.submit(seat, dice.choice(legal_actions(match.observe(seat))))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_event_of_random_matches_has_its_sentences(preset: str) -> None:
    dice = Random(preset)
    for seed in range(12):
        match = new_match(preset, seed)
        wording = MatchSentences(match.rules, match.seats)
        while True:
            play_random(match, dice)
            entries = round_history(match.public, match.events_for(None))
            lines = [line for entry in entries for line in wording.event_lines(entry)]
            assert all(lines) and "{" not in "".join(lines)
            assert not any("you" in line.lower() for line in lines), "several people read this"
            assert entries[-1].after.result == match.public.result
            assert wording.round_result_sentence(entries[-1]) == lines[-1]
            if match.is_over:
                break
            match.deal_next_round()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_one_reader_is_never_called_by_name(preset: str) -> None:
    dice, addressed = Random(preset), 0
    for seed in range(6):
        match = new_match(preset, seed)
        play_random(match, dice)
        entries = round_history(match.public, match.events_for(None))
        for you in range(len(match.seats)):
            wording = MatchSentences(match.rules, match.seats, you)
            lines = [wording.event_line(entry) for entry in entries]
            assert not any(NAMES[you] in line or "{" in line for line in lines)
            addressed += sum("you" in line.lower() for line in lines)
    assert addressed > 30


def test_both_sides_of_a_question_are_addressed() -> None:
    match = scripted_match(hands=("124", "1335"))
    match.submit_text("start 3", "play 4", "pass", "play 3", "pass", "play 1", "pass", "ask")
    entry = round_history(match.public, match.events_for(None))[-1]
    sentences = {
        you: MatchSentences(match.rules, match.seats, you).event_line(entry) for you in (0, 1, None)
    }
    assert sentences == {
        0: "Ben asks you: your cards make 2",
        1: "You ask Ada: “My cards make 2.”",
        None: "Ben asks Ada: “My cards make 2.”",
    }


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_round_history_ends_in_the_public_state(preset: str) -> None:
    dice = Random(1)
    match = new_match(preset, 3)
    play_random(match, dice)
    last = round_history(match.public, match.events_for(None))[-1].after
    assert last._replace(score=()) == match.public._replace(score=())


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_refusal_and_warning_has_a_sentence(preset: str) -> None:
    match = new_match(preset, 1)
    wording = MatchSentences(match.rules, match.seats)
    for reason in (*REFUSAL_REASONS, *get_args(turn_draft.DraftRefusal)):
        sentence = turn_instructions.refusal_sentence(wording, reason)
        assert sentence.endswith(".") and "{" not in sentence
        assert len(sentence) <= 60, "one short reason"
        assert "{" not in turn_instructions.short_refusal_text(wording, reason)
    for warning in get_args(turn_draft.OfferWarning):
        assert "{" not in turn_instructions.command_warning_sentence(wording, match.public, warning)


def test_a_recap_starts_after_the_seats_last_action() -> None:
    match = new_match("keypad", 1)
    first = match.public.seat
    match.submit(first, legal_actions(match.observe(first))[0])
    entries = round_history(match.public, match.events_for(None))
    assert entries_since_last_action(entries, first) == ()
    assert len(entries_since_last_action(entries, 1 - first)) == 1


def test_threats_are_the_keys_on_which_a_marker_wins() -> None:
    """The key of every winning marker was a threat before."""
    dice = Random(8)
    found = 0
    for seed in range(60):
        match = new_match("keypad", seed)
        while not match.is_round_over:
            before = match.public
            seat = before.seat
            match.submit(seat, dice.choice(legal_actions(match.observe(seat))))
        result = match.public.result
        assert result is not None
        keys = keys_that_won(round_history(match.public, match.events_for(None)))
        if result.by in ("line", "triple"):
            known = public_threats(before, result.side, exhausted_cards(before))
            key = match.public.row[-1] + match.public.row[-2]
            threat = next(one for one in known if one.key == key)
            assert key in keys
            assert (match.public.row[-2], match.public.row[-1]) in threat.pairs
            found += 1
    assert found > 20


def test_a_line_is_named_as_the_board_is_read() -> None:
    assert {line_keys_text(line) for line in lines()} == {
        *("8-1-6", "3-5-7", "4-9-2"),  # the rows, from left to right
        *("8-3-4", "1-5-9", "6-7-2"),  # the columns, from the top to the bottom
        *("8-5-2", "6-5-4"),  # the diagonals
    }


def test_a_win_by_a_code_shows_every_key_with_its_markers() -> None:
    table = wits_turn(codes=("god", None), markers=({2: 1, 8: 1}, {}), row="3", hands=("5", "1"))
    before = table.public
    after = table.do("play 5").public
    entry = HistoryEntry(1, Event(0, parse("play 5"), table.facts), before, after)
    assert after.result == Result(0, 1, "code") and keys_that_won([entry]) == (2, 8)


@pytest.mark.parametrize(
    ("by", "sentences"),
    [
        (
            "fold",
            {
                0: "Ben folds: 1 point for you",
                1: "You fold: 1 point for Ada",
                None: "Ben folds: 1 point for Ada",
            },
        ),
        (
            "markers",
            {
                0: "Ben ran out of markers: 1 point for you",
                1: "You ran out of markers: 1 point for Ada",
                None: "Ben ran out of markers: 1 point for Ada",
            },
        ),
    ],
)
def test_a_round_that_was_given_up_says_why(by: str, sentences: dict[int | None, str]) -> None:
    match = scripted_match(hands=("124", "1335"))
    match.submit_text("start 3", "play 4", "pass")
    entry = round_history(match.public, match.events_for(None))[-1]
    lost = entry._replace(after=entry.after._replace(result=Result(0, 1, by)))  # type: ignore[arg-type]
    found = {
        you: MatchSentences(match.rules, match.seats, you).round_result_sentence(lost)
        for you in sentences
    }
    assert found == sentences
