"""The spectators of a hosted table, who receive all frames but cannot take part in the match.

Frames contain no secrets, so spectators may see all of them. Spectators cannot sign frames and may
send only set phrases. A spectator who sends a frame of the match is removed, and all players see
that spectator's name. A spectator who reads too slowly is disconnected, so that no player has to
wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    PeerMessage,
    fields_message,
    frame_message,
)
from hacktrick.online.protocol.process_messages import Spectator, TroubleCode
from hacktrick.online.resource_limits import (
    HISTORY_BATCH,
    HISTORY_PAUSE_BYTES,
    MAX_HISTORY_REQUESTS,
    MAX_SPECTATORS,
    MAX_UNSENT_BYTES,
    SPECTATOR_BATCH_SECONDS,
)
from hacktrick.online.table.participant_base import SPECTATOR_SEAT, read_chat
from hacktrick.online.transport.secure_channel import SecureChannel

# A program may send this message before it knows that its player is a spectator.
TOLERATED_MESSAGES = ("ready",)


@dataclass(slots=True, eq=False)
class SpectatorConnection:
    """A spectator and their channel.

    Attributes:
        n_requests: the number of requests for past frames or evidence on this channel.
        n_catch_ups: the number of catch-ups started, of which only the last one goes on.
        is_up_to_date: whether all past frames have been sent, so that new ones may follow.
    """

    name: str
    key: bytes
    channel: SecureChannel
    n_requests: int = 0
    n_catch_ups: int = 0
    is_up_to_date: bool = False


class SpectatorInterference(Exception):
    """Raised if a spectator sends a frame, which only players may do."""


class SpectatorGallery:
    """The spectators of a hosted table.

    Args:
        is_open: whether the table admits spectators.
        on_phrase: called with a spectator and the name of the phrase that they send.
    """

    def __init__(
        self, is_open: bool, on_phrase: Callable[[SpectatorConnection, str], None]
    ) -> None:
        self.is_open, self._on_phrase = is_open, on_phrase
        self.spectators: list[SpectatorConnection] = []
        self._closing: set[asyncio.Future[None]] = set()

    def refusal_reason(self, key: bytes) -> TroubleCode | None:
        """Return the reason why the owner of ``key`` may not watch; None if they may."""
        if not self.is_open:
            return "NO_WATCHING"
        is_known = any(one.key == key for one in self.spectators)
        return "GALLERY_FULL" if len(self.spectators) >= MAX_SPECTATORS and not is_known else None

    def admit(
        self, key: bytes, name: str, channel: SecureChannel, taken: Collection[str]
    ) -> SpectatorConnection:
        """Admit a spectator.

        A returning spectator replaces their old channel, whose end the host may not have noticed.

        Args:
            key: the spectator's public signing key.
            name: the spectator's name.
            channel: the spectator's channel.
            taken: the names in use at the table; a number is appended to the spectator's name if it
                is already taken.
        """
        before = self.find_by_key(key)
        if before is not None:
            self.spectators.remove(before)
            self._disconnect(before)
        names = {one.casefold() for one in taken} | {one.name.casefold() for one in self.spectators}
        tries = [name, *(f"{name[:13]} {n}" for n in range(2, MAX_SPECTATORS + 6))]
        one = SpectatorConnection(
            next(one for one in tries if one.casefold() not in names), key, channel
        )
        self.spectators.append(one)
        return one

    def find_by_key(self, key: bytes) -> SpectatorConnection | None:
        return next((one for one in self.spectators if one.key == key), None)

    def remove(self, spectator: SpectatorConnection) -> bool:
        """Remove a spectator; return whether they were still at the table."""
        if spectator not in self.spectators:
            return False
        self.spectators.remove(spectator)
        return True

    def handle_message(
        self,
        spectator: SpectatorConnection,
        message: PeerMessage,
        on_history_request: Callable[[], object],
    ) -> bool:
        """Handle a message of a spectator; return False if the channel should be closed.

        Args:
            on_history_request: called when the spectator asks for past frames or for evidence.

        Raises:
            SpectatorInterference: the message is a frame of the match.
            MalformedMessage: the message is of a kind that spectators may not send.
        """
        fields = message.fields
        if fields is None:
            raise SpectatorInterference
        if fields.what in ("at", "show"):
            spectator.n_requests += 1
            on_history_request()
            return spectator.n_requests < MAX_HISTORY_REQUESTS
        if fields.what == "say":
            phrase, _text = read_chat(fields)
            if not phrase.islower():  # the phrase is "" if the message has a text
                raise MalformedMessage("say")
            self._on_phrase(spectator, phrase)
        elif fields.what == "bye":
            return False
        elif fields.what not in TOLERATED_MESSAGES:
            raise MalformedMessage(fields.what)
        return True

    async def send_past_frames(
        self, spectator: SpectatorConnection, known_frames: Callable[[], Sequence[bytes]]
    ) -> None:
        """Send a spectator the past frames in batches, no faster than they can be checked.

        Args:
            known_frames: returns all frames after the last one that the spectator has.
        """
        sent: set[bytes] = set()
        spectator.n_catch_ups += 1
        number = spectator.n_catch_ups
        while spectator in self.spectators and spectator.n_catch_ups == number:
            if spectator.channel.unsent_bytes > HISTORY_PAUSE_BYTES:
                await asyncio.sleep(SPECTATOR_BATCH_SECONDS)
                continue
            portion = [frame for frame in known_frames() if frame not in sent][:HISTORY_BATCH]
            for frame in portion:
                spectator.channel.send(frame_message(frame))
            if len(portion) < HISTORY_BATCH:
                spectator.is_up_to_date = True
                return
            sent.update(portion)
            await asyncio.sleep(SPECTATOR_BATCH_SECONDS)

    def broadcast_frame(self, frame: bytes) -> None:
        """Send a new frame to the spectators who have all earlier frames."""
        self._send([one for one in self.spectators if one.is_up_to_date], frame_message(frame))

    def broadcast(self, message: bytes) -> None:
        self._send(self.spectators, message)

    def _send(self, people: Sequence[SpectatorConnection], message: bytes) -> None:
        for one in people:
            if one.channel.unsent_bytes < MAX_UNSENT_BYTES:
                one.channel.send(message)
            else:
                self._disconnect(one)

    def _disconnect(self, spectator: SpectatorConnection) -> None:
        """Close the channel of a spectator who reads too slowly or has reconnected."""
        closing = asyncio.ensure_future(spectator.channel.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def describe_spectators(
        self, watcher: Callable[[str, bytes], Spectator]
    ) -> tuple[Spectator, ...]:
        return tuple(watcher(one.name, one.key) for one in self.spectators)


def spectator_chat_message(phrase: str, name: str) -> bytes:
    """Return the message that passes on a spectator's phrase to everyone."""
    return fields_message("said", seat=SPECTATOR_SEAT, phrase=phrase, text="", name=name)
