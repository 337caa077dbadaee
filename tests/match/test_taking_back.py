"""Taking turns back restores all cards; the record keeps the branch and stays valid."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.app.study_session import study_of_text
from hacktrick.coach.branched_match import match_from_view
from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.deal_proof import ProvableChance
from hacktrick.match.live_match import ChanceSource, Match, RandomChance
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import load_match, replay_record

CODES_LINE = "wits turn=4 row=315 aside=02 hands=24/??? board=4a sums=-/7 held=sun,god/2"


def match_in_progress(preset: str, chances: ChanceSource) -> Match:
    seats = [SeatInfo(f"P{n}", "level:1") for n in range(PRESETS[preset].n_seats)]
    return Match.begin(PRESETS[preset], seats, chances)


def play(match: Match, dice: Random, n_actions: int) -> None:
    for _ in range(n_actions):
        if match.is_round_over:
            return
        match.submit(
            match.public.seat, dice.choice(legal_actions(match.observe(match.public.seat)))
        )


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("seed", range(4))
def test_taking_back_restores_every_earlier_state(preset: str, seed: int) -> None:
    dice = Random(seed)
    match = match_in_progress(preset, RandomChance(Random(seed)))
    play(match, dice, 5)
    state, score = match.full_state(), match.record.score
    views = [match.view(seat) for seat in range(len(match.seats))]
    play(match, dice, 12)
    if match.is_round_over:
        return
    version = match.version
    match.rewind(5)
    assert match.full_state() == state and match.record.score == score
    assert [match.view(seat) for seat in range(len(match.seats))] == views
    assert match.version > version
    play(match, dice, 40)
    for _ in replay_record(read_record(match.record.as_text())):
        pass


def test_actions_taken_back_are_recorded_as_a_branch_and_the_match_is_not_rated() -> None:
    match = match_in_progress("keypad", RandomChance(Random(3)))
    play(match, Random(1), 8)
    actions = list(match.record.rounds[-1].actions)
    match.rewind(4)
    match.rewind(2)
    first, second = match.record.rounds[-1].extra["branches"]
    assert (first["from"], first["actions"]) == (4, actions[4:])
    assert (second["from"], second["actions"]) == (2, actions[2:4])
    assert match.record.extra["rated"] is False
    record = read_record(match.record.as_text())
    assert record.rounds[-1].extra["branches"] == [first, second]
    assert load_match(record, RandomChance(Random(1))).record.as_text() == match.record.as_text()


def test_a_match_with_proof_draws_the_same_deck_again() -> None:
    match = next(filter(has_reshuffled, (match_of_draws(seed) for seed in range(50))))
    written = match.record.rounds[-1]
    shuffles, texts = list(written.shuffles), list(written.actions)
    match.rewind(1)
    assert not match.record.rounds[-1].shuffles
    for text in texts[1:]:
        match.submit(match.public.seat, parse(text))
    assert match.record.rounds[-1].shuffles == shuffles


def match_of_draws(seed: int) -> Match:
    """Return a match in which every player draws a card whenever possible."""
    match, dice = match_in_progress("keypad", ProvableChance(Random(seed).randbytes)), Random(seed)
    while not match.is_round_over and not has_reshuffled(match):
        legal = legal_actions(match.observe(match.public.seat))
        draws = [one for one in legal if str(one) == "draw"]
        match.submit(match.public.seat, dice.choice(draws or legal))
    return match


def has_reshuffled(match: Match) -> bool:
    return bool(match.record.rounds[-1].shuffles) and not match.is_round_over


def test_notes_on_actions_taken_back_are_removed() -> None:
    match = match_in_progress("keypad", RandomChance(Random(3)))
    for step in (1, 2, 3, 1):
        match.record_hint(step)
        match.record_interrupted_decision()
        play(match, Random(step), 1)
    match.rewind(2)
    more = match.record.rounds[-1].extra
    assert more["helped"] == [[0, 1], [1, 2]] and more["by_clock"] == [0, 1]


def test_notes_of_an_unknown_form_count_as_notes_on_the_first_action() -> None:
    match = match_in_progress("keypad", RandomChance(Random(3)))
    play(match, Random(1), 3)
    odd = [[], "hint", ["hint", 5], None]
    for n_actions, kept in ((1, odd), (0, [])):
        match.record.rounds[-1].extra["helped"] = [*odd, [1, 3]]
        match.rewind(n_actions)
        assert match.record.rounds[-1].extra["helped"] == kept


def test_nothing_is_taken_back_once_the_round_is_over() -> None:
    match = match_in_progress("keypad", RandomChance(Random(3)))
    play(match, Random(1), 3)
    for n_actions in (-1, 3, 9):
        with pytest.raises(ValueError):
            match.rewind(n_actions)
    play(match, Random(1), 300)
    assert match.is_round_over
    with pytest.raises(ValueError):
        match.rewind(1)


@pytest.mark.parametrize("seed", range(3))
def test_taking_back_to_a_position_leaves_every_seat_its_codes(seed: int) -> None:
    (view,) = study_of_text(CODES_LINE).current_node.views
    match = match_from_view(view, view.seats, Random(seed))
    before = match.match_state
    play(match, Random(seed), 2)
    match.rewind(1)
    match.rewind(0)
    assert match.match_state == before
    while not match.is_over:
        if match.is_round_over:
            match.deal_next_round()
        play(match, Random(seed), 300)
    for _ in replay_record(read_record(match.record.as_text())):
        pass


def test_taking_back_in_a_later_round_leaves_earlier_rounds_unchanged() -> None:
    match = match_in_progress("keypad", RandomChance(Random(3)))
    play(match, Random(1), 300)
    match.deal_next_round()
    play(match, Random(2), 6)
    first, second = match.record.rounds
    actions, score = list(first.actions), match.record.score
    match.rewind(2)
    assert match.record.rounds[0] is first and first.actions == actions
    assert match.record.rounds[1].actions == second.actions[:2] and match.record.score == score
    assert match.round_number == 2
