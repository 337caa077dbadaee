"""What anybody on the other side of a line can make this computer keep or work out, at most.

One table, in bytes, numbers and seconds; docs/network.md says of each what happens beyond it.
Whoever says too much in a time is read more slowly, and whoever goes on with it is cut off. So is
whoever does not read what they are sent. Both are told what they have missed when they come back.
"""

from __future__ import annotations

import time

KIB = 1024

# --- A line, after its handshake ----------------------------------------------------------------

LARGEST_MESSAGE = 32 * KIB  # bytes of what is said at once
LARGEST_FRAME = 16 * KIB
MOST_UNSENT = 2048 * KIB  # bytes kept for somebody who does not take them
UNTAKEN_FOR = 15.0  # seconds in which he has taken none of them
MOST_MESSAGES = 200  # a second that are read from a line, signs of life among them
MOST_MESSAGES_AT_ONCE = 600
MOST_BYTES = 1024 * KIB  # a second that are read from a line
MOST_BYTES_AT_ONCE = 4096 * KIB
MOST_AT_LENGTH = 50  # messages a second, beyond which a line is closed in the end
MOST_AT_LENGTH_AT_ONCE = 2000
HELLO_WITHIN = 8.0  # seconds in which somebody who was let in says who he is

# --- A seat, or somebody who watches ------------------------------------------------------------

MOST_ASKS = 40  # on one line and at once, for what one has missed or for what others have said
ASK_AGAIN_EVERY = 5.0  # seconds after which a seat has another ask; who watches has no more
PORTION = 40  # frames of the past that are told at once
PACE_WATCHING = 0.6  # seconds between two portions, to who watches
PACE = 0.25  # and to others
WAITING_UNSENT = 256 * KIB  # bytes not taken yet, at which the next portion waits
MOST_NOISE = 20  # frames of nobody, after which a line is closed
MOST_SENT_AWAY = 1000  # keys that are remembered; the oldest one is forgotten
MOST_WATCHING = 8
MOST_LINES = 200  # that were said at the table
MOST_SAID = 0.5  # lines a second that somebody may say to all
MOST_SAID_AT_ONCE = 8
MOST_UNSAID = 100  # lines beyond that, after which a line is closed

# --- The match ----------------------------------------------------------------------------------

AHEAD = 64  # steps that a frame may be early
MOST_AHEAD = 64 * KIB  # bytes of a seat's frames that wait for their step

# --- A broker -----------------------------------------------------------------------------------

MOST_PACKET = 128 * KIB  # bytes of what the broker says at once
MOST_UNRELEASED = 64  # messages that the broker announces and does not release
MOST_UNHEARD = 256  # messages of the broker that the program has not come to yet
MOST_WAITING = 256  # messages of a guest that nobody has read yet
MOST_WAITING_BYTES = 1024 * KIB
MOST_UNSENT_AT_BROKER = 4096 * KIB  # bytes that the broker has not taken
MOST_CALLS = 50  # a second that are answered
MOST_CALLS_AT_ONCE = 200


class Rate:
    """So much a second, and so much at once after a rest.

    Args:
        a_second: what comes back in a second.
        at_once: what there is after a rest.
    """

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._left, self._looked = at_once, time.monotonic()

    def _look(self) -> None:
        now = time.monotonic()
        back = (now - self._looked) * self._a_second
        self._left, self._looked = min(self._at_once, self._left + back), now

    def allows(self, amount: float = 1.0) -> bool:
        """Take ``amount``, if there is so much."""
        self._look()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def owes(self, amount: float = 1.0) -> float:
        """Take ``amount`` whether or not it is there; the seconds until it is paid back."""
        self._look()
        self._left -= amount
        return max(0.0, -self._left / self._a_second)
