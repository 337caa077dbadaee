"""The remarks of computer players: ten for each, rarely made, and chosen by public values only."""

from __future__ import annotations

import inspect
import itertools
from typing import get_args

from hacktrick.ai.levels.styles import DAILY_STYLE
from hacktrick.game.view import STEADY_STYLE, SeatInfo
from hacktrick.i18n.computer_players import (
    QUIET_TURNS,
    VOICES,
    VoiceEvent,
    face_initial,
    level_manners,
    level_motto,
    manner_sentence,
    voice_line,
)
from hacktrick.match.player_kinds import LEVEL_NUMBERS

EVENTS: tuple[VoiceEvent, ...] = get_args(VoiceEvent)


def test_every_level_has_ten_lines_and_a_line_for_every_event() -> None:
    assert set(VOICES) == set(LEVEL_NUMBERS)
    for lines in VOICES.values():
        assert set(lines) == set(EVENTS)
        assert sum(map(len, lines.values())) == 10


def test_no_two_lines_are_alike() -> None:
    lines = [
        line
        for one in VOICES.values()
        for lines_of_event in one.values()
        for line in lines_of_event
    ]
    assert len(set(lines)) == len(lines)


def test_within_a_round_at_most_every_third_turn_has_a_line() -> None:
    """This holds whatever happens in every turn: captures, losses, commands or none of these."""
    during: tuple[VoiceEvent, ...] = ("capture", "captured", "command", "silence")
    for level in LEVEL_NUMBERS:
        for seed in range(20):
            spoken = [
                turn
                for turn in range(1, 60)
                if any(voice_line(level, event, turn, seed) for event in during)
            ]
            assert spoken and spoken[0] > QUIET_TURNS  # not soon after the opening remark
            apart = [b - a for a, b in itertools.pairwise(spoken)]
            assert min(apart) >= QUIET_TURNS


def test_a_line_depends_on_its_four_public_values_only() -> None:
    """No match, view or card can reach the choice of a line; equal values give equal lines."""
    parameters = inspect.signature(voice_line).parameters
    assert list(parameters) == ["level", "event", "turn", "seed"]
    for level in LEVEL_NUMBERS:
        for event in EVENTS:
            for turn in (1, 6):
                assert voice_line(level, event, turn, 3) == voice_line(level, event, turn, 3)


def test_every_line_is_said_for_some_seed() -> None:
    for level, lines in VOICES.items():
        for event, spoken in lines.items():
            assert {voice_line(level, event, 6, seed) for seed in range(40)} == set(spoken)


def test_a_level_of_a_later_version_has_no_voice() -> None:
    assert voice_line(99, "won", 6, 1) is None


def test_a_level_is_introduced_by_its_first_words() -> None:
    assert [level_motto(level) for level in VOICES] == [
        lines["start"][0] for lines in VOICES.values()
    ]
    assert level_motto(99) == ""
    assert level_motto(1)


def test_people_with_the_same_initial_show_the_digit_of_their_name() -> None:
    def initials(*names: str) -> str:
        seats = [SeatInfo(name, "human") for name in names] + [SeatInfo("Pixel", "level:1")]
        return "".join(face_initial(seats, seat) for seat in range(len(names)))

    assert initials("Player 1", "Player 2", "Player 3") == "123"
    assert initials("Anna", "player 2") == "AP"
    assert initials("Ben", "Bea", "Ada 2") == "BBA"


def test_each_manner_has_a_sentence_except_the_usual_one() -> None:
    sentences = {
        manner: manner_sentence(*manner)
        for level in LEVEL_NUMBERS
        for manner in level_manners(level)
    }
    assert sentences.pop((STEADY_STYLE, False)) == ""
    assert "Another one every day." in sentences.pop((DAILY_STYLE, False))
    assert all(sentences.values()) and len(set(sentences.values())) == len(sentences)
    assert not any("every day" in sentence for sentence in sentences.values())
    assert manner_sentence("of a later version", False) == ""
    assert manner_sentence("bold", True) == sentences[("bold", False)]
