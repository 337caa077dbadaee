"""Tests of the five barriers that protect hidden cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import get_type_hints

import pytest

from hacktrick.ai.agent import Agent
from hacktrick.ai.levels import catalogue
from hacktrick.ai.possible_worlds import World, believed_worlds
from hacktrick.app.match_session import MatchSession
from hacktrick.child_process import encode_value
from hacktrick.coach import thinking_worker
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.coach.thinking_worker import thinking_value_types
from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.match_rules import MatchState
from hacktrick.game.state import Deal, State
from hacktrick.game.view import View, replay_view
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import Record, RoundRecord
from tests.support.twin_matches import TwinRounds, twin_rounds

SECRETS = (State, MatchState, Match, Deal, RandomChance, Record, RoundRecord)


def twin_pairs(preset: str, n: int = 3) -> Iterator[TwinRounds]:
    rules = rules_for(preset)
    for seed in range(n):
        yield twin_rounds(rules, seed, seed % rules.n_seats)


def matches_after_each_action(pair: TwinRounds) -> Iterator[tuple[Match, Match]]:
    """Yield both matches after each action."""
    one, other = pair.matches(("human",) * 4)
    for action in pair.actions:
        for match in (one, other):
            match.submit(match.public.seat, action)
        yield one, other


def test_barrier_1_decisions_take_a_view_and_no_state() -> None:
    """Barrier 1: computer players, hints and forecasts take a view, never a state."""
    for function in (
        Agent.choose,
        catalogue.level_decision,
        catalogue.level_decision_or_fallback,
        thinking_worker.analysis_steps,
        believed_worlds,
    ):
        hints = get_type_hints(function)
        annotations = " ".join(str(hint) for name, hint in hints.items() if name != "return")
        assert not set(re.findall(r"\w+", annotations)) & {secret.__name__ for secret in SECRETS}
    assert get_type_hints(catalogue.level_decision)["view"] is View


class SilentThinker(InlineThinker):
    """A thinker that records what would go to the worker and never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def request_decision(self, level: int, view: View, seed: int = 0, budget: object = None) -> int:
        self.sent.append(encode_value((0, level, view, budget, seed), thinking_value_types()))
        return 0

    def solve_for_later_review(self, view: View) -> None:
        self.sent.append(encode_value(view, thinking_value_types()))


def session_of(match: Match, thinker: InlineThinker) -> MatchSession:
    return MatchSession(match, thinker, lambda text: None, Random(1), work_share=1.0)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_barrier_2_a_session_gives_values_only(preset: str) -> None:
    """Barrier 2: no attribute of a session is the match, its dice or an open record."""
    pair = next(twin_pairs(preset))
    one, _other = pair.matches(("human",) * 4)
    session = session_of(one, SilentThinker())
    for action in pair.actions[: len(pair.actions) // 2]:
        session.show_hand(one.public.seat)
        session.submit(action)
    found = {
        name: getattr(session, name)
        for name in dir(MatchSession)
        if name[0] != "_" and not callable(getattr(MatchSession, name))
    }
    assert {"public", "observation", "public_history", "finished_rounds"} <= set(found)
    assert not [name for name, value in found.items() if isinstance(value, SECRETS)]
    assert found["finished_rounds"] == (), "a round is given as a record only once it is over"
    glance = session.snapshot()
    assert glance.hands is None
    acted = one.events_for(None)[-1].seat
    for seat in set(range(len(session.seats))) - {session.viewer, acted}:
        with pytest.raises(ValueError, match="not open"):
            session.round_history_for(seat)


@pytest.mark.parametrize("preset", sorted(set(PRESETS) - {"wits"}))
def test_barrier_3_a_belief_is_built_from_a_view(preset: str) -> None:
    """Barrier 3: twin matches give the same belief, which includes the true cards of both."""
    for pair in twin_pairs(preset):
        for n, (one, other) in enumerate(matches_after_each_action(pair)):
            if n % 4:
                continue
            views = [match.view(pair.seat) for match in (one, other)]
            beliefs = [believed_worlds(view, *replay_view(view)) for view in views]
            assert beliefs[0] == beliefs[1]
            for match in (one, other):
                truth = match.full_state()
                world = World(truth.hands, truth.deck, truth.under)
                assert world in beliefs[0] or match.public.phase == "start"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_barrier_4_only_a_view_goes_to_the_worker(preset: str) -> None:
    """Barrier 4: bytes for the worker hold no class with hidden cards, and twins send the same."""
    pair = next(twin_pairs(preset))
    n = rules_for(preset).n_seats
    sent = []
    for match in pair.matches(("level:1",) * n):
        thinker = SilentThinker()
        session = session_of(match, thinker)
        for action in pair.actions:
            if match.public.seat == pair.seat:
                session.update(0.1, is_screen_at_rest=False)
                session.solve_ahead_for_review()
            match.submit(match.public.seat, action)
        sent.append(thinker.sent)
    assert sent[0] == sent[1] and sent[0]
    names = {secret.__name__ for secret in SECRETS}
    for question in sent[0]:
        words = set(re.findall(r"\w+", question.decode()))
        assert not words & names
        assert len(question) < 8000


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_barrier_5_events_hide_cards_drawn_by_others(preset: str) -> None:
    """Barrier 5: events never tell a seat, or everybody, what other players drew."""
    hidden = 0
    for pair in twin_pairs(preset):
        for one, other in matches_after_each_action(pair):
            assert one.events_for(pair.seat) == other.events_for(pair.seat)
            assert one.events_for(None) == other.events_for(None)
        for seat in (*range(one.rules.n_seats), None):
            for event in one.events_for(seat):
                if event.seat != seat and event.facts.drawn:
                    assert set(event.facts.drawn) == {UNKNOWN_CARD}
                    hidden += 1
    assert hidden
