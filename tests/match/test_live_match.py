"""The flow of a match, its codes, its tie-break, and how it goes on from a record."""

from __future__ import annotations

import json
from random import Random

import pytest

from hacktrick.game.actions import CODES, DRAW, PASS, Play, parse
from hacktrick.game.editions import PRESETS, Rules, RulesError, rules_for
from hacktrick.game.legality import IllegalAction
from hacktrick.game.match_rules import LeaderAndStarter
from hacktrick.game.state import Seating
from hacktrick.match.live_match import Match, RandomChance
from hacktrick.match.record import RecordError, RoundRecord, read_record
from hacktrick.match.record_replay import load_match, replay_record
from tests.support.scripted_matches import (
    SEATS,
    legal_now,
    played_match,
    random_step,
    scripted_match,
)


def test_a_new_match_has_its_first_round_dealt() -> None:
    match = Match.begin_with_rng(rules_for("keypad"), SEATS[:2], Random(1))
    assert len(match.record.rounds) == 1
    assert match.events_for(None) == ()
    assert match.public.score == (0, 0)
    assert not match.is_over
    assert not match.is_round_over


def test_the_same_dice_give_the_same_match() -> None:
    rules = rules_for("wits")
    one, other = played_match(rules, 7), played_match(rules, 7)
    assert one.record == other.record
    assert one.record != played_match(rules, 8).record


def test_an_illegal_action_changes_nothing() -> None:
    match = scripted_match("keypad", hands=("012", "3350")).submit_text("start 3")
    before = (match.full_state(), match.version, match.record.as_text(), match.events_for(0))
    with pytest.raises(IllegalAction) as caught:
        match.submit(0, Play(5))
    assert caught.value.reason == "NOT_IN_HAND"
    assert (
        match.full_state(),
        match.version,
        match.record.as_text(),
        match.events_for(0),
    ) == before


def test_an_action_of_another_seat_is_refused() -> None:
    match = scripted_match("keypad", hands=("012", "3350")).submit_text("start 3")
    with pytest.raises(IllegalAction) as caught:
        match.submit(1, DRAW)
    assert caught.value.reason == "NOT_YOUR_TURN"


def test_the_version_grows_with_every_change() -> None:
    match = scripted_match("keypad", hands=("012", "3350"))
    versions = [match.version]
    for text in ("start 3", "draw", "draw"):
        match.submit_text(text)
        versions.append(match.version)
    assert versions == sorted(set(versions))


def test_the_version_grows_with_the_deal_of_a_round() -> None:
    match = Match(rules_for("keypad"), SEATS[:2], RandomChance(Random(5)), 0)
    version = match.version
    match.deal_next_round()
    assert match.version > version


def test_cards_are_drawn_from_the_top_of_the_deck() -> None:
    match = scripted_match("keypad", hands=("012", "3350"), deck="451")
    match.submit_text("start 3", "draw", "draw")
    assert match.events_for(0)[1].facts.drawn == (4,)
    assert match.events_for(1)[2].facts.drawn == (5,)


def test_cards_under_the_deck_are_drawn_in_order_after_all_others() -> None:
    match = scripted_match("wits", hands=("012", "3345"), deck="55").submit_text("start 3")
    state = match.full_state()
    # A state that takes many turns to reach.
    match._state = state._replace(public=state.public._replace(codes=("sun", None)))
    match.submit_text("under 2 0")
    assert match.events_for(0)[-1].facts.drawn == (5, 5)
    seen: list[int] = []
    while len(seen) < 9:
        seat = match.public.seat
        drawing = [a for a in legal_now(match) if a == DRAW] or legal_now(match)
        action = next((a for a in drawing if a == PASS), drawing[0])
        facts = match.submit(seat, action)
        seen += facts.drawn
        assert not match.is_round_over
    assert seen[7:] == [2, 0]


def test_no_round_begins_before_the_last_has_ended() -> None:
    with pytest.raises(ValueError, match="no round"):
        scripted_match("keypad").deal_next_round()


def test_no_round_begins_after_the_match() -> None:
    match = played_match(rules_for("keypad", {"target": 1}), 3)
    assert match.is_over
    with pytest.raises(ValueError, match="no round"):
        match.deal_next_round()


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_match_is_played_to_its_target(preset: str) -> None:
    for seed in range(5):
        match = played_match(rules_for(preset), seed)
        assert match.is_over
        score = match.public.score
        target = PRESETS[preset].target
        assert max(score) >= target
        winners = match.match_state.winners
        if PRESETS[preset].is_individual:
            assert len(winners) == 1
            assert score[winners[0]] == max(score)
        else:
            assert winners == match.public.seating.seats_of(score.index(max(score)))


def test_the_score_before_the_last_round_was_below_the_target() -> None:
    for seed in range(20):
        match = played_match(rules_for("arena"), seed)
        result = match.public.result
        assert result is not None
        assert match.public.score[result.side] - result.points < 5
        assert match.match_state.winners == (result.side,)


def test_hands_are_shown_once_the_round_is_over() -> None:
    match = played_match(rules_for("keypad"), 2, n_rounds=1)
    shown = match.final_hands()
    assert tuple(map(len, shown)) == match.public.hand_sizes


