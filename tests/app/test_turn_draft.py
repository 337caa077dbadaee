"""The draft of a turn: choosing, previewing and ending it."""

from random import Random

import pytest

from hacktrick.app.turn_draft import (
    EMPTY_DRAFT,
    TURN_ENDS,
    ActionOffer,
    TurnDraft,
    TurnEnd,
    action_offers,
    card_for_key,
    draft_with_card_toggled,
    draft_with_double_toggled,
    draft_with_drawing_chosen,
    observation_after_draft,
    preview_draft,
    turn_end_offers,
)
from hacktrick.game.actions import DRAW, Action, LayStartCard, Play
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Observation
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from tests.support.positions import observation_from_line


def offered_ends(seen: Observation, draft: TurnDraft) -> dict[str, ActionOffer]:
    """Return the possible ends of the turn by name."""
    return {offer.name: offer for offer in turn_end_offers(seen, draft)}


def actions_of_end(seen: Observation, draft: TurnDraft, end: TurnEnd) -> tuple[Action, ...]:
    """Return the actions that end a turn in this way; none if it is refused."""
    offer = offered_ends(seen, draft)[end]
    return () if offer.refusal else offer.actions


def new_match(preset: str = "keypad", seed: int = 1) -> Match:
    rules = rules_for(preset)
    seats = [SeatInfo(f"P{n}", "human") for n in range(rules.n_seats)]
    return Match.begin_with_rng(rules, seats, Random(seed))


def started_match(seed: int = 1) -> tuple[Match, Observation]:
    """Return a match after the start card, and what the leader sees."""
    match = new_match(seed=seed)
    starter = match.public.seat
    match.submit(starter, legal_actions(match.observe(starter))[0])
    return match, match.observe(match.public.seat)


def test_start_card_is_chosen_then_confirmed_by_passing() -> None:
    match = new_match()
    seen = match.observe(match.public.seat)
    card = next(c for c, n in enumerate(seen.hand) if n)
    draft = draft_with_card_toggled(seen, EMPTY_DRAFT, card)
    assert draft == TurnDraft(card)
    assert actions_of_end(seen, TurnDraft(card), "pass") == (LayStartCard(card),)
    assert [offer.refusal for offer in turn_end_offers(seen, TurnDraft(card))] == [
        None,
        "NO_COMMAND_AT_THE_START",
        "NO_COMMAND_AT_THE_START",
    ]


def test_a_card_and_its_key_are_the_same_choice() -> None:
    _, seen = started_match()
    last = seen.public.row[-1]
    for key in range(1, 10):
        card = card_for_key(seen, key)
        if card is None:
            assert not 0 <= key - last <= 5 or key - last == last
        else:
            assert last + card == key


def test_a_card_that_is_not_playable_says_why() -> None:
    _, seen = started_match()
    last = seen.public.row[-1]
    missing = next(c for c, n in enumerate(seen.hand) if not n)
    assert draft_with_card_toggled(seen, EMPTY_DRAFT, missing) in (
        "NOT_IN_HAND",
        "SAME_AS_LAST_CARD",
    )
    held = tuple(1 if c == last else 0 for c in range(6))
    seen = seen._replace(hand=held)
    assert draft_with_card_toggled(seen, EMPTY_DRAFT, last) == "SAME_AS_LAST_CARD"


def test_choosing_the_same_card_again_unselects_it() -> None:
    _, seen = started_match()
    card = next(a.card for a in legal_actions(seen) if isinstance(a, Play))
    draft = draft_with_card_toggled(seen, EMPTY_DRAFT, card)
    assert isinstance(draft, TurnDraft)
    assert draft_with_card_toggled(seen, draft, card) == TurnDraft(None)


def test_a_preview_shows_the_key_and_the_captures() -> None:
    for board, captures, double in (("4bb", 2, False), ("4Bb", 2, True), ("4a", 0, False)):
        seen = observation_from_line(f"keypad row=3 aside=02 hands=1/??? board={board}")
        shown = preview_draft(seen, TurnDraft(1))
        assert shown is not None
        assert (shown.key, shown.captures, shown.captures_double) == (4, captures, double)


def test_a_chosen_draw_is_done_by_its_own_button_only() -> None:
    _, seen = started_match()
    draft = draft_with_drawing_chosen(seen)
    assert draft == TurnDraft(is_drawing=True)
    known = action_offers(seen.public, seen.seat, seen, TurnDraft(is_drawing=True))
    assert known["draw"].actions == (DRAW,) and known["draw"].refusal is None
    assert known["pass"].refusal == "DRAW_IS_CHOSEN"
    assert all(actions_of_end(seen, TurnDraft(is_drawing=True), end) == () for end in TURN_ENDS)


def test_the_double_cannot_be_chosen_twice() -> None:
    line = "keypad row=3 aside=02 hands=1/???"
    assert draft_with_double_toggled(observation_from_line(line), EMPTY_DRAFT) == TurnDraft(
        double=True
    )
    assert (
        draft_with_double_toggled(observation_from_line(f"{line} board=5A"), EMPTY_DRAFT)
        == "DOUBLE_NOT_IN_SUPPLY"
    )


def test_a_pointless_command_is_warned_of_but_offered() -> None:
    seen = observation_from_line("keypad row=3 aside=02 hands=0124/????")
    known = offered_ends(seen, TurnDraft(1))
    assert known["play"].warning == "OPPONENT_MUST_PLAY_ANYWAY"
    assert known["play"].refusal is None


def test_the_last_marker_warns_that_it_loses() -> None:
    seen = observation_from_line("keypad row=3 aside=02 hands=1/??? board=7A supply=1/9")
    assert turn_end_offers(seen, TurnDraft(1))[0].warning == "LOSES_THE_ROUND"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_committed_turn_is_legal_and_equals_its_preview(preset: str) -> None:
    rng = Random(preset)
    for seed in range(8):
        match = new_match(preset, seed)
        while not match.is_round_over:
            seat = match.public.seat
            seen = match.observe(seat)
            actions = _some_turn(seen, rng)
            for action in actions:
                if match.is_round_over:
                    break
                match.submit(seat, action)


def _some_turn(seen: Observation, rng: Random) -> tuple[Action, ...]:
    legal = legal_actions(seen)
    first = rng.choice(legal)
    if not isinstance(first, Play):
        return (first,)
    draft = TurnDraft(first.card, first.double)
    shown, after = preview_draft(seen, draft), observation_after_draft(seen, draft)
    assert shown is not None and (after is None) == (shown.result is not None)
    open_ends = [offer for offer in turn_end_offers(seen, draft) if offer.refusal is None]
    chosen = rng.choice(open_ends).actions
    assert chosen[0] == first
    return chosen


def test_a_refused_end_of_a_turn_commits_nothing() -> None:
    guarded = observation_from_line("keypad row=3 aside=02 hands=1/??? standing=guard")
    assert offered_ends(guarded, TurnDraft(1))["play"].refusal == "GUARDED"
    assert actions_of_end(guarded, TurnDraft(1), "play") == ()
    assert actions_of_end(guarded, TurnDraft(1), "guard")
