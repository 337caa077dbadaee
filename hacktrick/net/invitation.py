"""Invitations that can be read over the telephone, and the one field that takes them all.

| way | looks like | secret |
|---|---|---|
| this network | ``kita-rolu-mapo``, with the table picked from a list | 36 bits |
| direct | ``HT4K-9QMX-72DL-ZP5A-7B3C``: address, port, secret, check | 36 bits |
| broker | ``baso-dimo-furo-kita-rolu-mapo@mqtts://b.example``: topic, secret, address | 36 bits |

The topic of a table at a broker are 36 bits of their own: whoever sees it there learns nothing of
the secret. Programs before that had a number of up to four digits in its place, which is still read
and still used for a match that began so.

Words are made of consonants and vowels that sound alike in many languages (after Wilkerson's
proquints, arXiv:0901.4016); letters and digits are those of Crockford's base 32, which has no I, L,
O and U, and are read whatever was written for them. A guess costs a connection; how many a host
takes, ``locks`` says.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from string import ascii_letters, digits
from typing import Literal

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
SYLLABLE = len(CONSONANTS) * len(VOWELS)  # 64: six bits
BITS = 36  # of a secret that can be guessed: six syllables
SECRET_BYTES = 5
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OILU", "011V")
TOPICS = 10_000  # numbers that older programs have chosen from
SECRET_TOPICS = 1 << 36  # as many topics as three words can tell; the first one has this number
SCHEMES = {"mqtt": 1883, "mqtts": 8883, "ws": 80, "wss": 443}  # with their usual ports
LONGEST = 300
PLAIN = frozenset(ascii_letters + digits + "-._~")  # signs that stand for themselves anywhere
ADDRESS = re.compile(
    r"(?P<scheme>\w+)://(?:(?P<user>[^\s:@/]+)(?::(?P<password>[^\s/]*))?@)?(?:(?P<host>[\w.-]+)|\[(?P<v6>[0-9a-fA-F:.]+)\])(?::(?P<port>\d{1,6}))?(?P<path>/[\w./-]*)?"
)
WORD = r"[a-z]{4}"
THREE = rf"{WORD}(?:[\s-]+{WORD}){{2}}"
WORDS = re.compile(rf"(?:(\d{{1,4}}|{THREE})[\s-]+)?({THREE})")

InvitationFault = Literal[
    "EMPTY", "NOT_AN_INVITATION", "WRONG_LETTER", "NOT_A_BROKER", "BROKER_MISSING"
]


class InvitationError(ValueError):
    """A text that is no invitation; ``fault`` says why."""

    def __init__(self, fault: InvitationFault) -> None:
        super().__init__(fault)
        self.fault: InvitationFault = fault


@dataclass(frozen=True, slots=True)
class Broker:
    """The address of an MQTT broker, as ``mqtts://host:port/path``, and who one is there. As text
    it is the address alone: so it can be shown, and given to others."""

    scheme: str
    host: str
    port: int
    path: str = ""
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def encrypted(self) -> bool:
        return self.scheme in ("mqtts", "wss")

    @property
    def by_websocket(self) -> bool:
        return self.scheme in ("ws", "wss")

    def __str__(self) -> str:
        return self._with("")

    @property
    def secret(self) -> str:
        """The address with name and password: for this program alone, and never to be written."""
        password = f":{quoted(self.password)}" if self.password else ""
        return self._with(f"{quoted(self.user)}{password}@" if self.user else "")

    def _with(self, login: str) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{login}{host}:{self.port}{self.path}"


@dataclass(frozen=True, slots=True)
class Nearby:
    """The word that stands on the host's screen, for a table of this network."""

    secret: bytes

    def __str__(self) -> str:
        return words_of(self.secret)


@dataclass(frozen=True, slots=True)
class Direct:
    """The address of a host."""

    host: str
    port: int
    secret: bytes

    def __str__(self) -> str:
        data = ipaddress.ip_address(self.host).packed + self.port.to_bytes(2, "big") + self.secret
        return grouped(letters_of(data + check_of(data)))


@dataclass(frozen=True, slots=True)
class AtBroker:
    """A table at a broker: its topic, from ``new_topic`` or a number below ``TOPICS``. Without a
    broker: the one of the settings."""

    topic: int
    secret: bytes
    broker: Broker | None = None

    def __str__(self) -> str:
        topic = self.topic
        told = str(topic) if topic < TOPICS else _in_words(topic - SECRET_TOPICS, 3)
        return f"{told}-{words_of(self.secret)}" + (f"@{self.broker}" if self.broker else "")


Invitation = Nearby | Direct | AtBroker


def read_invitation(text: str) -> Invitation:
    """The invitation that somebody has typed or pasted.

    Raises:
        InvitationError: it is none.
    """
    text = text.strip()[:LONGEST]
    if not text:
        raise InvitationError("EMPTY")
    code, _at, address = text.partition("@")
    if match := WORDS.fullmatch(code.strip().lower()):
        topic, words = match.groups()
        return _by_words(topic, re.sub(r"[\s-]", "", words), address)
    if address:
        raise InvitationError("NOT_AN_INVITATION")
    return _by_letters(code)


def _by_words(topic: str | None, letters: str, address: str) -> Invitation:
    secret = secret_of(letters)
    if topic is None:
        if address:
            raise InvitationError("NOT_AN_INVITATION")
        return Nearby(secret)
    number = int(topic) if topic.isdigit() else SECRET_TOPICS + _number(re.sub(r"[\s-]", "", topic))
    return AtBroker(number, secret, read_broker(address) if address else None)


