"""Sentences about online matches name the right player and depend on what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from hacktrick.i18n.online_text import (
    absence_sentence,
    acquaintance_line,
    chat_line,
    checked_proof_lines,
    default_player_name,
    lobby_seat_line,
    match_terms_line,
    network_trouble_sentence,
    overtime_sentence,
    pause_request_sentence,
    paused_sentence,
    presence_line,
    rematch_wishes_line,
    short_lobby_seat_line,
    spectators_line,
    time_left_text,
    time_limit_line,
)
from hacktrick.online.protocol.process_messages import (
    SPECTATOR_INTERFERED,
    ChatLine,
    NetworkState,
    NetworkTrouble,
    PauseState,
    Spectator,
    TablePlayer,
    TroubleCode,
)

ADA = TablePlayer("Ada", "human", "aa", True, is_ready=True)
BEN = TablePlayer("Ben", "human", "bb", False, first_met="2026-05-03", known_as="Ben")
ZERO = TablePlayer("Zero", "level:10", "cc", False)
STATE = NetworkState(preset="trio", players=(ADA, BEN, ZERO))


@pytest.mark.parametrize("code", sorted(set(get_args(TroubleCode)) - {"CHEATED"}))
def test_every_trouble_has_a_sentence_without_unfilled_fields(code: TroubleCode) -> None:
    sentence = network_trouble_sentence(NetworkTrouble(code, "DETAIL"), STATE)
    assert sentence.endswith((".", "?"))
    assert "{" not in sentence
    named = {"NO_BROKER", "BROKER_REFUSES", "BROKER_LOGIN"}
    assert ("DETAIL" in sentence) == (code in named)


def test_a_cheat_names_the_player_and_what_they_did() -> None:
    kept = "The match is over; the proof file shows it to anyone."
    assert [
        network_trouble_sentence(NetworkTrouble("CHEATED", detail, seat), STATE)
        for detail, seat in (("WRONG_SUM", 1), ("unknown", 2), ("OTHER_CARD", 3), ("", None))
    ] == [
        f"Ben announced a wrong sum. {kept}",
        f"A proof from Zero is false. {kept}",
        f"? showed a different card than announced. {kept}",
        f"A proof from ? is false. {kept}",
    ]


def test_the_presence_of_a_player_is_reported() -> None:
    lost = "Lost the connection to Ben. Reconnecting …"
    assert presence_line("Ben", "here") == "Ben is connected."
    assert presence_line("Ben", "lost") == absence_sentence(BEN._replace(presence="lost")) == lost
    assert presence_line("Ben", "left") == absence_sentence(BEN._replace(presence="left"))
    assert presence_line("Ben", "left") == "Ben left the table."


def test_chat_has_phrases_texts_and_notices() -> None:
    lines = (
        ChatLine(1, "luck", ""),
        ChatLine(2, "", "a text"),
        ChatLine(None, "hello", "", "Sue"),
        ChatLine(None, SPECTATOR_INTERFERED, "", "Sue"),
        ChatLine(1, "PAUSE_REFUSED", ""),
        ChatLine(1, "PAUSE_ENDED", ""),
        ChatLine(5, "", "a text"),
    )
    assert [chat_line(line, STATE) for line in lines] == [
        "Ben: Good luck!",
        "Zero: a text",
        "Sue: Hello!",
        "Sue was only watching, tried to play, and was removed.",
        "Ben wants to play on.",
        "Ben ended the pause.",
        "?: a text",
    ]


def test_a_request_for_a_pause_says_who_asked_and_for_whom_it_waits() -> None:
    assert [
        pause_request_sentence(PauseState(False, seat, agreed), STATE)
        for seat, agreed in ((1, (1,)), (0, (0,)), (1, (0, 1)))
    ] == [
        "Ben asks for a pause. It starts once everyone agrees.",
        "You asked for a pause. Waiting for Ben, Zero.",
        "Ben asked for a pause. Waiting for Zero.",
    ]


def test_a_pause_says_who_asked_and_what_it_stops() -> None:
    pause, can = PauseState(True, 1, (0, 1, 2)), "Anyone at the table can end the pause."
    assert paused_sentence(pause, STATE) == f"Paused by Ben. Nobody can move. {can}"
    timed = replace(STATE, clock=60)
    stopped = "Clocks are stopped; nobody can move."
    assert paused_sentence(pause._replace(seat=0), timed) == f"Paused by you. {stopped} {can}"
    watching = replace(timed, is_spectator=True)
    assert paused_sentence(pause, watching) == f"Paused by Ben. {stopped}"
    ending = pause._replace(is_ending=True)
    assert paused_sentence(ending, STATE) == "The pause is over; the match goes on in a moment."


def test_spectators_are_named_apart_from_oneself() -> None:
    others = (Spectator("Sue", "dd", False), Spectator("Tim", "ee", False))
    own = Spectator("Eve", "ff", True)
    assert spectators_line(STATE) == ""
    assert spectators_line(replace(STATE, spectators=others)) == "Watching: Sue, Tim"
    watching = replace(STATE, spectators=(own,), is_spectator=True)
    assert spectators_line(watching) == "You are watching this table."
    both = replace(watching, spectators=(own, *others))
    assert spectators_line(both) == "You are watching this table. Watching: Sue, Tim"


def test_a_seat_in_the_lobby_shows_a_name_or_a_level() -> None:
    assert [lobby_seat_line(one) for one in (ADA, ZERO)] == ["Ada", "Computer: Level 10: Zero"]
    assert [short_lobby_seat_line(one) for one in (ADA, ZERO)] == ["Ada", "Level 10: Zero"]


def test_a_signing_key_says_whether_its_owner_was_met_before() -> None:
    assert [
        acquaintance_line(one)
        for one in (ADA, ZERO, BEN, BEN._replace(known_as=""), BEN._replace(known_as="Benny"))
    ] == [
        "This is you.",
        "You have not met before.",
        "The same player as on 3 May 2026.",
        "The same player as on 3 May 2026.",
        "You met on 3 May 2026, then called Benny.",
    ]


def test_checked_proofs_are_counted_by_kind() -> None:
    assert checked_proof_lines({"shuffle": 1, "share": 2}) == [
        "1 shuffle: no card was exchanged.",
        "2 cards opened: they are the cards that were dealt.",
        "0 sums: they are the sums of the hands.",
    ]


def test_a_rematch_names_who_is_ready_or_away() -> None:
    def line(*players: TablePlayer | None) -> str:
        return rematch_wishes_line(replace(STATE, players=players))

    ready = BEN._replace(is_ready=True)
    assert line(ADA, BEN, None) == ""
    assert line(ADA, ready, ZERO._replace(is_ready=True)) == "Ready for a rematch: Ben, Zero."
    assert line(ADA, ready, ZERO._replace(presence="left")) == "Zero left the table."


def test_the_terms_name_edition_clock_house_rules_and_spectators() -> None:
    assert match_terms_line(NetworkState()) == ""
    plain = NetworkState(preset="keypad")
    assert match_terms_line(plain) == "Keypad (2015)"
    full = replace(
        plain, clock=60, options={"target": 3, "next_leader": "winner"}, allows_spectators=True
    )
    line = match_terms_line(full)
    assert line.startswith("Keypad (2015), 60 seconds per decision · ")
    assert line.endswith(" · Others may watch") and ": 3" in line and line.count(" · ") in (2, 3)
    assert [time_limit_line(seconds) for seconds in (0, 1, 60)] == [
        "No clock",
        "1 second per decision",
        "60 seconds per decision",
    ]


@pytest.mark.parametrize(
    ("seconds", "usual", "short"),
    [
        (0, "Time is up", "Time is up"),
        (0.1, "0:01", "Only 1 s"),
        (59.5, "1:00", "Only 60 s"),
        (119.2, "2:00", "Only 120 s"),
        (61, "1:01", "Only 61 s"),
    ],
)
def test_the_time_left_counts_begun_seconds(seconds: float, usual: str, short: str) -> None:
    assert (time_left_text(seconds, False), time_left_text(seconds, True)) == (usual, short)


def test_whose_time_is_up_is_said_to_them_and_to_others() -> None:
    assert [overtime_sentence(one) for one in (ADA, BEN)] == [
        "Your time is up. You can still move until someone ends the match.",
        "Ben ran out of time. Wait, or open “The table”.",
    ]


def test_without_a_profile_the_player_has_a_usual_name() -> None:
    assert default_player_name(()) == "Player"
