#!/usr/bin/env python3
"""Checks that a match goes on while an attacker floods the table with each kind of message.

python build/qa/network_flood.py [--seconds S] [--from WHO …] [--word WORD …] [--untimed]

Real processes on the loopback play a match. An attacker runs a modified client: a caller without
the access code, a guest, a spectator, a host or a broker. For S seconds (60 by default) per kind of
message it sends that message over and over, well-formed or malformed, as fast as the other side
takes it, and reconnects if it is cut off. An attacking guest or host also plays on, since the match
needs it.

The network process of an honest player is measured: the host's, or a guest's if the host attacks.
Exits with 1 unless its memory grows by at most 50 MB, 99 of 100 presses are answered within 100 ms
(an action, a phrase or a key, from the command to the state that shows it), and the match goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hacktrick.game.legality import legal_actions
from hacktrick.online.protocol.invitations import DirectInvitation, read_invitation
from hacktrick.online.protocol.pauses import pause_statement
from hacktrick.online.protocol.peer_messages import evidence_message, fields_message, frame_message
from hacktrick.online.protocol.process_messages import (
    HostTable,
    JoinTable,
    NetworkState,
    SendChat,
    SetReady,
)
from hacktrick.online.protocol.signed_frame_chain import (
    SIGNATURE_SIZE,
    canonical_json,
    encode_base64,
    sign_frame,
)
from hacktrick.online.resource_limits import MAX_FRAME_BYTES
from hacktrick.online.table.guest import TableGuest
from hacktrick.online.table.host import TableHost
from hacktrick.online.table.participant_base import NetworkStore, TableParticipant
from hacktrick.online.table.saved_tables import RejoinInfo
from hacktrick.online.transport.secure_channel import (
    ENTRANCE_MAGICS,
    LENGTH_BYTES,
    PING,
    SecureChannel,
    TcpMessageStream,
)
from qa.flooding_broker import BROKER_WORDS, FloodingBroker
from tests.support.network_processes import (
    LOOPBACK,
    NetworkPlayer,
    close_players,
    is_full,
    wait_until,
)

Who = Literal["caller", "guest", "spectator", "host", "broker"]
MAX_GROWTH_MB = 50.0  # maximum growth of memory, in MB (2^20 bytes)
MAX_PRESS_MS = 100.0  # limit for 99 of 100 presses, in milliseconds
PRESS_EVERY = 0.08  # seconds between two timed phrases of the host
UNANSWERED = 5.0  # number of seconds after which a press counts as not answered in time
GOES_ON_WITHIN = 45.0  # number of seconds within which a delayed match must continue
AT_ONCE = 200  # number of messages sent before checking for incoming messages
N_CALLERS = 12  # number of simultaneous callers
TARGET_POINTS = 21  # number of points to win, so large that the match lasts
MB = 1024 * 1024


class MessageFloodResult(NamedTuple):
    """The results for one kind of message.

    Attributes:
        presses: the response times of the presses, in milliseconds.
        grown: the growth of memory in MB.
        n_sent: the number of messages that the attacker sent.
        timed: whether slow presses count.
    """

    presses: list[float]
    grown: float
    n_sent: int
    goes_on: bool
    timed: bool

    @property
    def percentile_99_ms(self) -> float:
        """The 99th percentile of the presses' response times, in milliseconds; 0 without presses.

        An attacking host that reads nothing never gives a guest anything to press.
        """
        n = len(self.presses)
        return sorted(self.presses)[min(n - 1, int(0.99 * n))] if n else 0.0

    @property
    def is_within_limits(self) -> bool:
        """Whether all limits are kept."""
        in_time = self.percentile_99_ms <= MAX_PRESS_MS or not self.timed
        return self.grown <= MAX_GROWTH_MB and in_time and self.goes_on


def main(arguments: Sequence[str] | None = None) -> int:
    options = _read_arguments(arguments)
    good = True
    print(f"{'who':10} {'word':22} {'said':>9} {'memory':>9} {'presses':>8} {'99 of 100':>10}")
    for who in options.who or get_args(Who):
        words = [
            one for one in message_kinds_of_attacker(who) if not options.word or one in options.word
        ]
        if words:
            good &= do_limits_hold_under_flood(who, words, options.seconds, not options.untimed)
    print("all promises kept" if good else "A PROMISE IS NOT KEPT")
    return 0 if good else 1


def _read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=seconds_argument, default=60.0, metavar="S", help="time for each word"
    )
    parser.add_argument("--from", dest="who", choices=get_args(Who), nargs="+", metavar="WHO")
    parser.add_argument(
        "--word", nargs="+", metavar="WORD", help="only these words of the protocol"
    )
    parser.add_argument("--untimed", action="store_true", help="do not time presses")
    return parser.parse_args(arguments)


def seconds_argument(text: str) -> float:
    """Return a time of the command line, in seconds.

    Raises:
        argparse.ArgumentTypeError: the text is not a number from 0.1 to 3600.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.1 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no time from 0.1 to 3600 seconds")
    return value


