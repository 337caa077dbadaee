"""The network process: all sockets, all keys, and the replica of the match are here alone.

The program starts it with one pipe. Commands come in, and the newest picture goes out as soon as
the one before has been taken: a program that is busy, or waits for its player, never makes the
network wait. When the pipe breaks, the program has died, and the process ends without a good-bye.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hacktrick.game.rules import options_of
from hacktrick.net import discovery
from hacktrick.net.broker import NoBroker
from hacktrick.net.faults import Cheat
from hacktrick.net.group import has_sound_library
from hacktrick.net.guest import Guest
from hacktrick.net.host import Host
from hacktrick.net.invitation import (
    AtBroker,
    Broker,
    Direct,
    InvitationError,
    read_broker,
    read_invitation,
)
from hacktrick.net.kept import Kept, Way
from hacktrick.net.keyring import KeyFileError
from hacktrick.net.log import LogError
from hacktrick.net.logins import Logins
from hacktrick.net.party import Office, Party
from hacktrick.net.pause import Pauses
from hacktrick.net.replica import Replica
from hacktrick.net.terms import PROTOCOLS
from hacktrick.net.told import (
    Act,
    Claim,
    Close,
    Command,
    Due,
    Exchange,
    Found,
    HostTable,
    JoinTable,
    KeptTable,
    Leave,
    Look,
    NewKey,
    NextRound,
    Pause,
    Ready,
    Resting,
    ResumeTable,
    Say,
    SendAway,
    ShutOut,
    TakeKey,
    Taken,
    Told,
    Trouble,
    TroubleCode,
)
from hacktrick.net.values import ValuePipe

DISK_FULL = (errno.ENOSPC, errno.EROFS, errno.EIO)
SEARCH = 3.0  # seconds in which a table of this network answers
FAREWELL = 1.0  # seconds for a good-bye
BAD_WAYS: dict[str, TroubleCode] = {
    "NOT_A_BROKER": "BAD_BROKER",
    "BROKER_MISSING": "BROKER_MISSING",
}
"""Faults of an invitation that are told in words of their own."""

Describe = Callable[[Replica], Any]
"""What the program may know of a match, as a value; None before it is dealt."""


def serve(pipe: ValuePipe, folder: str, describe: Describe) -> None:
    """What the process runs, until the pipe ends or ``Close`` comes.

    Args:
        folder: where keys, kept matches and proof files are.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Worker(pipe, Path(folder), describe).run())


