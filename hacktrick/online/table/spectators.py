"""The spectators of a hosted table: they receive what everyone receives, and cannot take part.

Frames contain no secrets, so spectators get all of them. A spectator has no key that could sign a
frame and may only say set phrases. One who sends a frame of the match is removed, and everyone is
told their name. One who does not take what is sent is disconnected, so that nobody has to wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from hacktrick.online.limits import (
    HISTORY_BATCH,
    HISTORY_PAUSE_BYTES,
    MAX_HISTORY_REQUESTS,
    MAX_SPECTATORS,
    MAX_UNSENT_BYTES,
    SPECTATOR_BATCH_SECONDS,
)
from hacktrick.online.protocol.peer_messages import (
    MalformedMessage,
    PeerMessage,
    fields_message,
    frame_message,
)
from hacktrick.online.protocol.process_messages import Spectator, TroubleCode
from hacktrick.online.table.participant import SPECTATOR_SEAT, read_chat
from hacktrick.online.transport.secure_channel import SecureChannel

HARMLESS = ("ready",)  # words that change nothing: a program may say them before it knows


@dataclass(slots=True, eq=False)
class SpectatorConnection:
    """Somebody who watches.

    Attributes:
        n_told: how often it was begun to tell him what he has missed; the last time counts.
        follows: he knows all that was, so that he is told all that comes.
    """

    name: str
    key: bytes
    line: SecureChannel
    n_asked: int = 0
    n_told: int = 0
    follows: bool = False


class SpectatorInterference(Exception):
    """A spectator has sent what only a player may send."""


class SpectatorGallery:
    """
    Args:
        is_open: whether anybody may watch.
        said: called with somebody who has said a phrase, and its name.
    """

    def __init__(self, is_open: bool, said: Callable[[SpectatorConnection, str], None]) -> None:
        self.is_open, self._said = is_open, said
        self.people: list[SpectatorConnection] = []
        self._closing: set[asyncio.Future[None]] = set()

    def refusal(self, key: bytes) -> TroubleCode | None:
        """Why somebody cannot watch."""
        if not self.is_open:
            return "NO_WATCHING"
        is_known = any(one.key == key for one in self.people)
        return "GALLERY_FULL" if len(self.people) >= MAX_SPECTATORS and not is_known else None

    def admit(
        self, key: bytes, name: str, line: SecureChannel, taken: Collection[str]
    ) -> SpectatorConnection:
        """Let somebody watch. One who comes anew takes his old place: he has noticed before us
        that his old line is dead."""
        before = self.of(key)
        if before is not None:
            self.people.remove(before)
            self._leave_behind(before)
        names = {one.casefold() for one in taken} | {one.name.casefold() for one in self.people}
        tries = [name, *(f"{name[:13]} {n}" for n in range(2, MAX_SPECTATORS + 6))]
        one = SpectatorConnection(
            next(one for one in tries if one.casefold() not in names), key, line
        )
        self.people.append(one)
        return one

    def of(self, key: bytes) -> SpectatorConnection | None:
        return next((one for one in self.people if one.key == key), None)

    def leave(self, one: SpectatorConnection) -> bool:
        """He has gone; whether he was still here."""
        if one not in self.people:
            return False
        self.people.remove(one)
        return True

    def take(
        self, one: SpectatorConnection, message: PeerMessage, asked: Callable[[], object]
    ) -> bool:
        """What a spectator has said; False to close his line.

        Args:
            asked: called where he asks for what he has missed, or for what others have said.

        Raises:
            SpectatorInterference: a frame of the match.
            Odd: nothing that a spectator says.
        """
        words = message.words
        if words is None:
            raise SpectatorInterference
        if words.what in ("at", "show"):
            one.n_asked += 1
            asked()
            return one.n_asked < MAX_HISTORY_REQUESTS
        if words.what == "say":
            phrase, _text = read_chat(words)
            if not phrase.islower():  # a text comes without a phrase
                raise MalformedMessage("say")
            self._said(one, phrase)
        elif words.what == "bye":
            return False
        elif words.what not in HARMLESS:
            raise MalformedMessage(words.what)
        return True

    async def catch_up(
        self, one: SpectatorConnection, known: Callable[[], Sequence[bytes]]
    ) -> None:
        """Tell somebody what he has missed, not faster than he can check it.

        Args:
            known: the frames from where he is, as they stand now.
        """
        told: set[bytes] = set()
        one.n_told += 1
        number = one.n_told
        while one in self.people and one.n_told == number:
            if one.line.unsent > HISTORY_PAUSE_BYTES:
                await asyncio.sleep(SPECTATOR_BATCH_SECONDS)
                continue
            portion = [frame for frame in known() if frame not in told][:HISTORY_BATCH]
            for frame in portion:
                one.line.send(frame_message(frame))
            if len(portion) < HISTORY_BATCH:
                one.follows = True
                return
            told.update(portion)
            await asyncio.sleep(SPECTATOR_BATCH_SECONDS)

    def spread(self, frame: bytes) -> None:
        """A new frame, for those who know all before it."""
        self._tell([one for one in self.people if one.follows], frame_message(frame))

    def tell(self, message: bytes) -> None:
        self._tell(self.people, message)

    def _tell(self, people: Sequence[SpectatorConnection], message: bytes) -> None:
        for one in people:
            if one.line.unsent < MAX_UNSENT_BYTES:
                one.line.send(message)
            else:
                self._leave_behind(one)

    def _leave_behind(self, one: SpectatorConnection) -> None:
        """He does not take what is sent: when he comes back he is told what he has missed."""
        closing = asyncio.ensure_future(one.line.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def watchers(self, watcher: Callable[[str, bytes], Spectator]) -> tuple[Spectator, ...]:
        return tuple(watcher(one.name, one.key) for one in self.people)


def spectator_chat_message(phrase: str, name: str) -> bytes:
    """What somebody who watches has said, for all."""
    return fields_message("said", seat=SPECTATOR_SEAT, phrase=phrase, text="", name=name)
