"""Starts and stops a real MQTT broker, Mosquitto, on this machine."""

from __future__ import annotations

import base64
import hashlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from getpass import getuser
from pathlib import Path

from hacktrick.online.protocol.invitations import BrokerAddress

LOOPBACK = "127.0.0.1"
PLACES = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
ANSWER_TIMEOUT = 30.0  # number of seconds to wait for an answer
ANYBODY = "allow_anonymous true\n"
NOBODY = "allow_anonymous false\n"
MEMBERS = "allow_anonymous false\n# members alone\n"
NAME, PASSWORD = "member", "p@ss:w/rd%"  # no invitation can contain either value by chance
"""The login of the only member."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind((LOOPBACK, 0))
        return int(one.getsockname()[1])


def mosquitto_program() -> str:
    """Return the path of the Mosquitto program.

    Raises:
        FileNotFoundError: Mosquitto is not installed.
    """
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path=":".join(PLACES))
    if found is None:
        raise FileNotFoundError("Mosquitto is missing: apt-get install mosquitto")
    return found


def _write_password_file(folder: Path) -> Path:
    """Write a Mosquitto password file (PBKDF2 over SHA-512, in Mosquitto's notation)."""
    salt, rounds = bytes(range(12)), 101
    key = hashlib.pbkdf2_hmac("sha512", PASSWORD.encode(), salt, rounds)
    written = [base64.b64encode(one).decode() for one in (salt, key)]
    path = folder / "members"
    path.write_text(f"{NAME}:$7${rounds}${written[0]}${written[1]}\n", encoding="ascii")
    path.chmod(0o600)
    return path


def _is_open(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex((LOOPBACK, port)) == 0


class Mosquitto:
    """A broker that can be stopped and started again at the same port.

    Args:
        folder: where the broker's settings are written.
        guests: who may log in: ``ANYBODY``, ``NOBODY`` or ``MEMBERS``.
    """

    def __init__(self, folder: Path, guests: str = ANYBODY) -> None:
        if guests == MEMBERS:
            # Started by root, Mosquitto changes to a user who cannot read the file.
            guests += f"user {getuser()}\npassword_file {_write_password_file(folder)}\n"
        self.broker = BrokerAddress("mqtt", LOOPBACK, free_port())
        self.by_websocket = BrokerAddress("ws", LOOPBACK, free_port())
        self._settings = folder / "mosquitto.conf"
        self._settings.write_text(
            f"listener {self.broker.port} {LOOPBACK}\n"
            f"listener {self.by_websocket.port} {LOOPBACK}\nprotocol websockets\n"
            f"persistence false\nset_tcp_nodelay true\nmax_connections -1\n{guests}",
            encoding="utf-8",
        )
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def members_address(self) -> BrokerAddress:
        """The broker's address with the login of the member."""
        return replace(self.broker, user=NAME, password=PASSWORD)

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    def start(self) -> None:
        command = [mosquitto_program(), "-c", str(self._settings)]
        self._running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self._wait_until_open()

    def _wait_until_open(self) -> None:
        """Wait until the broker listens at both of its ports, which it opens one by one."""
        end = time.monotonic() + ANSWER_TIMEOUT
        for port in (self.broker.port, self.by_websocket.port):
            while not _is_open(port):
                if time.monotonic() > end:
                    raise AssertionError("Mosquitto does not answer")
                time.sleep(0.05)

    def stop(self) -> None:
        if self._running is not None:
            self._running.terminate()
            self._running.wait()
            self._running = None


@contextmanager
def running_mosquitto(folder: Path, guests: str = ANYBODY) -> Iterator[Mosquitto]:
    """Run a broker within a ``with`` block."""
    running = Mosquitto(folder, guests)
    running.start()
    try:
        yield running
    finally:
        running.stop()
