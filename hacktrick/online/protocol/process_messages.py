"""Messages between the program and its network process: commands in, the network state out.

The process sends the whole ``NetworkState`` after each change, so no change can be missed. No
message holds a signing key or a card of another seat. The window imports this module, so it loads
no network library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from hacktrick.game.rules import Seat

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.match_rules import MatchState
    from hacktrick.game.rules import Rules
    from hacktrick.game.state import Observation, PublicState
    from hacktrick.game.view import Event, SeatInfo, View
    from hacktrick.match.record import Record


Presence = Literal["here", "lost", "left"]
TableStage = Literal["idle", "opening", "lobby", "playing", "over", "closed"]
"""``over``: the match is won, cheated or claimed, and the players are still together."""

CLOCK_CHOICES = (0, 60, 120)
"""What a host may choose: seconds for a decision; 0: as long as one likes."""

TroubleCode = Literal[
    "NO_NETWORK",  # this computer has none, or may not listen
    "UNSAFE_LIBRARY",  # the libsodium of this computer would let somebody mark cards
    "NO_BROKER",
    "NO_ANSWER",  # nobody answers at that address
    "WRONG_WORD",  # the secret of the invitation is another one
    "NOT_THIS_GAME",
    "BROKER_REFUSES",  # it is there, and does not let us in; ``detail`` is its address
    "BROKER_LOGIN",  # it does not take the name or the password
    "BAD_BROKER",  # what should be the address of a broker is none
    "BROKER_MISSING",  # the invitation is for a table at a broker, and names none
    "BAD_INVITATION",
    "NO_SUCH_TABLE",  # no table of this network has that word
    "OTHER_VERSION",  # of the protocol or the rules
    "FULL",
    "SAME_KEY",  # somebody with the same signing key sits there already
    "SENT_AWAY",
    "PLAYING",  # a match is on, and one has no seat in it
    "NO_WATCHING",  # the host lets nobody watch
    "GALLERY_FULL",  # so many watch that nobody else can
    "OTHER_TERMS",  # the host begins another match than the lobby has shown
    "BAD_KEY",  # the signing key of the other side is not proved
    "CLOSED",  # the host has closed the table
    "CHEATED",  # ``seat`` and ``detail``, the fault
    "LOG_BROKEN",  # a kept match cannot be gone on with
    "KEY_BROKEN",  # a file that was to be imported holds no signing key
    "DISK",  # something could not be written
]


class NetworkTrouble(NamedTuple):
    """What went wrong; ``detail`` is a name, an address or a fault."""

    code: TroubleCode
    detail: str = ""
    seat: Seat | None = None


# --- Towards the process -----------------------------------------------------------------------


class HostTable(NamedTuple):
    """Open a table.

    Attributes:
        profile: whose signing key speaks; the name at the table too.
        player: ``human``, or ``level:N`` for a seat that a computer plays.
        broker: the address of an MQTT broker; empty: none.
        announced: whether it is found on this network.
        address: where others reach this computer; empty: found out.
        clock: seconds for a decision, 60 or 120; 0: as long as one likes.
        watched: whether others may watch.
    """

    preset: str
    options: Mapping[str, Any]
    profile: str
    broker: str = ""
    announced: bool = True
    address: str = ""
    player: str = "human"
    clock: int = 0
    watched: bool = False


class JoinTable(NamedTuple):
    """Sit down at a table: by an invitation, or by the word of a table of the list. Whoever finds
    every seat taken, or a match under way, watches, if others may.

    Attributes:
        watch: only to watch.
    """

    invitation: str
    profile: str
    key: str = ""  # of a table of the list; empty: any whose word it is
    broker: str = ""  # for an invitation that names none
    player: str = "human"
    watch: bool = False


class ResumeTable(NamedTuple):
    """Go on with a kept match.

    Attributes:
        broker: its broker with name and password, where they have to be given again.
    """

    match: str
    broker: str = ""


class BrowseTables(NamedTuple):
    """Show the tables of this network, or stop showing them."""

    on: bool


class SetReady(NamedTuple):
    on: bool


class SwapSeats(NamedTuple):
    """The host lets two seats change places before the match."""

    one: Seat
    other: Seat


class RemovePlayer(NamedTuple):
    """The host sends somebody away, and keeps him away."""

    seat: Seat


class RemoveSpectator(NamedTuple):
    """The host sends a spectator away, and keeps him away; at any time.

    Attributes:
        key: his public signing key, hexadecimal.
    """

    key: str


class SubmitAction(NamedTuple):
    """The own action, as records write it."""

    action: str


class ReadyForNextRound(NamedTuple):
    pass


class SendChat(NamedTuple):
    """A phrase by its name, or words of one's own."""

    phrase: str = ""
    text: str = ""


