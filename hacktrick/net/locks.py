"""What opens the doors of a table of one's own: words that can be guessed, and one that cannot.

A word of 36 bits is all that an invitation can hold which is read aloud, so what is tried is
counted: all doors together try ``MOST_TRIES`` words a second, one after the other in the order in
which people come. So whoever knows the word waits a second or two, however many guess beside him.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from hacktrick.net.group import random_scalar
from hacktrick.net.handshake import stretched
from hacktrick.net.invitation import SECRET_BYTES, new_secret
from hacktrick.net.link import Door

MOST_TRIES = 180  # words a second, at all doors together
MOST_GUESSES = 5  # wrong words after which the code becomes another one, once it may
FIRST_WAIT, LONGEST_WAIT = 600.0, 86_400.0  # seconds that a code is shown at least

Clock = Callable[[], float]


class Turns:
    """When it is whose turn to try a word.

    Args:
        most: in a second.
    """

    def __init__(self, most: int, clock: Clock = time.monotonic) -> None:
        self._between, self._clock = 1 / most, clock
        self._next = clock()

    def wait(self) -> float:
        """Seconds until it is the turn of whoever asks now, after all who have asked before."""
        now = self._clock()
        turn = max(now, self._next)
        self._next = turn + self._between
        return turn - now


class Locks:
    """The door of the seats takes the code of the invitations, but during a match only what those
    who sit there know of each other. The door of those who watch always takes the code. Who comes
    back to a match, even to its last words when it is over for all others, has a door of his own,
    which takes only what he knows.

    A code that was guessed at becomes another one, but not before it could be read out; that time
    doubles with every new code, up to a day.

    Args:
        secret: what those who sit at the table know.
        code: of the invitations; one that is none of this program's: a new one.

    Attributes:
        code: of the invitations.
        turns: of those who try a word.
    """

    def __init__(self, secret: bytes, code: bytes = b"", clock: Clock = time.monotonic) -> None:
        self.code = code if len(code) == SECRET_BYTES else new_secret()
        self.secret, self.turns = secret, Turns(MOST_TRIES, clock)
        self._stretched: dict[bytes, int] = {}
        self._playing = self._renewing = False
        self._clock, self._wait = clock, FIRST_WAIT
        self._shown_since, self._n_guesses = clock(), 0

    async def turn(self, playing: bool) -> None:
        """The doors are as they have to be at this stage from now on."""
        for word in (self.code, self.secret):
            if word not in self._stretched:
                self._stretched[word] = await asyncio.to_thread(stretched, word)
        self._playing = playing

    def of(self, door: Door) -> int:
        """What opens a door now, stretched."""
        known = self._stretched.get(self.secret if self._is_for_sitters(door) else self.code)
        return random_scalar() if known is None else known  # before the first turn: nothing

    def _is_for_sitters(self, door: Door) -> bool:
        """Whether a door opens now to those who sit in the match alone."""
        return door == "match" or (self._playing and door == "seat")

    def guessed(self, door: Door) -> bool:
        """Somebody has come with a wrong word; whether it is time for another code."""
        if self._is_for_sitters(door):
            return False  # nobody guesses that one
        self._n_guesses += 1
        is_shown_long_enough = self._clock() - self._shown_since >= self._wait
        return self._n_guesses >= MOST_GUESSES and is_shown_long_enough and not self._renewing

    async def renew(self) -> None:
        """Another code. Until it is stretched the one before opens the doors."""
        self._renewing, code = True, new_secret()
        try:
            known = await asyncio.to_thread(stretched, code)
        finally:
            self._renewing = False
        self._stretched.pop(self.code, None)
        self.code, self._stretched[code] = code, known
        self._wait = min(2 * self._wait, LONGEST_WAIT)
        self._shown_since, self._n_guesses = self._clock(), 0
