"""Properties of all levels: wins, blocks, pointless commands, budgets, faults."""

from __future__ import annotations

import numpy as np
import pytest

from hacktrick.ai.agent import Agent, Budget, Decision
from hacktrick.ai.decision_position import (
    NO_FACTS,
    Position,
    read_position,
    winning_cards,
    winning_points,
)
from hacktrick.ai.levels.catalogue import LEVELS, level_decision, level_decision_or_fallback

# Halves of a calculation, each checked against an enumeration.
from hacktrick.ai.levels.one_ply import _next_player_hand_size, _unseen_cards, chance_of_any
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.ai.mirror_symmetry import mirrored_position, should_mirror_position
from hacktrick.ai.possible_worlds import World, believed_worlds, clear_world_cache
from hacktrick.ai.search.open_hand import (
    BudgetSpent,
    LookaheadSearch,
    SearchNode,
    evaluate_turn_start,
)
from hacktrick.ai.search.planner import Planner
from hacktrick.ai.solver.forecasts import (
    MIN_WAITING_GAIN,
    calibrated_forecast,
    immediately_winning_moves,
    match_chances_by_result,
)
from hacktrick.ai.solver.solving_player import hand_solution, shared_solver
from hacktrick.game import engine
from hacktrick.game.actions import (
    COMMAND_GUARD,
    COMMAND_PLAY,
    Action,
    Command,
    Draw,
    Pass,
    Play,
)
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import is_pointless_command, legal_actions
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import State
from hacktrick.game.transitions import apply_public_part
from hacktrick.game.view import View
from hacktrick.match.live_match import Match
from tests.support.parameter_sampling import product_mostly_slow
from tests.support.random_positions import random_positions

PATIENT = Budget(60.0, 3000)
PLENTY = Budget(60.0, 10**9)
EVERYWHERE = product_mostly_slow(sorted(PRESETS), sorted(LEVELS))


def points_at_once(match: Match) -> dict[str, int]:
    """Return the points that each play wins at once."""
    state = match.full_state()
    found = {}
    for action in legal_actions(match.observe(match.public.seat)):
        if isinstance(action, Play):
            result = engine.apply_legal(state, action).state.public.result
            if result is not None and result.side == match.public.side:
                found[str(action)] = result.points
    return found


def waiting_gains(view: View) -> float:
    """Return by how much equity the best turn that does not win exceeds the best winning turn.

    Both values come from the latest solution.
    """
    thinking, position = shared_solver(view.rules), read_position(view)
    assert thinking.latest is not None
    seen = mirrored_position(position) if should_mirror_position(position) else position
    solved = hand_solution(thinking.latest.solver, seen)
    first, seat = seen.round_start, seen.seat
    worth = [
        calibrated_forecast(thinking.net, first, seen.public, seat, row).match
        for row in solved.round_end_chances
    ]
    legal = np.flatnonzero(solved.round_end_chances.sum(1))
    wins = set(immediately_winning_moves(solved.solver))
    best = max(worth[n] for n in legal if n in wins)
    other = max((worth[n] for n in legal if n not in wins), default=0.0)
    return (other - best) / match_chances_by_result(first, seat).equity_unit


@pytest.mark.parametrize(("preset", "level"), EVERYWHERE)
def test_every_level_takes_an_immediate_win(preset: str, level: int) -> None:
    """Levels 8 to 10 may wait for a second point if that is worth more."""
    for match in random_positions(preset, 8, seed=3):
        won = points_at_once(match)
        if won:
            view = match.view(match.public.seat)
            chosen = level_decision(level, view, PATIENT)
            if level >= 8 and str(chosen.action) not in won:
                solved = view.rules.has_solver
                gain = waiting_gains(view) if solved else chosen.value - max(won.values())
                assert gain >= MIN_WAITING_GAIN
            else:
                assert won.get(str(chosen.action)) == max(won.values())


def is_fatal(match: Match, action: Play) -> bool:
    """Whether the next player wins at once with the cards they hold."""
    step = engine.apply_legal(match.full_state(), action)
    if step.state.public.result is None:
        step = engine.apply_legal(step.state, Pass())
    public = step.state.public
    if public.result is not None:
        return public.result.side != match.public.side
    return any(
        (result := engine.apply_legal(step.state, reply).state.public.result) is not None
        and result.side == public.side
        for reply in legal_actions(engine.observe(step.state, public.seat))
        if isinstance(reply, Play)
    )


