"""Who is at a table: seats and spectators, as the host announces them and guests read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from hacktrick.game.json_validation import printable
from hacktrick.game.rules import Rules, custom_options, rules_for
from hacktrick.game.view import SeatInfo
from hacktrick.online.crypto.curve_group import hash_parts
from hacktrick.online.limits import (
    CHAT_BURST,
    CHAT_LINES_PER_SECOND,
    MAX_DROPPED_CHAT_LINES,
    MAX_SPECTATORS,
    RateLimiter,
)
from hacktrick.online.protocol.frames import canonical_json
from hacktrick.online.protocol.match_terms import KEY_SIZE, MatchTerms, lowest_protocol, rules_hash
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    MessageFields,
    PeerMessage,
    fields_message,
)
from hacktrick.online.protocol.process_messages import Presence, Spectator, TablePlayer, TroubleCode
from hacktrick.online.table.participant import TableParticipant, tidy_player_name
from hacktrick.online.table.spectators import SpectatorConnection, SpectatorGallery
from hacktrick.online.transport.secure_channel import Entrance, SecureChannel


@dataclass(slots=True)
class TableSeat:
    """Somebody at the table; the host's own place has no line and is always here.

    Attributes:
        asked: they named another history, and were asked to show it.
    """

    name: str
    player: str
    key: bytes
    nonce: bytes = b""
    ready: bool = False
    presence: Presence = "here"
    line: SecureChannel | None = None
    asked: bool = False


class TableSeats(list[TableSeat | None]):
    """The places by seat; None for a free one."""

    def known(self, key: bytes) -> TableSeat | None:
        """The place of whoever has this key."""
        return next((one for one in self if one is not None and one.key == key), None)

    def of(self, key: bytes, name: str, player: str) -> TableSeat | TroubleCode:
        """The place of somebody who comes: the one he had, or a free one."""
        known = self.known(key)
        if known is not None:
            return known
        if None not in self:
            return "FULL"
        place = TableSeat(self._free_name(name), player, key)
        self[self.index(None)] = place
        return place

    def _free_name(self, name: str) -> str:
        """No two at a table are called the same."""
        taken = {one.name.casefold() for one in self if one}
        names = [name, *(f"{name[:13]} {n}" for n in range(2, 6))]
        return next(one for one in names if one.casefold() not in taken)

    def free_those_who_have_gone(self, own: bytes) -> None:
        """A match is over: those who are not here do not come back to it."""
        for seat, place in enumerate(self):
            if place is not None and place.line is None and place.key != own:
                self[seat] = None


PRESENCES: tuple[Presence, ...] = ("here", "lost", "left")
MOST_SEATS = 4
MARK_SIZE = 16


@dataclass(slots=True)
class GuestConnection:
    """A line before anybody knows who speaks there, and after.

    Attributes:
        talk: how much he may say to all.
        n_unsaid: how often he has said more than that.
    """

    line: SecureChannel
    challenge: bytes
    door: Entrance
    noise: int = 0
    place: TableSeat | None = None
    onlooker: SpectatorConnection | None = None
    talk: RateLimiter = field(
        default_factory=lambda: RateLimiter(CHAT_LINES_PER_SECOND, CHAT_BURST)
    )
    n_unsaid: int = 0

    def talks_too_much(self, message: PeerMessage) -> bool:
        """Whether this is one line too many, which nobody is told.

        Raises:
            Odd: he goes on and on.
        """
        if message.words is None or message.words.what != "say" or self.talk.try_take():
            return False
        self.n_unsaid += 1
        if self.n_unsaid >= MAX_DROPPED_CHAT_LINES:
            raise MalformedMessage("say")
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
        return hash_parts(b"lobby", canonical_json(told))[:MARK_SIZE]

    def keeps(self, before: Contract) -> bool:
        """Whether nothing has changed since ``before`` but that free seats were taken."""
        return self._replace(seats=()) == before._replace(seats=()) and all(
            old is None or old == new for old, new in zip(before.seats, self.seats, strict=True)
        )


def contract_of(
    party: TableParticipant, host: bytes, seats: Iterable[TableSeat | TablePlayer | None]
) -> Contract:
    """What the lobby of a table shows now."""
    options = custom_options(rules_for(party.preset, dict(party.options)))
    told = tuple(
        None if one is None else (one.name, one.player, _key_bytes(one.key)) for one in seats
    )
    return Contract(party.preset, options, party.clock, party.watched, host, told)


def contract_in(terms: MatchTerms, watched: bool, host: bytes) -> Contract | None:
    """What the terms of a match say; None if they say of somebody what no lobby shows."""
    if any(info != SeatInfo(info.name, info.player) for info in terms.seats):
        return None
    seats = tuple(
        (info.name, info.player, key) for info, key in zip(terms.seats, terms.keys, strict=True)
    )
    rules = terms.rules
    return Contract(rules.preset, custom_options(rules), terms.clock, watched, host, seats)


def _key_bytes(key: str | bytes) -> bytes:
    return bytes.fromhex(key) if isinstance(key, str) else key


def table_message(party: TableParticipant, challenge: bytes) -> bytes:
    """What is played at the own table: the first word to everybody who comes."""
    return fields_message(
        "table",
        protocol=lowest_protocol(party.clock, pauses=True),
        rules=rules_hash(),
        preset=party.preset,
        options=dict(party.options),
        clock=party.clock,
        watched=party.watched,
        key=party.key,
        challenge=challenge,
    )


def terms_for_seats(rules: Rules, places: Sequence[TableSeat], clock: int) -> MatchTerms:
    """What those who sit there agree on."""
    return MatchTerms(
        rules,
        tuple(SeatInfo(one.name, one.player) for one in places),
        tuple(one.key for one in places),
        tuple(one.nonce for one in places),
        clock,
        pauses=True,
    )


def roster_message(places: TableSeats, gallery: SpectatorGallery) -> Callable[..., bytes]:
    """Who is here: a message that wants ``seat``, that of whoever is told (any, if he watches)."""
    sitters = [None if one is None else _told(one) for one in places]
    watchers = [{"name": one.name, "key": one.key.hex()} for one in gallery.people]
    return partial(fields_message, "lobby", sitters=sitters, watchers=watchers)


def _told(place: TableSeat) -> dict[str, object]:
    return {
        "name": place.name,
        "player": place.player,
        "key": place.key.hex(),
        "ready": place.ready,
        "presence": place.presence,
    }


def read_table_players(
    words: MessageFields, party: TableParticipant, n_seats: int
) -> list[TablePlayer | None]:
    """Raises:
    Odd: that is no table of this edition.
    """
    sitters = words.several("sitters", MOST_SEATS)
    if len(sitters) != n_seats or words.number("seat") >= n_seats:
        raise MalformedMessage("lobby")
    return [None if one is None else _sitter(one, party) for one in sitters]


def _sitter(words: MessageFields, party: TableParticipant) -> TablePlayer:
    presence = words.text("presence", 10)
    return party.sitter(
        tidy_player_name(words.text("name", 200)),
        printable(words.text("player", 40)),
        _key_of(words),
        words.flag("ready"),
        next((one for one in PRESENCES if one == presence), "lost"),
    )


def sitters_of(
    terms: MatchTerms, told: Sequence[TablePlayer | None], party: TableParticipant
) -> list[TablePlayer | None]:
    """Who sits in a match: as its terms say, and here or not as the host tells."""
    presences = [one.presence if one else "lost" for one in told]
    seats = zip(terms.seats, terms.keys, presences, strict=True)
    return [party.sitter(one.name, one.player, key, False, here) for one, key, here in seats]


def mark_others_lost(sitters: Sequence[TablePlayer | None]) -> tuple[TablePlayer | None, ...]:
    """The same people while the own line is lost: nobody but oneself is known to be here."""
    return tuple(
        one if one is None or one.own or one.presence == "left" else one._replace(presence="lost")
        for one in sitters
    )


def read_spectators(words: MessageFields, party: TableParticipant) -> Sequence[Spectator]:
    """Nobody, where the host's program knows of none."""
    watchers = words.several("watchers", MAX_SPECTATORS) if words.has("watchers") else []
    return [
        party.watcher(tidy_player_name(one.text("name", 200)), _key_of(one))
        for one in watchers
        if one
    ]


def _key_of(words: MessageFields) -> bytes:
    try:
        return bytes.fromhex(words.text("key", 2 * KEY_SIZE))
    except ValueError as error:
        raise MalformedMessage("key") from error
