"""Every example of the rulebook is true when the engine plays it move by move."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations_with_replacement, pairwise

import pytest

from hacktrick.game import engine
from hacktrick.game.actions import Action, Command, Draw, Pass, Play, parse
from hacktrick.game.cards import Counts, counts_of
from hacktrick.game.code_powers import power_in_force
from hacktrick.game.editions import PRESETS
from hacktrick.game.keypad import lines
from hacktrick.game.legality import legal_actions, refusal_reason
from hacktrick.game.state import (
    IN_SUPPLY,
    NEVER,
    OUT_OF_ROUND,
    Deal,
    RevealedFacts,
    State,
    seating_for,
)
from hacktrick.i18n.rulebook.page_model import (
    ActionRefusedClaim,
    CardsShownClaim,
    Example,
    ExamplePosition,
    MarkerStack,
    NewDeckClaim,
    OnlyLegalActionsClaim,
    PossibleHandsClaim,
    RoundContinuesClaim,
    RoundWonClaim,
)
from hacktrick.i18n.rulebook.rulebook_search import rulebook_pages

FOR_TWO = [preset for preset, rules in PRESETS.items() if rules.table == "two"]
OTHERS = (0, 5)  # the opponent's hand if the example shows none


def all_examples() -> list[Example]:
    return [example for page in rulebook_pages(PRESETS["keypad"], str) for example in page.examples]


# Tests get the key of an example and make the example themselves. Then build/qa/mutate.py sees
# which test runs the code that makes it.
KEYS = [example.key for example in all_examples()]


def example_named(key: str) -> Example:
    return next(example for example in all_examples() if example.key == key)


def board_of(stacks: tuple[MarkerStack, ...]) -> tuple[tuple[int, int], ...]:
    board = [[0, 0] for _ in range(9)]
    for stack in stacks:
        board[stack.key - 1][stack.side] += stack.n
    return tuple((mine, other) for mine, other in board)


def doubles_of(position: ExamplePosition) -> tuple[int, int]:
    places = {stack.side: stack.key for stack in position.stacks if stack.double}
    return places.get(0, IN_SUPPLY), places.get(1, IN_SUPPLY)


def supply_of(position: ExamplePosition) -> tuple[int, int]:
    """Return the markers of each side that are neither on the board nor captured."""
    if position.supply:
        return position.supply
    placed = Counter({0: 0, 1: 0})
    for stack in position.stacks:
        placed[stack.side] += stack.n
    mine, other = (11 if code == "huang" else 10 for code in position.codes)
    captured = position.captured
    return mine - placed[0] - captured[1], other - placed[1] - captured[0]


def unseen_cards(position: ExamplePosition, other: tuple[int, ...]) -> Counts:
    seen = Counter((*position.row, *position.hand, *position.aside, *other))
    assert max(seen.values()) <= 3
    return tuple(3 - seen[value] for value in range(6))


def deck_of(position: ExamplePosition, other: tuple[int, ...]) -> Counts:
    left = [value for value, n in enumerate(unseen_cards(position, other)) for _ in range(n)]
    return counts_of(left[: position.deck_size], 6)


def state_of(position: ExamplePosition, preset: str) -> State:
    """Return the engine's state of a position, at the start of seat 0's turn."""
    rules, other = PRESETS[preset], position.other or OTHERS
    hands = (counts_of(position.hand, 6), counts_of(other, 6))
    deal = Deal(hands, position.aside or (0, 0), deck_of(position, other))
    begun = engine.start_round(rules, seating_for(rules, 0, 1), deal)
    supply, doubles = supply_of(position), doubles_of(position)
    if position.captured[0] and not doubles[1] and not supply[1]:
        doubles = (doubles[0], OUT_OF_ROUND)
    public = begun.public._replace(
        phase="turn",
        seat=0,
        turn=20,
        row=position.row,
        board=board_of(position.stacks),
        double=doubles,
        double_turn=tuple(1 if place > 0 else NEVER for place in doubles),
        supply=supply,
        captured=position.captured,
        hand_sizes=(len(position.hand), len(other)),
        deck_size=position.deck_size,
        command_in_force=position.command_in_force,
        codes=position.codes,
    )
    power = power_in_force(public, 0)
    public = public._replace(
        is_second_card_allowed=power is not None and power.allows_second_card(public, 0)
    )
    return begun._replace(public=public)


def state_after_example(example: Example, preset: str) -> tuple[State, RevealedFacts]:
    state, facts = state_of(example.position, preset), RevealedFacts()
    for text in example.moves:
        action = parse(text)
        chance = engine.chance_outcomes(state, action)[0][0]
        state, facts = engine.apply(state, action, chance)
    return state, facts


def without_double(actions: tuple[Action, ...]) -> set[str]:
    """Return the actions as texts, without the choice of the double."""
    return {str(action).replace(" double", "") for action in actions}


@pytest.mark.parametrize("key", KEYS)
def test_the_claim_of_an_example_is_true(key: str) -> None:
    example = example_named(key)
    for preset in [example.position.preset] if example.position.preset else FOR_TWO:
        check_claim(example, preset)


def check_claim(example: Example, preset: str) -> None:
    state, facts = state_after_example(example, preset)
    public, seen = state.public, engine.observe(state, 0)
    match example.claim:
        case RoundWonClaim(points, by):
            assert public.result == (int(points < 0), abs(points), by)
        case RoundContinuesClaim(captures):
            assert public.result is None
            assert public.captured[0] - example.position.captured[0] == captures
        case ActionRefusedClaim(action, reason):
            assert parse(action) not in legal_actions(seen)
            assert refusal_reason(seen, parse(action)) == reason
        case OnlyLegalActionsClaim(actions):
            assert without_double(legal_actions(seen)) == set(actions)
        case CardsShownClaim(cards):
            assert facts.shown == ((0, cards),)
        case NewDeckClaim(size):
            assert facts.reshuffled and public.deck_size == size == sum(state.deck)
            assert public.row == example.position.row[-1:]
        case PossibleHandsClaim(total, hands):
            assert facts.said == ((1, total),)
            assert hands_with(total, example.position) == hands


def hands_with(total: int, position: ExamplePosition) -> tuple[tuple[int, ...], ...]:
    free = unseen_cards(position, ())
    hands = combinations_with_replacement(range(6), len(position.other))
    return tuple(
        hand
        for hand in hands
        if sum(hand) == total and all(n <= free[card] for card, n in Counter(hand).items())
    )


@pytest.mark.parametrize("key", KEYS)
def test_the_position_of_an_example_can_arise(key: str) -> None:
    position = example_named(key).position
    board = board_of(position.stacks)
    assert all(not (mine and other) for mine, other in board)
    assert all(a != b for a, b in pairwise(position.row))
    # A marker only leaves its key by being captured, by a marker on that key.
    assert all(any(board[a + b - 1]) for a, b in pairwise(position.row))
    assert all(
        sum(stack.double for stack in position.stacks if stack.side == s) < 2 for s in (0, 1)
    )
    assert len(position.hand) <= 4 and len(position.aside) in (0, 2)
    assert min(supply_of(position)) >= 0
    assert not any(all(board[key - 1][side] for key in line) for line in lines() for side in (0, 1))


@pytest.mark.parametrize("key", KEYS)
def test_an_example_highlights_only_keys_of_its_position(key: str) -> None:
    example = example_named(key)
    marked = {stack.key for stack in example.position.stacks} | {example.marked_key}
    assert set(example.keys) <= marked
    assert all(line in lines() and set(line) <= marked for line in example.lines)
    assert (example.previewed_play is None) == (
        not any(move.startswith("play") for move in example.moves)
    )


def test_an_example_draws_the_line_that_wins() -> None:
    for example in all_examples():
        if isinstance(example.claim, RoundWonClaim) and example.claim.by == "line":
            assert example.marked_key and all(example.marked_key in line for line in example.lines)
            assert example.lines


def test_moves_stay_within_one_turn() -> None:
    verbs = {type(parse(move)) for example in all_examples() for move in example.moves[:-1]}
    assert not verbs & {Pass, Command, Draw}
    assert Play in verbs


def test_the_identifiers_of_examples_are_unique() -> None:
    assert len(set(KEYS)) == len(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_caption_with_numbers_names_the_highlighted_keys(key: str) -> None:
    example = example_named(key)
    numbers = set(map(int, re.findall(r"\d", example.caption)))
    if numbers:
        assert set(example.keys) - {example.marked_key} <= numbers
