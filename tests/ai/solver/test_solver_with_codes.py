"""The solver with the codes that change lines, markers and asks: exact in small games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from hacktrick.ai.decision_position import read_position
from hacktrick.ai.match_equity import match_chance
from hacktrick.ai.solver.belief_tracker import finished_moves
from hacktrick.ai.solver.public_belief import (
    WinUtilities,
    belief_after_deal,
    cards_in_hands_and_deck,
    hand_table,
    hand_table_for,
)
from hacktrick.ai.solver.public_tree import PublicTreeBuilder, swap_links, under_deck_links
from hacktrick.ai.solver.regret_matching import Solver, SolverSettings
from hacktrick.ai.solver.solving_player import hand_at_turn_start, win_utilities
from hacktrick.ai.solver.value_net import PositionArrays, shipped_net
from hacktrick.arena.experiment_players import best_response_value, exploitability
from hacktrick.game.actions import Action, Command, Play, PutUnderDeck
from hacktrick.game.cards import Counts, cards_of, counts_of, with_cards_removed
from hacktrick.game.code_powers import codes_in_force
from hacktrick.game.editions import PRESETS
from hacktrick.game.engine import apply, chance_outcomes, observe
from hacktrick.game.legality import is_pointless_command, legal_actions
from hacktrick.game.state import PublicState, Result, RevealedFacts, seating_for
from hacktrick.game.transitions import apply_public_part, begin_round, win_by_marker, with_value_at
from hacktrick.game.view import View, replay_view
from tests.support.parameter_sampling import mark_others_slow
from tests.support.small_games import BruteForceResponder, small_game
from tests.support.solver_rounds import new_match, round_with_laid_codes

FULL = SolverSettings(depth=99, iterations=100, narrow_replies=False, tremble=0.0, max_nodes=0)


def tiny_game(**changed: Any) -> PublicState:
    """Return a game of three values, two copies and one marker, with side 0's code in force."""
    return small_game(3, 2, 1, 1, (), "when_obliged", has_codes=True)._replace(**changed)


GAMES: dict[str, PublicState] = {
    "slavic": tiny_game(board=((0, 0), (1, 0), (0, 0)), double=(2, 0)),
    "god": tiny_game(board=((1, 0), (1, 0), (0, 0)), double=(-1, 0)),
    "baltic": tiny_game(board=((0, 1), (0, 0), (0, 1)), captured=(2, 0), double=(0, -1)),
    "huang": tiny_game(supply=(2, 1)),
    "popescu": tiny_game(),
    "grigorova": tiny_game(board=((0, 0), (2, 0), (0, 0)), captured=(0, 1), double=(-1, 0)),
    "rukowski": tiny_game(),
    "kriskaya": tiny_game(board=((1, 0), (0, 2), (1, 0)), supply=(2, 1), double=(-1, -1)),
    "doo": tiny_game(board=((0, 1), (2, 0), (0, 0)), score=(1, 1), double=(-1, -1)),
    "vaeck": tiny_game(board=((0, 0), (2, 0), (0, 0)), captured=(1, 0), double=(-1, -1)),
    "sun": tiny_game(board=((1, 0), (0, 2), (1, 0)), double=(-1, -1)),
    "gorilla": small_game(6, 1, 1, 1, (), "when_obliged", has_codes=True)._replace(
        board=((0, 0), (1, 0), (0, 0), (0, 0), (1, 0), (0, 0), (0, 0), (0, 0), (0, 0)),
        double=(5, 0),
    ),
}
"""For each code, a game in which it matters."""


def with_code(code: str) -> PublicState:
    return GAMES[code]._replace(
        codes=codes_in_force((code, "slavic" if code == "rukowski" else None))
    )


def solve_public_state(public: PublicState, settings: SolverSettings = FULL) -> Solver:
    solver = Solver(belief_after_deal(public), WinUtilities(), None, settings)
    solver.solve()
    return solver


RECKONED = ["sun"]
"""Codes whose tree is not the whole game; their loss is measured in the game itself."""
EXACT = [code for code in GAMES if code not in RECKONED]
SMALL = ("slavic", "god", "popescu", "grigorova", "kriskaya", "rukowski")
"""Codes whose games can be enumerated quickly."""


@pytest.mark.parametrize("code", mark_others_slow(EXACT, *SMALL))
def test_a_tree_solved_to_its_end_is_not_exploitable(code: str) -> None:
    solver = solve_public_state(with_code(code))
    assert exploitability(solver, solver.average) <= 0.002