class LeaveTable(NamedTuple):
    """Away from the table, with a good-bye; an unfinished match is kept."""


class ClaimMatch(NamedTuple):
    """The match is given up because others are gone: its finished rounds are what is kept."""


class TransferKey(NamedTuple):
    """The signing key of a profile: written to ``path``, or read from it."""

    profile: str
    path: str
    write: bool


class ReplaceKey(NamedTuple):
    """Another signing key for a profile; the old one is kept aside."""

    profile: str


class SetPause(NamedTuple):
    """The own player wants a pause, or agrees to one; or he wants the match to go on, which refuses
    one that is asked for and ends one that stands."""

    on: bool


class CloseProcess(NamedTuple):
    """The program ends."""


class StateReceived(NamedTuple):
    """The program has taken the last picture: the next may come."""


NetworkCommand = (
    HostTable
    | JoinTable
    | ResumeTable
    | BrowseTables
    | SetReady
    | SwapSeats
    | RemovePlayer
    | RemoveSpectator
    | SubmitAction
    | ReadyForNextRound
    | SendChat
    | LeaveTable
    | ClaimMatch
    | SetPause
    | TransferKey
    | ReplaceKey
    | CloseProcess
)


# --- From the process --------------------------------------------------------------------------


class TablePlayer(NamedTuple):
    """Somebody at the table, before or in a match.

    Attributes:
        key: the public signing key, hexadecimal: the picture is drawn from it.
        met: the day (ISO) of the first match with this key; empty for a stranger.
        known_as: the name at that first match.
    """

    name: str
    player: str
    key: str
    own: bool
    ready: bool = False
    presence: Presence = "here"
    met: str = ""
    known_as: str = ""


class Spectator(NamedTuple):
    """Somebody who watches; attributes as of a ``TablePlayer``."""

    name: str
    key: str
    own: bool
    met: str = ""
    known_as: str = ""


class FoundTable(NamedTuple):
    """A table of this network, as it calls itself."""

    key: str
    name: str
    preset: str
    free: int
    fits: bool  # the same protocol


class ChatLine(NamedTuple):
    """Something that was said. Either a phrase by name, or plain text.

    Attributes:
        seat: of whoever said it; None: a spectator, of this ``name``.
    """

    seat: Seat | None
    phrase: str
    text: str
    name: str = ""


SPECTATOR_INTERFERED = "MEDDLED"
"""The phrase of a line that the host says of a spectator who tried to take part: his ``name``."""


PauseNews = Literal[
    "PAUSE_REFUSED",  # the one who has said it does not want one
    "PAUSE_WITHDRAWN",  # the same, of whoever had asked
    "PAUSE_ENDED",  # the match goes on, by his wish
    "PAUSE_UNASKED",  # he had paused the match, and the own player was not asked
]
"""Phrases of lines that tell what somebody has done about a pause."""


class PauseState(NamedTuple):
    """A pause that is asked for, or stands.

    Attributes:
        seat: by whose wish.
        agreed: who has agreed so far, the asker among them.
        ending: somebody has ended it, and whoever has to act has not said so yet.
    """

    stands: bool
    seat: Seat
    agreed: tuple[Seat, ...]
    ending: bool = False


class ResumableTable(NamedTuple):
    """A match that can be gone on with. ``broker``: its address, with a name but no password."""

    match: str
    preset: str
    names: tuple[str, ...]
    profile: str
    is_host: bool
    broker: str = ""


