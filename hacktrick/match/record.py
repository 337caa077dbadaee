"""The match record: the one JSON format of saves, replays, exports and shared matches.

Reading checks the shape only. ``match.record_replay`` checks that a match follows the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from reprlib import repr as brief
from typing import Any

from hacktrick.game import json_validation
from hacktrick.game.rules import Rules, custom_options
from hacktrick.game.state import Result
from hacktrick.game.view import SeatInfo, read_seats

FORMAT = "hacktrick-match"
VERSION = 1
MAX_CHARACTERS = 8_000_000  # a long match is some 60 kB
MAX_ROUNDS = 1000
MAX_ENTRIES = 1000  # actions, shuffles, cards taken: 44 turns of at most a handful each
MAX_EXTRA_BRACKETS = (
    1000  # lists and objects that any record may have; no more than the text has room for
)
BEGAN_KEY = "began"  # of a match: the moment when it began, ISO 8601, UTC
WORK_KEY = (
    "work"  # of a round: the share of their usual work that the computer players took, if not 1
)
BY_CLOCK_KEY = "by_clock"  # of a round: the numbers of actions that the clock cut short
HELPED_KEY = "helped"  # of a round: [number of an action, step of the hint that came before it]
BRANCH_KEY = "branch"  # of a record: the match it comes from, the round and the action
BRANCHES_KEY = "branches"  # of a round: what was played and taken back, see ``branch_note``
RATED_KEY = "rated"  # of a match: false where it counts for no rating
WATCHED_KEY = "watched"  # of a match: nobody of this computer was in it
KEYS = ("format", "version", "preset", "options", "seats", "rounds", "codes", "score")
ROUND_KEYS = ("leader", "starter", "duel", "deal", "shuffles", "taken", "actions", "result")


class RecordError(ValueError):
    """A record that is not one, or breaks the rules; the text says where and why."""

    def __init__(self, reason: str, round_: int | None = None, action: int | None = None) -> None:
        places = [f"round {round_}"] if round_ is not None else []
        places += [f"action {action}"] if action is not None else []
        super().__init__(f"{', '.join(places)}: {reason}" if places else reason)
        self.reason = reason
        self.round = round_
        self.action = action


class NewerRecord(RecordError):
    """A record of a later version of the format, which only a newer program can read."""


@dataclass(slots=True)
class RoundRecord:
    """One round as written: who led, chance, actions, result (None while unfinished).

    ``more``: what the format leaves open, under other keys than its own, written as it is.
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

    @property
    def work(self) -> float:
        """The share of their usual work that the computer players took."""
        share = self.extra.get(WORK_KEY)
        return share if isinstance(share, float) and 0 < share < 1 else 1.0

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"leader": self.leader, "starter": self.starter}
        if self.duel:
            data["duel"] = [self.leader, self.starter]
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


def branch_note(written: RoundRecord, n_actions: int) -> dict[str, Any]:
    """What a round loses that goes back to its first ``n_actions``: ``from`` there on these
    actions, with all its later decks and cards taken, the common ones included."""
    return {
        "from": n_actions,
        "actions": written.actions[n_actions:],
        "shuffles": [list(order) for order in written.shuffles],
        "taken": list(written.taken),
    }


@dataclass(slots=True)
class Record:
    """A match as written. ``codes`` is the pile as the match began, top first; ``more`` as in a
    round."""

    rules: Rules
    seats: tuple[SeatInfo, ...]
    rounds: list[RoundRecord]
    score: tuple[int, ...]
    codes: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
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
        """What makes two records the same match: SHA-256 of the record with its keys in order."""
        text = json.dumps(self.as_json(), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()

    def as_text(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.as_json(), ensure_ascii=False) + "\n"


def read_record(text: str) -> Record:
    """The record that ``text`` holds. Its shape is checked, not yet its play.

    Raises:
        RecordError: what is wrong, in one sentence.
    """
    if len(text) > MAX_CHARACTERS:
        raise RecordError("the record is too large to be a match")
    if (
        text.count("[") > MAX_EXTRA_BRACKETS + len(text) // 6
        or text.count("{") > MAX_EXTRA_BRACKETS + len(text) // 20
    ):
        raise RecordError("the record holds more lists than a match can have")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError("the record is not JSON") from error
    try:
        return _record(json_validation.require_object(data, "the record"))
    except json_validation.JsonShapeError as error:
        raise RecordError(str(error)) from error


def _record(data: Mapping[str, Any]) -> Record:
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
        [_round(entry, number) for number, entry in enumerate(rounds)],
        json_validation.require_ints(data.get("score"), "the score", length=rules.n_scores),
        json_validation.require_strings(data.get("codes", []), "the codes", 12)
        if rules.has_codes
        else (),
        json_validation.unknown_entries(data, KEYS),
    )


def _round(data: Any, number: int) -> RoundRecord:
    try:
        return _round_of(json_validation.require_object(data, "the round"))
    except json_validation.JsonShapeError as error:
        raise RecordError(str(error), number) from error


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
    )
