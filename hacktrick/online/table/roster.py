"""The players and spectators at a table, as the host announces them and guests read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from hacktrick.game.editions import Rules, custom_options, rules_for
from hacktrick.game.json_validation import printable_text
from hacktrick.game.state import MAX_SEATS
from hacktrick.game.view import SeatInfo
from hacktrick.online.crypto.curve_group import hash_parts
from hacktrick.online.protocol.match_terms import (
    KEY_SIZE,
    MatchTerms,
    lowest_protocol_with,
    rules_hash,
)
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    MessageFields,
    PeerMessage,
    fields_message,
)
from hacktrick.online.protocol.process_messages import Presence, Spectator, TablePlayer, TroubleCode
from hacktrick.online.protocol.signed_frame_chain import canonical_json
from hacktrick.online.resource_limits import (
    CHAT_BURST,
    CHAT_LINES_PER_SECOND,
    MAX_DROPPED_CHAT_LINES,
    MAX_SPECTATORS,
    RateLimiter,
)
from hacktrick.online.table.participant_base import TableParticipant, displayable_player_name
from hacktrick.online.table.spectators import SpectatorConnection, SpectatorGallery
from hacktrick.online.transport.secure_channel import Entrance, SecureChannel


@dataclass(slots=True)
class TableSeat:
    """A taken seat, as the host knows it.

    The host's own seat has no channel and is always present.

    Attributes:
        player: ``human``, or ``level:N`` for a computer player.
        key: the player's public signing key.
        nonce: the random bytes with which the player reported ready; b"" before that.
        is_asked_for_evidence: whether this player has named another history and was asked to show
            its frames.
    """

    name: str
    player: str
    key: bytes
    nonce: bytes = b""
    is_ready: bool = False
    presence: Presence = "here"
    channel: SecureChannel | None = None
    is_asked_for_evidence: bool = False


class TableSeats(list[TableSeat | None]):
    """The list of a table's seats; None stands for a free one."""

    def find_by_key(self, key: bytes) -> TableSeat | None:
        """Return the seat of the player with this key; None if no player has it."""
        return next((one for one in self if one is not None and one.key == key), None)

    def assign(self, key: bytes, name: str, player: str) -> TableSeat | TroubleCode:
        """Give a guest their earlier seat or a free seat; return ``FULL`` if there is neither."""
        known = self.find_by_key(key)
        if known is not None:
            return known
        if None not in self:
            return "FULL"
        place = TableSeat(self._unused_name(name), player, key)
        self[self.index(None)] = place
        return place

    def _unused_name(self, name: str) -> str:
        """Return ``name``, with a number appended if another player has that name."""
        taken = {one.name.casefold() for one in self if one}
        names = [name, *(f"{name[:13]} {n}" for n in range(2, 6))]
        return next(one for one in names if one.casefold() not in taken)

    def release_absent_seats(self, own_key: bytes) -> None:
        """Free the seats of players without a channel, except the host's, who has ``own_key``."""
        for seat, place in enumerate(self):
            if place is not None and place.channel is None and place.key != own_key:
                self[seat] = None


PRESENCES: tuple[Presence, ...] = ("here", "lost", "left")
LOBBY_DIGEST_SIZE = 16


@dataclass(slots=True)
class GuestConnection:
    """A guest as the host knows them: the channel, and their seat once their key is proved.

    Attributes:
        challenge: random bytes for the guest to sign.
        seat, spectator: the guest's place at the table; both None until the key is proved.
        chat_limiter: limits the guest's chat lines.
        n_dropped: the number of chat lines that were dropped because of that limit.
    """

    channel: SecureChannel
    challenge: bytes
    entrance: Entrance
    n_bad_frames: int = 0
    seat: TableSeat | None = None
    spectator: SpectatorConnection | None = None
    chat_limiter: RateLimiter = field(
        default_factory=lambda: RateLimiter(CHAT_LINES_PER_SECOND, CHAT_BURST)
    )
    n_dropped: int = 0

    def exceeds_chat_rate(self, message: PeerMessage) -> bool:
        """Return whether ``message`` is a chat line that exceeds the limit and must be dropped.

        Raises:
            MalformedMessage: too many lines were dropped, so the channel should be closed.
        """
        if (
            message.fields is None
            or message.fields.what != "say"
            or self.chat_limiter.try_take_token()
        ):
            return False
        self.n_dropped += 1
        if self.n_dropped >= MAX_DROPPED_CHAT_LINES:
            raise MalformedMessage("say")
        return True


class LobbyTerms(NamedTuple):
    """The terms that a lobby shows, which players accept by reporting that they are ready.

    The names of the fields must not change, since they are hashed into ``digest``, which is sent.

    Attributes:
        options: the options that differ from the edition.
        watched: whether the table admits spectators.
        host: the public key of the host.
        seats: by seat, the player's name, kind and key; None for a free seat.
    """

    preset: str
    options: Mapping[str, Any]
    clock: int
    watched: bool
    host: bytes
    seats: tuple[tuple[str, str, bytes] | None, ...]

    @property
    def digest(self) -> bytes:
        """A short hash of these terms."""
        seats = [seat and [*seat[:2], seat[2].hex()] for seat in self.seats]
        fields = {**self._asdict(), "host": self.host.hex(), "seats": seats}
        return hash_parts(b"lobby", canonical_json(fields))[:LOBBY_DIGEST_SIZE]

    def only_fills_free_seats_of(self, before: LobbyTerms) -> bool:
        """Return whether the only difference from ``before`` is that free seats have been taken."""
        return self._replace(seats=()) == before._replace(seats=()) and all(
            old is None or old == new for old, new in zip(before.seats, self.seats, strict=True)
        )