def new_topic() -> int:
    """A topic that nobody can guess."""
    return SECRET_TOPICS + secrets.randbelow(SECRET_TOPICS)


def _by_letters(code: str) -> Direct:
    letters = re.sub(r"[\s-]", "", code).upper().translate(MISREAD)
    sizes = {_letters_for(size): size for size in (4, 16)}  # bytes of an address, v4 and v6
    if len(letters) not in sizes or not set(letters) <= set(LETTERS):
        raise InvitationError("NOT_AN_INVITATION")
    size = sizes[len(letters)]
    data = bytes_of(letters, size + 2 + SECRET_BYTES + 1)
    if data is None or check_of(data[:-1]) != data[-1:]:
        raise InvitationError("WRONG_LETTER")
    host = str(ipaddress.ip_address(data[:size]))
    port = int.from_bytes(data[size : size + 2], "big")
    return Direct(host, port, data[size + 2 : -1])


def read_broker(text: str) -> Broker:
    """The address of a broker, with ``name:password@`` before the host where it wants them; without
    a scheme it is taken for ``mqtts``.

    Raises:
        InvitationError: it is none.
    """
    text = text.strip()
    match = ADDRESS.fullmatch(text if "://" in text else f"mqtts://{text}")
    scheme = match["scheme"].lower() if match else ""
    if match is None or scheme not in SCHEMES:
        raise InvitationError("NOT_A_BROKER")
    port = int(match["port"] or SCHEMES[scheme])
    if not 0 < port < 2**16:
        raise InvitationError("NOT_A_BROKER")
    host = (match["host"] or match["v6"]).lower()
    user, password = unquoted(match["user"] or ""), unquoted(match["password"] or "")
    return Broker(scheme, host, port, (match["path"] or "").rstrip("/"), user, password)


def without_password(text: str) -> str:
    """An address as it may be written down, whether or not it is one."""
    before, at, host = text.rpartition("@")
    scheme, colon, login = before.rpartition("://")
    return f"{scheme}{colon}{login.partition(':')[0]}{at}{host}"


def with_password(text: str, password: str) -> str:
    """The address ``text``, which names a user, with his password."""
    before, at, host = text.rpartition("@")
    return f"{before}:{quoted(password)}{at}{host}"


def quoted(text: str) -> str:
    """With signs that an address cannot hold as ``%40`` (RFC 3986). Done here, as nothing of
    ``urllib`` may be loaded: parts of it open lines of their own."""
    signs = map(chr, text.encode())
    return "".join(sign if sign in PLAIN else f"%{ord(sign):02X}" for sign in signs)


def unquoted(text: str) -> str:
    found = re.sub(rb"%([0-9A-Fa-f]{2})", lambda hex_: bytes([int(hex_[1], 16)]), text.encode())
    return found.decode(errors="replace")


def new_secret() -> bytes:
    return secrets.randbits(BITS).to_bytes(SECRET_BYTES, "big")


# --- Bytes as words and letters ----------------------------------------------------------------


def words_of(secret: bytes) -> str:
    """A secret as three words of four letters."""
    return _in_words(int.from_bytes(secret, "big"), 3)


def _in_words(whole: int, n_words: int) -> str:
    words = []
    for _ in range(n_words):
        letters = ""
        for _ in range(2):
            whole, part = divmod(whole, SYLLABLE)
            letters = CONSONANTS[part // len(VOWELS)] + VOWELS[part % len(VOWELS)] + letters
        words.append(letters)
    return "-".join(reversed(words))


def secret_of(letters: str) -> bytes:
    """The secret of twelve letters.

    Raises:
        InvitationError: no such words.
    """
    return _number(letters).to_bytes(SECRET_BYTES, "big")


def _number(letters: str) -> int:
    """What words tell, read without what stands between them.

    Raises:
        InvitationError: no such words.
    """
    whole = 0
    for consonant, vowel in zip(letters[::2], letters[1::2], strict=True):
        if consonant not in CONSONANTS or vowel not in VOWELS:
            raise InvitationError("WRONG_LETTER")
        part = CONSONANTS.index(consonant) * len(VOWELS) + VOWELS.index(vowel)
        whole = whole * SYLLABLE + part
    return whole


def letters_of(data: bytes) -> str:
    """Bytes in base 32, most significant first."""
    whole, letters = int.from_bytes(data, "big"), ""
    for _ in range(-(-8 * len(data) // 5)):
        whole, digit = divmod(whole, 32)
        letters = LETTERS[digit] + letters
    return letters


def bytes_of(letters: str, size: int) -> bytes | None:
    """The bytes that ``letters_of`` wrote; None if there is more in the letters."""
    whole = 0
    for letter in letters:
        whole = 32 * whole + LETTERS.index(letter)
    return whole.to_bytes(size, "big") if whole < 256**size else None


def grouped(letters: str) -> str:
    """Four by four."""
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def check_of(data: bytes) -> bytes:
    """One byte, against letters that were heard wrongly."""
    return sha256(b"hacktrick invitation" + data).digest()[:1]


def _letters_for(address: int) -> int:
    return -(-8 * (address + 2 + SECRET_BYTES + 1) // 5)
