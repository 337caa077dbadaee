"""A table admits callers by its access code; during a match seats need the players' secret."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from nacl.pwhash import argon2id

from hacktrick.online.crypto.spake2 import stretch_code
from hacktrick.online.protocol.invitations import NUMBER_BITS, SECRET_BYTES, new_access_code
from hacktrick.online.resource_limits import (
    CODE_TRIES_PER_SECOND,
    MAX_CODE_SECONDS,
    MIN_CODE_SECONDS,
    WRONG_CODES_BEFORE_CHANGE,
)
from hacktrick.online.table import admission
from hacktrick.online.table.admission import AccessCodes, AttemptPacer
from hacktrick.online.transport.secure_channel import Entrance

SECRET = b"s" * 32


@pytest.fixture(autouse=True)
def no_guess_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the delay of 0.1 s after each guess."""
    monkeypatch.setattr(admission, "stretch_code", lambda word: int.from_bytes(word, "little"))


def open_access_codes(playing: bool) -> AccessCodes:
    made = AccessCodes(SECRET)
    asyncio.run(made.open_entrances(playing))
    return made


def entrance_secret(made: AccessCodes, entrance: Entrance) -> int:
    """Return the secret of an entrance, after checking that it stays the same."""
    assert made.entrance_secret(entrance) == made.entrance_secret(entrance)
    return made.entrance_secret(entrance)


def test_before_a_match_the_access_code_opens_both_entrances() -> None:
    made = open_access_codes(playing=False)
    code = int.from_bytes(made.code, "little")
    assert (entrance_secret(made, "seat"), entrance_secret(made, "gallery")) == (code, code)


def test_during_a_match_only_its_players_are_admitted_to_seats() -> None:
    made = open_access_codes(playing=True)
    assert entrance_secret(made, "seat") == int.from_bytes(SECRET, "little")
    assert entrance_secret(made, "gallery") == int.from_bytes(made.code, "little")


@pytest.mark.parametrize("playing", [True, False])
def test_a_returning_player_has_an_entrance_of_their_own_even_after_the_match(
    playing: bool,
) -> None:
    made = open_access_codes(playing)
    assert entrance_secret(made, "match") == int.from_bytes(SECRET, "little")
    made = AccessCodes(SECRET, clock=(clock := ManualClock()))
    clock.now += MAX_CODE_SECONDS
    assert not any(guess_wrongly(made, "match", 2 * WRONG_CODES_BEFORE_CHANGE))


class ManualClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def guess_wrongly(made: AccessCodes, entrance: Entrance, n: int) -> list[bool]:
    return [made.count_wrong_code(entrance) for _ in range(n)]


@pytest.mark.parametrize("entrance", ["seat", "gallery"])
def test_an_access_code_changes_after_wrong_guesses_but_not_too_soon(
    entrance: Entrance,
) -> None:
    clock = ManualClock()
    made = AccessCodes(SECRET, clock=clock)
    assert not any(guess_wrongly(made, entrance, 1000))
    clock.now += MIN_CODE_SECONDS - 1
    assert not any(guess_wrongly(made, entrance, 1000))
    clock.now += 1
    assert made.count_wrong_code(entrance)
    assert MIN_CODE_SECONDS >= 60


def test_four_wrong_codes_never_change_the_access_code() -> None:
    clock = ManualClock()
    made = AccessCodes(SECRET, clock=clock)
    clock.now += MAX_CODE_SECONDS
    assert guess_wrongly(made, "seat", WRONG_CODES_BEFORE_CHANGE) == [False] * (
        WRONG_CODES_BEFORE_CHANGE - 1
    ) + [True]


def test_the_wait_doubles_with_every_code_up_to_a_day() -> None:
    clock = ManualClock()
    made = AccessCodes(SECRET, clock=clock)
    waits = []
    for _ in range(10):
        guess_wrongly(made, "seat", WRONG_CODES_BEFORE_CHANGE)
        wait = 0.0
        while not made.count_wrong_code("gallery"):
            wait += 60
            clock.now += 60
        waits.append(wait)
        asyncio.run(made.renew_code())
    assert waits[:8] == [MIN_CODE_SECONDS * 2**n for n in range(8)]
    assert waits[8:] == [MAX_CODE_SECONDS] * 2


