"""A table can be reached at the port that its invitations name."""

from __future__ import annotations

import asyncio
import socket

import pytest

from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.transport import listeners as listening
from hacktrick.online.transport.listeners import Listeners, local_address
from hacktrick.online.transport.secure_channel import MessageStream


async def refuse(_stream: MessageStream) -> None:
    """Serve nobody who calls."""


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_ipv4_and_ipv6_share_the_port_of_the_invitation() -> None:
    async def call_both() -> None:
        wanted = HostTable("keypad", {}, "Ada", is_announced=False, address="192.0.2.7")
        listeners = Listeners(wanted, refuse, lambda: None)
        await listeners.start_listening(bytes(3), should_reuse_address=False)
        try:
            for host in ("127.0.0.1", *["::1"] * has_ipv6()):
                _reader, writer = await asyncio.open_connection(host, listeners.address.port)
                writer.close()
        finally:
            await listeners.close()

    asyncio.run(call_both())


def test_the_own_address_is_the_one_that_reaches_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "OUTSIDE_ADDRESS", ("127.0.0.1", 9))
    assert local_address() == "127.0.0.1"
