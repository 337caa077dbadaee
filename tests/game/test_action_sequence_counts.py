"""The engine and independently written rules find the same numbers of action sequences."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from hacktrick.game import engine
from hacktrick.game.actions import parse
from hacktrick.game.editions import Rules, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import State
from hacktrick.match.live_match import Match
from hacktrick.match.record_replay import state_as_json
from tests.support import naive_rules
from tests.support.positions import dealt_round
from tests.support.scripted_matches import scripted_match

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("keypad", {}),
    ("arena", {}),
    ("club", {}),
    ("keypad", {"command_after_draw": True}),
    ("keypad", {"second_command": "draw"}),
    ("keypad", {"out_of_markers": "when_obliged", "command_after_draw": True}),
    ("club", {"out_of_markers": "immediate"}),
    ("club", {"second_command": "guard"}),
    ("club", {"command_after_draw": False}),
]
IDS = ["-".join([preset, *map(str, options.values())]) for preset, options in VARIANTS]
QUICK_VARIANTS = ("keypad", "club", "keypad-when_obliged-True")
SAMPLED_VARIANTS = [
    pytest.param(*variant, id=name, marks=() if name in QUICK_VARIANTS else pytest.mark.slow)
    for variant, name in zip(VARIANTS, IDS, strict=True)
]
DEALS = [
    (["345", "0124"], "05", 0),
    (["0012", "555"], "34", 1),
    (["333", "0445"], "12", 0),
]

Tally = Counter[Any]


def naive_game(rules: Rules, hands: list[str], aside: str, leader: int) -> naive_rules.Game:
    return naive_rules.new_game(
        hands,
        aside,
        leader,
        immediate=rules.out_of_markers == "immediate",
        speak_after_draw=rules.command_after_draw,
        second=rules.second_command,
    )


def count_naively(game: naive_rules.Game, depth: int, tally: Tally) -> Tally:
    """Count sequences by length and ended rounds by result, with the naive rules."""
    for text in naive_rules.legal_action_texts(game):
        for card in naive_rules.draw_outcomes(game, text):
            after = naive_rules.game_after(game, text, card)
            tally[depth] += 1
            if after["result"]:
                tally[after["result"]] += 1
            elif depth > 1:
                count_naively(after, depth - 1, tally)
    return tally


def count_with_engine(state: State, depth: int, tally: Tally) -> Tally:
    for action in legal_actions(engine.observe(state, state.public.seat)):
        for cards, _ in engine.chance_outcomes(state, action):
            after, _ = engine.apply(state, action, cards)
            tally[depth] += 1
            if after.public.result:
                tally[tuple(after.public.result)] += 1
            elif depth > 1:
                count_with_engine(after, depth - 1, tally)
    return tally


@pytest.mark.parametrize(("preset", "options"), SAMPLED_VARIANTS)
def test_action_sequences_of_5_from_the_deal_are_as_many_as_the_naive_rules_count(
    preset: str, options: dict[str, Any]
) -> None:
    rules = rules_for(preset, options)
    for hands, aside, leader in DEALS:
        table = dealt_round(rules, hands, aside, leader)
        wanted = count_naively(naive_game(rules, hands, aside, leader), 5, Counter())
        assert count_with_engine(table.state, 5, Counter()) == wanted


def test_action_sequences_of_6_from_the_deal_are_as_many_as_the_naive_rules_count() -> None:
    hands, aside, leader = ["333", "0044"], "12", 0
    rules = rules_for("keypad")
    wanted = count_naively(naive_game(rules, hands, aside, leader), 6, Counter())
    assert count_with_engine(dealt_round(rules, hands, aside, leader).state, 6, Counter()) == wanted


def test_short_action_sequences_are_as_many_as_counted_by_hand() -> None:
    """Sequences of one action: 4, since the starter can lay 0, 1, 2 or 4 as the start card.

    Sequences of two: the leader, who holds 3, 4 and 5, plays a card or draws one. A played card
    must differ from the start card, so all three can follow 0, 1 or 2, but only 3 and 5 can follow
    4. Each can be played in two ways: with a single marker or with the double. A draw has six
    outcomes, one for each value of a card.
    """
    tally = count_with_engine(dealt_round("keypad", ["345", "0124"], "05").state, 2, Counter())
    assert tally[2] == 4
    assert tally[1] == 3 * (3 * 2 + 6) + (2 * 2 + 6)


def compare_random_rounds(rules: Rules, seed: int, steps: int) -> tuple[Match, naive_rules.Game]:
    """Play one random round in both games, and compare everything at each step."""
    rng = Random(seed)
    leader = rng.choice((0, 1))
    match = scripted_match(rules, leader=leader, seed=seed)
    dealt_hands = ["".join(map(str, hand)) for hand in match.record.rounds[0].hands]
    aside = "".join(map(str, match.record.rounds[0].aside))
    game = naive_game(rules, dealt_hands, aside, leader)
    for _ in range(steps):
        assert_same_position(match, game)
        if match.is_round_over:
            break
        calm = [
            text
            for text in naive_rules.legal_action_texts(game)
            if not naive_rules.wins_round(game, text)
        ]
        text = rng.choice(
            calm if calm and rng.random() < 0.9 else naive_rules.legal_action_texts(game)
        )
        facts = match.submit(match.public.seat, parse(text))
        game = naive_rules.game_after(game, text, *facts.drawn)
    return match, game


def assert_same_position(match: Match, game: naive_rules.Game) -> None:
    line = state_as_json(match, None)
    seen = {name: line[name] for name in naive_rules.state_as_json(game)}
    if seen["result"]:
        seen["result"] = tuple(seen["result"].values())
    assert seen == naive_rules.state_as_json(game)


@pytest.mark.parametrize(("preset", "options"), SAMPLED_VARIANTS)
def test_engine_and_naive_rules_agree_on_every_position_of_random_rounds(
    preset: str, options: dict[str, Any]
) -> None:
    rules = rules_for(preset, options)
    ends = Counter()  # type: ignore[var-annotated]
    for seed in range(60):
        match, _ = compare_random_rounds(rules, seed, steps=200)
        assert match.public.result is not None
        ends[match.public.result.by] += 1
    assert set(ends) == {"line", "triple", "markers"}, "the rounds must reach every way to end"


@pytest.mark.parametrize(("preset", "options"), VARIANTS[:3], ids=IDS[:3])
def test_action_sequences_of_3_from_late_positions_are_as_many_as_the_naive_rules_count(
    preset: str, options: dict[str, Any]
) -> None:
    rules = rules_for(preset, options)
    tallies: Tally = Counter()
    for seed in range(12):
        match, game = compare_random_rounds(rules, seed, steps=24)
        if not match.is_round_over:
            wanted = count_naively(game, 3, Counter())
            assert count_with_engine(match.full_state(), 3, Counter()) == wanted
            tallies += wanted
    assert {by for result in tallies if isinstance(result, tuple) for by in result[2:]} >= {"line"}
