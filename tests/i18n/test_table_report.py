"""The table in plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hacktrick.app.hand_deduction import CardKnowledge
from hacktrick.app.match_session import MatchSession
from hacktrick.app.snapshot import AnnouncedSum
from hacktrick.app.threats_and_decisive_turn import KeyThreat
from hacktrick.app.turn_draft import EMPTY_DRAFT, TurnDraft
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.i18n import table_report
from hacktrick.i18n import translator as words
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_view_model import TableViewModel, make_table_view_model
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.scripted_matches import TextMatch, random_match, scripted_match

CODES = words.available_languages()


@pytest.fixture(autouse=True)
def restore_english() -> Iterator[None]:
    yield
    words.set_language("en")


def frame_of(
    match: TextMatch,
    seat: int = 0,
    aids: str = "learning",
    can_act: bool = False,
    draft: TurnDraft = EMPTY_DRAFT,
) -> TableViewModel:
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    session.show_hand(seat)
    return make_table_view_model(
        session.snapshot(),
        MatchSentences(match.rules, match.seats),
        seat,
        aids=aids,
        can_act=can_act,
        draft=draft,
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


@pytest.mark.parametrize("code", CODES)
def test_a_key_is_named_alike_by_its_contents_and_in_announcements(code: str) -> None:
    words.set_language(code)
    for match in random_match(rules_for("keypad"), 3, n_rounds=2):
        model = frame_of(match)
        for key in range(1, 10):
            announced = words._("{key} {number}").format(key=model.wording.terms.key, number=key)
            line = table_report.key_contents_line(model, key)
            assert line.casefold().startswith(announced.casefold()), line


def test_the_board_names_each_key_once() -> None:
    match = scripted_match(hands=("124", "1345"))
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
    match = scripted_match(hands=("124", "1345"))
    assert table_report.history_lines(frame_of(match))[0] != "Turn 1:"
    match.submit_text("start 3", "play 4", "pass", "draw", "draw")

    def turns(aids: str) -> list[str]:
        lines = table_report.history_lines(frame_of(match, aids=aids))
        return [line for line in lines if line.startswith("Turn ")]

    assert turns("memory") == ["Turn 2:", "Turn 3:"]
    assert turns("learning") == ["Turn 1:", "Turn 2:", "Turn 3:"]


def test_only_open_hands_in_a_round_make_an_exhibition() -> None:
    match = scripted_match(hands=("124", "1345"))
    model = frame_of(match)
    hands = ((1, 2, 4), (1, 3, 4, 5))
    assert not model.is_open_computer_match
    assert replace(model, snapshot=replace(model.snapshot, hands=hands)).is_open_computer_match
    over = list(random_match(rules_for("keypad"), 3, n_rounds=1))[-1]
    finished = frame_of(over)
    assert finished.public.result is not None and finished.snapshot.hands is not None
    assert not finished.is_open_computer_match


def test_sums_name_the_changes_of_the_hand_since() -> None:
    match = scripted_match(hands=("124", "1345"))
    match.submit_text("start 3", "play 4", "pass", "draw")
    assert table_report.sum_lines(frame_of(match)) == [
        "Ada said 7 with 3 cards at the start.",
        "Since then Ada has played 4.",
        "Ben said 10 with 3 cards at the start.",
        "Since then Ben has drawn 1 card.",
    ]


def test_a_sum_said_in_a_turn_names_the_turn_and_every_change() -> None:
    wording = MatchSentences(rules_for("keypad"), scripted_match(hands=("124", "1345")).seats)
    announced = AnnouncedSum(1, 7, 3, 1, [4, 2], 2, 1)
    assert table_report.sum_sentences(wording, announced) == [
        "Ben said 7 with 1 card in turn 3.",
        "Since then Ben has played 4 and 2.",
        "Since then Ben has drawn 2 cards.",
        "Since then 1 card of Ben was exchanged.",
    ]


def test_what_is_known_of_cards_is_said_by_its_kind_and_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readings = (
        CardKnowledge("shown", (3,)),
        CardKnowledge("either", (1, 4)),
        CardKnowledge("certain", (5,)),
        CardKnowledge("pinned", (0,)),
        CardKnowledge("unknown"),
    )
    model = frame_of(scripted_match(hands=("124", "1345")))
    monkeypatch.setattr(TableViewModel, "card_knowledge_by_seat", {1: readings})
    assert table_report.deduced_card_lines(model) == [
        "Ben holds, as far as you know: 3 (shown), 1 or 4, 5, 0 (your pin), 1 unknown card."
    ]
    names = [table_report.opponent_card_name(model, 1, place) for place in range(6)]
    assert names == [
        "Card 1 of Ben: unknown",
        "Card 2 of Ben: 0 (your pin)",
        "Card 3 of Ben: 5",
        "Card 4 of Ben: 1 or 4",
        "Card 5 of Ben: 3 (shown)",
        "Card 6 of Ben: unknown",
    ]


def test_a_key_says_what_lies_on_it_and_what_cards_would_do_there() -> None:
    match = scripted_match(hands=("124", "1345"))
    match.submit_text("start 3", "play 4 double", "pass")
    model = frame_of(match, 1, can_act=True)
    assert table_report.key_contents_line(model, 7) == "Key 7: the double of Ada."
    assert table_report.key_contents_line(model, 3) == "Key 3: empty."
    assert table_report.card_choice_lines_for_key(model, 9) == ["Your 5 leads here."]
    assert table_report.card_choice_lines_for_key(model, 7) == []
    chosen = frame_of(match, 1, can_act=True, draft=TurnDraft(1))
    assert table_report.card_choice_lines_for_key(chosen, 5) == ["Your 1 leads here."]
    assert table_report.card_choice_lines_for_key(chosen, 9) == []


def test_a_key_says_what_a_card_would_do_with_the_last_marker() -> None:
    match = scripted_match(hands=("124", "1345"))
    match.submit_text("start 3", "play 4", "pass")
    model = frame_of(match, 1, can_act=True)
    assert model.observation is not None
    seen = model.observation._replace(public=model.public._replace(supply=(9, 1)))
    last = replace(model, snapshot=replace(model.snapshot, observation=seen, public=seen.public))
    assert table_report.card_choice_lines_for_key(last, 9) == [
        "Your 5 leads here and loses the round."
    ]


def test_a_card_that_captures_says_how_many_markers() -> None:
    match = scripted_match(hands=("124", "1335"))
    match.submit_text("start 3", "play 4", "pass")
    model = frame_of(match, 1, can_act=True)
    assert table_report.card_choice_lines_for_key(model, 7) == ["Your 3 captures 1 marker here."]
    assert table_report.card_line(model, 3) == "key 7, captures a marker"
    assert table_report.card_line(frame_of(match, 1), 3) == ""


def test_a_threat_says_who_needs_which_card_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    model = frame_of(scripted_match(hands=("124", "1345")))

    def line(**facts: Any) -> str:
        threat = KeyThreat(**{"key": 5, "side": 1, "seat": 1, "keys": (), "points": 2, **facts})
        monkeypatch.setattr(TableViewModel, "key_threats", {5: (threat,)})
        assert table_report.shown_threat_lines(model) == table_report.threat_lines(model)
        return table_report.threat_lines(model)[0]

    assert table_report.threat_lines(model) == ["Nobody can win the round at once."]
    assert table_report.shown_threat_lines(model) == []

    assert line(kind="wins_now", card=3) == "Ben wins 2 points on key 5 with a 3."
    assert line(kind="wins_next", card=3) == "Ben wins 2 points on key 5 with a 3."
    assert line(kind="wins_next", card=None) == "Ben can win 2 points on key 5 next turn."
    assert line(kind="needs_card", card=3) == "Ben needs a 3 for key 5: 2 points."
    assert line(kind="needs_card", card=None) == "Ben cannot win 2 points on key 5 next turn."


def test_cards_are_counted_and_the_row_names_its_last_card() -> None:
    match = scripted_match(hands=("124", "1345"))
    match.submit_text("start 3", "play 4", "pass")
    model = frame_of(match, 0)
    assert table_report.row_lines(model) == ["Row: 3 4.", "The last card is 4."]
    assert table_report.own_hand_lines(model) == ["Ada has the cards 1 2."]
    seen = [1, 1, 1, 1, 1, 0]  # Ada holds 1 and 2, the row has 3 and 4; two cards lie aside
    for card in model.public.aside:
        seen[card] += 1
    seen[0] -= 1
    assert table_report.unseen_card_lines(model) == [
        f"Card {card}: {3 - n} unseen." for card, n in enumerate(seen)
    ]
    assert table_report.cards_line("Row", (1, None)) == "Row: 1, Hidden card"
    assert table_report.cards_line("Row", ()) == "Row: –"