@pytest.mark.parametrize(
    ("code", "seat"),
    [
        pytest.param(code, seat, marks=() if code in SMALL and not seat else pytest.mark.slow)
        for code in GAMES
        if code not in RECKONED
        for seat in (0, 1)
    ],
)
def test_the_best_response_equals_enumerating_all_deals(code: str, seat: int) -> None:
    solver = solve_public_state(with_code(code), replace(FULL, iterations=3))
    brute = BruteForceResponder(solver, solver.average, seat).value()
    assert best_response_value(solver, solver.average, seat) == pytest.approx(brute, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("code", RECKONED)
def test_the_solution_is_not_exploitable_in_the_real_game(code: str) -> None:
    solver = solve_public_state(with_code(code))
    gained = [BruteForceResponder(solver, solver.average, seat).value() for seat in (0, 1)]
    assert sum(gained) / 2 <= 0.002


@pytest.mark.parametrize(
    "code", mark_others_slow([code for code in GAMES if code != "rukowski"], *SMALL[:-1])
)
def test_each_code_changes_how_its_test_game_can_end(code: str) -> None:
    public = with_code(code)
    codeless = public._replace(codes=(None, public.codes[1]))
    assert count_round_ends(public) != count_round_ends(codeless)


@pytest.mark.parametrize("code", [code for code in GAMES if code != "rukowski"])
def test_the_tree_offers_the_legal_turns_in_the_same_parts(code: str) -> None:
    used = 0
    for seed in range(4):
        match, rng = round_with_laid_codes((code, None), seed), Random(seed)
        while not match.is_round_over:
            seat = match.public.seat
            legal = legal_actions(match.observe(seat))
            if match.public.phase != "start":
                assert offered_actions(match.view(seat)) == actions_in_tree(match.public, legal)
            quiet = (
                [a for a in legal if not isinstance(a, Command)] if rng.random() < 0.8 else legal
            )
            action = rng.choice([a for a in legal if uses_power_of(a, code)] or quiet)
            used += uses_power_of(action, code)
            match.submit(seat, action)
    assert used or code not in USES


USES = {
    "doo": "stake",
    "huang": "discard",
    "popescu": "ask own",
    "kriskaya": "again",
    "sun": "under",
    "vaeck": "swap",
}
"""The actions that only a code allows."""


def uses_power_of(action: Action, code: str) -> bool:
    return code in USES and USES[code] in str(action)


def actions_in_tree(public: PublicState, legal: Sequence[Action]) -> set[str]:
    """Return the legal actions that the tree offers.

    It leaves out pointless commands, a double where a single wins as well, and orders or numbers of
    cards under the deck that make no difference.
    """
    kept = [
        a
        for a in legal
        if not is_pointless_command(public, a) and not is_redundant_double(public, a)
    ]
    return {
        str(a)
        for a in kept
        if not isinstance(a, PutUnderDeck)
        or (a.cards == tuple(sorted(a.cards)) and len(a.cards) <= public.deck_size)
    }


def is_redundant_double(public: PublicState, action: Action) -> bool:
    if (
        not isinstance(action, Play)
        or not action.double
        or not public.n_singles_in_supply(public.side)
    ):
        return False
    return apply_public_part(public, action, RevealedFacts()).result is not None


def offered_actions(view: View) -> set[str]:
    """Return what the tree lets the player's hand do next."""
    position = read_position(view)
    turns, pending = finished_moves(position.steps)
    public = turns[-1].last.after
    builder = PublicTreeBuilder(belief_after_deal(public), 1)
    root = builder.nodes[0]
    row = list(builder.hand_pairs[0].hands[public.seat]).index(
        builder.table.index[hand_at_turn_start(position)]
    )
    legal = {edge.slot for edge in root.edges if row in edge.own.src}
    moves = [root.slots[slot] for slot in legal]
    return {str(m[len(pending)]) for m in moves if m[: len(pending)] == pending and m != pending}


@pytest.mark.parametrize("staked", [False, True])
def test_utilities_are_zero_sum_with_and_without_stakes(staked: bool) -> None:
    utilities = WinUtilities((0.5, 0.7), (2.5, 2.75), (0.9, 0.6))
    for winner, points in ((0, 1), (0, 2), (1, 1), (1, 2), (1, 4)):
        worth = [utilities.utility(seat, winner, points, staked) for seat in (0, 1)]
        assert worth[winner] == -worth[1 - winner] > 0
    assert [utilities.utility(0, 0, n, True) for n in (1, 2)] == [2.5, 3.4]


def test_the_value_of_stakes_follows_the_match_score() -> None:
    first = begin_round(PRESETS["wits"], seating_for(PRESETS["wits"], 0, 1), (0, 1), (4, 1), (1, 1))
    chances = [match_chance(first.rules, score, 0, 0) for score in ((6, 0), (5, 1), (4, 2))]
    won, single, lost = chances[0], chances[1], match_chance(first.rules, (4, 2), 1, 0)
    found = win_utilities(first)
    assert found.staked_win[0] == pytest.approx(2 * (won - lost) / (single - lost) - 1)
    assert found.staked_double_premium[0] == 0  # one point already wins the match
    assert win_utilities(first._replace(score=(5, 5))).staked_win == (1.0, 1.0)
    assert win_utilities(first, is_deciding_round=True).staked_win == (1.0, 1.0)


def test_the_net_gives_chances_and_the_prices_give_values() -> None:
    match = round_with_laid_codes(("doo", None), 3)
    match.submit(match.public.seat, legal_actions(match.observe(match.public.seat))[0])
    public = match.public._replace(score=(1, 1), used=(True, False))
    found = []
    for stakes in ((0, 0), (1, 1)):
        belief = belief_after_deal(public._replace(stakes=stakes))
        solver = Solver(belief, WinUtilities(), shipped_net(), SolverSettings(1, 4))
        solver.solve()
        found.append((solver.round_end_chances(0), solver.utilities_by_hand(0)))
    (plain, _), (staked, values) = found
    assert plain.shape[1] == 4 and staked.shape[1] == 8 and not staked[:, :4].any()
    assert values == pytest.approx(staked[:, 4:] @ [3, 4, -3, -4])


def test_folding_loses_a_point_but_no_stake() -> None:
    builder = PublicTreeBuilder(belief_after_deal(with_code("doo")), FULL.depth, False)
    folds = [n for n in builder.nodes if n.public.result and n.public.result.by == "fold"]
    later = [n for n in builder.nodes if n.is_staked and n.is_over]
    assert folds and not any(node.is_staked for node in folds)
    assert {max(node.public.score) for node in folds} == {2}
    assert later and {min(node.public.score) for node in later} == {0}


def test_a_swap_preserves_the_probabilities_of_both_hands() -> None:
    match = round_with_laid_codes(("vaeck", None), 1)
    match.submit(match.public.seat, legal_actions(match.observe(match.public.seat))[0])
    belief = belief_after_deal(match.public)
    table, unseen = hand_table_for(match.public), cards_in_hands_and_deck(match.public)
    before = table.deal_counts_by_hand_pair(unseen, *belief.hands)
    for given, taken in product(range(6), repeat=2):
        (mine, own), (theirs, other) = swap_links(table, *belief.hands, given, taken)
        after = (
            table.deal_counts_by_hand_pair(unseen, mine, theirs) * own.coef[:, None] * other.coef
        )
        a, b = belief.hands[0][own.src], belief.hands[1][other.src]
        assert (table.count[a, given] > 0).all() and len(a) == len(set(mine.tolist()))
        chance = table.count[b, taken] / table.size[b]
        assert after == pytest.approx(before[np.ix_(own.src, other.src)] * chance)


def test_cards_put_under_the_deck_keep_exact_hand_probabilities() -> None:
    public = small_game(4, 2, 2, 1, (), has_codes=True)._replace(
        codes=("sun", None), phase="turn", seat=0
    )
    public = public._replace(row=(0,), hand_sizes=(2, 2), deck_size=3)
    belief, rng = belief_after_deal(public), np.random.default_rng(3)
    table, unseen = hand_table_for(public), cards_in_hands_and_deck(public)
    likely = rng.random(len(belief.hands[1])).astype(np.float32)
    weights = table.deal_counts_by_hand_pair(unseen, *belief.hands) * likely
    for n in (1, 2):
        below, choices = under_deck_links(
            table, unseen, 3, belief.hands[0], (belief.hands[1], likely), n
        )
        mass = table.deal_counts_by_hand_pair(unseen, below, belief.hands[1]) @ likely
        for put, links in choices:
            for row, number in enumerate(belief.hands[0]):
                here = links.src == row
                found = {
                    table.hands[int(below[dst])]: float(coef * mass[dst])
                    for dst, coef in zip(links.dst[here], links.coef[here], strict=True)
                }
                hands = [table.hands[int(k)] for k in belief.hands[1]]
                dealt = zip(hands, weights[row], strict=True)
                counted = hand_chances_after_draw(
                    table.hands[int(number)], put, unseen, list(dealt)
                )
                assert found == pytest.approx(counted, rel=1e-5)


def hand_chances_after_draw(
    hand: Counts, put: Counts, unseen: Counts, others: list[tuple[Counts, float]]
) -> dict[Counts, float]:
    """Return the chance of each hand after ``put`` went under the deck, by enumeration."""
    found: dict[Counts, float] = {}
    if any(k > n for n, k in zip(hand, put, strict=True)):
        return found
    for other, weight in others:
        if weight:
            deck = cards_of(with_cards_removed(with_cards_removed(unseen, hand), other))
            drawn = list(combinations(deck, sum(put)))
            for cards in drawn:
                after = counts_of((*cards_of(with_cards_removed(hand, put)), *cards), len(hand))
                found[after] = found.get(after, 0.0) + float(weight) / len(drawn)
    return found


def test_only_the_number_of_cards_under_the_deck_is_public() -> None:
    match = round_with_laid_codes(("sun", None), 0)
    while not (match.public.seat == 0 and match.public.phase == "turn"):
        match.submit(match.public.seat, legal_actions(match.observe(match.public.seat))[-1])
    (two,) = [a for a in legal_actions(match.observe(0)) if str(a).startswith("under")][-1:]
    assert isinstance(two, PutUnderDeck)
    match.submit(0, two)
    moves = [finished_moves(replay_view(match.view(seat))[1])[0][-1].move for seat in (0, 1)]
    assert moves[0] == moves[1] == (PutUnderDeck((-1,) * len(two.cards)),)


def count_round_ends(public: PublicState) -> Counter[object]:
    """Count the ends of each kind in the tree."""
    builder = PublicTreeBuilder(belief_after_deal(public), FULL.depth, False)
    return Counter(node.public.result for node in builder.nodes)


def test_a_cancelled_code_changes_nothing() -> None:
    assert count_round_ends(with_code("rukowski")) == count_round_ends(GAMES["rukowski"])


def test_the_net_sees_the_keys_that_win_by_a_code() -> None:
    by_code = 0
    for seed in range(12):
        codes = Random(seed).sample(["slavic", "god", "baltic", "gorilla"], 2)
        for public in turn_starts(seed, (codes[0], codes[1])):
            spots = PositionArrays([public])
            for key in range(1, 10):
                result = points_won_on(public, key)
                bit = 1 << key
                assert bool(spots.one[0, public.side] & bit) == (result is not None)
                many = result is not None and result.points > 1
                assert bool(spots.two[0, public.side] & bit) == many
                by_code += result is not None and result.by == "code"
    assert by_code


def turn_starts(seed: int, codes: tuple[str, str]) -> Iterator[PublicState]:
    """Yield the beginnings of turns in a random round with these codes in force."""
    match, rng = new_match("keypad", seed), Random(seed)
    state = match.full_state()
    state = state._replace(public=state.public._replace(codes=codes))
    while state.public.result is None:
        if state.public.phase == "turn" and state.public.n_singles_in_supply(state.public.side):
            yield state.public
        action = rng.choice(legal_actions(observe(state, state.public.seat)))
        outcomes, weights = zip(*chance_outcomes(state, action), strict=True)
        (chance,) = rng.choices(outcomes, weights)
        state = apply(state, action, chance).state


def points_won_on(public: PublicState, key: int) -> Result | None:
    """Return what a single marker of the mover on ``key`` would win."""
    side = public.side
    taken = public.board[key - 1][1 - side]
    own = public.board[key - 1][side] + 1
    board = list(public.board)
    board[key - 1] = (own, 0) if side == 0 else (0, own)
    captured = with_value_at(public.captured, side, public.captured[side] + taken)
    placed = public._replace(board=tuple(board), captured=captured)
    return win_by_marker(placed, side, key, taken)


def test_a_swap_never_takes_a_card_whose_copies_the_player_holds() -> None:
    table = hand_table(6, 3, 4)
    all_fives = np.array([table.index[0, 1, 0, 0, 0, 3], table.index[0, 2, 0, 0, 0, 1]])
    other = np.array([table.index[0, 0, 0, 0, 0, 1], table.index[0, 1, 0, 0, 0, 2]])
    (below, own), (their, _) = swap_links(table, all_fives, other, given=1, taken=5)
    assert [table.hands[number] for number in below] == [(0, 1, 0, 0, 0, 2)]
    assert own.src.tolist() == [1]
    assert [table.hands[number] for number in their] == [(0, 1, 0, 0, 0, 0), (0, 2, 0, 0, 0, 1)]
