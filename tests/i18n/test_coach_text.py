"""The coach in words: every code has a sentence with its figures, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import cast, get_args

import pytest

from hacktrick.coach import hand_odds, hints, judgement, reason_finder
from hacktrick.coach.judgement import LossSize, MistakeClass
from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS
from hacktrick.i18n import coach_text
from hacktrick.i18n.coach_text import CoachSentences, game_count_text
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