# Tests of codes in a match.


def test_codes_come_from_the_top_of_the_pile_to_the_winner() -> None:
    match = played_match(rules_for("wits"), 4, n_rounds=1)
    result = match.public.result
    assert result is not None
    pile = match.record.codes
    assert match.match_state.held[result.side] == pile[: result.points]
    assert match.match_state.pile == pile[result.points :]


def test_the_twelve_codes_are_conserved_over_a_match() -> None:
    for seed in range(20):
        match = played_match(rules_for("wits"), seed, n_rounds=6)
        held = match.match_state.held
        assert sorted(
            [*held[0], *held[1], *match.match_state.pile, *match.match_state.spent]
        ) == sorted(CODES)


def test_a_pile_that_is_not_the_twelve_codes_is_refused() -> None:
    with pytest.raises(RulesError):
        scripted_match("wits", codes=CODES[:11])


# Tests of the tie-break.


class SeatingRecorder(RandomChance):
    """Random numbers that remember the seating of each deal."""

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        self.seen = seating
        return super().deal(rules, seating)


def tie_break() -> Match:
    """Return a match in which seats 1 and 2 have 4 points and the tie-break has been dealt."""
    dice = SeatingRecorder(Random(5))
    match = Match(rules_for("trio-individual"), SEATS[:3], dice, 0)
    match.match_state = match.match_state._replace(
        score=(1, 4, 4), n_rounds=6, next_leader_and_starter=LeaderAndStarter(1, 2, duel=True)
    )
    match.deal_next_round()
    assert dice.seen.deal == (0, 3, 4)
    return match


def test_the_third_seat_sits_out_the_tie_break() -> None:
    match = tie_break()
    assert match.public.hand_sizes == (0, 3, 4)
    assert match.public.seat == 2
    assert match.public.deck_size == 9
    assert legal_now(match)
    assert match.view(0).hand == ()


def test_the_tie_break_decides_the_match_whatever_the_score() -> None:
    match = tie_break()
    rng = Random(9)
    while not match.is_round_over:
        assert match.public.seat in (1, 2)
        random_step(match, rng)
    result = match.public.result
    assert result is not None
    assert match.match_state.winners == ((1, 2)[result.side],)
    assert match.record.rounds[-1].as_json()["duel"] == [1, 2]


# Tests of going on from a record.


class NoMoreChance(RandomChance):
    """Chance for the rest of a round whose deck is recorded: no draw may need it."""

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        raise AssertionError("the round is dealt already")


def play_to_the_end(match: Match, rng: Random) -> list[str]:
    """Play on at random, and return the texts of all actions until the round ends."""
    texts = []
    while not match.is_round_over:
        texts.append(str(random_step(match, rng)))
    return texts


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_match_loaded_in_the_middle_of_a_turn_has_the_same_future(preset: str) -> None:
    for seed in range(12):
        match = played_match(rules_for(preset), seed, n_rounds=3, stop=7 + 5 * seed)
        if match.is_round_over:
            continue
        loaded = load_match(read_record(match.record.as_text()), NoMoreChance(Random(1)))
        assert loaded.full_state() == match.full_state()
        assert [loaded.view(s) for s in range(loaded.rules.n_seats)] == [
            match.view(s) for s in range(match.rules.n_seats)
        ]
        # The same choices draw the same cards. Only a new deck is left to chance, and both matches
        # get the same one.
        match._chances = RandomChance(Random(1))
        assert play_to_the_end(match, Random(seed)) == play_to_the_end(loaded, Random(seed))
        assert loaded.record == match.record
        assert loaded.match_state == match.match_state


def test_a_match_saved_after_a_round_goes_on_with_the_next() -> None:
    match = played_match(rules_for("wits"), 6, n_rounds=2)
    loaded = load_match(read_record(match.record.as_text()), RandomChance(Random(4)))
    assert loaded.is_round_over
    assert loaded.match_state == match.match_state
    loaded.deal_next_round()
    assert len(loaded.record.rounds) == 3
    assert loaded.match_state.held == match.match_state.held


def test_a_match_saved_between_a_card_and_its_command_goes_on_there() -> None:
    match = scripted_match("keypad", hands=("012", "3350")).submit_text("start 3", "play 0")
    assert match.public.phase == "command"
    loaded = load_match(read_record(match.record.as_text()), RandomChance(Random(0)))
    assert loaded.public.phase == "command"
    assert legal_now(loaded) == legal_now(match)
    loaded.submit(0, parse("command guard"))
    assert loaded.public.command_in_force == "guard"


def test_loading_a_wrong_record_is_refused() -> None:
    data = json.loads(played_match(rules_for("keypad"), 1).record.as_text())
    data["rounds"][0]["actions"][0] = "start 9"
    with pytest.raises(RecordError) as caught:
        load_match(read_record(json.dumps(data)), RandomChance(Random(0)))
    assert (caught.value.round, caught.value.action) == (0, 0)


def test_replay_yields_every_deal_and_every_action() -> None:
    record = played_match(rules_for("servers"), 5).record
    texts = [text for _, text in replay_record(record)]
    wanted: list[str | None] = []
    for entry in record.rounds:
        wanted += [None, *entry.actions]
    assert texts == wanted
