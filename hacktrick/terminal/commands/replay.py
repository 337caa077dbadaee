"""The command ``replay``: checks a match record and prints a summary or every state."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from hacktrick.game.state import Result, Side
from hacktrick.match.live_match import Match
from hacktrick.match.record import MAX_CHARACTERS, Record, read_record
from hacktrick.match.record_replay import replay_record, state_as_json
from hacktrick.match.share_code import ShareCodeError, is_share_code, read_share_code
from hacktrick.terminal.commands.command_helpers import CommandError, read_input
from hacktrick.terminal.commands.progress_bar_and_phrases import (
    RecordTurn,
    count_phrase,
    count_turns,
    list_phrase,
    score_text,
    turns_of_round,
)

WINNING_WAYS = {
    "line": "with a line",
    "triple": "with three markers on one key",
    "markers": "because the other side is out of markers",
    "code": "by a code",
    "fold": "because the other side folded",
}

LEGEND = (
    "Rounds and turns count from 1; a turn lasts until the next player acts. Scores "
    "are in the order of the names, of teams in the order of their first members."
)


def run_replay(options: argparse.Namespace) -> int:
    """Check a record, and print its states or a summary.

    Raises:
        CommandError: the file cannot be read.
        RecordError: the file is not a record, or breaks the rules.
    """
    record = _record_from_argument(options.file)
    summary = _MatchSummary(record)
    for match, action in replay_record(record):
        if options.states:
            print(json.dumps(state_as_json(match, action)))
        else:
            summary.add_state(match, action)
    if not options.states:
        print("\n".join(summary.lines()))
    return 0


def _record_from_argument(argument: str) -> Record:
    """Return the record in a share code, or in a file that has a share code or a record."""
    text = argument if is_share_code(argument) else read_input(Path(argument), MAX_CHARACTERS + 1)
    if not is_share_code(text):
        return read_record(text)
    try:
        return read_share_code(text)
    except ShareCodeError as error:
        raise CommandError(str(error)) from error


class _MatchSummary:
    """The summary of a match, built up while the match is replayed."""

    def __init__(self, record: Record) -> None:
        self._given_record, self._rounds = record, list[str]()
        self._names = [seat.name for seat in record.seats]
        self._acted: list[int] = []
        self._to_act = 0
        self._n_turns = 0
        self._match: Match | None = None

    def add_state(self, match: Match, action: str | None) -> None:
        """Add the state of the match after a deal or an action."""
        if action is None:
            self._acted = []
        else:
            self._acted.append(self._to_act)
        self._match, self._to_act = match, match.public.seat
        if match.is_round_over:
            self._close_round(match)

    def lines(self) -> list[str]:
        """Return the lines of the summary, once the replay is complete."""
        match = self._match
        assert match is not None, "a record has a round"
        if not match.is_round_over:
            self._close_round(match)
        return [_heading(self._given_record), *self._rounds, *self._closing_lines(match)]

    def _close_round(self, match: Match) -> None:
        done = turns_of_round(self._acted, match.record.rounds[-1].actions)
        self._n_turns += count_turns(done)
        self._rounds.append(f"Round {len(self._rounds) + 1}: {self._round_sentence(match, done)}")

    def _round_sentence(self, match: Match, done: Sequence[RecordTurn]) -> str:
        leader = self._names[match.public.seating.leader]
        begun = f"{leader} takes the first turn, {count_phrase(count_turns(done), 'turn')}"
        result = match.public.result
        if result is None:
            return f"{begun}, unfinished."
        won, score = self._result_sentence(match, result), score_text(match.record.score)
        return f"{begun}. {won} The score is {score}."

    def _result_sentence(self, match: Match, result: Result) -> str:
        winners = self._side_names(match, result.side)
        verb = "wins" if len(winners) == 1 else "win"
        points = count_phrase(result.points, "point")
        return f"{list_phrase(winners)} {verb} {points} {WINNING_WAYS[result.by]}."

    def _side_names(self, match: Match, side: Side) -> list[str]:
        return [self._names[seat] for seat in match.public.seating.seats_of(side)]

    def _closing_lines(self, match: Match) -> list[str]:
        rounds, turns = (
            count_phrase(len(self._rounds), "round"),
            count_phrase(self._n_turns, "turn"),
        )
        standing = self._standing_sentence(match)
        return [f"Summary: the record follows the rules: {rounds}, {turns}. {standing}", LEGEND]

    def _standing_sentence(self, match: Match) -> str:
        winners = [self._names[seat] for seat in match.match_state.winners]
        score = score_text(match.record.score)
        if not winners:
            return f"The match is unfinished at {score}."
        return (
            f"{list_phrase(winners)} {'wins' if len(winners) == 1 else 'win'} the match, {score}."
        )


def _heading(record: Record) -> str:
    players = ", ".join(f"{seat.name} ({seat.player})" for seat in record.seats)
    return f"{record.rules.preset}, to {count_phrase(record.rules.target, 'point')}: {players}"
