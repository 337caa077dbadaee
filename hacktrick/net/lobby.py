"""Who is at a table, as the host tells it and as the others read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from hacktrick.game.rules import Rules, options_of, rules_for
from hacktrick.game.shapes import plain
from hacktrick.game.view import SeatInfo
from hacktrick.net.frames import write_json
from hacktrick.net.gallery import MOST, Gallery, Onlooker
from hacktrick.net.group import digest
from hacktrick.net.limits import MOST_SAID, MOST_SAID_AT_ONCE, MOST_UNSAID, Rate
from hacktrick.net.link import Door, Line
from hacktrick.net.party import Party, tidy_name
from hacktrick.net.places import Place, Places
from hacktrick.net.terms import KEY_SIZE, Terms, protocol_of, rules_hash
from hacktrick.net.told import Presence, Sitter, Watcher
from hacktrick.net.wire import Message, Odd, Words, words_message

PRESENCES: tuple[Presence, ...] = ("here", "lost", "left")
MOST_SEATS = 4
MARK_SIZE = 16


@dataclass(slots=True)
class Guest:
    """A line before anybody knows who speaks there, and after.

    Attributes:
        talk: how much he may say to all.
        n_unsaid: how often he has said more than that.
    """

    line: Line
    challenge: bytes
    door: Door
    noise: int = 0
    place: Place | None = None
    onlooker: Onlooker | None = None
    talk: Rate = field(default_factory=lambda: Rate(MOST_SAID, MOST_SAID_AT_ONCE))
    n_unsaid: int = 0

    def talks_too_much(self, message: Message) -> bool:
        """Whether this is one line too many, which nobody is told.

        Raises:
            Odd: he goes on and on.
        """
        if message.words is None or message.words.what != "say" or self.talk.allows():
            return False
        self.n_unsaid += 1
        if self.n_unsaid >= MOST_UNSAID:
            raise Odd("say")
        return True


class Contract(NamedTuple):
    """What a lobby shows, and what whoever is ready agrees to.

    Attributes:
        options: all that differ from the edition's.
        watched: whether others may watch.
        host: the key of the host.
        seats: name, player and key of who sits there; None: a free seat.
    """

    preset: str
    options: Mapping[str, Any]
    clock: int
    watched: bool
    host: bytes
    seats: tuple[tuple[str, str, bytes] | None, ...]

    @property
    def mark(self) -> bytes:
        """Tells contracts apart."""
        seats = [seat and [*seat[:2], seat[2].hex()] for seat in self.seats]
        told = {**self._asdict(), "host": self.host.hex(), "seats": seats}
        return digest(b"lobby", write_json(told))[:MARK_SIZE]

    def keeps(self, before: Contract) -> bool:
        """Whether nothing has changed since ``before`` but that free seats were taken."""
        return self._replace(seats=()) == before._replace(seats=()) and all(
            old is None or old == new for old, new in zip(before.seats, self.seats, strict=True)
        )


def contract_of(party: Party, host: bytes, seats: Iterable[Place | Sitter | None]) -> Contract:
    """What the lobby of a table shows now."""
    options = options_of(rules_for(party.preset, dict(party.options)))
    told = tuple(
        None if one is None else (one.name, one.player, _key_bytes(one.key)) for one in seats
    )
    return Contract(party.preset, options, party.clock, party.watched, host, told)


def contract_in(terms: Terms, watched: bool, host: bytes) -> Contract | None:
    """What the terms of a match say; None if they say of somebody what no lobby shows."""
    if any(info != SeatInfo(info.name, info.player) for info in terms.seats):
        return None
    seats = tuple(
        (info.name, info.player, key) for info, key in zip(terms.seats, terms.keys, strict=True)
    )
    rules = terms.rules
    return Contract(rules.preset, options_of(rules), terms.clock, watched, host, seats)


def _key_bytes(key: str | bytes) -> bytes:
    return bytes.fromhex(key) if isinstance(key, str) else key


def table_words(party: Party, challenge: bytes) -> bytes:
    """What is played at the own table: the first word to everybody who comes."""
    return words_message(
        "table",
        protocol=protocol_of(party.clock, pauses=True),
        rules=rules_hash(),
        preset=party.preset,
        options=dict(party.options),
        clock=party.clock,
        watched=party.watched,
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
        plain(words.text("player", 40)),
        _key_of(words),
        words.flag("ready"),
        next((one for one in PRESENCES if one == presence), "lost"),
    )


def sitters_of(terms: Terms, told: Sequence[Sitter | None], party: Party) -> list[Sitter | None]:
    """Who sits in a match: as its terms say, and here or not as the host tells."""
    presences = [one.presence if one else "lost" for one in told]
    seats = zip(terms.seats, terms.keys, presences, strict=True)
    return [party.sitter(one.name, one.player, key, False, here) for one, key, here in seats]


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
