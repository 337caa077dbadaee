"""The match record: the JSON format of saved, exported and shared matches.

Reading a record only checks its shape; ``match.record_replay`` checks that it follows the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from reprlib import repr as brief
from typing import Any

from hacktrick.game import json_validation
from hacktrick.game.editions import Rules, custom_options
from hacktrick.game.state import Result
from hacktrick.game.view import SeatInfo, read_seats

FORMAT = "hacktrick-match"
VERSION = 1
# Maximum number of characters in a record; a long match has about 60,000.
MAX_CHARACTERS = 8_000_000
MAX_ROUNDS = 1000
MAX_ENTRIES = 1000  # maximum number of actions, decks or taken cards in a round
# Number of lists, objects and keys allowed beyond those that fit the length of a record.
MAX_EXTRA_MARKS = 1000

# Keys of ``Record.extra`` and ``RoundRecord.extra``.
BEGAN_KEY = "began"
"""In a match: when it began, in ISO 8601, UTC."""
WORK_KEY = "work"
"""In a round: the share of the usual work that computer players did, if less than 1."""
BY_CLOCK_KEY = "by_clock"
"""In a round: the numbers of the actions whose decisions the clock cut short."""
HELPED_KEY = "helped"
"""In a round: pairs of an action's number and the step of the hint shown before it."""
BRANCH_KEY = "branch"
"""In a match: the match, round and action from which it branched."""
BRANCHES_KEY = "branches"
"""In a round: the actions that were taken back (``take_back_entry``)."""
RATED_KEY = "rated"
"""In a match: false if it does not count for the rating."""
WATCHED_KEY = "watched"
"""In a match: true if this computer only watched it."""
KEYS = ("format", "version", "preset", "options", "seats", "rounds", "codes", "score")
ROUND_KEYS = (
    *("leader", "starter", "duel", "position", "deal"),
    *("shuffles", "taken", "actions", "result"),
)


class RecordError(ValueError):
    """Raised if a record is malformed or breaks the rules; the message says where and why.

    Attributes:
        reason: the reason, without the place.
        round, action: the place, from 0; None if it is unknown.
    """

    def __init__(self, reason: str, round_: int | None = None, action: int | None = None) -> None:
        places = [f"round {round_}"] if round_ is not None else []
        places += [f"action {action}"] if action is not None else []
        super().__init__(f"{', '.join(places)}: {reason}" if places else reason)
        self.reason = reason
        self.round = round_
        self.action = action


class NewerRecord(RecordError):
    """Raised if a record has a later version of the format, which this program cannot read."""


@dataclass(slots=True)
class RoundRecord:
    """One round of a record.

    Attributes:
        leader, starter: the seat with the first turn, and the seat that lays the start card.
        hands: the hands as dealt, by seat.
        aside: the cards set aside.
        deck: the deck, top card first.
        duel: whether this is the tie-break of ``trio-individual``.
        shuffles: the reshuffled decks, each top card first.
        taken: the cards taken in blind swaps, in order.
        actions: the actions as texts.
        result: the result; None while the round is unfinished.
        extra: entries under other keys, which are saved unchanged.
        position: the position in which the round begins, in position notation (docs/position.md);
            "" for a normal deal. With a position, ``hands`` and ``deck`` are the cards in it.
    """

    leader: int
    starter: int
    hands: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    deck: tuple[int, ...]
    duel: bool = False
    shuffles: list[tuple[int, ...]] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    result: Result | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    position: str = ""

    @property
    def work_share(self) -> float:
        """The share of the usual work that computer players did, at most 1."""
        share = self.extra.get(WORK_KEY)
        return share if isinstance(share, float) and 0 < share < 1 else 1.0

    def as_json(self) -> dict[str, Any]:
        """Return the round as JSON data."""
        data: dict[str, Any] = {"leader": self.leader, "starter": self.starter}
        if self.duel:
            data["duel"] = [self.leader, self.starter]
        if self.position:
            data["position"] = self.position
        data["deal"] = {
            "hands": [list(hand) for hand in self.hands],
            "aside": list(self.aside),
            "deck": list(self.deck),
        }
        data["shuffles"] = [list(order) for order in self.shuffles]
        data["taken"] = list(self.taken)
        data["actions"] = list(self.actions)
        data["result"] = None if self.result is None else self.result._asdict()
        return data | self.extra


