"""Each control of a turn: what it does, what it asks first, why it is refused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hacktrick.app.turn_draft import (
    ActionOffer,
    ControlName,
    TurnDraft,
    action_offers,
    card_for_key,
    draft_with_card_toggled,
    draft_with_double_toggled,
    preview_draft,
    reason_against_choosing,
)
from hacktrick.coach.lessons.course import LESSONS_BY_NAME, PLAYER_NAMES
from hacktrick.coach.lessons.lesson import match_at_step
from hacktrick.game.actions import ASK, ASK_PARTNER, DRAW, PASS, Ask, Command, LayCode, parse
from hacktrick.game.state import Observation
from tests.support.scripted_matches import scripted_match

HANDS = ("125", "0343")


def observation_after(*texts: str, hands: tuple[str, ...] = HANDS, deck: str = "") -> Observation:
    match = scripted_match(hands=hands, deck=deck).submit_text(*texts)
    return match.observe(match.public.seat)


def offers_of(
    what: Observation, draft: TurnDraft | None = None
) -> Mapping[ControlName, ActionOffer]:
    return action_offers(what.public, what.seat, what, draft or TurnDraft())


def lesson_observation(name: str, step: int = 0) -> Observation:
    return match_at_step(LESSONS_BY_NAME[name], step, PLAYER_NAMES).observe(0)


# Tests of the first actions of a turn.


def test_the_one_opponent_is_asked_at_once() -> None:
    ask = offers_of(lesson_observation("ask"))["ask"]
    assert (ask.actions, ask.answers, ask.refusal) == ((ASK,), (), None)


def test_of_several_opponents_one_is_chosen() -> None:
    match = match_at_step(LESSONS_BY_NAME["partners"], 1, PLAYER_NAMES)
    public = match.public._replace(captured=(1, 0))
    ask = action_offers(public, 0, match.observe(0)._replace(public=public))["ask"]
    assert ask.actions == () and ask.refusal is None
    assert [answer.actions for answer in ask.answers] == [
        (Ask(seat),) for seat in public.seating.opponents_of(0)
    ]
    public = public._replace(hand_sizes=(2, 0, 2, 3))
    ask = action_offers(public, 0, match.observe(0)._replace(public=public))["ask"]
    assert ask.refusal is None
    assert sorted(answer.refusal is None for answer in ask.answers) == [False, True]
    public = public._replace(captured=(0, 0))
    ask = action_offers(public, 0, match.observe(0)._replace(public=public))["ask"]
    assert ask.refusal == ask.answers[0].refusal is not None


def test_only_a_player_with_a_partner_can_ask_for_their_sum() -> None:
    assert "ask_partner" not in offers_of(observation_after("start 3"))
    asked = offers_of(lesson_observation("partners"))["ask_partner"]
    assert (asked.actions, asked.refusal) == ((ASK_PARTNER,), None)
    assert offers_of(lesson_observation("partners", 1))["ask_partner"].refusal is not None


def test_drawing_is_offered_as_long_as_the_hand_is_not_full() -> None:
    draw = offers_of(observation_after("start 3"))["draw"]
    assert (draw.actions, draw.refusal) == ((DRAW,), None)
    assert offers_of(lesson_observation("draw", 1))["draw"].refusal == "HAND_IS_FULL"


def test_a_power_that_asks_for_something_has_its_answers_and_others_act_at_once() -> None:
    power = offers_of(lesson_observation("powers", 1))["power"]
    assert power.actions == () and power.refusal is None
    assert [str(answer.actions[0]) for answer in power.answers] == ["swap 1", "swap 2"]
    assert "power" not in offers_of(observation_after("start 3"))


def test_in_the_code_phase_only_the_main_button_offers_codes() -> None:
    known = offers_of(lesson_observation("a code"))
    actions = {answer.actions for answer in known["pass"].answers}
    assert actions == {(LayCode(None),), (LayCode("god"),)}
    assert known["play"].refusal == known["guard"].refusal == "NOT_NOW"


# Tests of the end of a turn.


def test_a_card_goes_with_each_end_of_the_turn() -> None:
    known = offers_of(observation_after("start 3"), TurnDraft(card=5))
    for name, end in (("pass", PASS), ("play", Command("play")), ("guard", Command("guard"))):
        offer = known[name]  # type: ignore[index]
        assert offer.actions == (parse("play 5"), end) and offer.refusal is None


def test_after_a_card_only_the_ends_of_the_turn_are_offered() -> None:
    known = offers_of(observation_after("start 3", "play 5"))
    assert known["pass"].actions == (PASS,) and known["guard"].actions == (Command("guard"),)


def test_the_start_card_is_laid_by_the_main_button_without_a_command() -> None:
    known = offers_of(observation_after(), TurnDraft(card=3))
    assert known["pass"].actions == (parse("start 3"),) and known["pass"].refusal is None
    assert known["play"].refusal == "NO_COMMAND_AT_THE_START"
    assert offers_of(observation_after())["pass"].refusal == "CHOOSE_A_START_CARD"


def test_after_a_winning_card_no_command_is_offered() -> None:
    winning = observation_after(
        *("start 3", "play 5", "pass", "play 4", "pass", "play 2", "pass", "play 0", "pass")
    )
    known = offers_of(winning, TurnDraft(card=1))
    assert known["pass"].actions == (parse("play 1"),) and known["pass"].warning is None
    assert known["play"].refusal == known["guard"].refusal == "NO_COMMAND_AFTER_THE_END"
    shown = preview_draft(winning, TurnDraft(card=1))
    assert shown is not None and shown.result is not None
    assert (shown.last, shown.card, shown.key, sorted(shown.keys)) == (0, 1, 1, [1, 6, 8])


def test_the_last_marker_that_does_not_win_loses_and_is_warned_of() -> None:
    last = observation_after("start 3")
    last = last._replace(public=last.public._replace(supply=(1, 10), double=(-1, 0)))
    known = offers_of(last, TurnDraft(card=5))
    assert known["pass"].warning == "LOSES_THE_ROUND" and known["pass"].refusal is None


def test_a_chosen_draw_is_done_by_its_own_button() -> None:
    known = offers_of(observation_after("start 3"), TurnDraft(is_drawing=True))
    assert known["pass"].refusal == "DRAW_IS_CHOSEN"
    assert known["play"].refusal == known["guard"].refusal == "NO_COMMAND_AFTER_A_DRAW"


def test_without_a_choice_a_card_is_asked_for_or_a_draw_where_there_is_one() -> None:
    assert offers_of(observation_after("start 3"))["pass"].refusal == "CHOOSE_FIRST"
    assert offers_of(lesson_observation("draw", 1))["pass"].refusal == "CHOOSE_A_CARD"


def test_a_command_that_would_change_nothing_is_warned_of() -> None:
    known = offers_of(observation_after("start 3", "draw", "play 0", deck="41"))
    assert known["play"].warning == "OPPONENT_MUST_PLAY_ANYWAY" and known["play"].refusal is None
    assert known["pass"].warning is None


def test_a_refused_choice_has_a_reason() -> None:
    public = observation_after("start 3").public
    assert {one.refusal for one in action_offers(public, 1, None).values()} == {"NOT_YOUR_TURN"}
    assert (reason_against_choosing(public, False), reason_against_choosing(public, True)) == (
        *("NOT_YOUR_TURN", "HAND_IS_HIDDEN"),
    )
    assert reason_against_choosing(public._replace(phase="over"), True) == "ROUND_IS_OVER"


# Tests of the draft of a turn.


@pytest.mark.parametrize(
    ("key", "card"), [(3, 0), (4, 1), (5, 2), (7, 4), (8, 5), (6, None), (2, None), (9, None)]
)
def test_one_card_leads_from_the_last_one_to_a_key(key: int, card: int | None) -> None:
    """The last card is a 3: 6 would need another 3; 2 and 9 are out of reach."""
    assert card_for_key(observation_after("start 3"), key) == card
    assert card_for_key(observation_after(), key) is None


def test_the_chosen_kind_of_marker_stays_while_the_supply_has_one() -> None:
    what = observation_after("start 3")
    assert draft_with_card_toggled(what, TurnDraft(double=True), 5) == TurnDraft(5, True)
    assert draft_with_card_toggled(what, TurnDraft(card=5, double=True), 5) == TurnDraft(None, True)
    placed = what._replace(public=what.public._replace(double=(8, 0), supply=(9, 10)))
    assert draft_with_card_toggled(placed, TurnDraft(double=True), 5) == TurnDraft(5, False)
    assert draft_with_double_toggled(placed, TurnDraft()) == "DOUBLE_NOT_IN_SUPPLY"
    only = what._replace(public=what.public._replace(supply=(1, 10)))
    assert draft_with_card_toggled(only, TurnDraft(), 5) == TurnDraft(5, True)
    assert draft_with_double_toggled(only, TurnDraft(double=True)) == "NO_SINGLE"
    assert draft_with_double_toggled(what, TurnDraft()) == TurnDraft(double=True)
    assert draft_with_card_toggled(what, TurnDraft(), 4) == "NOT_IN_HAND"
    assert draft_with_card_toggled(what, TurnDraft(is_drawing=True), 5) == TurnDraft(5)


def test_a_preview_shows_what_a_card_captures() -> None:
    what = observation_after(
        "start 3", "play 5", "pass", "play 0 double", "pass", hands=("155", "0343")
    )
    shown = preview_draft(what, TurnDraft(card=5))
    assert shown is not None and shown.result is None and shown.keys == ()
    assert (shown.key, shown.captures, shown.captures_double) == (5, 1, True)
    shown = preview_draft(what, TurnDraft(card=1, double=True))
    assert shown is not None
    assert (shown.key, shown.double, shown.captures, shown.captures_double) == (1, True, 0, False)
    assert (
        preview_draft(what, TurnDraft()) is None and preview_draft(what, TurnDraft(card=0)) is None
    )
