"""The limits on what a peer can make this computer store or compute: bytes, counts, seconds, rates.

docs/network.md describes what happens when a limit is exceeded.
"""

from __future__ import annotations

import time

KIB = 1024

# Limits of a channel, after its handshake.

MAX_MESSAGE_BYTES = 32 * KIB
MAX_FRAME_BYTES = 16 * KIB
MAX_ENCRYPTED_BYTES = 33 * KIB  # maximum bytes of a message with its authentication tag
MAX_UNSENT_BYTES = 2048 * KIB  # maximum bytes queued for a peer that does not read them
STALL_SECONDS = 15.0  # seconds without reading any queued bytes before a peer counts as stalled
MESSAGES_PER_SECOND = 200  # maximum rate of messages read from one channel, pings included
MESSAGE_BURST = 600
BYTES_PER_SECOND = 1024 * KIB  # maximum rate of bytes read from one channel
BYTE_BURST = 4096 * KIB
SUSTAINED_MESSAGES_PER_SECOND = 50  # a channel that exceeds this rate for long is closed
SUSTAINED_MESSAGE_BURST = 2000
HELLO_SECONDS = 8.0  # seconds from the handshake to the guest's first message

# Limits of a player or a spectator.

MAX_HISTORY_REQUESTS = 40  # maximum requests in a row for past frames or evidence on one channel
# Seconds until a player may make one more request; spectators may not.
HISTORY_REQUEST_SECONDS = 5.0
HISTORY_BATCH = 40  # number of past frames that are sent at once
SPECTATOR_BATCH_SECONDS = 0.6  # seconds between two batches to a spectator
HISTORY_BATCH_SECONDS = 0.25  # seconds between two batches to a player or the host
HISTORY_PAUSE_BYTES = 256 * KIB  # number of queued bytes above which the next batch waits
MAX_BAD_FRAMES = 20  # maximum number of unattributable frames on one channel
MAX_REMOVED_KEYS = 1000  # maximum number of removed guests whose keys the host remembers
MAX_KNOWN_PLAYERS = 1000  # maximum number of players whose keys are remembered
MAX_SPECTATORS = 8
MAX_CHAT_LINES = 200  # maximum number of chat lines kept at a table
CHAT_LINES_PER_SECOND = 0.5  # maximum rate of chat lines of one speaker
CHAT_BURST = 8
# Number of dropped chat lines after which the speaker's channel is closed.
MAX_DROPPED_CHAT_LINES = 100

MAX_STEPS_AHEAD = 64  # maximum number of steps by which a frame may arrive early
MAX_EARLY_BYTES = 64 * KIB  # maximum bytes of one seat's frames that wait for their step

MAX_BROKER_PACKET_BYTES = 128 * KIB
# Maximum rate of bytes read from a broker, for all channels of a table.
BROKER_BYTES_PER_SECOND = 16384 * KIB
BROKER_BYTE_BURST = 16384 * KIB
# Maximum number of messages that the broker has announced but not released.
MAX_UNRELEASED_MESSAGES = 64
# Maximum number of messages received by the client's thread but not handled yet.
MAX_UNREAD_BROKER_MESSAGES = 256
MAX_QUEUED_MESSAGES = 256  # maximum number of unread messages of one guest
MAX_QUEUED_BYTES = 1024 * KIB
MAX_UNSENT_BROKER_BYTES = 4096 * KIB  # maximum number of bytes that the broker has not accepted yet
CALLS_PER_SECOND = 50  # maximum rate of guests' calls that the host answers
CALL_BURST = 200

# Limits of callers, before their handshake.

MAX_CALLERS = 256
MAX_CALLERS_PER_ADDRESS = 64
REQUEST_SECONDS = 2.0  # seconds for a caller's first message
PROOF_SECONDS = 4.0  # seconds for the proof of the access code after the host's answer
CODE_TRIES_PER_SECOND = 180  # maximum rate of attempts to prove a code, at all entrances together
WRONG_CODE_SECONDS = 0.01  # seconds of delay after a wrong code, for each caller present
MAX_WRONG_CODE_SECONDS = 2.0
WRONG_CODES_BEFORE_CHANGE = 5  # number of wrong codes after which the access code changes
# Shortest life of the first access code; the time doubles with each change.
MIN_CODE_SECONDS = 600.0
MAX_CODE_SECONDS = 86_400.0
MAX_MATCH_CHANNELS = 12  # maximum number of channels at the entrance for returning players
MAX_SEAT_CHANNELS = 12
MAX_GALLERY_CHANNELS = 16
CLOSE_SECONDS = 0.5  # seconds for the last bytes of a closing channel
READ_AHEAD_BYTES = 8 * KIB  # maximum number of bytes read ahead from one caller
MAX_BACKLOG = 256  # maximum number of callers that the system queues while this program is busy

# Limits of tables discovered on the local network.

MAX_DISCOVERED_TABLES = 64
MAX_DISCOVERED_NAME = 40  # maximum number of characters in a name


class RateLimiter:
    """Limits the rate of an event by the token bucket algorithm.

    Args:
        per_second: the tokens added per second.
        burst: the tokens in a full bucket; the bucket starts full.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second, self._burst = per_second, burst
        self._tokens, self._updated = burst, time.monotonic()

    def _refill_tokens(self) -> None:
        now = time.monotonic()
        earned = (now - self._updated) * self._per_second
        self._tokens, self._updated = min(self._burst, self._tokens + earned), now

    def try_take_token(self) -> bool:
        """Take a token if there is one; return whether a token was taken."""
        self._refill_tokens()
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True

    def take_tokens_and_get_wait(self, amount: float = 1.0) -> float:
        """Take ``amount`` tokens even if there are fewer.

        Returns:
            The seconds until the debt is repaid.
        """
        self._refill_tokens()
        self._tokens -= amount
        return max(0.0, -self._tokens / self._per_second)