class Worker:
    """The process: at most one table at a time."""

    def __init__(self, pipe: ValuePipe, folder: Path, describe: Describe) -> None:
        self._pipe, self._describe = pipe, describe
        self._office = Office.in_folder(folder)
        self._party: Party | None = None
        self._logins, self._is_safe = Logins(), has_sound_library()
        self._running: asyncio.Task[None] | None = None
        self._listening: discovery.Listening | None = None
        self._kept: tuple[KeptTable, ...] = tuple(self._office.shelf.all())
        self._told = Told(kept=self._kept)
        self._is_new, self._is_taken = True, True
        self._commands: asyncio.Queue[Command | Taken | None] = asyncio.Queue()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        self._tell()
        while (command := await self._commands.get()) is not None:
            if isinstance(command, Taken):
                self._is_taken = True
            elif isinstance(command, Close):
                await self._leave(farewell=True)
                break
            else:
                await self._do(command)
                self._changed()
            self._tell()
        else:
            await self._leave(farewell=False)
        await self._look(False)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread of its own: pipes cannot be awaited on every system."""
        command: Command | Taken | None = Taken()
        while command is not None:
            try:
                command = self._pipe.recv()
            except (EOFError, OSError, ValueError):
                command = None
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._commands.put_nowait, command)

    # --- commands ---------------------------------------------------------------------------------

    async def _do(self, command: Command) -> None:
        self._told = replace(self._told, trouble=None, done="")
        try:
            await self._open_or_manage(command)
            if self._party is not None:
                await self._play(self._party, command)
        except NoBroker as error:
            await self._fail(Trouble(error.code, str(error)))
        except InvitationError as error:
            await self._fail(Trouble(BAD_WAYS.get(error.fault, "BAD_INVITATION"), error.fault))
        except KeyFileError as error:
            self._told = replace(self._told, trouble=Trouble("KEY_BROKEN", str(error)))
        except (LogError, Cheat) as error:
            await self._fail(Trouble("LOG_BROKEN", str(error)))
        except OSError as error:
            is_disk = error.filename is not None or error.errno in DISK_FULL
            is_net = not is_disk and isinstance(command, HostTable | ResumeTable | Look | JoinTable)
            await self._fail(Trouble("NO_NETWORK" if is_net else "DISK", error.strerror or ""))

    async def _fail(self, trouble: Trouble) -> None:
        await self._leave(farewell=False)
        self._told = replace(self._told, trouble=trouble)

    async def _open_or_manage(self, command: Command) -> None:
        if isinstance(command, HostTable | JoinTable | ResumeTable) and not self._is_safe:
            await self._fail(Trouble("UNSAFE_LIBRARY"))
        elif isinstance(command, HostTable):
            await self._host(command, None)
        elif isinstance(command, JoinTable):
            await self._join(command)
        elif isinstance(command, ResumeTable):
            await self._resume(command)
        elif isinstance(command, Look):
            await self._look(command.on)
        elif isinstance(command, TakeKey):
            self._take_key(command)
        elif isinstance(command, NewKey):
            self._office.keyring.replace(command.profile)
            self._told = replace(self._told, done="replaced")

    def _take_key(self, command: TakeKey) -> None:
        keyring, path = self._office.keyring, Path(command.path)
        if command.write:
            keyring.export(command.profile, path)
        else:
            keyring.take(command.profile, path)
        self._told = replace(self._told, done="exported" if command.write else "imported")

    async def _play(self, party: Party, command: Command) -> None:
        """What one does at a table; what does not fit its stage is passed over."""
        seated = party.seated
        if isinstance(command, Ready) and party.match_stage != "playing":
            party.set_ready(command.on)
        elif isinstance(command, Say):
            party.say(command.phrase, command.text)
        elif isinstance(command, Act) and seated is not None:
            seated.act(command.action)
        elif isinstance(command, NextRound) and seated is not None:
            seated.next_round()
        elif isinstance(command, Pause) and seated is not None:
            seated.want_pause(command.on)
        elif isinstance(command, Leave | Claim):
            await self._get_up(party, isinstance(command, Claim))
        elif isinstance(party, Host) and isinstance(command, Exchange):
            party.exchange(command.one, command.other)
        elif isinstance(party, Host) and isinstance(command, SendAway):
            await party.send_away(command.seat)
        elif isinstance(party, Host) and isinstance(command, ShutOut):
            party.shut_out(bytes.fromhex(command.key))
        party.look_at_match()

    async def _get_up(self, party: Party, claims: bool) -> None:
        seated = party.seated
        if claims and seated is not None and _waits_for_nobody(seated.replica.pauses):
            return
        if seated is not None:
            seated.claimed = claims
        await self._leave(farewell=True)
        if claims:
            self._told = replace(self._told, claimed=True)

    # --- tables -----------------------------------------------------------------------------------

    async def _host(self, wanted: HostTable, kept: Kept | None) -> None:
        await self._leave(farewell=True)
        self._logins.learn(wanted.broker)
        host = Host(self._office, wanted, self._changed, kept)
        self._party = host
        await host.open()

    async def _join(self, wanted: JoinTable) -> None:
        await self._leave(farewell=True)
        ways, code = await self._ways(wanted)
        if ways:
            self._visit(Guest(
                self._office, wanted.profile, wanted.player, ways, code, self._changed,
                watch=wanted.watch,
            ))  # fmt: skip
        else:
            self._told = replace(self._told, trouble=Trouble("NO_SUCH_TABLE"))

    def _visit(self, guest: Guest) -> None:
        self._party = guest
        self._running = asyncio.ensure_future(guest.run())

    async def _ways(self, wanted: JoinTable) -> tuple[list[Way], bytes]:
        """Where the table of an invitation may be, and its secret.

        Raises:
            InvitationError: it is none, or no broker is named.
        """
        invitation = read_invitation(wanted.invitation)
        way = Way(False, wanted.profile, b"")
        if isinstance(invitation, Direct):
            ways = [way._replace(host=invitation.host, port=invitation.port)]
        elif isinstance(invitation, AtBroker):
            broker = invitation.broker or _named_apart(wanted.broker)
            address = self._logins.secret_of(broker.secret, wanted.broker)
            ways = [way._replace(broker=address, topic=invitation.topic)]
        else:
            ways = [way._replace(host=one.host, port=one.port) for one in await self._near(wanted)]
        return ways, invitation.secret

    async def _near(self, wanted: JoinTable) -> list[discovery.Nearby]:
        """The tables of this network that a word may be meant for."""
        was_looking = self._listening is not None
        await self._look(True)
        assert self._listening is not None
        if not was_looking:
            await asyncio.sleep(SEARCH)
        tables = [one for one in self._listening.tables if one.key == wanted.key or not wanted.key]
        await self._look(was_looking)
        return [one for one in tables if one.protocol in PROTOCOLS]

    async def _look(self, on: bool) -> None:
        if on and self._listening is None:
            self._listening = await discovery.listen(self._changed)
        elif not on and self._listening is not None:
            listening, self._listening = self._listening, None
            await listening.close()

    async def _resume(self, wanted: ResumeTable) -> None:
        await self._leave(farewell=True)
        kept = self._office.shelf.take(wanted.match)
        way, rules = kept.way, kept.header.terms.rules
        if way.broker:
            way = way._replace(broker=self._logins.secret_of(way.broker, wanted.broker))
        player = kept.header.terms.seats[kept.header.seat].player
        if way.is_host:
            local = way.host if way.host.startswith("127.") else ""
            options = options_of(rules)
            table = HostTable(
                rules.preset, options, way.profile, way.broker, address=local, player=player,
                clock=kept.header.terms.clock, watched=bool(way.gallery),
            )  # fmt: skip
            await self._host(table, kept)
        else:
            guest = Guest(self._office, way.profile, player, [way], b"", self._changed, kept)
            self._visit(guest)

    async def _leave(self, farewell: bool) -> None:
        """Away from the table, if one sits at any; a match that is over is not kept."""
        party, self._party = self._party, None
        if party is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await party.close(farewell)
        if self._running is not None:
            self._running.cancel()
            self._running = None
        if party.seated is not None and party.seated.is_over and not party.watching:
            self._office.shelf.forget(party.seated.match)
        self._office.friends = self._office.keyring.friends()
        self._kept = tuple(self._office.shelf.all())
        self._told = Told(self._told.number)

    # --- the picture ------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._is_new = True
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        """Send the newest picture, if the program has taken the one before."""
        if not (self._is_new and self._is_taken):
            return
        self._is_new = self._is_taken = False
        self._told = self._picture()
        with contextlib.suppress(OSError):
            self._pipe.send(self._told)

    def _picture(self) -> Told:
        told = replace(
            self._told,
            number=self._told.number + 1,
            kept=self._kept,
            looking=self._listening is not None,
            found=self._found(),
        )
        return self._of_party(told, self._party) if self._party is not None else told

    def _found(self) -> tuple[Found, ...]:
        tables = self._listening.tables if self._listening else ()
        return tuple(
            Found(one.key, one.name, one.preset, one.free, one.protocol in PROTOCOLS)
            for one in tables
        )

    def _of_party(self, told: Told, party: Party) -> Told:
        told = replace(
            told,
            stage=party.stage,
            is_host=party.is_host,
            preset=party.preset,
            options=dict(party.options),
            clock=party.clock,
            sitters=party.sitters,
            cut_off=party.cut_off,
            watchers=party.watchers,
            watching=party.watching,
            watched=party.watched,
            invitations=party.doors.invitations if isinstance(party, Host) else (),
            lines=tuple(party.lines),
            trouble=party.trouble or told.trouble,
            own_key=party.key.hex(),
        )
        seated = party.seated
        if seated is None:
            return told
        return replace(
            told,
            match=seated.match,
            seen=self._describe(seated.replica),
            due=Due(*seated.replica.talk.due),
            may_pause=party.stage == "playing" and seated.replica.pauses.may_ask,
            resting=resting_of(seated.replica.pauses),
            proved=dict(seated.replica.proved()),
            proof_path=seated.proof_path,
        )


def _waits_for_nobody(pauses: Pauses) -> bool:
    """Whether the match rests, and all are here: nobody can be said to have gone, or to be late."""
    return pauses.paused is not None and pauses.ender is None and not pauses.absent


def resting_of(pauses: Pauses) -> Resting | None:
    """A pause that stands, or is asked for."""
    if pauses.paused is not None:
        return Resting(True, *pauses.paused, ending=pauses.ender is not None)
    return None if pauses.asker is None else Resting(False, pauses.asker, pauses.agreed)


def _named_apart(broker: str) -> Broker:
    """The broker of an invitation that names none.

    Raises:
        InvitationError: no broker is named at all, or what is named is none.
    """
    if not broker.strip():
        raise InvitationError("BROKER_MISSING")
    return read_broker(broker)
