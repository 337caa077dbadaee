"""What opens the doors of a table: the code, or in a match what only those who sit there know."""

from __future__ import annotations

import asyncio

import pytest

from hacktrick.net import locks
from hacktrick.net.link import Door
from hacktrick.net.locks import MOST_GUESSES, Locks

SECRET = b"s" * 32


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the tenth of a second that a guess is to cost."""
    monkeypatch.setattr(locks, "stretched", lambda word: int.from_bytes(word, "little"))


def turned(playing: bool) -> Locks:
    made = Locks(SECRET)
    asyncio.run(made.turn(playing))
    return made


def opens(made: Locks, door: Door) -> int:
    """The same each time, or nothing opens it."""
    assert made.of(door) == made.of(door)
    return made.of(door)


def test_before_a_match_the_code_opens_both_doors() -> None:
    made = turned(playing=False)
    code = int.from_bytes(made.code, "little")
    assert (opens(made, "seat"), opens(made, "gallery")) == (code, code)


def test_in_a_match_only_those_who_sit_there_come_to_the_seats() -> None:
    made = turned(playing=True)
    assert opens(made, "seat") == int.from_bytes(SECRET, "little")
    assert opens(made, "gallery") == int.from_bytes(made.code, "little")


@pytest.mark.parametrize("playing", [True, False])
def test_who_comes_back_to_a_match_has_a_door_of_his_own_also_after_its_end(playing: bool) -> None:
    made = turned(playing)
    assert opens(made, "match") == int.from_bytes(SECRET, "little")
    assert not any(made.guessed("match") for _ in range(2 * MOST_GUESSES))


@pytest.mark.parametrize("door", ["seat", "gallery"])
def test_the_fifth_wrong_word_makes_another_one(door: Door) -> None:
    made = turned(playing=False)
    code = made.code
    assert [made.guessed(door) for _ in range(MOST_GUESSES)] == [False] * 4 + [True]
    assert made.code != code
    assert made.of(door) != made.of(door)  # nobody comes in before it is ready
    asyncio.run(made.turn(playing=False))
    assert opens(made, door) == int.from_bytes(made.code, "little")


def test_in_a_match_a_wrong_word_at_the_seats_changes_nothing() -> None:
    made = turned(playing=True)
    assert not any(made.guessed("seat") for _ in range(3 * MOST_GUESSES))
    assert [made.guessed("gallery") for _ in range(MOST_GUESSES)][-1]
