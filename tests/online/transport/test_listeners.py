"""A table can be reached at the port that its invitations name."""

from __future__ import annotations

import asyncio
import socket

from hacktrick.online.protocol.process_messages import HostTable
from hacktrick.online.transport.listeners import Listeners
from hacktrick.online.transport.secure_channel import MessageStream


async def refuse(_stream: MessageStream) -> None:
    """Serve nobody."""


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
        await listeners.open(bytes(3), again=False)
        try:
            for host in ("127.0.0.1", *["::1"] * has_ipv6()):
                _reader, writer = await asyncio.open_connection(host, listeners.address.port)
                writer.close()
        finally:
            await listeners.close()

    asyncio.run(call_both())