def take_back_entry(written: RoundRecord, n_actions: int) -> dict[str, Any]:
    """Return an entry under ``BRANCHES_KEY`` for going back to the first ``n_actions``.

    The entry contains the actions taken back, and all reshuffled decks and taken cards of the round
    so far.
    """
    return {
        "from": n_actions,
        "actions": written.actions[n_actions:],
        "shuffles": [list(order) for order in written.shuffles],
        "taken": list(written.taken),
    }


@dataclass(slots=True)
class Record:
    """The record of a match, finished or not.

    Attributes:
        codes: the pile of codes at the start of the match, top first.
        extra: entries under other keys, which are saved unchanged.
    """

    rules: Rules
    seats: tuple[SeatInfo, ...]
    rounds: list[RoundRecord]
    score: tuple[int, ...]
    codes: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the record as JSON data."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "preset": self.rules.preset,
            "options": custom_options(self.rules),
            "seats": [seat.as_json() for seat in self.seats],
            "rounds": [round_.as_json() for round_ in self.rounds],
        }
        if self.rules.has_codes:
            data["codes"] = list(self.codes)
        data["score"] = list(self.score)
        return data | self.extra

    @property
    def key(self) -> str:
        """A key that identifies the match: SHA-256 of the sorted record, in hexadecimal."""
        text = json.dumps(self.as_json(), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()

    def as_text(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.as_json(), ensure_ascii=False) + "\n"


def read_record(text: str) -> Record:
    """Read a record from text and check its shape.

    Raises:
        RecordError: the text is not a record.
    """
    if len(text) > MAX_CHARACTERS:
        raise RecordError("the record is too large to be a match")
    for mark, least_length, what in (("[", 6, "lists"), ("{", 20, "lists"), (":", 16, "keys")):
        if text.count(mark) > MAX_EXTRA_MARKS + len(text) // least_length:
            raise RecordError(f"the record holds more {what} than a match can have")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("the record is not JSON") from error
    try:
        return _read_record(json_validation.require_object(data, "the record"))
    except json_validation.JsonShapeError as error:
        raise RecordError(str(error)) from error


def _read_record(data: Mapping[str, Any]) -> Record:
    if data.get("format") != FORMAT:
        raise RecordError("the record is not a Hack Trick match")
    if type(data.get("version")) is int and data["version"] > VERSION:
        raise NewerRecord("the record was written by a newer version of the game")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise RecordError(f"unknown version {brief(data.get('version'))}")
    rules = json_validation.read_rules(data)
    rounds = json_validation.require_list(data.get("rounds"), "the rounds", MAX_ROUNDS)
    return Record(
        rules,
        read_seats(data.get("seats"), rules),
        [_read_round(entry, number) for number, entry in enumerate(rounds)],
        json_validation.require_ints(data.get("score"), "the score", length=rules.n_score_entries),
        json_validation.require_strings(data.get("codes", []), "the codes", 12)
        if rules.has_codes
        else (),
        json_validation.unknown_entries(data, KEYS),
    )


def _read_round(data: Any, round_index: int) -> RoundRecord:
    try:
        return _round_of(json_validation.require_object(data, "the round"))
    except json_validation.JsonShapeError as error:
        raise RecordError(str(error), round_index) from error


def _round_of(data: Mapping[str, Any]) -> RoundRecord:
    deal = json_validation.require_object(data.get("deal"), "the deal")
    leader = json_validation.require_int(data.get("leader"), "the leader")
    starter = json_validation.require_int(data.get("starter"), "the starter")
    duel = data.get("duel")
    if duel is not None and json_validation.require_ints(duel, "the duel") != (leader, starter):
        raise json_validation.JsonShapeError("the duel does not name the leader and the starter")
    shuffles = json_validation.require_list(data.get("shuffles", []), "the shuffles", MAX_ENTRIES)
    return RoundRecord(
        leader,
        starter,
        tuple(
            json_validation.require_ints(hand, "a hand")
            for hand in json_validation.require_list(deal.get("hands"), "the hands", 4)
        ),
        json_validation.require_ints(deal.get("aside"), "the set-aside cards"),
        json_validation.require_ints(deal.get("deck"), "the deck"),
        duel is not None,
        [json_validation.require_ints(order, "a shuffle") for order in shuffles],
        list(json_validation.require_ints(data.get("taken", []), "the cards taken")),
        list(json_validation.require_strings(data.get("actions"), "the actions", MAX_ENTRIES)),
        json_validation.read_result(data.get("result")),
        json_validation.unknown_entries(data, ROUND_KEYS),
        json_validation.require_string(data.get("position", ""), "the position"),
    )