def message_kinds_of_attacker(who: Who) -> list[str]:
    """Return the names of all kinds of messages that an attacker can send."""
    if who == "caller":
        return list(CALLS)
    if who == "broker":
        return list(BROKER_WORDS)
    return [word for word in MESSAGES if who != "host" or word != "welcome"]


# The honest players: processes, presses and figures.


class Attacker:
    """An attacking program in a separate process, controlled through a pipe."""

    def __init__(self, who: Who, folder: Path, invitation: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=attacker_process_main, args=(who, str(folder), invitation, theirs), daemon=True
        )
        self._process.start()

    def wait_for_message(self, people: list[NetworkPlayer]) -> Any:
        """Return the next message from the attacker's process; meanwhile, the players play on."""
        wait_until(people, self.pipe.poll, "the attacker")
        return self.pipe.recv()

    def close(self) -> None:
        self._process.kill()
        self._process.join()


def do_limits_hold_under_flood(
    who: Who, message_kinds: list[str], seconds: float, timed: bool
) -> bool:
    """Return whether all limits hold against all messages of one attacker."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        people = [NetworkPlayer(folder / one, one, n) for n, one in enumerate(("Ada", "Ben"))]
        attackers: list[Attacker] = []
        try:
            watched = _seat_players_and_attacker(who, people, folder, attackers)
            (client,) = attackers
            good = True
            for word in message_kinds:
                good &= _do_limits_hold_for_message(who, word, seconds, timed, watched, client)
            return good
        finally:
            for one in attackers:
                one.close()
            close_players(people)


def _seat_players_and_attacker(
    who: Who, people: list[NetworkPlayer], folder: Path, attackers: list[Attacker]
) -> list[NetworkPlayer]:
    """Seat all players and start the attacker.

    Returns:
        The honest players, the measured one first.
    """
    ada, ben = people
    broker = ""
    if who in ("host", "broker"):
        attackers.append(Attacker(who, folder / "attacker", ""))
        address = attackers[0].wait_for_message([])
        broker = address if who == "broker" else ""
        if who == "host":
            ben.send_command(JoinTable(address, ben.name))
            return [ben]
    table = HostTable("keypad", {"target": TARGET_POINTS}, ada.name, broker, is_announced=False)
    ada.send_command(table._replace(address=LOOPBACK, allows_spectators=True))
    way = "broker" if broker else "direct"
    wait_until([ada], lambda: way in dict(ada.state.invitations), "an invitation")
    invitation = dict(ada.state.invitations)[way]
    if who != "guest":
        ben.send_command(JoinTable(invitation, ben.name))
        wait_until(people, lambda: all(is_full(one.state, 2) for one in people), "all sit")
    if who != "broker":
        attackers.append(Attacker(who, folder / "attacker", invitation))
    return [ada] if who == "guest" else [ada, ben]


def _do_limits_hold_for_message(
    who: Who,
    message_kind: str,
    seconds: float,
    timed: bool,
    people: list[NetworkPlayer],
    client: Attacker,
) -> bool:
    watched = people[0]
    n_acts = watched.n_acts
    _play_until(people, time.monotonic() + GOES_ON_WITHIN, lambda: watched.n_acts > n_acts)
    pid = network_process_id(watched)
    before = memory_megabytes(pid)
    client.pipe.send((message_kind, seconds))
    presses, most = TimedPresses(watched), before
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        make_next_player_actions(people, presses)
        most = max(most, memory_megabytes(pid))
    while not client.pipe.poll() or presses.is_one_unanswered:
        make_next_player_actions(people, presses)
        most = max(most, memory_megabytes(pid))
        if time.monotonic() > end + GOES_ON_WITHIN:
            raise TimeoutError("the attacker says nothing more, or a press is not answered")
    n_acts = watched.n_acts
    if message_kind != LIES:
        _play_until(people, time.monotonic() + GOES_ON_WITHIN, lambda: watched.n_acts > n_acts + 1)
    n_sent = client.pipe.recv()
    came = MessageFloodResult(
        presses.response_times,
        most - before,
        n_sent,
        message_kind == LIES or watched.n_acts > n_acts + 1,
        timed,
    )
    if not came.goes_on:
        state = watched.state
        print(f"it stands still: {state.stage}, {state.awaited}, {state.trouble}", file=sys.stderr)
    verdict = (
        "" if came.is_within_limits else "  NOT KEPT" + ("" if came.goes_on else ": stands still")
    )
    print(
        f"{who:10} {message_kind:22} {came.n_sent:9} {came.grown:+6.1f} MB {len(came.presses):8}"
        f" {came.percentile_99_ms:7.1f} ms{verdict}",
        flush=True,
    )
    return came.is_within_limits


def _play_until(people: list[NetworkPlayer], end: float, until: Callable[[], bool]) -> None:
    while not until() and time.monotonic() < end:
        make_next_player_actions(people, None)


def make_next_player_actions(people: list[NetworkPlayer], presses: TimedPresses | None) -> None:
    """Let the players make their next actions.

    Args:
        presses: the presses to make and time; None for none.
    """
    for one in people:
        if one.state.stage in ("lobby", "over") and is_full(one.state, 2):
            own = next((seat for seat in one.state.players if seat and seat.is_own), None)
            if own is not None and not own.is_ready:
                one.table = None
                one.send_command(SetReady(True))
                one.network.poll()
    if presses is not None:
        presses.send_phrase_if_due()
    for one in people:
        one.play()
        one.received_states.clear()
    if presses is not None:
        presses.record_response_times()
    time.sleep(0.002)


class TimedPresses:
    """Measures the time from a player's presses until the table's state shows them.

    A press is an action of the match or, at intervals, a host's chat phrase. A guest's phrase shows
    only once the host has returned it, so it is not timed.

    Attributes:
        response_times: the times in milliseconds.
    """

    def __init__(self, player: NetworkPlayer) -> None:
        self.response_times: list[float] = []
        self._player, self._n_acts = player, player.n_acts
        self._acted = self._pressed = self._next = 0.0
        self._wanted: Callable[[NetworkState], bool] = lambda state: False

    @property
    def is_one_unanswered(self) -> bool:
        return bool(self._acted or self._pressed)

    def send_phrase_if_due(self) -> None:
        """Let a host send a phrase if one is due and the last phrase has been shown."""
        now, player = time.perf_counter(), self._player
        if not player.state.is_host or self._pressed or now < self._next:
            return
        self._pressed, self._next = now, now + PRESS_EVERY
        phrase = f"press {len(self.response_times)}"
        self._wanted = lambda state: any(one.text == phrase for one in state.chat)
        player.send_command(SendChat("", phrase))

    def record_response_times(self) -> None:
        """Record the time of each press whose effect the state now shows."""
        state, now = self._player.state, time.perf_counter()
        if self._player.n_acts > self._n_acts:
            self._n_acts, self._acted = self._player.n_acts, now
        elif self._acted and (state.match_state is None or not state.match_state.may_act):
            self._acted = self._record_time_since(self._acted)
        if self._pressed and (self._wanted(state) or now - self._pressed > UNANSWERED):
            self._pressed = self._record_time_since(self._pressed)

    def _record_time_since(self, began: float) -> float:
        self.response_times.append(1000 * (time.perf_counter() - began))
        return 0.0


def network_process_id(player: NetworkPlayer) -> int:
    process = player.network._piped.process
    assert process is not None and process.pid is not None
    return process.pid


def memory_megabytes(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MB


def attacker_process_main(who: Who, folder: str, invitation: str, pipe: Connection) -> None:
    """Run an attacker, which floods on request through the pipe.

    This is the main function of the attacker's process.
    """
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        asyncio.run(_serve_flood_requests(who, Path(folder), invitation, pipe))


async def _serve_flood_requests(who: Who, folder: Path, invitation: str, pipe: Connection) -> None:
    if who == "broker":
        await FloodingBroker().serve_and_flood_on_request(pipe)
        return
    if who == "caller":
        known = read_invitation(invitation)
        assert isinstance(known, DirectInvitation)
        client: RepeatedCaller | FloodingClient = RepeatedCaller(known)
    else:
        client = FloodingClient(who, folder, invitation)
        await client.host_or_join_table()
        if who == "host":
            pipe.send(client.invitation)
    while True:
        while not pipe.poll():
            await client.play_on_or_wait()
        word, seconds = pipe.recv()
        pipe.send(await client.flood_until(word, time.monotonic() + seconds))


class FloodingClient:
    """A guest, a spectator or a host, honest except for additional messages."""

    def __init__(self, who: Who, folder: Path, invitation: str) -> None:
        self._who, self._store, self.invitation = who, NetworkStore.in_folder(folder), invitation
        self._dice, self._n = Random(7), 0
        self.participant: TableParticipant
        self._running: asyncio.Task[None] | None = None

    async def host_or_join_table(self) -> None:
        """Host a table, or join the table of the invitation."""
        if self._who == "host":
            table = HostTable(
                "keypad",
                {"target": TARGET_POINTS},
                "Eve",
                is_announced=False,
                allows_spectators=True,
            )
            host = TableHost(self._store, table._replace(address=LOOPBACK), lambda: None, None)
            await host.start_listening()
            self.participant, self.invitation = host, dict(host.listeners.invitations)["direct"]
            return
        self._join_table()

    def _join_table(self) -> None:
        """Join the table.

        A spectator takes a new name, which is necessary after being sent away.
        """
        known = read_invitation(self.invitation)
        assert isinstance(known, DirectInvitation)
        self._n += 1
        name = "Eve" if self._who == "guest" else f"Eve {self._n}"
        way = RejoinInfo(False, name, b"", host=known.host, port=known.port)
        watch = self._who == "spectator"
        guest = TableGuest(
            self._store, name, "human", [way], known.secret, lambda: None, watch=watch
        )
        self.participant, self._running = guest, asyncio.ensure_future(guest.run())

    @property
    def channel(self) -> SecureChannel | None:
        """The channel to the other player; None if there is none yet."""
        if isinstance(self.participant, TableHost):
            return next(
                (one.channel for one in self.participant.seats if one and one.channel), None
            )
        assert isinstance(self.participant, TableGuest)
        return self.participant._channel

    async def play_on_or_wait(self) -> None:
        """Act for this seat, so that the match can continue; called between and during floods."""
        self._play_own_part()
        await asyncio.sleep(0.002)

    def _play_own_part(self) -> None:
        participant, seated = self.participant, self.participant.match
        if self._running is not None and self._running.done():
            self._join_table()
        if participant.is_spectator or self.channel is None:
            return
        if participant.match_stage != "playing":
            own = next((one for one in participant.players if one and one.is_own), None)
            if own is not None and not own.is_ready:
                participant.set_ready(True)
        elif seated is not None and seated.replica.waits_for == "next":
            seated.request_next_round()
        elif seated is not None and seated.replica.waits_for == "action":
            assert seated.replica.seat is not None
            seen = seated.replica.observe(seated.replica.seat)
            seated.submit_action_text(str(self._dice.choice(legal_actions(seen))))
        participant.report_cheats_and_pauses()

    async def flood_until(self, message_kind: str, end: float) -> int:
        """Send a kind of message over and over.

        Args:
            message_kind: the name of the kind.
            end: the time at which to stop.

        Returns:
            The number of messages sent.
        """
        n_sent, silent = 0, message_kind.startswith("unread")
        while time.monotonic() < end:
            line = self.channel
            if line is None:
                await self.play_on_or_wait()
                continue
            stream: Any = line._stream
            if silent:
                stream.writer.transport.pause_reading()
            for message in self._first_messages(MESSAGES[message_kind](self)):
                if stream.writer.is_closing() or stream.unsent_bytes > MB:
                    break
                self._send(line, stream, message)
                n_sent += 1
            await self._wait_until_sent(stream, end)
            if silent:
                await asyncio.sleep(0.002)
            else:
                await self.play_on_or_wait()
        line = self.channel
        if silent and line is not None:
            with contextlib.suppress(RuntimeError):
                line._stream.writer.transport.resume_reading()  # type: ignore[attr-defined]
        return n_sent

    def _send(self, line: SecureChannel, stream: TcpMessageStream, message: bytes) -> None:
        if message.startswith(RAW):
            stream.writer.write(message[len(RAW) :])
        else:
            stream.send(line._cipher.encrypt(message))

    async def _wait_until_sent(self, stream: TcpMessageStream, end: float) -> None:
        while stream.unsent_bytes > 64 * 1024 and time.monotonic() < end:
            if stream.writer.is_closing():
                return
            await self.play_on_or_wait()

    @staticmethod
    def _first_messages(messages: Iterator[bytes]) -> Iterator[bytes]:
        for _, message in zip(range(AT_ONCE), messages, strict=False):
            yield message

    # The messages to flood with.

    def own_frame(self, ahead: int, size: int = 0) -> bytes:
        """Return a frame signed by this seat for a step that is ``ahead`` steps away."""
        seated = self.participant.match
        if seated is None or seated.replica.seat is None:
            return bytes(SIGNATURE_SIZE) + b"{}"
        chain, seat = seated.replica.exchange.chain, seated.replica.seat
        body = {"a": "x" * max(0, size - 300)}
        payload = {
            "m": encode_base64(seated.replica.terms.match_id), "n": chain.step + ahead,
            "p": encode_base64(bytes(32)), "s": seat, "k": "act", "b": body,
        }  # fmt: skip
        return sign_frame(self.participant.signer, canonical_json(payload))

    def newest_finished_frames(self) -> list[bytes]:
        """Return the newest frames of finished steps."""
        seated = self.participant.match
        return (
            list(seated.replica.exchange.chain.frames_of_finished_steps)[-50:]
            if seated is not None
            else []
        )

    def pause_wish(self, kind: Any) -> bytes:
        """Return a pause message of this seat."""
        seated = self.participant.match
        if seated is None or seated.replica.seat is None:
            return fields_message("pause", s=0, k=kind, n=0, z=bytes(64))
        chain, seat = seated.replica.exchange.chain, seated.replica.seat
        signature = self.participant.signer.sign(pause_statement(chain, kind, seat)).signature
        return fields_message("pause", s=seat, k=kind, n=chain.step, z=signature)


RAW = b"\0raw\0"  # marks messages that are sent unchanged, without encryption


def _repeated_message(
    make: Callable[[FloodingClient], bytes],
) -> Callable[[FloodingClient], Iterator[bytes]]:
    def says(client: FloodingClient) -> Iterator[bytes]:
        message = make(client)
        while True:
            yield message

    return says


def _future_frames(client: FloodingClient) -> Iterator[bytes]:
    """Yield frames of the largest size for future steps, then requests for the history."""
    for ahead in range(6, 64):
        yield frame_message(client.own_frame(ahead, MAX_FRAME_BYTES))
    while True:
        yield fields_message("show")
        yield fields_message("at", n=0)


def _finished_frames_again(client: FloodingClient) -> Iterator[bytes]:
    while past := client.newest_finished_frames():
        yield from map(frame_message, past)


def _evidence_of_finished_frames(client: FloodingClient) -> Iterator[bytes]:
    while past := client.newest_finished_frames():
        yield from map(evidence_message, past)


def _random_fields(client: FloodingClient) -> Iterator[bytes]:
    """Yield every kind of message with fields that are missing, mistyped, too long or too many."""
    dice = client._dice
    values: list[Any] = [
        0, -1, 2**31, 1.5, True, None, "", "x" * 15_000, "é" * 50, [], [{}] * 99, {}, {"w": 1},
        [[]] * 5_000, "A" * 43 + "=",
    ]  # fmt: skip
    names = ("n", "s", "k", "z", "on", "nonce", "phrase", "text", "key", "sign", "name", "seat",
             "sitters", "watchers", "why", "secret", "watch", "protocol", "rules", "preset",
             "options", "clock", "challenge", "player")  # fmt: skip
    while True:
        what = dice.choice([*WORDS, "", "nonsense"])
        if isinstance(client.participant, TableHost) and what in FAREWELLS:
            continue
        facts = {name: dice.choice(values) for name in names if dice.random() < 0.4}
        message = fields_message(what, **facts)
        yield message if len(message) < 32_000 else message[:32_000]


def _malformed_messages(client: FloodingClient) -> Iterator[bytes]:
    odd = (b"X", b"W", b"W{", b"F", b"E", b"W" + b"[" * 30_000, b"W" + b"9" * 30_000)
    while True:
        yield from (*odd, b'W{"w":{}}', b"W" + b'{"w":"say"}' * 2_000, b"F" + os.urandom(20_000))


def _unencrypted_bytes(client: FloodingClient) -> Iterator[bytes]:
    while True:
        yield RAW + (30_000).to_bytes(LENGTH_BYTES, "big") + os.urandom(30_000)
        yield RAW + (2**32 - 1).to_bytes(LENGTH_BYTES, "big") + os.urandom(1_000)


WORDS = ("table", "hello", "welcome", "no", "bye", "lobby", "terms", "said", "ready", "say", "at",
         "show", "shown", "pause")  # fmt: skip


LIES = "unread: frames ahead"
"""Frames that build on a history that does not exist. No match goes on with a player who has
signed them, so this flood comes last."""
FAREWELLS = ("no", "bye", "welcome")
"""Messages by which a host closes the table, well-formed or not; every host may do so."""


def _crowded_lobby_message(client: FloodingClient) -> bytes:
    one = {"name": "x" * 190, "player": "human", "key": "00" * 32, "ready": True}
    one["presence"] = "here"
    watcher = {"name": "y" * 190, "key": "11" * 32}
    return fields_message("lobby", sitters=[one, one], watchers=[watcher] * 8, seat=0)


MESSAGES: dict[str, Callable[[FloodingClient], Iterator[bytes]]] = {
    "nothing": lambda client: iter(()),
    "a sign of life": _repeated_message(lambda client: PING),
    "ready": _repeated_message(lambda client: fields_message("ready", on=True, nonce=bytes(32))),
    "say": _repeated_message(lambda client: fields_message("say", phrase="hello", text="")),
    "at": _repeated_message(lambda client: fields_message("at", n=0)),
    "show": _repeated_message(lambda client: fields_message("show")),
    "shown": _repeated_message(lambda client: fields_message("shown")),
    "pause": _repeated_message(lambda client: client.pause_wish("ask")),
    "no pause": _repeated_message(lambda client: client.pause_wish("no")),
    "hello": _repeated_message(lambda client: fields_message("hello", name="Eve", key=bytes(32))),
    "table": _repeated_message(
        lambda client: fields_message("table", protocol=3, rules="", key=bytes(32))
    ),
    "welcome": _repeated_message(
        lambda client: fields_message("welcome", sign=bytes(64), secret=bytes(32))
    ),
    "lobby": _repeated_message(_crowded_lobby_message),
    "said": _repeated_message(
        lambda client: fields_message("said", seat=0, phrase="hello", text="")
    ),
    "terms": _repeated_message(lambda client: fields_message("terms", text="{}" + "x" * 15_000)),
    "frames said before": _finished_frames_again,
    "frames as evidence": _evidence_of_finished_frames,
    "frames of nobody": _repeated_message(lambda client: frame_message(os.urandom(16_000))),
    "evidence of nobody": _repeated_message(lambda client: evidence_message(os.urandom(32_000))),
    "words with odd facts": _random_fields,
    "no words": _malformed_messages,
    "bytes without a seal": _unencrypted_bytes,
    "unread: at": _repeated_message(lambda client: fields_message("at", n=0)),
    "unread: show": _repeated_message(lambda client: fields_message("show")),
    "unread: say": _repeated_message(lambda client: fields_message("say", phrase="hello", text="")),
    LIES: _future_frames,
}
"""Name -> the messages to flood with. An ``unread`` flood reads nothing from the other side."""


class RepeatedCaller:
    """A caller without the access code, who calls the host again and again."""

    def __init__(self, known: DirectInvitation) -> None:
        self._known = known

    async def play_on_or_wait(self) -> None:
        await asyncio.sleep(0.01)

    async def flood_until(self, message_kind: str, end: float) -> int:
        """Call through ``N_CALLERS`` connections at once until ``end``.

        Returns:
            The number of calls.
        """

        async def calls() -> int:
            n = 0
            while time.monotonic() < end:
                with contextlib.suppress(OSError, TimeoutError):
                    async with asyncio.timeout(max(0.05, end - time.monotonic())):
                        n += 1
                        await self._call_once(CALLS[message_kind])
                await asyncio.sleep(0.005)
            return n

        return sum(await asyncio.gather(*(calls() for _ in range(N_CALLERS))))

    async def _call_once(self, send_command: Callable[[asyncio.StreamWriter], None]) -> None:
        reader, writer = await asyncio.open_connection(self._known.host, self._known.port)
        try:
            send_command(writer)
            await writer.drain()
            while await reader.read(4096):
                send_command(writer)
                await writer.drain()
        finally:
            writer.transport.abort()


def _length_prefixed(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH_BYTES, "big") + message


G = bytes.fromhex("58" + "66" * 31)  # the base point, as a request that an honest client might send

CALLS: dict[str, Callable[[asyncio.StreamWriter], None]] = {
    "nothing": lambda line: None,
    "half a message": lambda line: line.write((30_000).to_bytes(LENGTH_BYTES, "big") + b"x"),
    "too large a message": lambda line: line.write((2**32 - 1).to_bytes(LENGTH_BYTES, "big")),
    "noise": lambda line: line.write(os.urandom(60_000)),
    "another door": lambda line: line.write(_length_prefixed(b"HKX1" + G)),
    "no point": lambda line: line.write(_length_prefixed(ENTRANCE_MAGICS["seat"] + bytes(32))),
    "a wrong word": lambda line: line.write(
        _length_prefixed(ENTRANCE_MAGICS["seat"] + G) + _length_prefixed(bytes(64))
    ),
    "a wrong word, watching": lambda line: line.write(
        _length_prefixed(ENTRANCE_MAGICS["gallery"] + G) + _length_prefixed(bytes(64))
    ),
    "a wrong word, back": lambda line: line.write(
        _length_prefixed(ENTRANCE_MAGICS["match"] + G) + _length_prefixed(bytes(64))
    ),
}  # fmt: skip
"""Name -> what a caller sends to the entrance."""


if __name__ == "__main__":
    sys.exit(main())
