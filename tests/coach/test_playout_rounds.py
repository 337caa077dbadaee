"""Imagined rounds: what is known in them, and who plays them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from hacktrick.ai.decision_position import position_of_view
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.possible_worlds import DealSampler
from hacktrick.coach.playouts import (
    PLAYOUT_LEVEL,
    ImaginedRound,
    PlayoutPlayers,
    PlayoutResult,
    play_out,
)
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import cards_of
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import PublicState, RevealedFacts
from hacktrick.game.transitions import apply_public_part
from hacktrick.game.view import View
from tests.support.scripted_matches import scripted_match
from tests.support.solver_rounds import random_views


def imagined_round(view: View, seed: int = 1) -> ImaginedRound:
    dealt = DealSampler(view).sample_deal(Random(seed))
    return ImaginedRound(view, dealt.hands, dealt.drawn, seed)


def random_playout(table: ImaginedRound, seed: int) -> Iterator[ImaginedRound]:
    """Yield the table before every action of a random round."""
    rng = Random(seed)
    while table.public.result is None:
        yield table
        table.submit(rng.choice(table.position(table.public.seat).legal))


@pytest.mark.parametrize("preset", ["keypad", "arena", "club"])
def test_an_imagined_position_equals_the_one_read_from_the_view(preset: str) -> None:
    for number, view in enumerate(random_views(preset, range(3))[::6]):
        for table in random_playout(imagined_round(view), number):
            for seat in (0, 1):
                known, read = table.position(seat), position_of_view(table.view(seat))
                assert known.view == read.view
                assert (known.round_start, known.steps) == (read.round_start, read.steps)
                assert (known.observation, known.legal) == (read.observation, read.legal)


def test_a_copied_round_continues_independently_with_the_same_deck() -> None:
    view = random_views("keypad", range(1))[1]
    one = imagined_round(view)
    before = one.public
    tables = one.copy(), one.copy()
    drawn = []
    for table, seed in zip(tables, (1, 2), strict=True):
        deck = list(cards_of(table.state.deck))
        cards = [c for t in random_playout(table, seed) for c in [sum(t.state.deck)] if c]
        assert cards[0] == len(deck)
        drawn.append([card for step in _all_steps(table) for card in step])
    assert one.public == before
    least = min(map(len, drawn))
    assert least and drawn[0][:least] == drawn[1][:least]


def _all_steps(table: ImaginedRound) -> Iterator[tuple[int, ...]]:
    """Yield the cards drawn, each from its drawer's view, until the first reshuffle."""
    for own, other in zip(table.steps_seen_by(0), table.steps_seen_by(1), strict=True):
        yield own.facts.drawn or other.facts.drawn
        if own.facts.reshuffled:
            return


def test_play_outs_choose_what_the_level_would_choose() -> None:
    level, players, asked = LEVELS[PLAYOUT_LEVEL], PlayoutPlayers(), 0
    for number, view in enumerate(random_views("keypad", range(4))[::8]):
        table = imagined_round(view)
        while table.public.result is None:
            seen = table.view(table.public.seat)
            values = dict(level.agent.choose(seen, level.budget, 1).values)
            action = players.choose(table, Random(number))
            if len(table.position(table.public.seat).legal) > 1 and len(values) > 1:
                assert values[action] == pytest.approx(max(values.values()), abs=2e-6)
                asked += 1
            table.submit(action)
    assert asked > 30


def test_play_outs_can_use_another_level() -> None:
    table, level = imagined_round(random_views("keypad", range(1))[4]), LEVELS[2]
    seen = table.view(table.public.seat)
    chosen = PlayoutPlayers(2).choose(table, Random(5))
    seed = Random(5).getrandbits(30)
    assert chosen == level.agent.choose(seen, level.budget, seed).action
    assert chosen in legal_actions(table.position(table.public.seat).observation)


def test_a_seat_with_a_full_hand_must_play_in_its_next_turn() -> None:
    view = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1").view(0)
    lines = [[parse("draw")], [parse("play 4"), parse("command guard")]]
    courses = play_out(view, lines, 4, "seed", level=1)
    assert [(full.must_play_next, less.must_play_next) for full, less in courses] == [
        (True, False)
    ] * 4


def test_what_happens_in_the_next_turns_agrees_with_the_turns_themselves() -> None:
    """After the 2 in the row, Ada needs a 1 for key 3, and Ben a 0 for key 2."""
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text(
        *("start 1", "play 4", "pass", "play 2", "pass", "play 5", "pass", "play 2", "pass"),
        *("draw", "draw"),  # so that neither knows all cards of the other
    )
    every: list[PlayoutResult] = []
    for me, card in ((0, 0), (1, 3)):
        turns = [(parse("draw"),), (parse(f"play {card}"), parse("pass"))]
        for results in play_out(match.view(me), turns, 20, "seed", level=1):
            every += results
            for turn, one in zip(turns, results, strict=True):
                before = public_after(match.public, turn)
                after = public_after(before, one.reply)
                loses = after.result is not None and after.result.side == 1 - me
                takes = after.captured[1 - me] > before.captured[1 - me]
                assert (one.opponent_wins_next, one.opponent_captures_next) == (loses, takes)
                assert one.points < 0 or not one.opponent_wins_next
                assert one.points > 0 or not one.wins_next
        if not me:
            match.submit_text("draw")
    for name in ("wins_next", "opponent_wins_next", "captures_next", "opponent_captures_next"):
        assert {getattr(one, name) for one in every} == {False, True}, name


def public_after(public: PublicState, actions: Sequence[Action]) -> PublicState:
    for action in actions:
        public = apply_public_part(public, action, RevealedFacts())
    return public