class AwaitedFrame(NamedTuple):
    """What the table waits for: a kind of frame, from these seats."""

    kind: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NetworkState:
    """Everything that a player may know of his table.

    Attributes:
        number: grows with every picture.
        clock: seconds that a player has for a decision at this table; 0: no clock.
        sitters: by seat; None for an empty one.
        watched: whether others may watch.
        watchers: who watches, in the order in which they came.
        watching: whether the own player only watches.
        invitations: how others come here, by way: ``word``, ``direct``, ``broker``.
        cut_off: the broker through which one sits at the table, or others come, is out of reach;
            it is tried again all the time.
        may_pause: whether the own player can ask for a pause, or agree to one.
        resting: a pause that is asked for, or stands.
        seen: the match as the own seat may know it; what it is, the describer decides.
        due: what the match waits for.
        proved: how many proofs of each kind were checked in the round, or in its deal.
        proof_path: the proof file, once a round has been finished.
        done: what was done with a key, to be told once: ``exported``, ``imported``, ``replaced``.
    """

    number: int = 0
    stage: TableStage = "idle"
    is_host: bool = False
    preset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: int = 0
    match: str = ""
    sitters: tuple[TablePlayer | None, ...] = ()
    watchers: tuple[Spectator, ...] = ()
    watching: bool = False
    watched: bool = False
    invitations: tuple[tuple[str, str], ...] = ()
    cut_off: bool = False
    looking: bool = False
    found: tuple[FoundTable, ...] = ()
    kept: tuple[ResumableTable, ...] = ()
    lines: tuple[ChatLine, ...] = ()
    may_pause: bool = False
    resting: PauseState | None = None
    seen: Any = None
    due: AwaitedFrame | None = None
    proved: Mapping[str, int] = field(default_factory=dict)
    proof_path: str = ""
    claimed: bool = False
    trouble: NetworkTrouble | None = None
    done: str = ""
    own_key: str = ""


class RemoteMatchState(NamedTuple):
    """A match as the own seat may know it, at one moment.

    Attributes:
        seat: None for an onlooker, who has no observation and no view.
        decides: the seat whose player has to choose an action; None while programs are at work.
    """

    seat: Seat | None
    rules: Rules
    seats: tuple[SeatInfo, ...]
    public: PublicState
    version: int
    round_number: int
    is_round_over: bool
    is_over: bool
    match: MatchState
    record: Record
    observation: Observation | None
    view: View | None
    events: tuple[Event, ...]
    told_to_all: tuple[Event, ...]
    hands: tuple[tuple[Card, ...], ...] | None
    dealing: bool
    may_act: bool
    decides: Seat | None

    @property
    def decision(self) -> tuple[int, int, Seat] | None:
        """The decision that is waited for, told apart from all others of its match: round, number
        of the action, seat."""
        if self.decides is None:
            return None
        return self.round_number, len(self.told_to_all), self.decides


@cache
def pipe_value_types() -> Mapping[str, type]:
    """Returns the types that may pass through the pipe of the network process, either way.

    Parts of a match are imported at the first call, so that a window starts without them.
    """
    parts = {
        "game.actions": (
            *("Lay", "Start", "Ask", "Partner", "Swap", "Discard", "Stake", "Call", "Fold"),
            *("Play", "Draw", "Under", "Pass", "Command"),
        ),
        "game.match_rules": ("MatchState", "RoundPlan"),
        "game.rules": ("Rules", "Seating"),
        "game.state": ("Facts", "Observation", "PublicState", "Result"),
        "game.view": ("Event", "SeatInfo", "View"),
        "match.record": ("Record", "RoundRecord"),
    }
    known: list[type] = [
        *get_args(NetworkCommand),
        StateReceived,
        NetworkState,
        NetworkTrouble,
        RemoteMatchState,
        AwaitedFrame,
        FoundTable,
        ResumableTable,
        ChatLine,
        PauseState,
        TablePlayer,
        Spectator,
    ]
    for module, names in parts.items():
        known += [getattr(import_module(f"hacktrick.{module}"), name) for name in names]
    return {kind.__name__: kind for kind in known}
