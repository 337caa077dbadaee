"""Messages between the program and its network process.

The program sends commands. After each change the process sends the whole ``NetworkState``, so no
change can be missed. No message contains a signing key or a card of another seat. The window
imports this module, so the module loads no network library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from hacktrick.game.state import Seat

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.editions import Rules
    from hacktrick.game.match_rules import MatchState
    from hacktrick.game.state import Observation, PublicState
    from hacktrick.game.view import Event, SeatInfo, View
    from hacktrick.match.record import Record


Presence = Literal["here", "lost", "left"]
TableStage = Literal["idle", "opening", "lobby", "playing", "over", "closed"]
"""The stages of a table. In ``over``, the match has ended by a win, by a cheat, or because others
had left, and this player is still connected."""

CLOCK_CHOICES = (0, 60, 120)
"""The time limits that a host can choose, in seconds for a decision; 0 stands for no limit."""

TroubleCode = Literal[
    "NO_NETWORK",  # this computer has no network, or may not listen
    "UNSAFE_LIBRARY",  # the libsodium of this computer would let other players mark cards
    "NO_BROKER",
    "NO_ANSWER",  # no host answers at that address
    "WRONG_WORD",  # the host has another access code
    "NOT_THIS_GAME",
    "BROKER_REFUSES",  # the broker answers but refuses the connection; ``detail`` is its address
    "BROKER_LOGIN",  # the broker refuses the name or the password
    "BAD_BROKER",  # the text is not the address of a broker
    "BROKER_MISSING",  # the invitation needs a broker and names none
    "BAD_INVITATION",
    "NO_SUCH_TABLE",  # no table on the local network has that access code
    "OTHER_VERSION",  # the other program has a different version of the protocol or the rules
    "FULL",
    "SAME_KEY",  # a player with the same signing key is already there
    "SENT_AWAY",
    "PLAYING",  # a match is in progress, in which the guest has no seat
    "NO_WATCHING",  # the host admits no spectators
    "GALLERY_FULL",  # the table has the maximum number of spectators
    "OTHER_TERMS",  # the terms of the match differ from those in the lobby
    "BAD_KEY",  # the other side did not prove its signing key
    "CLOSED",  # the host has closed the table
    "CHEATED",  # ``seat`` has cheated; ``detail`` is the fault
    "LOG_BROKEN",  # a saved match cannot be resumed
    "KEY_BROKEN",  # the imported file contains no signing key
    "DISK",  # a file could not be written to the disk
]


class NetworkTrouble(NamedTuple):
    """A problem with the network or the table; the meaning of ``detail`` depends on the code."""

    code: TroubleCode
    detail: str = ""
    seat: Seat | None = None


# The following messages go to the network process.


class HostTable(NamedTuple):
    """Open a table.

    Attributes:
        profile: the player's name at the table; the key of that profile signs the frames.
        broker: the address of an MQTT broker; "" for none.
        is_announced: whether the table is announced on the local network.
        address: the address of this computer for the invitation; "" to detect it.
        player: ``human``, or ``level:N`` for a computer player.
        clock: the seconds for a decision, one of ``CLOCK_CHOICES``.
    """

    preset: str
    options: Mapping[str, Any]
    profile: str
    broker: str = ""
    is_announced: bool = True
    address: str = ""
    player: str = "human"
    clock: int = 0
    allows_spectators: bool = False


class JoinTable(NamedTuple):
    """Join a table by its invitation, or a table on the local network by its access code.

    If no seat is free, the guest becomes a spectator, provided that the table admits spectators.

    Attributes:
        key: ``FoundTable.key`` of the table; "" for any table with the code.
        broker: the address of a broker, for an invitation without a broker.
        player: ``human``, or ``level:N`` for a computer player.
        as_spectator: join as a spectator, even if a seat is free.
    """

    invitation: str
    profile: str
    key: str = ""
    broker: str = ""
    player: str = "human"
    as_spectator: bool = False


class ResumeTable(NamedTuple):
    """Resume a saved match.

    Attributes:
        match: the hexadecimal ID of the match.
        broker: the address of the table's broker with login name and password, if the player has to
            give them again.
    """

    match: str
    broker: str = ""


class BrowseTables(NamedTuple):
    """Start or stop listing the tables on the local network."""

    on: bool


class SetReady(NamedTuple):
    """Report that the local player is ready for a match, or no longer ready."""

    on: bool


class SwapSeats(NamedTuple):
    """Swap two players before the match; only for the host."""

    one: Seat
    other: Seat


class RemovePlayer(NamedTuple):
    """Remove a player before the match and refuse their key from then on; only for the host."""

    seat: Seat


class RemoveSpectator(NamedTuple):
    """Remove a spectator at any time and refuse their key from then on; only for the host.

    Attributes:
        key: the public signing key of the spectator, in hexadecimal.
    """

    key: str


class SubmitAction(NamedTuple):
    """Play an action, given as text in the form of match records."""

    action: str


class ReadyForNextRound(NamedTuple):
    """Report that the local player is ready for the next round."""


class SendChat(NamedTuple):
    """Send a chat line: either the name of a set phrase, or a text; the other field is empty."""

    phrase: str = ""
    text: str = ""


class LeaveTable(NamedTuple):
    """Leave the table with a goodbye; an unfinished match is saved."""


class EndAbandonedMatch(NamedTuple):
    """End a match that the other players have left; its finished rounds are saved."""


class TransferSigningKey(NamedTuple):
    """Export the signing key of a profile to a file, or import it from a file."""

    profile: str
    path: str
    is_export: bool


class ReplaceSigningKey(NamedTuple):
    """Create a new signing key for a profile and keep the old one under another file name."""

    profile: str


class SetPause(NamedTuple):
    """Ask for a pause or agree to one; if ``on`` is False, refuse a pause or end it."""

    on: bool


class CloseProcess(NamedTuple):
    """Close the table with a goodbye, and end the network process."""


class StateReceived(NamedTuple):
    """Acknowledge the last state, so that the process can send the next one."""


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
    | EndAbandonedMatch
    | SetPause
    | TransferSigningKey
    | ReplaceSigningKey
    | CloseProcess
)


# The following messages come from the network process.


class TablePlayer(NamedTuple):
    """A player at the table, before or in a match.

    Attributes:
        player: ``human``, or ``level:N`` for a computer player.
        key: the public signing key in hexadecimal, from which its identicon is drawn.
        is_own: whether this is the local player.
        is_ready: whether the player is ready for a match.
        first_met: the day (ISO 8601) of the first match with this key; "" for a stranger.
        known_as: the player's name in that first match.
    """

    name: str
    player: str
    key: str
    is_own: bool
    is_ready: bool = False
    presence: Presence = "here"
    first_met: str = ""
    known_as: str = ""


class Spectator(NamedTuple):
    """A spectator at the table, with attributes as in ``TablePlayer``."""

    name: str
    key: str
    is_own: bool
    first_met: str = ""
    known_as: str = ""


class FoundTable(NamedTuple):
    """A table on the local network, as its host announces it.

    Attributes:
        key: identifies the table, even if its name changes.
        is_compatible: whether the host speaks a protocol that this program knows.
    """

    key: str
    name: str
    preset: str
    free_seats: int
    is_compatible: bool


class ChatLine(NamedTuple):
    """A line of chat: either the name of a set phrase, or a text; the other field is empty.

    Attributes:
        seat: the seat of the speaker; None for a spectator, whose ``name`` is given.
    """

    seat: Seat | None
    phrase: str
    text: str
    name: str = ""


SPECTATOR_INTERFERED = "MEDDLED"
"""The phrase of the chat line in which the host names a spectator who has sent a frame."""


PauseNews = Literal[
    "PAUSE_REFUSED",  # the speaker has refused the requested pause
    "PAUSE_WITHDRAWN",  # the speaker has withdrawn a request
    "PAUSE_ENDED",  # the speaker has ended the pause
    "PAUSE_UNASKED",  # the speaker has paused the match without asking the local player
]
"""The phrases of chat lines that say what a player did about a pause."""


class PauseState(NamedTuple):
    """A pause that a player has asked for or that has begun.

    Attributes:
        has_begun: whether all players have agreed, so that the pause has begun.
        seat: the seat that asked for the pause.
        agreed: the seats that have agreed so far, including ``seat``.
        is_ending: whether a player has ended the pause but the seat to act has not confirmed that
            yet.
    """

    has_begun: bool
    seat: Seat
    agreed: tuple[Seat, ...]
    is_ending: bool = False


class ResumableTable(NamedTuple):
    """A saved match that can be resumed.

    Attributes:
        match: the hexadecimal ID of the match.
        names: the names of the players, by seat.
        broker: the address of the table's broker with login name but without password; "" for none.
    """

    match: str
    preset: str
    names: tuple[str, ...]
    profile: str
    is_host: bool
    broker: str = ""


class AwaitedFrame(NamedTuple):
    """The kind of frame that the match is waiting for, and the seats that have to send it."""

    kind: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NetworkState:
    """Everything that the program knows about the network; the newest state replaces all others.

    Attributes:
        number: the number of the state, greater than that of every earlier state.
        clock: the seconds for a decision at this table; 0 without a limit.
        match_id: the hexadecimal ID of the match; "" before a match has begun.
        players: the players by seat; None for a free seat.
        spectators: the spectators in the order of their arrival.
        is_spectator: whether the local player is a spectator.
        allows_spectators: whether the table admits spectators.
        invitations: the invitations as text, by kind: ``word``, ``direct``, ``broker``.
        is_broker_lost: whether the table's broker cannot be reached at present; attempts go on.
        is_browsing: whether ``found_tables`` lists the tables on the local network.
        resumable_tables: the saved matches, the newest first.
        can_ask_for_pause: whether the local player can ask for a pause or agree to one.
        pause: the pause that a player has requested, or that has begun.
        match_state: a ``RemoteMatchState``; None before the first deal.
        awaited: the frame that the match is waiting for.
        proof_counts: the number of proofs checked in this round or deal, by kind.
        proof_path: the path of the proof file; "" before the end of the first round.
        is_ended_early: whether the local player has ended the match without the others.
        key_change: the effect of the last command on a key: ``exported``, ``imported`` or
            ``replaced``; "" for none.
        own_key: the local player's public signing key, in hexadecimal.
    """

    number: int = 0
    stage: TableStage = "idle"
    is_host: bool = False
    preset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: int = 0
    match_id: str = ""
    players: tuple[TablePlayer | None, ...] = ()
    spectators: tuple[Spectator, ...] = ()
    is_spectator: bool = False
    allows_spectators: bool = False
    invitations: tuple[tuple[str, str], ...] = ()
    is_broker_lost: bool = False
    is_browsing: bool = False
    found_tables: tuple[FoundTable, ...] = ()
    resumable_tables: tuple[ResumableTable, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    can_ask_for_pause: bool = False
    pause: PauseState | None = None
    match_state: Any = None
    awaited: AwaitedFrame | None = None
    proof_counts: Mapping[str, int] = field(default_factory=dict)
    proof_path: str = ""
    is_ended_early: bool = False
    trouble: NetworkTrouble | None = None
    key_change: str = ""
    own_key: str = ""


class RemoteMatchState(NamedTuple):
    """The local seat's knowledge about a match at one moment.

    Attributes:
        seat: the local seat; None for a spectator, who has no observation and no view.
        version: a number that grows with every visible change.
        observation: what the local seat sees now.
        view: what the local seat may know of the round so far.
        events: the actions of the round as the local seat knows them.
        public_events: the same actions as a spectator knows them.
        hands: all hands, once the round is over and its keys are revealed.
        is_dealing: whether the next round is being dealt.
        may_act: whether the local player has to choose an action.
        deciding_seat: the seat whose player has to choose an action; None if no choice is awaited,
            for example while the programs shuffle and deal.
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
    public_events: tuple[Event, ...]
    hands: tuple[tuple[Card, ...], ...] | None
    is_dealing: bool
    may_act: bool
    deciding_seat: Seat | None

    @property
    def awaited_decision(self) -> tuple[int, int, Seat] | None:
        """The awaited decision as (round, index of the action, seat); None if none is awaited."""
        if self.deciding_seat is None:
            return None
        return self.round_number, len(self.public_events), self.deciding_seat


@cache
def pipe_value_types() -> Mapping[str, type]:
    """Return the types, by name, of values that may pass through the network process's pipe.

    The types of match data are imported at the first call, so that a window starts without them.
    """
    parts = {
        "game.match_rules": ("MatchState", "LeaderAndStarter"),
        "game.editions": ("Rules",),
        "game.state": ("RevealedFacts", "Observation", "PublicState", "Result", "Seating"),
        "game.view": ("Event", "SeatInfo", "View"),
        "match.record": ("Record", "RoundRecord"),
    }
    known: list[type] = [
        *import_module("hacktrick.game.actions").ACTION_CLASSES,
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
