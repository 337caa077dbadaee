"""A guest who says more than once that he is ready sits down at the match that was agreed on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from net_tables import signer

from hacktrick.game.rules import rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.net.guest import Guest
from hacktrick.net.kept import Way
from hacktrick.net.party import Office
from hacktrick.net.terms import NONCE_SIZE, Terms
from hacktrick.net.wire import Odd, read_message, words_message


class Line:
    """Notes what is said there."""

    def __init__(self) -> None:
        self.nonces: list[bytes] = []

    def send(self, message: bytes) -> None:
        words = read_message(message).words
        if words is not None and words.what == "ready":
            self.nonces.append(words.data("nonce", NONCE_SIZE))


def guest_in_a_lobby(folder: Path) -> tuple[Any, Line]:
    guest: Any = Guest(Office.in_folder(folder), "Ben", "human", [], b"abc", lambda: None)
    guest._ways = [Way(False, "Ben", bytes(32), "127.0.0.1", 1)]
    guest._host, guest.preset, guest._secret = (host_key(), b""), "keypad", bytes(32)
    guest._line = line = Line()
    return guest, line


def host_key() -> bytes:
    return bytes(signer(0).verify_key)


def terms(guest: Any, nonce: bytes, of_host: bytes = bytes(NONCE_SIZE)) -> Any:
    """What the host has written down, with the nonces of both."""
    rules, seats = rules_for("keypad"), (SeatInfo("Ada", "human"), SeatInfo("Ben", "human"))
    agreed = Terms(rules, seats, (host_key(), guest.key), (of_host, nonce))
    return read_message(words_message("terms", text=agreed.as_text())).words


def test_terms_that_were_lost_with_the_line_still_hold_when_one_is_ready_again(
    tmp_path: Path,
) -> None:
    guest, line = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest.set_ready(False)
    guest.set_ready(True)
    guest._take_terms(line, terms(guest, line.nonces[0]))
    assert guest.match_stage == "playing"
    guest.seated.close()


def test_no_second_match_begins_with_the_same_nonce(tmp_path: Path) -> None:
    guest, line = guest_in_a_lobby(tmp_path)
    guest.set_ready(True)
    guest._take_terms(line, terms(guest, line.nonces[0]))
    guest.seated.close()
    guest.seated = None  # the match is over, and was forgotten
    guest.set_ready(True)
    assert line.nonces[-1] != line.nonces[0]
    with pytest.raises(Odd):
        guest._take_terms(line, terms(guest, line.nonces[0], b"1" * NONCE_SIZE))
