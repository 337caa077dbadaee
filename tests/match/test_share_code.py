"""A share code is short, contains the whole match, and always follows the rules."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hacktrick.game.editions import OPTIONS, PRESETS, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record, RecordError
from hacktrick.match.record_replay import replay_record
from hacktrick.match.share_code import (
    MAX_LENGTH,
    OPTIONS_BY_NUMBER,
    PRESETS_BY_NUMBER,
    MixedRadixDecoder,
    MixedRadixEncoder,
    ShareCodeError,
    _decode_record,  # reads a code without its checksum
    _n_orders,
    _transcribe_order,  # each part of the coding is tested alone
    position_index_in_share_code,
    read_share_code,
    share_code_of,
)
from tests.support.scripted_matches import (
    finished_match_from_position,
    legal_now,
    played_match,
)


def what_was_played(record: Record) -> list[object]:
    """Return everything in a record except the names."""
    data = record.as_json()
    return [data[key] for key in data if key != "seats"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_is_read_back_from_its_share_code(preset: str, seed: int) -> None:
    record = played_match(rules_for(preset), seed).record
    line = share_code_of(record)
    again = read_share_code(line)
    assert what_was_played(again) == what_was_played(record)
    assert share_code_of(again) == line
    for _ in replay_record(again):
        pass


def test_a_share_code_may_name_a_position() -> None:
    record = played_match(rules_for("keypad", {"target": 1}), 3).record
    line = share_code_of(record)
    assert what_was_played(read_share_code(f"{line}#17")) == what_was_played(record)
    assert position_index_in_share_code(f" {line}#1\n7 ") == 17
    for none in (line, f"{line}#", f"{line}#-1", f"{line}#1x", f"{line}#²", f"{line}#1234567"):
        assert position_index_in_share_code(none) is None


def test_a_share_code_contains_options_and_levels_but_no_names() -> None:
    rules = rules_for(
        "keypad", {"target": 1, "second_command": "draw", "next_leader": "alternates"}
    )
    match = Match.begin_with_rng(
        rules, [SeatInfo("Ada", "human"), SeatInfo("Zeus", "level:10")], Random(1)
    )
    play_to_the_end(match)
    again = read_share_code(share_code_of(match.record))
    assert again.rules == rules
    assert [seat.player for seat in again.seats] == ["human", "level:10"]
    assert not {"Ada", "Zeus"} & {seat.name for seat in again.seats}


def play_to_the_end(match: Match) -> None:
    rng = Random(1)
    while not match.is_over:
        if match.is_round_over:
            match.deal_next_round()
        seat = match.public.seat
        match.submit(seat, rng.choice(legal_now(match)))


def test_a_share_code_takes_few_letters_a_round() -> None:
    records = [played_match(rules_for("keypad", {"target": 1}), seed).record for seed in range(20)]
    assert max(len(share_code_of(record)) for record in records) < 60


def test_an_unfinished_match_has_no_share_code() -> None:
    with pytest.raises(RecordError, match="not over"):
        share_code_of(played_match(PRESETS["keypad"], 1, stop=9).record)


def test_a_match_that_began_in_a_position_has_no_share_code() -> None:
    with pytest.raises(RecordError, match="began in a position"):
        share_code_of(finished_match_from_position())


def test_a_share_code_may_contain_blanks_but_no_wrong_letter() -> None:
    line = share_code_of(played_match(rules_for("keypad", {"target": 1}), 4).record)
    assert read_share_code(f"  {line[:9]}\n {line[9:]} ").rounds
    for at in range(4, len(line) - 1):
        other = "A" if line[at] != "A" else "B"
        with pytest.raises(ShareCodeError):
            read_share_code(line[:at] + other + line[at + 1 :])
    with pytest.raises(ShareCodeError):
        read_share_code(line[:-2])


def test_a_share_code_in_use_keeps_its_meaning() -> None:
    """The version mark fixes the order of all lists, and the checksum."""
    line = "HT1.QjUJpCuhmZy84nd_9yWzLRno"
    record = read_share_code(line)
    (only,) = record.rounds
    assert (only.hands, len(only.actions)) == (((2, 3, 1), (3, 2, 5, 0)), 35)
    assert only.actions[:4] == ["start 3", "play 1", "command guard", "play 2 double"]
    assert only.result is not None and (only.result.side, only.result.points) == (1, 2)
    assert share_code_of(record) == line


def test_a_wrong_share_code_is_refused_with_a_reason() -> None:
    line = share_code_of(played_match(rules_for("keypad", {"target": 1}), 4).record)
    for wrong, reason in (
        (line[4:], "begins with HT1"),
        (f"{line[:9]}!!!!{line[9:]}", "signs that cannot be in it"),
        (line[:-4], "not whole"),
        ("HT1." + "A" * MAX_LENGTH, "not whole"),
        ("HT1." + "A" * (MAX_LENGTH + 1), "longer than any match"),
    ):
        with pytest.raises(ShareCodeError, match=reason):
            read_share_code(wrong)


@pytest.mark.parametrize(
    "line", ["", "HT1.", "HT1.!!", "HT2.AAAA", "hello", "HT1.AAAA", "HT1.ä", "."]
)
def test_a_text_that_is_no_share_code_is_refused_with_a_reason(line: str) -> None:
    with pytest.raises(ShareCodeError) as caught:
        read_share_code(line)
    assert str(caught.value)


@given(st.integers(0, 2**400))
@settings(max_examples=40, deadline=None)
def test_any_number_decodes_to_a_legal_match_or_is_refused(whole: int) -> None:
    try:
        record = _decode_record(whole)
    except ShareCodeError:
        return
    for _ in replay_record(record):
        pass


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_every_order_of_cards_has_a_number_of_its_own(cards: list[int], rng: Random) -> None:
    things = sorted(cards)
    order = tuple(rng.sample(things, len(things)))
    tape = MixedRadixEncoder()
    assert _transcribe_order(tape, things, order) == order
    assert _transcribe_order(MixedRadixDecoder(tape.as_number()), things, None) == order
    assert _n_orders(things) == len(set(permutations(things)))


def test_share_codes_number_every_preset_and_option() -> None:
    assert set(PRESETS_BY_NUMBER) == set(PRESETS) and set(OPTIONS_BY_NUMBER) == set(OPTIONS)
