"""Views in the phases of Battle of Wits: spent codes, sealed codes and stakes."""

from __future__ import annotations

import json
from random import Random

import pytest

from hacktrick.game.actions import PutUnderDeck
from hacktrick.game.cards import UNKNOWN_CARD, cards_of
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, observation_of, replay_view
from hacktrick.game.view_json import read_view, view_to_json
from tests.game.test_view_redaction import with_codes
from tests.support.scripted_matches import TextMatch, legal_now, scripted_match


def view_through_json(view: View) -> View:
    """Return the view after writing it as JSON text and reading it."""
    return read_view(json.loads(json.dumps(view_to_json(view))))


def check_views(match: TextMatch) -> None:
    """Check that every seat's view gives the public state and the legal actions, also via JSON."""
    for seat in (0, 1):
        view = match.view(seat)
        first, steps = replay_view(view)
        assert (steps[-1].after if steps else first) == match.public
        assert observation_of(view) == match.observe(seat)
        assert view_through_json(view) == view
        if seat == match.public.seat:
            assert legal_actions(observation_of(view)) == legal_now(match)


def test_codes_of_earlier_rounds_are_spent_for_both_and_those_of_this_round_are_not() -> None:
    match = with_codes(("god", "sun"), ("doo",))
    match.match_state = match.match_state._replace(spent=("slavic", "baltic"))
    # Replaces earlier rounds, which would take long to play.
    match._start = match._start._replace(spent=("slavic", "baltic"))
    match.submit_text("lay god", "lay doo")
    for seat in (0, 1):
        assert (
            match.view(seat).spent
            == view_through_json(match.view(seat)).spent
            == ("slavic", "baltic")
        )
        assert view_to_json(match.view(seat))["spent"] == ["slavic", "baltic"]
    check_views(match)


def test_a_round_played_to_its_end_spends_the_codes_that_were_laid() -> None:
    match = with_codes(("god", "sun"), ("doo",)).submit_text("lay god", "lay none")
    while not match.is_round_over:
        match.submit(match.public.seat, legal_now(match)[-1])
    match.deal_next_round()
    assert [match.view(seat).spent for seat in (0, 1)] == [("god",)] * 2
    assert "sun" in match.view(0).held and "doo" in match.view(1).held


@pytest.mark.parametrize(("first", "sealed"), [("lay sun", "lay ?"), ("lay none", "lay none")])
def test_a_sealed_code_is_hidden_from_the_opponent_until_both_are_revealed(
    first: str, sealed: str
) -> None:
    match = with_codes(("god", "sun"), ("doo",)).submit_text(first)
    assert match.public.phase == "codes"
    assert [match.view(seat).actions for seat in (0, 1)] == [(first,), (sealed,)]
    check_views(match)
    assert observation_of(match.view(0)).held == match.observe(0).held
    match.submit_text("lay doo")
    assert [match.view(seat).actions for seat in (0, 1)] == [(first, "lay doo")] * 2
    check_views(match)


def test_a_view_never_contains_the_codes_that_the_opponent_holds() -> None:
    match = with_codes(("god", "sun"), ("doo", "huang")).submit_text("lay sun", "lay none")
    texts = [json.dumps(view_to_json(match.view(seat))) for seat in (0, 1)]
    assert "doo" not in texts[0] and "huang" not in texts[0]
    assert "god" not in texts[1]
    assert [match.view(seat).held_counts for seat in (0, 1)] == [(2, 2)] * 2


@pytest.mark.parametrize("answer", ["call", "fold"])
def test_staked_points_are_in_no_score_until_the_round_ends(answer: str) -> None:
    match = with_codes(("doo",), (), leader=0).submit_text("lay doo")
    match.submit(1, legal_now(match)[0])
    before = match.public.score
    match.submit_text("stake")
    assert match.public.phase == "answer"
    assert [match.view(seat).score for seat in (0, 1)] == [(before[0] - 1, before[1])] * 2
    check_views(match)
    match.submit_text(answer)
    staked = (before[0] - 1, before[1] - 1) if answer == "call" else (before[0] + 1, before[1])
    assert [match.view(seat).score for seat in (0, 1)] == [staked] * 2
    check_views(match)
    while not match.is_round_over:
        match.submit(match.public.seat, legal_now(match)[0])
        check_views(match)
    assert sum(match.public.score) > sum(staked) or answer == "fold"


@pytest.mark.parametrize("seed", range(4))
def test_views_of_rounds_with_codes_replay_to_the_public_states(seed: int) -> None:
    codes = (
        ("doo", "vaeck", "sun", "huang")[seed],
        ("kriskaya", "popescu", "grigorova", "rukowski")[seed],
    )
    match = with_codes((codes[0],), (codes[1],)).submit_text(f"lay {codes[0]}", f"lay {codes[1]}")
    while not match.is_round_over:
        legal = legal_now(match)
        match.submit(
            match.public.seat, legal[(seed + len(match.record.rounds[-1].actions)) % len(legal)]
        )
        check_views(match)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_view_read_from_text_replays_to_the_same_state(preset: str) -> None:
    """This includes editions without codes, where the text does not mention them."""
    match, dice = scripted_match(preset, seed=2), Random(2)
    for _ in range(9):
        match.submit(match.public.seat, dice.choice(legal_now(match)))
        view = match.view(match.public.seat)
        data = {key: value for key, value in view_to_json(view).items() if key != "held_counts"}
        kept = view_through_json(view) if match.rules.has_codes else read_view(data)
        assert observation_of(kept) == match.observe(match.public.seat)
        if match.is_round_over:
            break


def test_cards_put_under_the_deck_are_unknown_in_the_events_of_others() -> None:
    match = with_codes(("sun",), (), leader=0).submit_text("lay sun")
    match.submit(1, legal_now(match)[0])
    hand = cards_of(match.full_state().hands[0])
    match.submit_text(f"under {hand[1]} {hand[0]}")
    for seat in (1, None):
        event = match.events_for(seat)[-1]
        assert event.action == PutUnderDeck((UNKNOWN_CARD,) * 2)
        assert event.facts.drawn == (UNKNOWN_CARD,) * 2
    assert match.events_for(0)[-1].action == PutUnderDeck((hand[1], hand[0]))