def test_the_code_before_opens_until_the_new_one_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    made = open_access_codes(playing=False)
    code = made.code
    seen = []

    def watching(word: bytes) -> int:
        seen.append((made.code, made.entrance_secret("seat")))
        return int.from_bytes(word, "little")

    monkeypatch.setattr(admission, "stretch_code", watching)
    asyncio.run(made.renew_code())
    assert seen == [(code, int.from_bytes(code, "little"))]
    assert made.code != code
    assert (
        entrance_secret(made, "seat")
        == entrance_secret(made, "gallery")
        == int.from_bytes(made.code, "little")
    )
    assert entrance_secret(made, "match") == int.from_bytes(SECRET, "little")


def test_only_one_new_code_is_made_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    made = AccessCodes(SECRET, clock=clock)
    clock.now += MAX_CODE_SECONDS
    asked: list[bool] = []

    def meanwhile(word: bytes) -> int:
        asked.extend(guess_wrongly(made, "seat", 2 * WRONG_CODES_BEFORE_CHANGE))
        return 1

    monkeypatch.setattr(admission, "stretch_code", meanwhile)
    asyncio.run(made.renew_code())
    assert asked == [False] * (2 * WRONG_CODES_BEFORE_CHANGE)


def test_a_renewal_that_fails_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    made = AccessCodes(SECRET, clock=clock)

    def fails(word: bytes) -> int:
        raise MemoryError

    monkeypatch.setattr(admission, "stretch_code", fails)
    with pytest.raises(MemoryError):
        asyncio.run(made.renew_code())
    clock.now += MAX_CODE_SECONDS
    assert guess_wrongly(made, "seat", WRONG_CODES_BEFORE_CHANGE)[-1]


def test_during_a_match_a_wrong_code_at_the_seats_changes_nothing() -> None:
    clock = ManualClock()
    made = AccessCodes(SECRET, clock=clock)
    asyncio.run(made.open_entrances(playing=True))
    clock.now += MAX_CODE_SECONDS
    assert not any(guess_wrongly(made, "seat", 3 * WRONG_CODES_BEFORE_CHANGE))
    assert guess_wrongly(made, "gallery", WRONG_CODES_BEFORE_CHANGE)[-1]


def test_a_code_of_an_earlier_program_is_replaced() -> None:
    assert len(AccessCodes(SECRET, b"abc").code) == SECRET_BYTES
    code = new_access_code()
    assert AccessCodes(SECRET, code).code == code


def test_access_codes_are_tried_one_at_a_time_at_a_limited_rate() -> None:
    clock = ManualClock()
    turns = AttemptPacer(100, clock)
    assert [round(turns.reserve_attempt_and_get_wait(), 6) for _ in range(201)] == [
        n / 100 for n in range(201)
    ]
    clock.now += 1.0  # after a second, half of the attempts have had their turn
    assert round(turns.reserve_attempt_and_get_wait(), 6) == 1.01
    clock.now += 60.0  # unused attempts do not accumulate
    assert [round(turns.reserve_attempt_and_get_wait(), 6) for _ in range(3)] == [0, 0.01, 0.02]


def test_guessing_an_access_code_takes_more_than_ten_years_on_average() -> None:
    assert 2**NUMBER_BITS / CODE_TRIES_PER_SECOND > 10 * 365.25 * 24 * 3600


def test_access_codes_are_stretched_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most = 0, []

    def kdf(*_args: object, **_more: object) -> bytes:
        nonlocal at_once
        at_once += 1
        most.append(at_once)
        time.sleep(0.001)
        at_once -= 1
        return bytes(64)

    monkeypatch.setattr(argon2id, "kdf", kdf)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(stretch_code, [bytes([n]) for n in range(32)]))
    assert most == [1] * 32
    assert argon2id.MEMLIMIT_INTERACTIVE <= 64 * 2**20
