"""Who is at a table, as the host tells it and as the others read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from hacktrick.game.rules import Rules
from hacktrick.game.view import SeatInfo
from hacktrick.net.gallery import MOST, Gallery, Onlooker
from hacktrick.net.link import Door, Line
from hacktrick.net.party import Party, tidy_name
from hacktrick.net.places import Place, Places
from hacktrick.net.terms import KEY_SIZE, Terms, protocol_of, rules_hash
from hacktrick.net.told import Presence, Sitter, Watcher
from hacktrick.net.wire import Odd, Words, words_message

PRESENCES: tuple[Presence, ...] = ("here", "lost", "left")
MOST_SEATS = 4


@dataclass(slots=True)
class Guest:
    """A line before anybody knows who speaks there, and after."""

    line: Line
    challenge: bytes
    door: Door
    noise: int = 0
    place: Place | None = None
    onlooker: Onlooker | None = None


def table_words(party: Party, challenge: bytes) -> bytes:
    """What is played at the own table: the first word to everybody who comes."""
    return words_message(
        "table",
        protocol=protocol_of(party.clock, pauses=True),
        rules=rules_hash(),
        preset=party.preset,
        options=dict(party.options),
        clock=party.clock,
        key=party.key,
        challenge=challenge,
    )


def terms_of(rules: Rules, places: Sequence[Place], clock: int) -> Terms:
    """What those who sit there agree on."""
    return Terms(
        rules,
        tuple(SeatInfo(one.name, one.player) for one in places),
        tuple(one.key for one in places),
        tuple(one.nonce for one in places),
        clock,
        pauses=True,
    )


def lobby_words(places: Places, gallery: Gallery) -> Callable[..., bytes]:
    """Who is here: a message that wants ``seat``, that of whoever is told (any, if he watches)."""
    sitters = [None if one is None else _told(one) for one in places]
    watchers = [{"name": one.name, "key": one.key.hex()} for one in gallery.people]
    return partial(words_message, "lobby", sitters=sitters, watchers=watchers)


def _told(place: Place) -> dict[str, object]:
    return {
        "name": place.name,
        "player": place.player,
        "key": place.key.hex(),
        "ready": place.ready,
        "presence": place.presence,
    }


def read_sitters(words: Words, party: Party, n_seats: int) -> list[Sitter | None]:
    """Raises:
    Odd: that is no table of this edition.
    """
    sitters = words.several("sitters", MOST_SEATS)
    if len(sitters) != n_seats or words.number("seat") >= n_seats:
        raise Odd("lobby")
    return [None if one is None else _sitter(one, party) for one in sitters]


def _sitter(words: Words, party: Party) -> Sitter:
    presence = words.text("presence", 10)
    return party.sitter(
        tidy_name(words.text("name", 200)),
        words.text("player", 40),
        _key_of(words),
        words.flag("ready"),
        next((one for one in PRESENCES if one == presence), "lost"),
    )


def out_of_sight(sitters: Sequence[Sitter | None]) -> tuple[Sitter | None, ...]:
    """The same people while the own line is lost: nobody but oneself is known to be here."""
    return tuple(
        one if one is None or one.own or one.presence == "left" else one._replace(presence="lost")
        for one in sitters
    )


def read_watchers(words: Words, party: Party) -> Sequence[Watcher]:
    """Nobody, where the host's program knows of none."""
    watchers = words.several("watchers", MOST) if words.has("watchers") else []
    return [
        party.watcher(tidy_name(one.text("name", 200)), _key_of(one)) for one in watchers if one
    ]


def _key_of(words: Words) -> bytes:
    try:
        return bytes.fromhex(words.text("key", 2 * KEY_SIZE))
    except ValueError as error:
        raise Odd("key") from error
