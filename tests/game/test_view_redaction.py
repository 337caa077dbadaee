"""A view hides each thing that its seat may not know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hacktrick.game.actions import UNKNOWN_CODE, LayCode, Swap
from hacktrick.game.cards import UNKNOWN_CARD, cards_of
from hacktrick.game.state import RevealedFacts
from hacktrick.game.view import Event, action_text_for, redacted_event
from hacktrick.game.view_json import view_to_json
from tests.support.scripted_matches import TextMatch, legal_now, scripted_match


def json_of(match: TextMatch, seat: int) -> bytes:
    return json.dumps(view_to_json(match.view(seat))).encode()


def test_a_view_does_not_tell_the_card_that_another_seat_drew() -> None:
    match = scripted_match(hands=("012", "3350"), deck="45").submit_text("start 3", "draw", "draw")
    assert match.view(0).actions[1:] == ("draw 4", "draw")
    assert match.view(1).actions[1:] == ("draw", "draw 5")


def test_a_sealed_code_has_no_name_until_both_are_revealed() -> None:
    for revealed in (False, True):
        event = Event(0, LayCode("god"), RevealedFacts())
        assert action_text_for(event, 0, revealed) == "lay god"
        assert action_text_for(event, 1, revealed) == ("lay god" if revealed else "lay ?")
        assert action_text_for(Event(0, LayCode(None), RevealedFacts()), 1, revealed) == "lay none"
    assert UNKNOWN_CODE == "?"


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_event_hides_what_its_reader_may_not_know(seat: int | None) -> None:
    """Both players know the card that a swap takes; a spectator does not."""
    drew = Event(0, LayCode(None), RevealedFacts(drawn=(4,)))
    assert redacted_event(drew, seat, False).facts.drawn == ((4,) if seat == 0 else (UNKNOWN_CARD,))
    swapped = redacted_event(Event(0, Swap(2), RevealedFacts(taken=3)), seat, False)
    assert swapped.facts.taken == (UNKNOWN_CARD if seat is None else 3)


def with_codes(*held: tuple[str, ...], **named: Any) -> TextMatch:
    """Return a match of Battle of Wits whose second round begins with these codes held."""
    match = scripted_match("wits", seed=3, **named)
    rest = tuple(code for code in match.match_state.pile if code not in (*held[0], *held[1]))
    match.match_state = match.match_state._replace(held=held, pile=rest, score=(2, 2))
    match._state = None  # discards the round that ``scripted_match`` has dealt
    match.record.rounds.clear()
    match.deal_next_round()
    return match


def test_a_view_hides_a_sealed_code_of_the_opponent() -> None:
    match = with_codes(("god", "sun"), ("doo",)).submit_text("lay sun")
    one, other = match.view(0), match.view(1)
    assert one.actions == ("lay sun",)
    assert other.actions == ("lay ?",)
    assert (one.held, other.held) == (("god", "sun"), ("doo",))
    assert one.held_counts == other.held_counts == (2, 1)
    assert b"sun" not in json_of(match, 1)
    match.submit_text("lay none")
    assert match.view(1).actions == ("lay sun", "lay none")
    assert b"god" not in json_of(match, 1)


def test_the_pile_of_codes_is_in_no_view() -> None:
    match = with_codes(("god", "sun"), ("doo",))
    for seat in (0, 1):
        for code in match.match_state.pile:
            assert code.encode() not in json_of(match, seat)


def test_cards_under_the_deck_are_known_only_to_the_player_who_put_them() -> None:
    match = with_codes(("sun",), (), leader=0).submit_text("lay sun")
    match.submit(1, legal_now(match)[0])
    hand = cards_of(match.full_state().hands[0])
    match.submit_text(f"under {hand[1]} {hand[0]}")
    number = len(match.events_for(0)) - 1
    own, other = match.view(0), match.view(1)
    assert own.actions[-1] == f"under {hand[1]} {hand[0]}"
    assert own.drawn == ((number, match.events_for(0)[-1].facts.drawn),)
    assert other.actions[-1] == "under ? ?"
    assert other.drawn == ()


def test_a_blind_swap_is_known_to_both_players() -> None:
    match = with_codes(("vaeck",), (), leader=0).submit_text("lay vaeck")
    match.submit(1, legal_now(match)[0])
    state = match.full_state()
    match._state = state._replace(public=state.public._replace(captured=(1, 0)))
    match.submit_text(f"swap {cards_of(state.hands[0])[0]}")
    (taken,) = match.record.rounds[0].taken
    assert match.view(0).taken == match.view(1).taken == ((2, taken),)
    assert match.view(0).actions[-1] == match.view(1).actions[-1]


def test_the_events_for_a_seat_hide_what_its_view_hides() -> None:
    match = scripted_match(hands=("012", "3350"), deck="45").submit_text("start 3", "draw", "draw")
    drawn = [[event.facts.drawn for event in match.events_for(s)[1:]] for s in (0, 1, None)]
    unknown = (UNKNOWN_CARD,)
    assert drawn == [[(4,), unknown], [unknown, (5,)], [unknown, unknown]]
    assert UNKNOWN_CARD not in range(match.rules.values)


def test_the_events_hide_a_sealed_code_of_the_opponent() -> None:
    match = with_codes(("god", "sun"), ("doo",)).submit_text("lay sun")
    laid = [match.events_for(seat)[0].action for seat in (0, 1, None)]
    assert laid == [LayCode("sun"), LayCode(UNKNOWN_CODE), LayCode(UNKNOWN_CODE)]
    match.submit_text("lay none")
    assert match.events_for(None)[0].action == LayCode("sun")


def test_a_spectator_knows_no_card_of_a_swap() -> None:
    match = with_codes(("vaeck",), (), leader=0).submit_text("lay vaeck")
    match.submit(1, legal_now(match)[0])
    state = match.full_state()
    match._state = state._replace(public=state.public._replace(captured=(1, 0)))
    match.submit_text(f"swap {cards_of(state.hands[0])[0]}")
    event = match.events_for(None)[-1]
    assert (event.action, event.facts.taken) == (Swap(UNKNOWN_CARD), UNKNOWN_CARD)


def test_a_record_has_all_cards_and_is_no_view() -> None:
    """Players may get views only, so the reader of views must refuse a record."""
    match = scripted_match(hands=("012", "3350"), deck="45").submit_text("start 3", "draw")
    data = view_to_json(match.view(1))
    assert "deck" not in data["rounds"][0]["deal"]
    assert data["rounds"][0]["deal"]["hands"] == [3, [3, 3, 5, 0]]
    assert "shuffles" not in data["rounds"][0]


def test_all_hands_are_shown_only_at_the_end() -> None:
    match = scripted_match("keypad")
    with pytest.raises(ValueError, match="private"):
        match.final_hands()
