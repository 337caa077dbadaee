"""Records and views state a computer player's style and patience, unless they are usual."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.ai.answer_time_slots import PATIENT_SLOT_SECONDS, slot_seconds
from hacktrick.arena.contestants import ContestantError, read_contestant
from hacktrick.game.editions import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.game.view_json import read_view, view_to_json
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import read_record

SEATS = (SeatInfo("Ada", "human"), SeatInfo("Zeus", "level:10", "bold", patient=True))


def dealt_match() -> Match:
    match = Match(PRESETS["keypad"], SEATS, RandomChance(Random(1)), 0, ())
    match.deal_next_round()
    return match


def test_a_record_names_style_and_patience_unless_they_are_usual() -> None:
    record = dealt_match().record
    assert record.as_json()["seats"] == [
        {"name": "Ada", "player": "human"},
        {"name": "Zeus", "player": "level:10", "style": "bold", "time": "long"},
    ]
    assert read_record(record.as_text()).seats == SEATS


def test_every_view_contains_style_and_patience() -> None:
    view = dealt_match().view(0)
    assert view.seats == SEATS
    assert read_view(view_to_json(view)).seats == SEATS


def test_a_patient_player_has_the_same_time_slot_in_every_edition() -> None:
    slots = {slot_seconds(10, rules, patient=True) for rules in PRESETS.values()}
    assert slots == {PATIENT_SLOT_SECONDS}
    assert slot_seconds(10, PRESETS["wits"]) < PATIENT_SLOT_SECONDS


def test_players_of_the_arena_may_have_a_style_or_time() -> None:
    bold, long = read_contestant("level:7:bold"), read_contestant("level:10:talkative:long")
    assert (bold.level, bold.style, bold.is_patient) == (7, "bold", False)
    assert (long.level, long.style, long.is_patient) == (10, "talkative", True)


@pytest.mark.parametrize(
    "text",
    ["level:4:bold", "level:7:shy", "level:7:long", "level:7:", "level:10:long:long",
     "level:10:bold:thrifty", "probe:7:bold", "level:x:bold"],
)  # fmt: skip
def test_an_unknown_style_or_manner_is_refused(text: str) -> None:
    with pytest.raises(ContestantError, match="is no player"):
        read_contestant(text)
