"""The analysis of records: sums add up, and neither time nor hidden cards matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hacktrick.ai.agent import Decision
from hacktrick.ai.levels import catalogue
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.ai.levels.one_ply import OnePlyPlayer
from hacktrick.ai.solver.solving_player import SolvingPlayer
from hacktrick.coach.judgement import judge_id
from hacktrick.coach.review import match_analysis
from hacktrick.coach.review.judged_round import RoundJudgement
from hacktrick.coach.review.match_analysis import judged_rounds
from hacktrick.game.actions import PASS
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.match.live_match import Match
from hacktrick.match.record import Record, read_record
from hacktrick.match.record_replay import replay_record
from hacktrick.terminal.commands.analyse import analysis_report
from tests.support.parameter_sampling import mark_others_slow

QUICK = SolvingPlayer(1, 8, 10**6, (), OnePlyPlayer(counts_cards=True))
LONGER = SolvingPlayer(1, 24, 10**6, (), OnePlyPlayer(counts_cards=True))


def match_of_weak_players(preset: str, seed: int = 1, n_actions: int = 10**6) -> Record:
    """Return a match of two weak players, or its beginning."""
    rng = Random(seed)
    rules = PRESETS[preset]
    seats = [SeatInfo(f"player {n}", "level:2") for n in range(rules.n_seats)]
    match = Match.begin_with_rng(rules, seats, rng)
    while n_actions:
        if match.is_over:
            break
        if match.is_round_over:
            match.deal_next_round()
        seat = match.public.seat
        match.submit(seat, level_decision(2, match.view(seat), None, rng.getrandbits(30)).action)
        n_actions -= 1
    return read_record(match.record.as_text())


def totals_of_both_seats(stories: list[RoundJudgement]) -> Iterator[dict[str, Any]]:
    yield from (match_analysis.match_chance_totals(stories, seat) for seat in (0, 1))


@pytest.mark.parametrize(
    ("preset", "seed"),
    [("keypad", 1), ("club", 2), ("servers", 2), ("arena", 3), ("wits", 4)],
)
@pytest.mark.slow
def test_luck_and_mistakes_add_up_to_the_change_of_the_match_chance(preset: str, seed: int) -> None:
    record = match_of_weak_players(preset, seed)
    stories = list(judged_rounds(record, QUICK))
    ends = []
    for sums in totals_of_both_seats(stories):
        skill = sums["mistakes_of_other"] - sums["mistakes"]
        chance = sums["luck_sum"] + sums["unexplained"]
        assert sums["start"] + chance + skill == pytest.approx(sums["end"], abs=1e-5)
        ends.append(sums["end"])
    assert sorted(ends) == [0.0, 1.0]
    for story in stories:
        for seat in (0, 1):
            luck = sum(piece.change for piece in story.luck if piece.seat == seat)
            loss = [
                sum(d.loss for d in story.decisions if d.decision_point.seat == s) for s in (0, 1)
            ]
            change = luck - loss[seat] + loss[1 - seat]
            assert story.start[seat] + change == pytest.approx(story.end[seat])


def test_the_sums_also_hold_for_an_unfinished_round() -> None:
    for n_actions in (0, 1, 2, 5, 6, 7):
        stories = list(judged_rounds(match_of_weak_players("keypad", 1, n_actions), QUICK))
        for sums in totals_of_both_seats(stories):
            skill = sums["mistakes_of_other"] - sums["mistakes"]
            chance = sums["luck_sum"] + sums["unexplained"]
        assert sums["start"] + chance + skill == pytest.approx(sums["end"], abs=1e-5)
        assert sum(len(story.decisions) for story in stories) == n_actions


@pytest.mark.slow
def test_losses_are_not_negative_and_no_line_beats_the_best() -> None:
    for story in judged_rounds(match_of_weak_players("keypad"), QUICK):
        for decision in story.decisions:
            assert decision.loss >= 0
            assert 0 <= decision.frequency <= 1 + 1e-9
            best = max((where.match for _, where, _ in decision.options), default=decision.value)
            assert decision.value <= best + 1e-9
            shares = sum(share for _, _, share in decision.options)
            assert not decision.options or shares == pytest.approx(1)


@pytest.mark.slow
def test_a_missed_win_is_a_mistake() -> None:
    """One round is enough, since a player who can win two points a turn later loses nothing."""
    whole = match_of_weak_players("keypad", 8)
    for number, written in enumerate(whole.rounds):
        if written.result is None or written.result.by not in ("line", "triple"):
            continue
        *before, last = written.actions
        record = deepcopy(whole)
        record.rounds, record.score = record.rounds[: number + 1], _score(whole, number)
        left = other_play(record, number, before, last)
        record.rounds[number] = replace(written, actions=[*before, left], result=None)
        story = list(judged_rounds(record, QUICK, longer=LONGER))[-1]
        if story.decisions[-1].mistake_class(story.unit) in ("mistake", "blunder"):
            return
    raise AssertionError("no win left lying is a mistake")


def _score(record: Record, number: int) -> tuple[int, ...]:
    score = [0, 0]
    for written in record.rounds[:number]:
        assert written.result is not None
        score[written.result.side] += written.result.points
    return tuple(score)


def other_play(record: Record, number: int, before: list[str], last: str) -> str:
    """Return an action that does not end the round, in place of the winning play ``last``."""
    for text in ("draw", *(f"play {card}" for card in range(6))):
        if text.split(" ")[1:2] == last.split(" ")[1:2]:
            continue
        record.rounds[number].actions = [*before, text]
        record.rounds[number].result = None
        try:
            *_, (match, _) = replay_record(
                Record(
                    record.rules,
                    record.seats,
                    record.rounds[: number + 1],
                    _score(record, number),
                    record.codes,
                )
            )
        except ValueError:
            continue
        if not match.is_round_over:
            return text
    raise AssertionError("nothing else could be done")


@pytest.mark.slow
def test_the_same_record_gets_the_same_analysis() -> None:
    record = match_of_weak_players("keypad", 4, 14)
    one, other = (
        json.dumps(match_analysis.analyse_record(record, lambda done: None)) for _ in range(2)
    )
    assert one == other


@pytest.mark.slow
@pytest.mark.parametrize("preset", mark_others_slow(["keypad", "club", "arena"], "keypad"))
def test_the_analysis_lists_every_action_with_its_best_lines(preset: str) -> None:
    record = match_of_weak_players(preset, 5, 12)
    done: list[int] = []
    found = match_analysis.analyse_record(record, done.append)
    assert done[-1] == 12
    assert (found["format"], found["version"]) == ("hacktrick-analysis", 2), "readers go by it"
    (first,) = found["rounds"]
    assert [d["played"] for d in first["decisions"]] == record.rounds[0].actions
    for decision in first["decisions"]:
        ends = ("win_1", "win_2", "lose_1", "lose_2")
        for line in decision["lines"]:
            assert sum(line[end] for end in ends) == pytest.approx(1, abs=1e-5)
        matches = [line["match"] for line in decision["lines"]]
        assert matches == sorted(matches, reverse=True)
        assert any(line["actions"][0] == decision["played"] for line in decision["lines"])
    text = analysis_report(found)
    assert text.count("\n") > 12 and "luck" in text


@pytest.mark.parametrize("preset", ["trio", "quartet"])
def test_unsupported_rules_get_values_from_the_strongest_level(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hacktrick.coach.review.match_analysis.LEVELS", {4: catalogue.LEVELS[4]})
    record = match_of_weak_players(preset, 2, 8)
    done: list[int] = []
    found = match_analysis.analyse_record(record, done.append)
    assert done == [1, 2, 3, 4, 5, 6, 7, 8]
    decisions = [d for one in found["rounds"] for d in one["decisions"]]
    assert [d["played"] for d in decisions] == [a for r in record.rounds for a in r.actions]
    free = [d["seat"] for d in decisions if not d["forced"]]
    seats = range(record.rules.n_seats)
    assert found["totals"] == [{"unforced": free.count(seat)} for seat in seats]
    assert found["judge"] is None, "nobody judged here"
    assert any(d["loss_equity"] for d in decisions)
    assert analysis_report(found).rstrip(".").endswith("free decisions")


def test_match_totals_are_listed_by_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = match_of_weak_players("keypad", 5, 8)
    stories = list(judged_rounds(record, QUICK))
    monkeypatch.setattr(match_analysis, "judged_rounds", lambda *about: iter(stories))
    found = match_analysis.analyse_record(record, lambda done: None)
    assert found["totals"] == list(totals_of_both_seats(stories)) and found["judge"] == judge_id()
    first, second = totals_of_both_seats(stories)
    assert first != second


def test_a_turn_with_a_single_option_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare with the legal actions of the match, action by action."""
    monkeypatch.setattr("hacktrick.coach.review.match_analysis.LEVELS", {4: catalogue.LEVELS[4]})
    record = match_of_weak_players("trio", 6, 3)
    found = match_analysis.analyse_record(record, lambda done: None)
    forced = [d["forced"] for one in found["rounds"] for d in one["decisions"]]
    ways = [
        len(legal_actions(match.observe(match.public.seat)))
        for match, _text in replay_record(record)
        if not match.is_round_over
    ]
    assert forced == [n == 1 for n in ways[: len(forced)]] and {*forced} == {True, False}


def test_an_action_that_the_search_ignores_has_no_share_and_no_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Such an action is treated like the only legal action."""
    monkeypatch.setattr(
        match_analysis, "level_decision", lambda level, view, budget, seed: Decision(PASS, 0.25)
    )
    found = match_analysis.analyse_record(match_of_weak_players("trio", 5, 2), lambda done: None)
    for decision in found["rounds"][0]["decisions"]:
        assert (decision["frequency"], decision["loss_equity"]) == (0.0, None)
        assert decision["equity"] == 0.25 and decision["lines"] == []
        assert set(decision["levels"]) == {"4", "7", "9"}, "who counts, who thinks on, who solves"
