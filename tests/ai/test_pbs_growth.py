"""How deep is looked: a tree grows by whole moves as far as the work allowed lasts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hacktrick.ai.glance import Glance
from hacktrick.ai.pbs.agent import PbsAgent, mind, prices_of
from hacktrick.ai.pbs.belief import Belief
from hacktrick.ai.pbs.growth import Size, growing_on, size_of
from hacktrick.ai.pbs.solver import Settings, Solver
from hacktrick.ai.pbs.tracker import turns_of
from hacktrick.ai.pbs.tree import Builder
from hacktrick.ai.pieces import whole
from hacktrick.ai.position import read_position
from hacktrick.game.rules import PRESETS, Rules
from tests.ai.pbs_rounds import views

KEYPAD = PRESETS["keypad"]
CLUB = PRESETS["club"]
WITS = PRESETS["wits"]


def beliefs(rules: Rules) -> list[Belief]:
    found = []
    for view in views(rules.preset, range(3))[::5]:
        position = read_position(view)
        if position.public.phase == "turn":
            turns, _ = turns_of(position.steps)
            found.append(mind(rules).belief(position, turns, prices_of(position.first), doubt=1.0))
    return found


def shape(builder: Builder) -> list[str]:
    """What a tree is, whatever order its nodes are in within a level."""
    nodes = builder.nodes
    return sorted(
        repr((node.public, node.level, node.ahead, node.slots, len(node.edges))) for node in nodes
    )


@pytest.mark.parametrize("rules", [KEYPAD, CLUB, WITS], ids=["keypad", "club", "wits"])
def test_a_tree_that_grew_is_the_tree_that_was_built_as_deep(rules: Rules) -> None:
    depths = set()
    for belief in beliefs(rules):
        grown = Builder(belief, 1)
        depth = whole(growing_on(grown, 600_000, 16, 4))
        assert shape(grown) == shape(Builder(belief, depth))
        levels = [node.level for node in grown.nodes]
        assert levels == sorted(levels)
        depths.add(depth)
    assert len(depths) > 1


def test_it_is_solved_alike_in_whatever_steps_it_was_built() -> None:
    net = mind(KEYPAD).net
    for belief in beliefs(KEYPAD):
        prices = prices_of(belief.public)
        grown = Solver(belief, prices, net, Settings(1, 8, work=400_000))
        built = Solver(belief, prices, net, Settings(grown.depth, 8))
        grown.solve()
        built.solve()
        assert (grown.policy() == built.policy()).all()


def test_what_turns_out_to_cost_too_much_is_taken_back() -> None:
    taken_back = 0
    for belief in beliefs(KEYPAD):
        for work in (30_000, 60_000, 120_000, 240_000):
            grown = Builder(belief, 1)
            depth = whole(growing_on(grown, work, 16, 9))
            assert shape(grown) == shape(Builder(belief, depth))
            assert depth == 1 or size_of(grown).cost(16) <= 1.5 * work
            again = Builder(belief, depth + 1)
            taken_back += size_of(again).cost(16) > 1.5 * work
    assert taken_back


def test_more_work_never_looks_less_far() -> None:
    for belief in beliefs(KEYPAD):
        depths = [whole(growing_on(Builder(belief, 1), work, 16, 9)) for work in (0, 10**5, 10**6)]
        assert depths[0] == 1
        assert depths == sorted(depths)


def test_the_cost_of_a_tree_grows_with_all_that_it_is_made_of() -> None:
    size = Size(100, 50, 400, 2000)
    for more in (
        size._replace(nodes=101),
        size._replace(leaves=51),
        size._replace(rows=401),
        size._replace(pairs=2020),
    ):
        assert more.cost(16) > size.cost(16)
    assert size.cost(17) > size.cost(16)


def test_a_player_with_more_work_looks_deeper() -> None:
    quick = PbsAgent(1, 8, 10**6, (), Glance(counts=True))
    (belief, *_) = beliefs(KEYPAD)
    prices = prices_of(belief.public)
    usual = quick.solve(belief, prices)
    deeper = replace(quick, work=10**6).solve(belief, prices)
    assert usual.depth == 1 < deeper.depth
    assert deeper.depth <= replace(quick, work=10**6).solve(belief, prices, share=2.0).depth
