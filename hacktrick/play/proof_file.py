"""Matches over the network as records, and what their proof files show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from hacktrick.game.state import Result
from hacktrick.net.faults import Cheat, Fault, Fork, Noise
from hacktrick.net.opening import Opened
from hacktrick.net.prooffile import MAGIC, ProofFile, ProofFileError, read_proof, write_proof
from hacktrick.net.replica import Observer, Replica
from hacktrick.play.record import Record, RecordError, RoundRecord
from hacktrick.play.replay import replay

PROOF_MAGIC = MAGIC

FAULT_TEXTS: dict[Fault, str] = {
    "TWO_TONGUES": "said two things in one step",
    "OTHER_HISTORY": "names a past that does not follow from the frames",
    "OUT_OF_TURN": "spoke out of turn",
    "WRONG_KIND": "said something else than was due",
    "BAD_SHAPE": "sent a frame that is not what its kind holds",
    "NOT_A_POINT": "sent something that is no point of the group",
    "NOT_A_SCALAR": "sent something that is no scalar",
    "WRONG_SIZE": "sent a proof or cards of the wrong size",
    "KEY_UNPROVED": "did not prove to know the key",
    "SHARE_UNPROVED": "opened a card falsely",
    "NOT_A_SHUFFLE": "did something else with the cards than shuffle them",
    "NOT_THE_SAME_CARD": "handed on another card",
    "NOT_A_CARD": "opened something that is no card",
    "NO_SUCH_PLACE": "named a place outside the hand",
    "OTHER_CARD": "showed another card than the one said",
    "ILLEGAL_ACTION": "did what the rules do not allow",
    "WRONG_SUM": "announced a wrong sum",
    "WRONG_NONCE": "showed another nonce than the one committed to",
    "WRONG_CODE": "turned up another code than the one laid",
    "WRONG_KEY": "showed a key that is not the one of the round",
    "UNAGREED": "paused the match, or ended a pause, in the name of somebody who did not want it",
    "NOT_STUCK": "said wrongly whether a card could be played",
}


class ProofError(ValueError):
    """A proof file that does not hold; the text is one clause and names who is to blame."""


class ProvedRound(NamedTuple):
    """A round of a proof file. ``proved``: how many proofs of each kind it has.

    ``result`` is None for a round that the file does not finish.
    """

    number: int
    proved: Counter[str]
    result: Result | None


def record_of(replica: Replica) -> Record:
    """The usual record of the finished rounds.

    Raises:
        ValueError: the match has codes, and their order is not open before its end.
    """
    rules = replica.terms.rules
    if rules.codes and not replica.pile:
        raise ValueError("the codes are open only when the match is over")
    rounds = [_round(opened) for opened in replica.rounds]
    score = replica.match.score if replica.match else (0,) * rules.n_scores
    return Record(rules, replica.terms.seats, rounds, score, replica.pile)


def _round(opened: Opened) -> RoundRecord:
    return RoundRecord(
        opened.plan.leader,
        opened.plan.starter,
        opened.hands,
        opened.aside,
        opened.deck,
        opened.plan.duel,
        list(opened.shuffles),
        list(opened.taken),
        list(opened.actions),
        opened.result,
    )


def proof_of(replica: Replica) -> bytes:
    """The content of the proof file of a match, finished or not, cheated or not."""
    return write_proof(ProofFile(replica.terms, replica.frames()))


def check_proof(content: bytes) -> Iterator[ProvedRound]:
    """Follow a whole match from its proof file, as a stranger; each round when it is checked.

    Raises:
        ProofError: the first thing that does not hold.
    """
    try:
        proof = read_proof(content)
        observer = Observer(proof.terms)
        yield from _followed(observer, proof.frames)
    except Noise as error:
        raise ProofError(f"a frame is not of this match: {error}") from error
    except ProofFileError as error:
        raise ProofError(str(error)) from error
    except Cheat as cheat:
        raise ProofError(_blame(observer, cheat)) from cheat
    except Fork as fork:
        raise ProofError(_blame(observer, observer.settle(fork, ()))) from fork
    _check_record(observer)


def _followed(observer: Observer, frames: list[bytes]) -> Iterator[ProvedRound]:
    n_rounds = 0
    for frame in frames:
        if not observer.hear(frame):
            raise ProofError("a frame is there twice")
        if len(observer.rounds) > n_rounds:
            opened = observer.rounds[n_rounds]
            yield ProvedRound(n_rounds, opened.proved, opened.result)
            n_rounds += 1
    if observer.talk.chain.has_gap(observer.is_over):
        raise ProofError("frames are missing")
    if list(observer.talk.chain.since()) != frames:
        raise ProofError("the frames are not in their order")
    begun = observer.dealing is not None and observer.dealing.keys.proved.total() > 0
    if begun or (observer.is_dealt and not observer.is_round_over):
        yield ProvedRound(n_rounds, observer.proved(), None)


def _blame(observer: Observer, cheat: Cheat) -> str:
    name = observer.terms.seats[cheat.seat].name
    place = f"round {len(observer.rounds)}, step {cheat.step}"
    return f"{place}: seat {cheat.seat} ({name}) {FAULT_TEXTS[cheat.fault]}"


def _check_record(observer: Observer) -> None:
    """The rules themselves, once more and by other code than the replica's."""
    if not observer.rounds or (observer.terms.rules.codes and not observer.pile):
        return
    try:
        for _ in replay(record_of(observer)):
            pass
    except RecordError as error:
        raise ProofError(str(error)) from error
