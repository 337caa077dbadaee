"""The table in plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from hacktrick.app.match_session import MatchSession
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.i18n import table_report
from hacktrick.i18n import translator as words
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.table_view_model import TableViewModel, make_table_view_model
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.scripted_matches import TextMatch, match_of, random_match

CODES = words.available_languages()


@pytest.fixture(autouse=True)
def restore_english() -> Iterator[None]:
    yield
    words.set_language("en")


def frame_of(match: TextMatch, seat: int = 0, aids: str = "learning") -> TableViewModel:
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    session.show_hand(seat)
    return make_table_view_model(
        session.snapshot(), Wording(match.rules, match.seats), seat, aids=aids
    )


@pytest.mark.parametrize(("preset", "code"), product_mostly_slow(PRESETS, CODES))
def test_every_report_works_at_any_moment_of_a_match(preset: str, code: str) -> None:
    words.set_language(code)
    every = (
        *(
            table_report.table_lines,
            table_report.own_hand_lines,
            table_report.row_lines,
            table_report.board_lines,
            table_report.marker_lines,
        ),
        *(
            table_report.sum_lines,
            table_report.unseen_card_lines,
            table_report.threat_lines,
            table_report.code_lines,
            table_report.history_lines,
        ),
    )
    for match in random_match(rules_for(preset), 3, n_rounds=2):
        model = frame_of(match)
        for report in every:
            lines = report(model)
            assert all(line and "{" not in line for line in lines)


def test_the_board_names_each_key_once() -> None:
    match = match_of(hands=("124", "1345"))
    match.submit_text("start 3", "play 4 double", "pass", "play 1", "pass")
    assert table_report.board_lines(frame_of(match)) == [
        "Key 5: 1 marker of Ben.",
        "Key 7: the double of Ada.",
        "Empty keys: 1 2 3 4 6 8 9.",
    ]
    assert table_report.marker_lines(frame_of(match)) == [
        "Ada: 9 markers left, all singles.",
        "Ada: 0 captured markers.",
        "Ben: 9 markers left, one of them the double.",
        "Ben: 0 captured markers.",
    ]


def test_the_log_of_the_memory_aids_keeps_two_turns() -> None:
    match = match_of(hands=("124", "1345"))
    assert table_report.history_lines(frame_of(match))[0] != "Turn 1:"
    match.submit_text("start 3", "play 4", "pass", "draw", "draw")

    def turns(aids: str) -> list[str]:
        lines = table_report.history_lines(frame_of(match, aids=aids))
        return [line for line in lines if line.startswith("Turn ")]

    assert turns("memory") == ["Turn 2:", "Turn 3:"]
    assert turns("learning") == ["Turn 1:", "Turn 2:", "Turn 3:"]


def test_only_open_hands_in_a_round_make_an_exhibition() -> None:
    match = match_of(hands=("124", "1345"))
    model = frame_of(match)
    hands = ((1, 2, 4), (1, 3, 4, 5))
    assert not model.is_exhibition
    assert replace(model, snapshot=replace(model.snapshot, hands=hands)).is_exhibition
    over = list(random_match(rules_for("keypad"), 3, n_rounds=1))[-1]
    finished = frame_of(over)
    assert finished.public.result is not None and finished.snapshot.hands is not None
    assert not finished.is_exhibition


def test_sums_name_the_changes_of_the_hand_since() -> None:
    match = match_of(hands=("124", "1345"))
    match.submit_text("start 3", "play 4", "pass", "draw")
    assert table_report.sum_lines(frame_of(match)) == [
        "Ada said 7 with 3 cards at the start.",
        "Since then Ada has played 4.",
        "Ben said 10 with 3 cards at the start.",
        "Since then Ben has drawn 1 card.",
    ]
