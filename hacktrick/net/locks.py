"""What opens the doors of a table of one's own: words that can be guessed, and one that cannot."""

from __future__ import annotations

import asyncio
import secrets

from hacktrick.net.group import random_scalar
from hacktrick.net.handshake import stretched
from hacktrick.net.invitation import SECRET_BYTES
from hacktrick.net.link import Door

MOST_GUESSES = 5  # wrong words at a door, after which the word is another one


class Locks:
    """The door of the seats takes the code of the invitations, but during a match only what those
    who sit there know of each other. The door of those who watch always takes the code. Who comes
    back to a match, even to its last words when it is over for all others, has a door of his own,
    which takes only what he knows.

    Args:
        secret: what those who sit at the table know.
        code: of the invitations; empty: a new one.

    Attributes:
        code: of the invitations.
    """

    def __init__(self, secret: bytes, code: bytes = b"") -> None:
        self.code, self.secret = code or secrets.token_bytes(SECRET_BYTES), secret
        self._stretched: dict[bytes, int] = {}
        self._playing = False
        self._guesses: dict[Door, int] = {"seat": 0, "gallery": 0}

    async def turn(self, playing: bool) -> None:
        """The doors are as they have to be at this stage from now on."""
        for word in (self.code, self.secret):
            if word not in self._stretched:
                self._stretched[word] = await asyncio.to_thread(stretched, word)
        self._playing = playing

    def of(self, door: Door) -> int:
        """What opens a door now, stretched."""
        word = self._word(door)
        known = self._stretched.get(word)
        # A code that has just been changed is not stretched yet: until then nobody can come in.
        return random_scalar() if known is None else known

    def _word(self, door: Door) -> bytes:
        return self.secret if self._is_for_sitters(door) else self.code

    def _is_for_sitters(self, door: Door) -> bool:
        """Whether a door opens now to those who sit in the match alone."""
        return door == "match" or (self._playing and door == "seat")

    def guessed(self, door: Door) -> bool:
        """Somebody has come with a wrong word; whether the code is another one now."""
        if self._is_for_sitters(door):
            return False  # nobody guesses that one
        self._guesses[door] += 1
        if self._guesses[door] < MOST_GUESSES:
            return False
        self.code, self._guesses = secrets.token_bytes(SECRET_BYTES), {"seat": 0, "gallery": 0}
        return True
