"""Names and chat from other players lose invisible and text-reordering characters."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hacktrick.game.editions import rules_for
from hacktrick.game.json_validation import MAX_NAME, displayable_name, printable_text
from hacktrick.game.view import read_seats
from hacktrick.online.protocol.peer_messages import MessageFields
from hacktrick.online.table.participant_base import displayable_player_name as name_at_a_table
from hacktrick.online.table.participant_base import read_chat
from hacktrick.online.table.roster import read_spectators, read_table_players
from hacktrick.online.table.signing_keys import Keyring

BAD = [
    *(chr(code) for code in range(0x202A, 0x202F)),  # marks that change the direction of text
    *(chr(code) for code in range(0x2066, 0x206A)),
    *("\u200e", "\u200f", "\u061c"),
    *("\u2028", "\u2029"),  # line separators
    *(
        "\u200b",
        "\u200c",
        "\u200d",
        "\u2060",
        "\ufeff",
        "\u00ad",
        "\u034f",
    ),  # zero-width characters
    *("\u115f", "\u3164", "\uffa0", "\u2800", "\ufe0f", "\U000e0100"),  # fillers and selectors
    *(chr(code) for code in range(0xE0000, 0xE0080)),  # tags
    *("\x00", "\x1b", "\n", "\r", "\t", "\x7f", "\x9b"),
    *("\ud800", "\ue000"),
]
# Characters of ``BAD`` that a message may contain.
WORDS = (
    "\u202e",
    "\u2066",
    "\u2028",
    "\u200b",
    "\U000e0041",
)


@pytest.mark.parametrize("sign", BAD, ids=lambda sign: f"U+{ord(sign):04X}")
def test_no_invisible_or_reordering_character_is_left(sign: str) -> None:
    assert sign not in printable_text(f"a{sign}b")
    assert displayable_name(f"{sign}Ada{sign}") == "Ada"
    assert name_at_a_table(sign * 3) == "?"


@given(st.text())
def test_a_tidy_name_stays_as_it_is(text: str) -> None:
    for tidy in (printable_text, displayable_name, name_at_a_table):
        assert tidy(tidy(text)) == tidy(text)
    assert displayable_name(text).isprintable() and 0 < len(displayable_name(text)) <= MAX_NAME


@pytest.mark.parametrize("name", ["Évgeniy", "Łódź", "Zoë 2", "明美", "دينا", "O’Neil-Ng", "🃏"])
def test_names_of_all_languages_stay(name: str) -> None:
    assert displayable_name(unicodedata.normalize("NFD", name)) == unicodedata.normalize(
        "NFC", name
    )


@pytest.mark.parametrize("sign", WORDS)
def test_names_are_tidied_wherever_they_arrive(sign: str, tmp_path: Path) -> None:
    name, key = f"A{sign}da", "00" * 32
    (seat, _) = read_seats(
        [{"name": name, "player": f"hum{sign}an"}, {"name": "Ben", "player": "human"}],
        rules_for("keypad"),
    )
    assert (seat.name, seat.player) == (displayable_name(name), printable_text(f"hum{sign}an"))
    one = {"name": name, "player": "human", "key": key, "ready": False, "presence": "here"}
    lobby = MessageFields({"w": "lobby", "sitters": [one, None], "seat": 0, "watchers": [one]})
    (sitter, _) = read_table_players(lobby, NameReportingClient(), 2)  # type: ignore[arg-type]
    (watcher,) = read_spectators(lobby, NameReportingClient())  # type: ignore[arg-type]
    assert sitter == watcher == displayable_name(name)
    ring = Keyring(tmp_path)
    ring.remember_players({key: name})
    (friend,) = ring.load_known_players().values()
    assert friend.name == displayable_name(name)


class NameReportingClient:
    """A network client that reports given player names."""

    def describe_player(self, name: str, *_facts: Any) -> str:
        return name

    def describe_spectator(self, name: str, _key: bytes) -> str:
        return name


@pytest.mark.parametrize("sign", WORDS)
def test_chat_lines_are_tidied_too(sign: str) -> None:
    chat = MessageFields(
        json.loads(json.dumps({"w": "say", "phrase": "", "text": f"Good{sign} evening"}))
    )
    assert sign not in read_chat(chat)[1]
