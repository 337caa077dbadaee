"""Names and passwords for brokers: known as long as the program runs, and written nowhere.

An invitation, a kept match and the settings hold the address alone (and the name, where it stays
on this computer), so whoever comes back after a restart types the password again.
"""

from __future__ import annotations

from dataclasses import replace

from hacktrick.net.invitation import Broker, InvitationError, read_broker


class Logins:
    """Those that were typed since the program began."""

    def __init__(self) -> None:
        self._known: dict[str, Broker] = {}  # by address

    def learn(self, text: str) -> None:
        """An address as it was typed; one that is none teaches nothing."""
        try:
            broker = read_broker(text)
        except InvitationError:
            return
        if broker.password:
            self._known[str(broker)] = broker

    def secret_of(self, address: str, typed: str = "") -> str:
        """The address with what is known for it.

        Args:
            typed: an address with a login that the player has typed just now.

        Raises:
            InvitationError: ``address`` is none.
        """
        for one in (typed, address):
            self.learn(one)
        return self.complete(read_broker(address)).secret

    def complete(self, broker: Broker) -> Broker:
        """The same broker with what is known for it, where it says nothing itself."""
        known = self._known.get(str(broker))
        if known is None or broker.password or broker.user not in ("", known.user):
            return broker
        return replace(broker, user=known.user, password=known.password)