@pytest.mark.parametrize(
    "agent",
    [
        Planner(0, 60),
        pytest.param(Planner(1, 40), marks=pytest.mark.slow),
        pytest.param(LEVELS[8].agent, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_player_with_full_memory_blocks_a_known_hand(agent: Agent) -> None:
    """At 4 : 4 all losses are equal. Players with less memory may have forgotten the hand."""
    seen = 0
    for match in random_positions("keypad", 150, seed=9, score=4):
        view = match.view(match.public.seat)
        if match.public.phase != "turn" or points_at_once(match):
            continue
        position = read_position(view)
        plays = [action for action in position.legal if isinstance(action, Play)]
        fatal = {is_fatal(match, play) for play in plays}
        if len(true_world_belief(match)) != 1 or fatal != {True, False}:
            continue
        chosen = agent.choose(view, PATIENT, 1).action
        if isinstance(chosen, Play):
            seen += 1
            assert not is_fatal(match, chosen)
    assert seen > 5


def true_world_belief(match: Match) -> dict[World, float]:
    position = read_position(match.view(match.public.seat))
    return believed_worlds(position.view, position.round_start, position.steps)


def test_the_card_counter_avoids_likely_losses() -> None:
    """Level 2 knows no hand, so it must avoid what most hands would win with."""
    seen = 0
    for match in random_positions("keypad", 60, seed=11):
        position = read_position(match.view(match.public.seat))
        if match.public.phase != "turn" or points_at_once(match):
            continue
        dangers = {
            action: chance_of_opponent_win(position, action)
            for action in position.legal
            if isinstance(action, (Play, Draw))
        }
        if max(dangers.values()) > 0.7 and min(dangers.values()) == 0:
            seen += 1
            assert dangers[level_decision(2, position.view).action] < 0.7  # type: ignore[index]
    assert seen > 10


def chance_of_opponent_win(position: Position, action: Action) -> float:
    after = apply_public_part(position.public, action, NO_FACTS)
    if after.result is not None:
        return 1.0
    fatal = winning_cards(winning_points(after, 1 - position.side), after.row[-1], 6)
    return chance_of_any(_unseen_cards(position), fatal, _next_player_hand_size(after, position))


@pytest.mark.parametrize(
    ("preset", "level"),
    [  # the highest level thinks too long for the quick tests
        *product_mostly_slow(sorted(PRESETS), sorted(LEVELS)[:-1]),
        *(pytest.param(preset, max(LEVELS), marks=pytest.mark.slow) for preset in sorted(PRESETS)),
    ],
)
def test_no_level_gives_pointless_commands(preset: str, level: int) -> None:
    for match in random_positions(preset, 2, seed=21):
        if match.public.phase == "command":
            chosen = level_decision(level, match.view(match.public.seat), PATIENT).action
            assert not is_pointless_command(match.public, chosen)


def test_pointless_commands_are_recognized() -> None:
    def pointless(action: Action, hand: str, fields: str = "", edition: str = "keypad") -> bool:
        line = f"{edition} phase=command row=31 aside=02 hands=45/{hand} board=4a {fields}"
        return is_pointless_command(read_diagram(line).public, action)

    assert pointless(COMMAND_PLAY, "-") and pointless(COMMAND_PLAY, "????")
    assert not pointless(COMMAND_PLAY, "??")
    # Under the rule `immediate`, two markers allow no command: one is placed, and the last one
    # cannot be paid.
    assert pointless(COMMAND_GUARD, "???", "supply=9/2")
    assert not pointless(COMMAND_GUARD, "???")
    assert not pointless(COMMAND_GUARD, "??", "supply=9/2", "club")


@pytest.mark.parametrize(("preset", "level"), EVERYWHERE)
def test_the_same_view_and_seed_give_the_same_decision(preset: str, level: int) -> None:
    for number, match in enumerate(random_positions(preset, 1, seed=31)):
        if number % 6 == 0:
            view = match.view(match.public.seat)
            first = level_decision(level, view, PATIENT, 5)
            clear_world_cache()
            assert level_decision(level, view, PATIENT, 5) == first
            assert first.action in legal_actions(match.observe(match.public.seat))
            assert sum(share for _, share in first.policy) == pytest.approx(1)


def test_no_level_exceeds_its_node_budget() -> None:
    match = next(m for m in random_positions("keypad", 1, seed=2) if m.public.phase == "turn")
    spot, hands = SearchNode(match.public), match.full_state().hands
    for limit in (0, 1, 10, 100):
        looker = LookaheadSearch(RoundUtility(match.public, 0), 0, Budget(60.0, limit))
        with pytest.raises(BudgetSpent):
            looker.value(spot, hands, 9)
        assert looker.nodes <= limit + 1


def test_a_search_ends_when_time_is_up() -> None:
    match = next(m for m in random_positions("keypad", 1, seed=2) if m.public.phase == "turn")
    looker = LookaheadSearch(RoundUtility(match.public, 0), 0, Budget(0.0, 10**9))
    with pytest.raises(BudgetSpent):
        looker.value(SearchNode(match.public), match.full_state().hands, 20)
    assert looker.nodes <= 200


@pytest.mark.parametrize("nodes", [0, 1, 7, 60])
@pytest.mark.parametrize("preset", ["keypad", "wits", "quartet"])
def test_even_a_tiny_budget_gives_a_decision(preset: str, nodes: int) -> None:
    for match in random_positions(preset, 1, seed=4):
        seat = match.public.seat
        chosen = level_decision(4, match.view(seat), Budget(60.0, nodes)).action
        assert chosen in legal_actions(match.observe(seat))


def value_by_the_engine(state: State, own: int, worth: RoundUtility, depth: int) -> float:
    """Return the value of ``state`` by the engine: all ends of this turn, then the next."""
    public = state.public
    if not depth or public.result is not None:
        return evaluate_turn_start(SearchNode(public), state.hands, worth)
    ends = list(turn_ends(state))
    values = [value_by_the_engine(end, own, worth, depth - 1) for end in ends]
    return max(values) if public.side == own else min(values)


def turn_ends(state: State) -> list[State]:
    """Return the positions in which the turn may end, as the search sees it.

    The search considers no Guard, no pointless command, and no double while a single is left. A
    drawn card stays unknown.
    """
    public = state.public
    found = []
    for action in legal_actions(engine.observe(state, public.seat)):
        if isinstance(action, Play) and action.double and public.n_singles_in_supply(public.side):
            continue
        if isinstance(action, Command) and (
            action.kind == "guard" or is_pointless_command(public, action)
        ):
            continue
        if isinstance(action, Draw):
            after = apply_public_part(public, action, NO_FACTS)
            found.append(state._replace(public=after))
        elif isinstance(action, (Play, Pass, Command)):
            after_it = engine.apply_legal(state, action).state
            over = after_it.public.result is not None or after_it.public.turn != public.turn
            found += [after_it] if over else turn_ends(after_it)
    return found


@pytest.mark.parametrize("preset", ["keypad", "arena", "trio", "quartet"])
def test_the_search_equals_an_exhaustive_search_by_the_engine(preset: str) -> None:
    checked = 0
    for match in random_positions(preset, 6, seed=41):
        state, own = match.full_state(), match.public.seating.side_of[0]
        if match.public.phase != "turn" or max(match.public.hand_sizes) > 3:
            continue
        worth = RoundUtility(match.public, own)
        looker = LookaheadSearch(worth, own, PLENTY)
        checked += 1
        assert looker.value(SearchNode(match.public), state.hands, 2) == pytest.approx(
            value_by_the_engine(state, own, worth, 2)
        )
        if checked == 8:
            break
    assert checked


def test_a_fault_in_a_player_costs_a_move_and_not_the_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> Decision:
        raise RuntimeError("a fault")

    match = next(random_positions("keypad", 1))
    monkeypatch.setattr("hacktrick.ai.levels.catalogue.level_decision", fail)
    decision = level_decision_or_fallback(4, match.view(match.public.seat), None, 0)
    assert decision.action in legal_actions(match.observe(match.public.seat))
    assert "a fault" in capsys.readouterr().err


def test_an_unknown_level_is_refused() -> None:
    match = next(random_positions("keypad", 1))
    with pytest.raises(ValueError, match="level"):
        level_decision(99, match.view(match.public.seat))


def test_a_match_with_an_unknown_level_can_continue() -> None:
    match = next(random_positions("keypad", 1))
    view = match.view(match.public.seat)
    assert level_decision_or_fallback(10_000, view, None, 1) == level_decision(
        max(LEVELS), view, None, 1
    )


def test_a_seat_without_a_decision_raises_an_error() -> None:
    match = next(random_positions("keypad", 1))
    with pytest.raises(ValueError, match="nothing to decide"):
        level_decision(1, match.view(1 - match.public.seat))
