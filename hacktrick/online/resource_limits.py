"""The limits on what a peer can make this computer store or compute: bytes, counts, seconds, rates.

docs/network.md says what happens when each of them is exceeded.
"""

from __future__ import annotations

import time

KIB = 1024

# A channel, after its handshake

MAX_MESSAGE_BYTES = 32 * KIB
MAX_FRAME_BYTES = 16 * KIB
MAX_ENCRYPTED_BYTES = 33 * KIB  # bytes of a message with its authentication tag
MAX_UNSENT_BYTES = 2048 * KIB  # bytes queued for a peer that does not read
STALL_SECONDS = 15.0  # seconds in which a peer has read none of its queued bytes
MESSAGES_PER_SECOND = 200  # read from one channel, pings included
MESSAGE_BURST = 600
BYTES_PER_SECOND = 1024 * KIB  # read from one channel
BYTE_BURST = 4096 * KIB
SUSTAINED_MESSAGES_PER_SECOND = 50  # a channel that exceeds this rate for long is closed
SUSTAINED_MESSAGE_BURST = 2000
HELLO_SECONDS = 8.0  # seconds from the handshake to the guest's first message

# A player or a spectator

MAX_HISTORY_REQUESTS = 40  # requests in a row for past frames or evidence on one channel
HISTORY_REQUEST_SECONDS = 5.0  # seconds until a player may make one more; spectators may not
HISTORY_BATCH = 40  # past frames that are sent at once
SPECTATOR_BATCH_SECONDS = 0.6  # seconds between two batches to a spectator
HISTORY_BATCH_SECONDS = 0.25  # seconds between two batches to a player or the host
HISTORY_PAUSE_BYTES = 256 * KIB  # queued bytes above which the next batch waits
MAX_BAD_FRAMES = 20  # unattributable frames on one channel
MAX_REMOVED_KEYS = 1000  # keys of removed guests that the host remembers
MAX_KNOWN_PLAYERS = 1000  # players whose keys are remembered
MAX_SPECTATORS = 8
MAX_CHAT_LINES = 200  # lines kept at a table
CHAT_LINES_PER_SECOND = 0.5  # chat lines of one speaker
CHAT_BURST = 8
MAX_DROPPED_CHAT_LINES = 100  # dropped lines after which the channel is closed

MAX_STEPS_AHEAD = 64  # steps by which a frame may arrive early
MAX_EARLY_BYTES = 64 * KIB  # bytes of one seat's frames that wait for their step

MAX_BROKER_PACKET_BYTES = 128 * KIB
BROKER_BYTES_PER_SECOND = 16384 * KIB  # read from a broker, for all channels of a table
BROKER_BYTE_BURST = 16384 * KIB
MAX_UNRELEASED_MESSAGES = 64  # messages that the broker has announced but not released
MAX_UNREAD_BROKER_MESSAGES = 256  # messages received by the client's thread but not handled yet
MAX_QUEUED_MESSAGES = 256  # unread messages of one guest
MAX_QUEUED_BYTES = 1024 * KIB
MAX_UNSENT_BROKER_BYTES = 4096 * KIB  # bytes that the broker has not accepted yet
CALLS_PER_SECOND = 50  # guests' calls that the host answers
CALL_BURST = 200

# Callers, before their handshake

MAX_CALLERS = 256
MAX_CALLERS_PER_ADDRESS = 64
REQUEST_SECONDS = 2.0  # seconds for a caller's first message
PROOF_SECONDS = 4.0  # seconds for the proof of the access code after the host's answer
CODE_TRIES_PER_SECOND = 180  # attempts at all entrances together
WRONG_CODE_SECONDS = 0.01  # seconds of delay after a wrong code, for each caller present
MAX_WRONG_CODE_SECONDS = 2.0
WRONG_CODES_BEFORE_CHANGE = 5  # wrong codes after which the access code changes
MIN_CODE_SECONDS = 600.0  # shortest life of the first access code; doubled at each change
MAX_CODE_SECONDS = 86_400.0
MAX_MATCH_CHANNELS = 12  # channels at the entrance for returning players
MAX_SEAT_CHANNELS = 12
MAX_GALLERY_CHANNELS = 16
CLOSE_SECONDS = 0.5  # seconds for the last bytes of a closing channel
READ_AHEAD_BYTES = 8 * KIB  # bytes read ahead from one caller
MAX_BACKLOG = 256  # callers queued by the system while this program is busy

# Tables discovered on the local network

MAX_DISCOVERED_TABLES = 64
MAX_DISCOVERED_NAME = 40  # characters


class RateLimiter:
    """Limits how often something may happen, by the token bucket algorithm.

    Args:
        per_second: the tokens added per second.
        burst: the tokens in a full bucket, with which it starts.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second, self._burst = per_second, burst
        self._tokens, self._updated = burst, time.monotonic()

    def _refill_tokens(self) -> None:
        now = time.monotonic()
        earned = (now - self._updated) * self._per_second
        self._tokens, self._updated = min(self._burst, self._tokens + earned), now

    def try_take_token(self) -> bool:
        """Take a token if there is one; return whether it was taken."""
        self._refill_tokens()
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True

    def take_tokens_on_credit(self, amount: float = 1.0) -> float:
        """Take ``amount`` tokens even if there are fewer.

        Returns:
            The seconds until the debt is repaid.
        """
        self._refill_tokens()
        self._tokens -= amount
        return max(0.0, -self._tokens / self._per_second)