def lobby_terms_of(
    participant: TableParticipant, host: bytes, seats: Iterable[TableSeat | TablePlayer | None]
) -> LobbyTerms:
    """Return the terms that a table's lobby shows at present."""
    options = custom_options(rules_for(participant.preset, dict(participant.options)))
    listed = tuple(
        None if one is None else (one.name, one.player, _key_bytes(one.key)) for one in seats
    )
    return LobbyTerms(
        participant.preset, options, participant.clock, participant.allows_spectators, host, listed
    )


def lobby_terms_from_match(terms: MatchTerms, watched: bool, host: bytes) -> LobbyTerms | None:
    """Return the lobby terms from which a match began; None if no lobby could have shown them."""
    if any(info != SeatInfo(info.name, info.player) for info in terms.seats):
        return None
    seats = tuple(
        (info.name, info.player, key) for info, key in zip(terms.seats, terms.keys, strict=True)
    )
    rules = terms.rules
    return LobbyTerms(rules.preset, custom_options(rules), terms.clock, watched, host, seats)


def _key_bytes(key: str | bytes) -> bytes:
    return bytes.fromhex(key) if isinstance(key, str) else key


def host_greeting(participant: TableParticipant, challenge: bytes) -> bytes:
    """Return the first message from a host to every guest: protocol, rules and edition."""
    return fields_message(
        "table",
        protocol=lowest_protocol_with(participant.clock, pauses=True),
        rules=rules_hash(),
        preset=participant.preset,
        options=dict(participant.options),
        clock=participant.clock,
        watched=participant.allows_spectators,
        key=participant.key,
        challenge=challenge,
    )


def terms_for_seats(rules: Rules, places: Sequence[TableSeat], clock: int) -> MatchTerms:
    """Return the terms of a match between the players of these seats."""
    return MatchTerms(
        rules,
        tuple(SeatInfo(one.name, one.player) for one in places),
        tuple(one.key for one in places),
        tuple(one.nonce for one in places),
        clock,
        pauses=True,
    )


def lobby_message_maker(places: TableSeats, gallery: SpectatorGallery) -> Callable[..., bytes]:
    """Return a function that makes the lobby message for a receiver, given as ``seat``.

    A message for a spectator can name any seat.
    """
    sitters = [None if one is None else _seat_as_fields(one) for one in places]
    watchers = [{"name": one.name, "key": one.key.hex()} for one in gallery.spectators]
    return partial(fields_message, "lobby", sitters=sitters, watchers=watchers)


def _seat_as_fields(place: TableSeat) -> dict[str, object]:
    return {
        "name": place.name,
        "player": place.player,
        "key": place.key.hex(),
        "ready": place.is_ready,
        "presence": place.presence,
    }


def read_table_players(
    fields: MessageFields, participant: TableParticipant, n_seats: int
) -> list[TablePlayer | None]:
    """Return the players in a lobby message, by seat; None for an empty seat.

    Raises:
        MalformedMessage: the message does not fit a table of ``n_seats``.
    """
    sitters = fields.object_list("sitters", MAX_SEATS)
    if len(sitters) != n_seats or fields.number_field("seat") >= n_seats:
        raise MalformedMessage("lobby")
    return [None if one is None else _read_table_player(one, participant) for one in sitters]


def _read_table_player(fields: MessageFields, participant: TableParticipant) -> TablePlayer:
    presence = fields.text_field("presence", 10)
    return participant.describe_player(
        displayable_player_name(fields.text_field("name", 200)),
        printable_text(fields.text_field("player", 40)),
        _key_of(fields),
        fields.boolean_field("ready"),
        next((one for one in PRESENCES if one == presence), "lost"),
    )


def players_in_match(
    terms: MatchTerms, players: Sequence[TablePlayer | None], participant: TableParticipant
) -> list[TablePlayer | None]:
    """Return the players of a match, by seat.

    Names and keys come from the match's terms, presence from the host's message.
    """
    presences = [one.presence if one else "lost" for one in players]
    seats = zip(terms.seats, terms.keys, presences, strict=True)
    return [
        participant.describe_player(one.name, one.player, key, False, here)
        for one, key, here in seats
    ]


def with_others_marked_lost(
    players: Sequence[TablePlayer | None],
) -> tuple[TablePlayer | None, ...]:
    """Return the players with all but the local one marked as lost, for a lost channel."""
    return tuple(
        one
        if one is None or one.is_own or one.presence == "left"
        else one._replace(presence="lost")
        for one in players
    )


def read_spectators(fields: MessageFields, participant: TableParticipant) -> Sequence[Spectator]:
    """Return the spectators in a lobby message; an empty sequence if an older host sends none."""
    watchers = (
        fields.object_list("watchers", MAX_SPECTATORS) if fields.has_field("watchers") else []
    )
    return [
        participant.describe_spectator(
            displayable_player_name(one.text_field("name", 200)), _key_of(one)
        )
        for one in watchers
        if one
    ]


def _key_of(fields: MessageFields) -> bytes:
    try:
        return bytes.fromhex(fields.text_field("key", 2 * KEY_SIZE))
    except ValueError as error:
        raise MalformedMessage("key") from error
