"""Commits the program to a deal before the player cuts the deck, so nobody can choose the cards.

Before a round, the program shows a fingerprint of a secret, which it can no longer change. The
player cuts without knowing the secret. All chance of the round follows from the secret and the cut:
the deal, reshuffled decks, cards taken, and the seeds of the computer's decisions. The record of
the round contains the secret, so anybody can check everything with SHA-256 and SHAKE-256
(docs/fairness.md has a program of forty lines).

The commitment scheme is that of Blum, "Coin flipping by telephone" (CRYPTO '81), with a hash as the
one-way function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256, shake_256
from typing import TYPE_CHECKING, Any, TypeVar

from hacktrick.game.actions import CODES
from hacktrick.match.live_match import deal_from_pack

if TYPE_CHECKING:
    from hacktrick.game.cards import Card
    from hacktrick.game.editions import Rules
    from hacktrick.game.state import Seat, Seating
    from hacktrick.match.record import Record, RoundRecord

T = TypeVar("T")

PROOF_KEY = "proof"  # key of the proof in a round of a record
COMMITMENT_TAG = b"hacktrick-deal-1"
CUT_TAG = b"hacktrick-cut-1"
CHANCE_TAG = b"hacktrick-chance-1"
DEFAULT_CUT = "9"  # the cut if the player does not choose one: nine cards above, nine below
MAX_CUT_LENGTH = 80  # maximum number of characters in a cut
SECRET_BYTES, ID_BYTES = 32, 16


def _length_prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


@dataclass(frozen=True, slots=True)
class SealedRound:
    """A round whose secret is fixed, so that all its chance depends only on the player's cut.

    Attributes:
        match_id: 16 random bytes, different in every match.
        number: the number of the round, from 0.
        secret: 32 random bytes.
    """

    match_id: bytes
    number: int
    secret: bytes

    @property
    def commitment(self) -> str:
        """The fingerprint to show before the cut, as 64 hexadecimal digits."""
        return sha256(COMMITMENT_TAG + self._round_id() + self.secret).hexdigest()

    def chance_key(self, cut: str) -> bytes:
        """Return the 32 bytes from which all chance of the round is derived."""
        encoded = _length_prefixed(cut.encode("utf-8", "backslashreplace"))
        return sha256(CUT_TAG + self._round_id() + self.secret + encoded).digest()

    def _round_id(self) -> bytes:
        return self.match_id + self.number.to_bytes(4, "big")


class RandomStream:
    """An endless stream of unbiased random numbers, derived from a key and a label."""

    def __init__(self, key: bytes, label: str) -> None:
        self._source = shake_256(CHANCE_TAG + _length_prefixed(label.encode()) + key)
        self._at = 0

    def next_32_bits(self) -> int:
        """Return the next 32 bits as a number."""
        self._at += 4
        return int.from_bytes(self._source.digest(self._at)[-4:], "big")

    def next_number_below(self, limit: int) -> int:
        """Return a uniform number from 0 to ``limit`` - 1, skipping words that would add bias."""
        while (word := self.next_32_bits()) >= 2**32 - 2**32 % limit:
            pass
        return word % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return ``items`` in random order, all orders equally likely (Durstenfeld, CACM 235)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.next_number_below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class ProvableChance:
    """A source of chance for a match in which every round is sealed before the player cuts.

    Args:
        secrets: returns the given number of random bytes.
        match_id: the ID of the match to continue; by default a new ID.
        first_round: the number of the first round to seal, from 0.
    """

    def __init__(
        self, secrets: Callable[[int], bytes], match_id: bytes | None = None, first_round: int = 0
    ) -> None:
        self._secrets = secrets
        self.match_id = match_id or secrets(ID_BYTES)
        self._next = SealedRound(self.match_id, first_round, secrets(SECRET_BYTES))
        self._cut: str | None = None
        self._key = b""
        self._n_shuffles = self._n_taken = 0
        self._lot = False

    @property
    def commitment(self) -> str:
        """The commitment to the next round, which players see as its fingerprint."""
        return self._next.commitment

    def set_cut(self, text: str | None) -> None:
        """Set the player's cut for the next deal; None if the player did not choose a cut."""
        self._cut = None if text is None else text[:MAX_CUT_LENGTH]

    def draw_leader(self, candidates: Sequence[Seat]) -> Seat:
        """Draw the leader of the first round by lot."""
        self._lot = True
        return candidates[
            RandomStream(self._next_round_chance_key(), "leader").next_number_below(len(candidates))
        ]

    def shuffled_codes(self) -> tuple[str, ...]:
        """Return the twelve codes in random order, top first."""
        return RandomStream(self._next_round_chance_key(), "codes").shuffled(CODES)

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        """Deal the next round, and commit to the deal of the round after it."""
        self._key = self._next_round_chance_key()
        self._n_shuffles = self._n_taken = 0
        made = deal_from_pack(rules, seating, RandomStream(self._key, "deal").shuffled)
        made.extra[PROOF_KEY] = self._proof_as_json()
        number = self._next.number + 1
        self._next, self._cut = (
            SealedRound(self.match_id, number, self._secrets(SECRET_BYTES)),
            None,
        )
        return made

    def rewind(self, n_shuffles: int, n_taken: int) -> None:
        """Go back to a point within the round; the same decks and cards then come again.

        Args:
            n_shuffles: the number of reshuffled decks used before that point.
            n_taken: the number of cards taken in swaps before that point.
        """
        self._n_shuffles, self._n_taken = n_shuffles, n_taken

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return a deck of ``cards`` in random order, top first."""
        self._n_shuffles += 1
        return RandomStream(self._key, f"deck {self._n_shuffles}").shuffled(cards)

    def take_card(self, hand: Sequence[Card]) -> Card:
        """Return a random card from ``hand``, for a blind swap."""
        self._n_taken += 1
        return hand[RandomStream(self._key, f"taken {self._n_taken}").next_number_below(len(hand))]

    def decision_seed(self, n_actions: int) -> int:
        """Return the 32-bit seed for the decision after the first ``n_actions`` of the round."""
        return RandomStream(self._key, f"seed {n_actions}").next_32_bits()

    @classmethod
    def resumed_from_record(
        cls, record: Record, secrets: Callable[[int], bytes]
    ) -> ProvableChance | None:
        """Return a source of chance that continues a saved match; None for a match without proofs.

        Raises:
            UnreadableProof: the proof is malformed.
        """
        proof = read_deal_proof(record, len(record.rounds) - 1)
        if proof is None:
            return None
        made = cls(secrets, proof.sealed.match_id, len(record.rounds))
        made._key = proof.sealed.chance_key(proof.cut)
        made._n_shuffles = len(record.rounds[-1].shuffles)
        made._n_taken = len(record.rounds[-1].taken)
        return made

    def _next_round_chance_key(self) -> bytes:
        return self._next.chance_key(DEFAULT_CUT if self._cut is None else self._cut)

    def _proof_as_json(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "match": self.match_id.hex(),
            "commitment": self._next.commitment,
            "cut": DEFAULT_CUT if self._cut is None else self._cut,
            "secret": self._next.secret.hex(),
        }
        if self._cut is None:
            made["unproved"] = True
        if self._lot:
            made["leader"] = "lot"
        self._lot = False
        return made


@dataclass(frozen=True, slots=True)
class DealProof:
    """The proof of a round in a record.

    Attributes:
        sealed: the round with its secret.
        commitment: the fingerprint shown before the cut.
        cut: the text with which the deal was cut.
        is_cut_chosen: whether the player chose the cut; if not, the program knew it in advance.
        is_leader_by_lot: whether the leader of the first round was drawn by lot.
    """

    sealed: SealedRound
    commitment: str
    cut: str
    is_cut_chosen: bool
    is_leader_by_lot: bool


class UnreadableProof(ValueError):
    """Raised if the proof in a record is malformed."""


def read_deal_proof(record: Record, round_index: int) -> DealProof | None:
    """Return the proof of a round; None if the round was played without proof or does not exist.

    Args:
        round_index: the index of the round, from 0.

    Raises:
        UnreadableProof: the proof is malformed.
    """
    if not 0 <= round_index < len(record.rounds):
        return None
    data = record.rounds[round_index].extra.get(PROOF_KEY)
    if data is None:
        return None
    try:
        secret, match_id = bytes.fromhex(data["secret"]), bytes.fromhex(data["match"])
        commitment, cut = str(data["commitment"]), data["cut"]
        chosen, by_lot = not data.get("unproved", False), data.get("leader") == "lot"
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableProof("the proof cannot be read") from error
    is_cut = isinstance(cut, str) and len(cut) <= MAX_CUT_LENGTH
    if (len(secret), len(match_id)) != (SECRET_BYTES, ID_BYTES) or not is_cut:
        raise UnreadableProof("the proof cannot be read")
    return DealProof(SealedRound(match_id, round_index, secret), commitment, cut, chosen, by_lot)
