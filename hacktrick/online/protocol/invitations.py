"""Invitations that can be read out over the telephone, addresses of brokers, and their logins.

An invitation has an access code of 36 bits and, unless the table is on the local network, says
where the table is:

| table | invitation | contains |
|---|---|---|
| local network | ``kita-rolu-mapo``; the table is picked from a list | code |
| direct | ``1G58-04AA-24G6-EJWZ-GAP8`` | address, port, code, checksum |
| broker | ``baso-dimo-furo-kita-rolu-mapo@mqtts://broker.example`` | topic, code, broker |

Words consist of consonants and vowels that sound alike in many languages (after Wilkerson's
proquints, arXiv:0901.4016). Letters and digits are those of Crockford's base 32, which lacks I, L,
O and U, and reads I, L and O as the digits that they resemble. A guess costs a connection, and a
host changes the code after a few wrong ones. Logins are kept only in memory and never written to
disk.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
from dataclasses import dataclass, field, replace
from hashlib import sha256
from string import ascii_letters, digits
from typing import Literal

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
N_SYLLABLES = len(CONSONANTS) * len(VOWELS)  # 64 syllables, each of which stands for six bits
NUMBER_BITS = 36  # number of bits in a number of six syllables
SECRET_BYTES = 5  # number of bytes in an access code, of which 36 bits are used
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD_LETTERS = str.maketrans("OILU", "011V")
N_OLD_TOPICS = 10_000  # older programs choose a topic below this number
SECRET_TOPICS = 1 << 36  # the first topic number, and the number of topics
# The port of a broker, by the scheme of its address.
DEFAULT_PORTS = {"mqtt": 1883, "mqtts": 8883, "ws": 80, "wss": 443}
MAX_LENGTH = 300
# Characters that RFC 3986 leaves unencoded.
UNENCODED_CHARACTERS = frozenset(ascii_letters + digits + "-._~")
BROKER_ADDRESS_PATTERN = re.compile(
    r"(?P<scheme>\w+)://(?:(?P<user>[^\s:@/]+)(?::(?P<password>[^\s/]*))?@)?(?:(?P<host>[\w.-]+)|\[(?P<v6>[0-9a-fA-F:.]+)\])(?::(?P<port>\d{1,6}))?(?P<path>/[\w./-]*)?"
)
WORD_PATTERN = r"[a-z]{4}"
THREE_WORDS_PATTERN = rf"{WORD_PATTERN}(?:[\s-]+{WORD_PATTERN}){{2}}"
WORDS = re.compile(rf"(?:(\d{{1,4}}|{THREE_WORDS_PATTERN})[\s-]+)?({THREE_WORDS_PATTERN})")

InvitationFault = Literal[
    "EMPTY", "NOT_AN_INVITATION", "WRONG_LETTER", "NOT_A_BROKER", "BROKER_MISSING"
]


class InvitationError(ValueError):
    """Raised for a text that is not an invitation; ``fault`` gives the reason."""

    def __init__(self, fault: InvitationFault) -> None:
        super().__init__(fault)
        self.fault: InvitationFault = fault


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """The address of an MQTT broker, and the login there.

    The text form is ``mqtts://host:port/path``, without the login, and can be shown to others.
    """

    scheme: str
    host: str
    port: int
    path: str = ""
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def is_encrypted(self) -> bool:
        return self.scheme in ("mqtts", "wss")

    @property
    def uses_websocket(self) -> bool:
        return self.scheme in ("ws", "wss")

    def __str__(self) -> str:
        return self._format("")

    @property
    def text_with_login(self) -> str:
        """The address as text with user name and password.

        This text must never be shown or saved.
        """
        password = f":{percent_encode(self.password)}" if self.password else ""
        return self._format(f"{percent_encode(self.user)}{password}@" if self.user else "")

    def _format(self, login: str) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{login}{host}:{self.port}{self.path}"


@dataclass(frozen=True, slots=True)
class LocalInvitation:
    """An access code alone, for a table of the local network."""

    secret: bytes

    def __str__(self) -> str:
        return secret_as_words(self.secret)


@dataclass(frozen=True, slots=True)
class DirectInvitation:
    """The address of a host, with the access code."""

    host: str
    port: int
    secret: bytes

    def __str__(self) -> str:
        data = ipaddress.ip_address(self.host).packed + self.port.to_bytes(2, "big") + self.secret
        return group_letters(encode_base32(data + checksum_byte(data)))


@dataclass(frozen=True, slots=True)
class BrokerInvitation:
    """A table at a broker, with its access code.

    Attributes:
        topic: a number from ``random_broker_topic``, or below ``N_OLD_TOPICS`` if an older program
            chose it.
        broker: the broker; None for the one in the settings.
    """

    topic: int
    secret: bytes
    broker: BrokerAddress | None = None

    def __str__(self) -> str:
        topic = self.topic
        address = str(topic) if topic < N_OLD_TOPICS else _number_as_words(topic - SECRET_TOPICS, 3)
        return f"{address}-{secret_as_words(self.secret)}" + (
            f"@{self.broker}" if self.broker else ""
        )


Invitation = LocalInvitation | DirectInvitation | BrokerInvitation


def read_invitation(text: str) -> Invitation:
    """Read an invitation that a player has typed or pasted.

    Raises:
        InvitationError: the text is not an invitation.
    """
    text = text.strip()[:MAX_LENGTH]
    if not text:
        raise InvitationError("EMPTY")
    code, _at, address = text.partition("@")
    if match := WORDS.fullmatch(code.strip().lower()):
        topic, words = match.groups()
        return _read_spelled_invitation(topic, re.sub(r"[\s-]", "", words), address)
    if address:
        raise InvitationError("NOT_AN_INVITATION")
    return _read_direct_invitation(code)


def _read_spelled_invitation(topic: str | None, letters: str, address: str) -> Invitation:
    secret = secret_from_words(letters)
    if topic is None:
        if address:
            raise InvitationError("NOT_AN_INVITATION")
        return LocalInvitation(secret)
    number = (
        int(topic)
        if topic.isdigit()
        else SECRET_TOPICS + _number_from_words(re.sub(r"[\s-]", "", topic))
    )
    return BrokerInvitation(number, secret, read_broker_address(address) if address else None)


def random_broker_topic() -> int:
    """Return a random topic number that cannot be guessed."""
    return SECRET_TOPICS + secrets.randbelow(SECRET_TOPICS)


def _read_direct_invitation(code: str) -> DirectInvitation:
    letters = re.sub(r"[\s-]", "", code).upper().translate(MISREAD_LETTERS)
    # An IPv4 address has 4 bytes, an IPv6 address 16.
    sizes = {_n_letters_for_address(size): size for size in (4, 16)}
    if len(letters) not in sizes or not set(letters) <= set(LETTERS):
        raise InvitationError("NOT_AN_INVITATION")
    size = sizes[len(letters)]
    data = decode_base32(letters, size + 2 + SECRET_BYTES + 1)
    if data is None or checksum_byte(data[:-1]) != data[-1:]:
        raise InvitationError("WRONG_LETTER")
    host = str(ipaddress.ip_address(data[:size]))
    port = int.from_bytes(data[size : size + 2], "big")
    return DirectInvitation(host, port, data[size + 2 : -1])


def read_broker_address(text: str) -> BrokerAddress:
    """Read the address of a broker.

    The text has ``name:password@`` before the host if the broker needs a login. Without a scheme,
    ``mqtts`` is assumed.

    Raises:
        InvitationError: the text is not the address of a broker.
    """
    text = text.strip()
    match = BROKER_ADDRESS_PATTERN.fullmatch(text if "://" in text else f"mqtts://{text}")
    scheme = match["scheme"].lower() if match else ""
    if match is None or scheme not in DEFAULT_PORTS:
        raise InvitationError("NOT_A_BROKER")
    port = int(match["port"] or DEFAULT_PORTS[scheme])
    if not 0 < port < 2**16:
        raise InvitationError("NOT_A_BROKER")
    host = (match["host"] or match["v6"]).lower()
    user, password = percent_decode(match["user"] or ""), percent_decode(match["password"] or "")
    return BrokerAddress(scheme, host, port, (match["path"] or "").rstrip("/"), user, password)


def without_password(address: str) -> str:
    """Return an address without its password; the text may be malformed."""
    before, at, host = address.rpartition("@")
    scheme, colon, login = before.rpartition("://")
    return f"{scheme}{colon}{login.partition(':')[0]}{at}{host}"


def with_password(address: str, password: str) -> str:
    """Return an address, which must have a user name, with ``password`` added."""
    before, at, host = address.rpartition("@")
    return f"{before}:{percent_encode(password)}{at}{host}"


def percent_encode(text: str) -> str:
    """Replace characters that addresses do not allow, such as ``@`` by ``%40`` (RFC 3986).

    ``urllib`` is not used here, since parts of it open connections.
    """
    signs = map(chr, text.encode())
    return "".join(sign if sign in UNENCODED_CHARACTERS else f"%{ord(sign):02X}" for sign in signs)


def percent_decode(text: str) -> str:
    """Replace ``%40`` and the like by the characters that they stand for."""
    found = re.sub(rb"%([0-9A-Fa-f]{2})", lambda hex_: bytes([int(hex_[1], 16)]), text.encode())
    return found.decode(errors="replace")


def new_access_code() -> bytes:
    return secrets.randbits(NUMBER_BITS).to_bytes(SECRET_BYTES, "big")


# The following functions write bytes as words and as letters.


def secret_as_words(secret: bytes) -> str:
    """Return a secret as three words of four letters, joined by hyphens."""
    return _number_as_words(int.from_bytes(secret, "big"), 3)


def _number_as_words(whole: int, n_words: int) -> str:
    words = []
    for _ in range(n_words):
        letters = ""
        for _ in range(2):
            whole, part = divmod(whole, N_SYLLABLES)
            letters = CONSONANTS[part // len(VOWELS)] + VOWELS[part % len(VOWELS)] + letters
        words.append(letters)
    return "-".join(reversed(words))


def secret_from_words(letters: str) -> bytes:
    """Decode a secret from the twelve letters of its words.

    Raises:
        InvitationError: the letters do not form valid words.
    """
    return _number_from_words(letters).to_bytes(SECRET_BYTES, "big")


def _number_from_words(letters: str) -> int:
    """Decode a number from its syllables, ignoring other characters between them.

    Raises:
        InvitationError: the letters do not form valid words.
    """
    whole = 0
    for consonant, vowel in zip(letters[::2], letters[1::2], strict=True):
        if consonant not in CONSONANTS or vowel not in VOWELS:
            raise InvitationError("WRONG_LETTER")
        part = CONSONANTS.index(consonant) * len(VOWELS) + VOWELS.index(vowel)
        whole = whole * N_SYLLABLES + part
    return whole


def encode_base32(data: bytes) -> str:
    """Encode bytes in base 32, most significant digit first."""
    whole, letters = int.from_bytes(data, "big"), ""
    for _ in range(-(-8 * len(data) // 5)):
        whole, digit = divmod(whole, 32)
        letters = LETTERS[digit] + letters
    return letters


def decode_base32(letters: str, size: int) -> bytes | None:
    """Decode ``size`` bytes from the letters that ``encode_base32`` returned.

    The result is None if the letters stand for a number too large for ``size`` bytes.
    """
    whole = 0
    for letter in letters:
        whole = 32 * whole + LETTERS.index(letter)
    return whole.to_bytes(size, "big") if whole < 256**size else None


def group_letters(letters: str) -> str:
    """Join the letters in groups of four with hyphens."""
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def checksum_byte(data: bytes) -> bytes:
    """Return a checksum of one byte, which reveals misheard letters."""
    return sha256(b"hacktrick invitation" + data).digest()[:1]


def _n_letters_for_address(address_size: int) -> int:
    return -(-8 * (address_size + 2 + SECRET_BYTES + 1) // 5)


class BrokerLogins:
    """The broker logins typed since the start of the program, kept only in memory."""

    def __init__(self) -> None:
        # The brokers that have been read, by their address.
        self._known: dict[str, BrokerAddress] = {}

    def remember_login(self, broker_text: str) -> None:
        """Remember the login in a typed address; ignore a malformed address."""
        try:
            broker = read_broker_address(broker_text)
        except InvitationError:
            return
        if broker.password:
            self._known[str(broker)] = broker

    def address_with_login(self, address: str, typed: str) -> str:
        """Return the address of a broker with the login known for it, if any.

        Args:
            typed: an address with a login that the player has just typed.

        Raises:
            InvitationError: ``address`` is not the address of a broker.
        """
        for one in (typed, address):
            self.remember_login(one)
        return self.with_known_login(read_broker_address(address)).text_with_login

    def with_known_login(self, broker: BrokerAddress) -> BrokerAddress:
        """Return the broker with the login known for it; unchanged if it has a password already."""
        known = self._known.get(str(broker))
        if known is None or broker.password or broker.user not in ("", known.user):
            return broker
        return replace(broker, user=known.user, password=known.password)
