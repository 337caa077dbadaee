"""Hidden cards never change a decision: matches that look the same to a seat get the same one.

``python build/qa/honesty.py`` compares many more of them.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from qa.honesty import ComparisonPlan, HiddenCardsUsed, compare_twins_of_positions
from qa.honesty_worker_bytes import bytes_sent_to_thinker

from hacktrick.ai.agent import Budget, Decision
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.possible_worlds import World, believed_worlds, has_unknown_cards_under_deck
from hacktrick.app.match_session import MatchSession
from hacktrick.child_process import decode_value
from hacktrick.coach.thinking_worker import (
    ANALYSIS_KINDS,
    AnalysisRequest,
    SolveAheadRequest,
    thinking_value_types,
)
from hacktrick.game.actions import DRAW
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import View, replay_view
from hacktrick.match.live_match import Match
from tests.support.parameter_sampling import mark_others_slow
from tests.support.resampled_matches import Resampler, resampled_positions


def resampled_test_positions(preset: str, n: int) -> Iterator[Match]:
    taken = 0
    for seed in range(n):
        for number, match in enumerate(resampled_positions(PRESETS[preset], seed)):
            if number % 4 == seed % 4 and not has_unknown_cards_under_deck(
                match.view(match.public.seat)
            ):
                yield match
                taken += 1
            if taken == n:
                return


@pytest.mark.parametrize("preset", mark_others_slow(sorted(PRESETS), "keypad", "trio", "wits"))
def test_hidden_cards_never_change_a_decision(preset: str) -> None:
    found = compare_twins_of_positions(
        preset, 3, ComparisonPlan(list(LEVELS), 1, 1, nodes=800), seed=58
    )
    assert (found.positions, found.decisions) == (3, 3 * len(LEVELS))
    assert found.different


def test_the_check_detects_a_level_that_sees_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Match] = []
    draw = Resampler.draw

    def watched(self: Resampler, rng: Random) -> Match:
        seen.append(draw(self, rng))
        return seen[-1]

    def peeking(level: int, view: View, budget: Budget, seed: int) -> Decision:
        deck = seen[-1].full_state().deck if seen else ()
        return Decision(DRAW, float(sum(deck[:2])))

    monkeypatch.setattr(Resampler, "draw", watched)
    monkeypatch.setattr("qa.honesty.level_decision", peeking)
    with pytest.raises(HiddenCardsUsed, match="level 1"):
        compare_twins_of_positions("keypad", 5, ComparisonPlan([1], 20, 20), seed=1)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_hidden_cards_never_change_what_is_sent_to_the_worker_process(preset: str) -> None:
    found = compare_twins_of_positions(
        preset, 4, ComparisonPlan([], 5, 5, subject="crossing"), seed=58
    )
    assert (found.positions, found.decisions) == (4, 20)
    assert found.different


def test_the_check_covers_every_kind_of_question() -> None:
    later = islice(resampled_positions(PRESETS["keypad"], 3), 6, None)
    match = next(match for match in later if match.public.phase == "turn")
    sent = [
        decode_value(message, thinking_value_types()) for message in bytes_sent_to_thinker(match)
    ]
    asked = [one for one in sent if isinstance(one, AnalysisRequest)]
    legal = legal_actions(match.observe(match.public.seat))
    assert any(isinstance(one, SolveAheadRequest) for one in sent), "the review is prepared"
    unsolved, with_open_hands, in_a_study = {"levels"}, {"estimate"}, {"glance", "replies"}
    expected = set(ANALYSIS_KINDS) - unsolved - with_open_hands - in_a_study
    assert {one.kind for one in asked} == expected
    assert {one.made for one in asked if one.kind == "explain"} == {(), *((str(a),) for a in legal)}


def test_the_check_detects_a_coach_that_sees_another_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(self: MatchSession) -> View:
        return self._match.view(1 - self._match.public.seat)

    monkeypatch.setattr(MatchSession, "_own_view", peeking)
    with pytest.raises(HiddenCardsUsed, match="crossing"):
        compare_twins_of_positions(
            "keypad", 5, ComparisonPlan([], 20, 20, subject="crossing"), seed=1
        )


@pytest.mark.parametrize("preset", ["keypad", "club", "trio"])
def test_resampled_matches_follow_the_belief(preset: str) -> None:
    compared = 0
    for match in resampled_test_positions(preset, 12):
        seat, rng = match.public.seat, Random(3)
        view = match.view(seat)
        believed = believed_worlds(view, *replay_view(view))
        if not 2 <= len(believed) <= 12 or match.public.phase == "start":
            continue
        compared += 1
        resampler = Resampler(match, seat)
        drawn = [resampler.draw(rng).full_state() for _ in range(200)]
        counts = Counter(World(truth.hands, truth.deck, truth.under) for truth in drawn)
        assert set(counts) <= set(believed)
        for world, chance in believed.items():
            spread = (200 * chance * (1 - chance)) ** 0.5
            assert abs(counts[world] - 200 * chance) < 5 * spread + 1
    assert compared


def test_the_worker_process_loads_neither_window_nor_table() -> None:
    program = (
        "import sys, hacktrick.coach.thinking_worker\n"
        "print([m for m in sys.modules if m.startswith(('pygame', 'hacktrick.ui', "
        "'hacktrick.match.live_match', 'hacktrick.match.record_replay', 'hacktrick.app'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == "[]"
