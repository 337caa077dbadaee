"""The round of a day: the same for everybody, and worked out by each level to the same end."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from hacktrick.ai.agent import Decision
from hacktrick.game.actions import Start
from hacktrick.game.legal import legal_actions
from hacktrick.game.view import View, follow, observation_of
from hacktrick.play.match import Match
from hacktrick.play.players import LEVEL_NUMBERS
from hacktrick.play.record import RATED, read_record
from hacktrick.play.thinker import Answer, InlineThinker
from hacktrick.play.today import (
    OPPONENT,
    PLAYER,
    TODAY,
    Outcome,
    Trials,
    day_of,
    outcome_in,
    outcome_of,
    todays_match,
)

DAY = date(2026, 11, 22)
NAMES = ("ANNA", "Cortex")
KNOWN = (0, ((1, 2, 0), (5, 2, 4, 0)), (0, 2))  # who leads, the hands, the cards set aside


class Seeded(InlineThinker):
    """Decides by the seed alone, and tells who was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, View]] = []
        self._open: Answer | None = None

    def ask(self, level: int, view: View, seed: int = 0, budget: object = None) -> int:
        self._ticket += 1
        self.asked.append((level, view))
        action = Random(seed).choice(legal_actions(observation_of(view)))
        self._open = Answer(self._ticket, Decision(action, 0.0))
        return self._ticket

    def poll(self) -> Answer | None:
        answer, self._open = self._open, None
        return answer

    def forget(self) -> None:
        self._open = None


def play_out(match: Match, seed: int = 3) -> None:
    rng = Random(seed)
    while not match.is_round_over:
        seat = match.public.seat
        match.submit(seat, rng.choice(legal_actions(match.observe(seat))))


def deal_of(day: date) -> object:
    match = todays_match(day, NAMES)
    written = match.record.rounds[0]
    return written.hands, written.aside, written.deck, match.decision_seed()


def test_a_day_has_one_deal_one_leader_and_the_same_seeds() -> None:
    assert deal_of(DAY) == deal_of(DAY)
    others = [deal_of(DAY + timedelta(n)) for n in range(1, 30)]
    assert deal_of(DAY) not in others
    leaders = {todays_match(DAY + timedelta(n), NAMES).record.rounds[0].leader for n in range(9)}
    assert leaders == {0, 1}


def test_the_deal_of_a_known_day_never_changes() -> None:
    """Else two computers with the same version could have different rounds."""
    written = todays_match(DAY, NAMES).record.rounds[0]
    assert (written.leader, written.hands, written.aside) == KNOWN


def test_the_record_says_what_it_is_and_counts_for_no_rating() -> None:
    match = todays_match(DAY, NAMES)
    assert match.record.more[TODAY] == "2026-11-22" and match.record.more[RATED] is False
    assert day_of(match.record) == DAY
    assert match.seats[1 - PLAYER].player == "level:7", "the same opponent for everybody"
    play_out(match)
    assert match.is_over, "one round decides"
    again = read_record(match.record.as_text())
    assert day_of(again) == DAY and outcome_in(again) == outcome_of(match)


@pytest.mark.parametrize("wrong", [None, 5, "", "tomorrow", "2026-13-01"])
def test_what_names_no_day_is_no_round_of_a_day(wrong: object) -> None:
    match = todays_match(DAY, NAMES)
    match.record.more[TODAY] = wrong
    assert day_of(match.record) is None


def test_turns_are_those_of_the_players_place_without_the_start_card() -> None:
    match = todays_match(DAY, NAMES)
    assert outcome_of(match) is None
    play_out(match)
    outcome, result = outcome_of(match), match.public.result
    assert outcome is not None and result is not None
    own = [step for step in follow(match.view(PLAYER))[1] if step.seat == PLAYER]
    turns = {step.before.turn for step in own if not isinstance(step.action, Start)}
    assert outcome == Outcome(result.side == PLAYER, result.points, len(turns))


def test_more_points_are_better_then_a_quick_win_or_a_long_fight() -> None:
    order = [
        *(Outcome(True, 2, 5), Outcome(True, 2, 9), Outcome(True, 1, 3), Outcome(True, 1, 12)),
        *(Outcome(False, 1, 12), Outcome(False, 1, 3), Outcome(False, 2, 9), Outcome(False, 2, 5)),
    ]
    assert sorted(order, key=lambda one: one.worth, reverse=True) == order


def test_each_level_plays_in_the_players_place_by_views_and_seeds_alone() -> None:
    def tried(stops: bool) -> dict[int, Outcome]:
        thinker = Seeded()
        trials = Trials(DAY, thinker)
        ended = 0
        while trials.playing is not None:
            ended += trials.update()
            if stops:
                trials.pause()
        assert ended == len(LEVEL_NUMBERS) and not trials.update()
        seats = {(level, view.seat) for level, view in thinker.asked}
        assert seats == {(n, PLAYER) for n in LEVEL_NUMBERS} | {(OPPONENT, 1 - PLAYER)}
        return dict(trials.found)

    found = tried(stops=False)
    assert list(found) == list(LEVEL_NUMBERS)
    assert len(set(found.values())) == 1, "decided by the seed alone, all play the same"
    assert tried(stops=True) == found


def test_what_others_ask_meanwhile_is_no_decision_of_a_level() -> None:
    thinker = Seeded()
    trials = Trials(DAY, thinker)
    match = todays_match(DAY, NAMES)
    thinker.ask(3, match.view(match.public.seat))
    other = thinker.poll()
    assert other is not None
    while trials.playing == 1:
        trials.update()
    assert trials.found[1].turns > 0
