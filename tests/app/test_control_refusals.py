"""Each control of a turn is refused exactly when the rules forbid it, and says why."""

from __future__ import annotations

from random import Random

import pytest

from hacktrick.app.turn_draft import (
    EMPTY_DRAFT,
    TURN_ENDS,
    ActionOffer,
    ControlName,
    TurnDraft,
    action_offers,
)
from hacktrick.game.actions import Action, Ask, AskPartner, Draw, Play
from hacktrick.game.code_powers import POWERS, power_used_by
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Observation
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.rulebook.code_pages import CODE_WORDS
from hacktrick.match.live_match import Match

FIRSTS: tuple[ControlName, ...] = ("ask", "ask_partner", "power", "draw")


def observations(preset: str, n_matches: int = 6) -> list[Observation]:
    """Return what the player on turn sees, throughout some random rounds."""
    rng, found = Random(preset), []
    for seed in range(n_matches):
        rules = rules_for(preset)
        seats = [SeatInfo(f"P{n}", "human") for n in range(rules.n_seats)]
        match = Match.begin_with_rng(rules, seats, Random(seed))
        for _round in range(3):
            while not match.is_round_over:
                seat = match.public.seat
                found.append(match.observe(seat))
                match.submit(seat, rng.choice(legal_actions(found[-1])))
            if match.is_over:
                break
            match.deal_next_round()
    return found


def action_sequences(offer: ActionOffer) -> list[tuple[Action, ...]]:
    """Return all action sequences that a control can trigger now."""
    if offer.refusal is not None:
        return []
    return [one.actions for one in offer.answers if one.refusal is None] or [offer.actions]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_first_actions_of_a_turn_are_offered_exactly_if_they_are_legal(preset: str) -> None:
    for seen in observations(preset):
        known = action_offers(seen.public, seen.seat, seen)
        offered = [way for name in FIRSTS if name in known for way in action_sequences(known[name])]
        legal = [(action,) for action in legal_actions(seen) if _is_first(action)]
        assert sorted(map(str, offered)) == sorted(map(str, legal))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_turn_without_a_choice_says_why_and_asks_for_what_can_be_done(preset: str) -> None:
    refusals = set()
    for seen in observations(preset):
        if seen.public.phase != "turn":
            continue
        legal = legal_actions(seen)
        can_play = any(isinstance(action, Play) for action in legal)
        refusal = action_offers(seen.public, seen.seat, seen)["pass"].refusal
        refusals.add(refusal)
        assert (refusal in ("CHOOSE_FIRST", "CHOOSE_A_CARD")) == can_play
        if not can_play:
            assert any(isinstance(action, Draw) for action in legal)
            holds_cards, has_marker = any(seen.hand), seen.public.supply[seen.public.side] > 0
            assert refusal != "NO_CARDS_IN_HAND" or not holds_cards
            assert refusal != "NO_MARKER_TO_PLACE" or (holds_cards and not has_marker)
            assert refusal != "NO_CARD_TO_CHOOSE" or (holds_cards and has_marker)
    assert {"CHOOSE_FIRST", "NO_CARD_TO_CHOOSE", "NO_CARDS_IN_HAND"} <= refusals
    assert ("MUST_DRAW" in refusals) == (rules_for(preset).second_command == "draw")


def _is_first(action: Action) -> bool:
    return isinstance(action, Draw | Ask | AskPartner) or power_used_by(action) is not None


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_an_end_is_refused_when_the_rules_refuse_it(preset: str) -> None:
    for seen in observations(preset, 2):
        known, legal = action_offers(seen.public, seen.seat, seen), legal_actions(seen)
        for name, action in TURN_ENDS.items():
            if seen.public.phase in ("turn", "start"):
                assert known[name].refusal is not None, "nothing is chosen yet"
            elif seen.public.phase == "command":
                assert (known[name].refusal is None) == (action in legal)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_control_is_refused_with_the_reason_why_the_player_may_not_choose(
    preset: str,
) -> None:
    for seen in observations(preset, 1):
        for seat in range(len(seen.public.seating.side_of)):
            known = action_offers(seen.public, seat, None, EMPTY_DRAFT, "HAND_IS_HIDDEN")
            assert {offer.refusal for offer in known.values()} == {"HAND_IS_HIDDEN"}
            answers = [one for offer in known.values() for one in offer.answers]
            assert all(one.refusal == "HAND_IS_HIDDEN" for one in answers)


def test_the_first_of_two_cards_is_offered_once_it_is_chosen() -> None:
    double_turns = [seen for seen in observations("wits", 60) if seen.public.is_second_card_allowed]
    turn = next(seen for seen in double_turns if seen.public.phase == "turn")
    assert action_offers(turn.public, turn.seat, turn)["power"].refusal == "CHOOSE_A_CARD"
    cards = [card for card, n in enumerate(turn.hand) if n and card != turn.public.row[-1]]
    found = [
        action_offers(turn.public, turn.seat, turn, TurnDraft(card))["power"] for card in cards
    ]
    assert any(offer.refusal is None and len(offer.actions) == 1 for offer in found)


def test_every_usable_power_has_a_caption() -> None:
    used = {code for code, one in POWERS.items() if one.has_actions or one.gives_a_second_card}
    assert {code for code, words in CODE_WORDS.items() if words.button is not None} == used
    assert set(CODE_WORDS) == set(POWERS)


def test_each_kind_of_use_belongs_to_one_power() -> None:
    hand = (1, 0, 2, 0, 1, 0)
    for power in POWERS.values():
        for action in power.actions(hand):
            assert power_used_by(action) == power
