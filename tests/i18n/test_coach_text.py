"""The coach in words: every code has a sentence with its figures, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast, get_args

import pytest

from hacktrick.app.match_session import MatchSession
from hacktrick.app.settings import Settings
from hacktrick.coach import hand_odds, hints, judgement, reason_finder
from hacktrick.coach.hand_odds import HandOdds, PossibleHand
from hacktrick.coach.judgement import LossSize, MistakeClass
from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS
from hacktrick.i18n import coach_text
from hacktrick.i18n.coach_text import (
    CoachSentences,
    game_count_text,
    no_hint_sentence,
    no_odds_sentence,
    no_take_back_sentence,
)
from hacktrick.i18n.translator import available_languages, current_language, set_language


@pytest.fixture(params=available_languages())
def coach(request: pytest.FixtureRequest) -> Iterator[CoachSentences]:
    set_language(request.param)
    yield CoachSentences(PRESETS["keypad"], "Cipher")
    set_language("en")


def test_every_code_has_a_sentence() -> None:
    assert set(coach_text.FOCUS_QUESTIONS) == set(get_args(hints.FocusCode))
    assert set(coach_text.HINT_THEME_PHRASES) | {"order", "block", "call", "fold"} == set(
        get_args(hints.HintTheme)
    )
    assert set(coach_text.CERTAINTY_SENTENCES) == set(get_args(hints.HintState))
    assert set(coach_text.REASON_SENTENCES) == set(get_args(reason_finder.ReasonCode))
    assert set(coach_text.COST_SENTENCES) == set(get_args(LossSize))
    assert set(coach_text.MISTAKE_CLASS_NAMES) == set(get_args(MistakeClass))
    assert set(coach_text.HAND_THREAT_NAMES) == set(get_args(hand_odds.HandThreat))


def test_a_reason_names_its_figures(coach: CoachSentences) -> None:
    figured = {
        "other_finishes",
        "own_answers",
        *(name for name in coach_text.REASON_SENTENCES if "_" in name),
    }
    for code in get_args(reason_finder.ReasonCode):
        reason = reason_finder.Reason(code, "playouts", 7, 3, 100)
        if code == "worth_waiting":
            reason = reason_finder.Reason(code, "score", 0.07, 0.03)
        sentence = coach.reason_sentence(reason)
        assert sentence and "{" not in sentence
        if code in figured and "{best}" in coach_text.REASON_SENTENCES[code]:
            assert "7" in sentence and (
                "3" in sentence or "{played}" not in coach_text.REASON_SENTENCES[code]
            )


def test_a_comparison_says_what_it_compares_with() -> None:
    """The words "otherwise in all 20" would read like the rest of the same test games."""
    both_turns = ("{best}", "{played}")
    for code, sentence in coach_text.REASON_SENTENCES.items():
        if all(field in sentence for field in both_turns) and not code.startswith("ask_"):
            assert "other choice" in sentence or "waiting" in sentence, sentence


def test_play_outs_are_given_as_counts_and_not_as_shares(coach: CoachSentences) -> None:
    some = coach.reason_sentence(reason_finder.Reason("lost_at_once", "playouts", 35.0, 55.0, 20))
    assert all(word in some for word in ("7", "11", "20")) and "%" not in some
    never = coach.reason_sentence(reason_finder.Reason("wins_next", "playouts", 100.0, 0.0, 20))
    assert never.count("20") == 2 and "%" not in never and " 0" not in never


def test_an_answer_that_never_matters_is_described_without_figures(coach: CoachSentences) -> None:
    never = reason_finder.Reason("ask_idle", "information", 0.0, 0.0, 5)
    figures = [sign for sign in coach.reason_sentence(never) if sign.isdigit()]
    assert not figures
    assert "2" in coach.reason_sentence(replace(never, played=2.0))


@pytest.mark.parametrize(("other", "figure"), [(0.5, "6"), (0.558, ""), (0.57, ""), (None, "")])
def test_a_turn_without_reasons_is_compared_with_the_next_best(
    coach: CoachSentences, other: float | None, figure: str
) -> None:
    def line(text: str, match: float) -> SimpleNamespace:
        return SimpleNamespace(actions=(parse(text),), forecast=SimpleNamespace(match=match))

    best = line("start 5", 0.56)
    lines = [best] if other is None else [best, line("start 4", 0.4), line("start 2", other)]
    found = SimpleNamespace(recommended_turn=best, first=SimpleNamespace(turns=lines), second=None)
    sentence = coach.gain_sentence_without_reasons(cast(judgement.PositionJudgement, found))
    names_turn = other is not None and other < 0.56
    assert ("2" in sentence) == names_turn and figure in sentence
    if current_language() == "en" and names_turn:
        assert ("as good" in sentence) == (not figure), "no gain where both show 56 %"


def test_playouts_that_contradict_the_search_are_mentioned(coach: CoachSentences) -> None:
    loss, reason = judgement.TurnLoss(0.5, 0.1), reason_finder.Reason("levels", "levels", 3, 2)
    why = reason_finder.Explanation((), (), loss, (reason, reason), 60, -0.2, 0.05)
    assert coach.reason_sentences(why)[0] == coach.reason_sentence(reason)
    assert "60" in coach.reason_sentences(why)[1]
    (alone,) = coach.reason_sentences(replace(why, reasons=()))
    assert alone == coach.reason_sentences(why)[1]
    (nothing,) = coach.reason_sentences(replace(why, reasons=(), gain=-0.05))
    assert "60" not in nothing
    assert len(coach.reason_sentences(replace(why, gain=0.2))) == 2


def test_hint_questions_and_ideas_have_no_unfilled_fields(coach: CoachSentences) -> None:
    for code in get_args(hints.FocusCode):
        sentence = coach.hint_focus_question(hints.HintFocus(code, (4, 9)))
        assert sentence and "{" not in sentence
        assert code != "danger" or "4, 9" in sentence
    for theme in get_args(hints.HintTheme):
        for alike in (True, False):
            sentence = coach.hint_idea_sentence(hints.HintIdea(theme, "draw", alike))
            assert (
                coach.turn_theme_phrase(theme) in sentence
                and coach.turn_theme_phrase("draw") in sentence
            )


def test_a_power_is_named_by_its_verb_and_cards() -> None:
    coach = CoachSentences(PRESETS["wits"], "Cipher")
    used = ("swap 3", "under 0 4", "discard", "stake", "ask own", "call", "fold")
    assert [coach.turn_text([parse(text)]) for text in used] == [
        *("Swap 3", "Under the deck 0 4", "Discard", "Stake", "Ask, own marker", "call", "fold")
    ]


def test_a_turn_is_named_by_its_cards_and_words() -> None:
    coach = CoachSentences(PRESETS["keypad"], "Cipher")
    assert coach.turn_text([parse("play 4"), parse("command guard")]) == "the 4, “Block!”"
    assert coach.turn_text([parse("play 4 double"), parse("pass")]) == "the 4 with the double"
    assert coach.turn_text([parse("draw")]) == "draw"
    assert coach.turn_text([parse("pass")]) == "no order", "a word after a draw"
    assert coach.own_hand_rank_sentence(1, 1) == "Cipher knows your hand."


@pytest.mark.parametrize(
    ("share", "text"), [(0, "none of 20"), (5, "1 of 20"), (95, "19 of 20"), (100, "all 20")]
)
def test_test_games_are_counted_in_words(share: float, text: str) -> None:
    assert game_count_text(share, 20) == text


ODDS = HandOdds(
    1,
    (
        PossibleHand((1, 0, 0, 1, 0, 0), 0.5, "wins"),
        PossibleHand((0, 1, 1, 0, 0, 0), 0.3, "takes"),
        PossibleHand((0, 0, 0, 0, 0, 2), 0.2, "harmless"),
    ),
    (PossibleHand((0, 1, 1, 0, 0, 0), 0.75, "takes"),),
    (0.0,) * 6,
    (0, 0.25, 0, 0, 0, 0, 0, 0, 1.0),
    (((0, 1, 1, 0, 0, 0), 0.6), ((1, 0, 0, 1, 0, 0), 0.4)),
    1,
)


def odds_text(page: str, odds: HandOdds = ODDS, *, habits: bool = False, n: int = 6) -> list[str]:
    """Return a page of odds with its title and note."""
    coach = CoachSentences(PRESETS["keypad"], "Cipher")
    found = coach.odds_page(odds, page, habits, n)
    return [coach.odds_title(page), *map(coach.odds_line_text, found.lines), found.note]


def test_the_odds_list_what_the_other_may_hold_by_counting_and_by_habits() -> None:
    title = "What Cipher may hold"
    wins, takes = "0 3, wins now: 50 %", "1 2, captures one: 30 %"
    harmless, by_counting = "5 5, harmless: 20 %", "By counting alone."
    assert odds_text("hands") == [title, wins, takes, harmless, by_counting]
    assert odds_text("hands", n=2) == [title, wins, takes, f"And 1 more, 20 %. {by_counting}"]
    assert odds_text("hands", habits=True, n=2) == [
        *(title, f"{wins}, by habits 0 %", f"{takes}, by habits 75 %"),
        "And 1 more, 20 %. Above: by counting. Below: judging by strong play.",
    ]


def test_the_odds_list_what_the_other_may_think_that_you_hold() -> None:
    title = "What Cipher may think you hold"
    assert odds_text("mine") == [
        *(title, "1 2: 60 %", "0 3, yours: 40 %"),
        "Cipher must consider 2 hands; yours ranks number 2.",
    ]
    known = replace(ODDS, own_hands=ODDS.own_hands[:1], own_index=0)
    assert odds_text("mine", known) == [title, "1 2, yours: 60 %", "Cipher knows your hand."]
    nothing = replace(ODDS, own_index=None)
    assert odds_text("mine", nothing) == [title, "No telling right now."]


def test_the_odds_list_the_keys_that_the_other_can_reach() -> None:
    assert odds_text("keys") == ["What Cipher can reach", "key 2: 25 %", "key 9: 100 %", ""]


def test_a_missing_hint_odd_or_take_back_has_a_reason() -> None:
    def session(**more: bool) -> MatchSession:
        flags = {"is_coached": True, "may_take_back_turn": True} | more
        coach = {"can_give_hint": True, "has_announced_sum": True} | more
        return cast(MatchSession, SimpleNamespace(**flags, coach=SimpleNamespace(**coach)))

    usual = Settings()
    online, nothing = session(is_coached=False), session(can_give_hint=False)
    assert [
        no_hint_sentence(session(), usual),
        no_hint_sentence(online, usual),
        no_hint_sentence(session(), replace(usual, hints=False)),
        no_hint_sentence(nothing, usual),
    ] == [
        "",
        "No coaching in online matches.",
        "Hints are off. Turn them on in Settings, Learning.",
        "Nothing to decide right now.",
    ]
    assert [
        no_odds_sentence(session(), usual, "standard"),
        no_odds_sentence(online, usual, "standard"),
        no_odds_sentence(session(), replace(usual, odds="off"), "standard"),
        no_odds_sentence(session(), usual, "memory"),
        no_odds_sentence(session(has_announced_sum=False), usual, "standard"),
    ] == [
        "",
        "No coaching in online matches.",
        "Odds are off. Turn them on in Settings, Learning.",
        "At this table you remember that yourself.",
        "Nothing to count yet.",
    ]
    assert [
        no_take_back_sentence(session(), usual),
        no_take_back_sentence(session(), replace(usual, takeback=False)),
        no_take_back_sentence(session(may_take_back_turn=False), usual),
    ] == [
        "",
        "Taking back is off. Turn it on in Settings, Learning.",
        "No turn to take back.",
    ]
