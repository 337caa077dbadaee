"""Properties that hold in every position, tried by random play with all presets and options."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hacktrick.game import engine
from hacktrick.game.actions import (
    ASK_PARTNER,
    CODES,
    DRAW,
    PASS,
    REFUSAL_REASONS,
    Action,
    Ask,
    Command,
    LayCode,
    LayStartCard,
    Play,
    Swap,
    parse,
)
from hacktrick.game.cards import cards_of
from hacktrick.game.editions import OPTIONS, PRESETS, Rules, rules_for
from hacktrick.game.keypad import lines_through
from hacktrick.game.legality import IllegalAction, legal_actions
from hacktrick.game.state import OUT_OF_ROUND, PublicState, State
from hacktrick.game.view import observation_of
from hacktrick.game.view_json import read_view, view_to_json
from hacktrick.match.live_match import Match
from hacktrick.match.record import read_record
from hacktrick.match.record_replay import replay_record
from tests.support.scripted_matches import (
    TextMatch,
    legal_now,
    played_match,
    random_match,
    random_step,
)

MORE = settings(max_examples=60, deadline=None)
FEW = settings(max_examples=25, deadline=None)

BOTH = (False, True)
ALWAYS_LISTED: tuple[Action, ...] = (
    *(
        Play(card, size, again)
        for card in range(7)
        for size in (False, True)
        for again in (False, True)
    ),
    *(make(card) for make in (LayStartCard, Swap) for card in range(7)),
    *(Ask(seat) for seat in (None, 0, 1, 2, 3, 4)),
    *(Command("play"), Command("guard"), DRAW, PASS, ASK_PARTNER),
    *(LayCode(code) for code in (None, *CODES)),
    *map(parse, ("ask own", "discard", "stake", "call", "fold", "under 0", "under 1 2", "under 9")),
)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    preset = draw(st.sampled_from(list(PRESETS)))
    options: dict[str, Any] = {}
    for name, values in OPTIONS.items():
        if name == "next_leader" and PRESETS[preset].table == "solo":
            continue
        if draw(st.booleans()):
            options[name] = draw(st.sampled_from(values))
    return rules_for(preset, options)


SEEDS = st.integers(0, 2**32)


@given(any_rules(), SEEDS)
@MORE
def test_eighteen_cards_are_conserved(rules: Rules, seed: int) -> None:
    for match in random_match(rules, seed, n_rounds=5):
        state = match.full_state()
        public = state.public
        cards = [*public.row, *public.aside, *state.under, *cards_of(state.deck)]
        for seat, hand in enumerate(state.hands):
            cards += cards_of(hand)
            assert sum(hand) == public.hand_sizes[seat] <= max(1, public.seating.limits[seat])
        assert Counter(cards) == dict.fromkeys(range(6), 3)
        assert sum(state.deck) + len(state.under) == public.deck_size


@given(any_rules(), SEEDS)
@MORE
def test_the_markers_of_a_side_are_conserved(rules: Rules, seed: int) -> None:
    """Markers in supply, on the board, captured and paid are always 10 in all, or 11."""
    for match in random_match(rules, seed, n_rounds=5):
        public = match.public
        total = [10 + (code == "huang") for code in public.codes]
        placed = [0, 0]
        paid = [0, 0]
        spent_captured = [0, 0]
        for event in match.events_for(None):
            side = public.seating.side_of[event.seat]
            placed[side] += isinstance(event.action, Play)
            paid[side] += isinstance(event.action, Command) or event.action == Ask(from_supply=True)
            if str(event.action) == "discard":
                paid = [paid[0] + 1, paid[1] + 1]
            spent = isinstance(event.action, Swap) or (
                isinstance(event.action, Ask) and not event.action.from_supply
            )
            spent_captured[side] += spent
        for side in (0, 1):
            on_board = sum(markers[side] for markers in public.board)
            taken = public.captured[1 - side] + spent_captured[1 - side]
            assert public.supply[side] + placed[side] + paid[side] == total[side]
            assert placed[side] == on_board + taken
            place = public.double[side]
            assert place == OUT_OF_ROUND or place == 0 or public.markers_on(place, side) >= 1
            assert public.n_singles_in_supply(side) >= 0


@given(any_rules(), SEEDS)
@FEW
def test_legal_actions_are_accepted_and_no_others(rules: Rules, seed: int) -> None:
    for match in random_match(rules, seed, n_rounds=2, stop=60):
        state = match.full_state()
        if match.is_round_over:
            assert not any(is_accepted(state, action) for action in ALWAYS_LISTED)
            continue
        legal = legal_now(match)
        assert legal
        assert len(set(legal)) == len(legal)
        for action in {*ALWAYS_LISTED, *legal}:
            assert is_accepted(state, action) == (action in legal)


def is_accepted(state: State, action: Action) -> bool:
    try:
        outcomes = engine.chance_outcomes(state, action) if action in legal_of(state) else [((), 1)]
        engine.apply(state, action, outcomes[0][0])
    except IllegalAction as error:
        assert error.reason in REFUSAL_REASONS
        assert error.action == action
        return False
    return True


def legal_of(state: State) -> tuple[Action, ...]:
    return legal_actions(engine.observe(state, state.public.seat))


@given(any_rules(), SEEDS)
@FEW
def test_only_the_seat_to_act_may_act(rules: Rules, seed: int) -> None:
    for match in random_match(rules, seed, n_rounds=2):
        for seat in range(rules.n_seats):
            if seat != match.public.seat:
                assert legal_actions(match.observe(seat)) == ()


@given(any_rules(), SEEDS)
@MORE
def test_a_key_has_one_colour_and_at_most_three_markers(rules: Rules, seed: int) -> None:
    for match in random_match(rules, seed, n_rounds=5):
        for markers in match.public.board:
            assert min(markers) == 0
            assert max(markers) <= (3 if match.is_round_over else 2)


@given(any_rules(), SEEDS)
@MORE
def test_a_round_ends_within_44_turns(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    for match in random_match(rules, rng.randrange(10**6), n_rounds=5):
        assert match.public.turn < 44


@given(any_rules(), SEEDS)
@MORE
def test_cautious_play_ends_within_44_turns_too(rules: Rules, seed: int) -> None:
    """Players who avoid wins and love to draw make the longest rounds."""
    match = played_match(rules, seed, n_rounds=1, stop=0)
    rng = Random(seed)
    while not match.is_round_over:
        assert match.public.turn < 44
        calm = [a for a in legal_now(match) if not wins_at_once(match, a)] or list(legal_now(match))
        slow = [a for a in calm if str(a).startswith(("draw", "under", "pass"))]
        match.submit(match.public.seat, rng.choice(slow or calm))


def wins_at_once(match: Match, action: Action) -> bool:
    if not isinstance(action, Play):
        return str(action) in ("fold", "stake")
    return engine.apply(match.full_state(), action).state.public.result is not None


@given(any_rules(), SEEDS)
@MORE
def test_a_hand_of_three_or_more_can_always_be_played(rules: Rules, seed: int) -> None:
    for match in random_match(rules, seed, n_rounds=5):
        state = match.full_state()
        if state.public.row:
            for hand in state.hands:
                if sum(hand) >= 3:
                    assert any(n for card, n in enumerate(hand) if card != state.public.row[-1])


@given(any_rules(), SEEDS)
@MORE
def test_the_deck_is_never_empty_after_an_action(rules: Rules, seed: int) -> None:
    for match in random_match(rules, seed, n_rounds=5):
        assert match.public.deck_size >= 1


@given(any_rules(), SEEDS)
@MORE
def test_one_marker_completes_at_most_three_lines_and_no_triple_beside_them(
    rules: Rules, seed: int
) -> None:
    for match in random_match(rules, seed, n_rounds=5):
        result = match.public.result
        if result is None or result.by in ("markers", "fold"):
            continue
        key = sum(match.public.row[-2:])
        lines = complete_lines(match.public, result.side, key)
        triple = match.public.markers_on(key, result.side) == 3
        assert lines <= 3
        assert not (lines and triple)
        assert (result.by == "code") or lines or triple


def complete_lines(public: PublicState, side: int, key: int) -> int:
    return sum(all(public.markers_on(k, side) for k in line) for line in lines_through(key))


@given(any_rules(), SEEDS)
@MORE
def test_a_round_wins_1_2_or_4_points(rules: Rules, seed: int) -> None:
    """A round wins 4 points only with Dodo Gorilla.

    The scores grow by results alone; stakes only move from one score to the other.
    """
    before: tuple[int, ...] = (0,) * rules.n_score_entries
    for match in random_match(rules, seed, n_rounds=4):
        result = match.public.result
        if result is None:
            continue
        dodo = match.public.codes[result.side] == "gorilla"
        assert result.points in ((1, 2, 4) if dodo else (1, 2))
        if result.by in ("markers", "code", "fold"):
            assert result.points == 1
        owners = len(match.public.score_indices(result.side))
        assert sum(match.public.score) - sum(before) == result.points * owners
        before = match.public.score


@given(any_rules(), SEEDS)
@FEW
def test_a_record_replays_to_the_same_states(rules: Rules, seed: int) -> None:
    states: list[State] = []
    last: TextMatch | None = None
    for last in random_match(rules, seed, n_rounds=4):
        states.append(last.full_state())
    assert last is not None
    record = read_record(last.record.as_text())
    assert record.as_json() == last.record.as_json()
    assert [match.full_state() for match, _ in replay_record(record)] == states


@given(any_rules(), SEEDS, st.integers(0, 80))
@FEW
def test_a_record_cut_off_anywhere_is_valid(rules: Rules, seed: int, stop: int) -> None:
    match = played_match(rules, seed, n_rounds=3, stop=stop)
    *_, (replayed, _) = replay_record(read_record(match.record.as_text()))
    assert replayed.full_state() == match.full_state()


@given(any_rules(), SEEDS)
@FEW
def test_a_view_read_from_its_text_gives_what_its_seat_sees(rules: Rules, seed: int) -> None:
    for count, match in enumerate(random_match(rules, seed, n_rounds=5)):
        if count % 5 and not match.is_round_over:
            continue
        for seat in range(rules.n_seats):
            view = match.view(seat)
            data = json.loads(json.dumps(view_to_json(view)))
            assert read_view(data) == view
            assert observation_of(view) == match.observe(seat)


@given(any_rules(), SEEDS)
@FEW
def test_chance_has_the_weights_of_the_cards(rules: Rules, seed: int) -> None:
    match = played_match(rules, seed, n_rounds=1, stop=0)
    rng = Random(seed)
    while not match.is_round_over:
        state = match.full_state()
        for action in legal_now(match):
            outcomes = engine.chance_outcomes(state, action)
            assert len({cards for cards, _ in outcomes}) == len(outcomes)
            if action == DRAW and any(state.deck):
                copies = {card: left for card, left in enumerate(state.deck) if left}
                assert {card: weight for (card,), weight in outcomes} == copies
            for cards, weight in outcomes:
                assert weight >= 1
                engine.apply(state, action, cards)
        random_step(match, rng)
