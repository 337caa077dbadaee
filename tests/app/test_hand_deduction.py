"""Which values hidden cards can have, checked by an enumeration without engine and beliefs."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from random import Random

import pytest

from hacktrick.app.hand_deduction import (
    CardKnowledge,
    ChanceByHand,
    PinBoard,
    PinScore,
    card_knowledge_from_hands,
    card_knowledge_with_pins,
    cards_seen_by_everyone,
    chances_of_hidden_hands,
    pin_score,
    values_possible_for_pin,
)
from hacktrick.app.match_session import MatchSession
from hacktrick.app.snapshot import Snapshot
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.cards import cards_of, counts_of
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.match.live_match import Match
from tests.support.parameter_sampling import mark_others_slow
from tests.support.possible_hands import possible_arrangements
from tests.support.scripted_matches import TextMatch, random_match, scripted_match

PLAIN = tuple(name for name, rules in PRESETS.items() if not rules.has_codes)


def snapshot_of(match: Match, seat: int) -> Snapshot:
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    session.show_hand(seat)
    return session.snapshot()


def readings_of(match: Match, seat: int = 0, other: int = 1) -> tuple[CardKnowledge, ...]:
    snapshot = snapshot_of(match, seat)
    chances = chances_of_hidden_hands(snapshot, seat)
    shown = cards_seen_by_everyone(snapshot.entries, other, match.rules.values)
    return card_knowledge_from_hands(
        chances.get(other, {}), snapshot.public.hand_sizes[other], shown
    )


def can_lie_behind(hand: tuple[int, ...], readings: tuple[CardKnowledge, ...]) -> bool:
    """Whether the cards fit the readings of a hand in some order."""
    return any(
        all(not one.values or card in one.values for card, one in zip(cards, readings, strict=True))
        for cards in permutations(hand)
    )


def most_pairs(hands: set[tuple[int, ...]]) -> int:
    """Return the largest number of cards that can have two values each, found by brute force."""
    size = min(map(len, hands))
    pairs = list(combinations(range(6), 2))
    for n in range(size, 0, -1):
        for marks in combinations_with_replacement(pairs, n):
            readings = tuple(CardKnowledge("either", pair) for pair in marks)
            unknown = (CardKnowledge("unknown"),) * (size - n)
            if all(can_lie_behind(hand, (*readings, *unknown)) for hand in hands):
                return n
    return 0


def cards_left_without(hand: tuple[int, ...], core: tuple[int, ...]) -> tuple[int, ...]:
    left = list(hand)
    for card in core:
        left.remove(card)
    return tuple(left)


@pytest.mark.parametrize("preset", mark_others_slow(PLAIN, "keypad", "trio"))
def test_readings_are_exactly_what_follows_from_all_fitting_hands(preset: str) -> None:
    rng = Random(f"reading {preset}")
    kinds = set()
    for seed in range(12):
        stop = rng.randrange(2, 20)
        *_, match = random_match(rules_for(preset), seed, 1, stop)
        if not match.public.row or match.is_round_over:
            continue
        seat = rng.choice([s for s, side in enumerate(match.public.seating.side_of) if side >= 0])
        found = possible_arrangements(match.view(seat), match.events_for(seat))
        chances = chances_of_hidden_hands(snapshot_of(match, seat), seat)
        for other, size in enumerate(match.public.hand_sizes):
            if other == seat:
                continue
            hands = {hands[other] for hands, _deck in found}
            assert {cards_of(hand) for hand in chances[other]} == hands
            assert sum(chances[other].values()) == pytest.approx(1.0)
            readings = card_knowledge_from_hands(chances[other], size)
            kinds |= {one.kind for one in readings}
            core = tuple(
                card for card in range(6) for _ in range(min(hand.count(card) for hand in hands))
            )
            assert tuple(one.values[0] for one in readings if one.kind == "certain") == core
            assert all(can_lie_behind(hand, readings) for hand in hands)
            if len(hands) <= 12:
                rest = {cards_left_without(hand, core) for hand in hands}
                assert len([one for one in readings if one.kind == "either"]) == most_pairs(rest)
    assert kinds == {"certain", "either", "unknown"}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_true_hand_always_fits_the_readings(preset: str) -> None:
    for seed in range(2):
        for match in random_match(rules_for(preset), seed, n_rounds=2):
            if match.is_round_over:
                continue
            for other, size in enumerate(match.public.hand_sizes):
                readings = readings_of(match, 0, other) if other else ()
                hand = cards_of(match.full_state().hands[other])
                assert not other or (len(readings) == size and can_lie_behind(hand, readings))


def test_a_sum_and_a_played_card_leave_one_answer() -> None:
    match = scripted_match(hands=["035", "1244"], aside="33").submit_text(
        "start 1", "play 0", "pass"
    )
    assert "certain" not in {one.kind for one in readings_of(match)}  # 2 4 4 or 1 4 5 make 10
    match.submit_text("play 2", "pass")
    assert readings_of(match) == (CardKnowledge("certain", (4,)), CardKnowledge("certain", (4,)))


def test_exactly_two_values_are_named() -> None:
    hands = [counts_of(hand, 6) for hand in ((2, 4), (3, 3))]
    assert card_knowledge_from_hands(hands, 2) == (
        CardKnowledge("either", (2, 3)),
        CardKnowledge("either", (3, 4)),
    )
    hands = [counts_of(hand, 6) for hand in ((0, 1), (1, 2), (2, 3))]
    assert card_knowledge_from_hands(hands, 2) == (
        CardKnowledge("either", (0, 2)),
        CardKnowledge("either", (1, 3)),
    )
    hands = [counts_of(hand, 6) for hand in ((0, 3), (1, 3))]
    assert card_knowledge_from_hands(hands, 2) == (
        CardKnowledge("certain", (3,)),
        CardKnowledge("either", (0, 1)),
    )
    hands = [counts_of(hand, 6) for hand in ((0, 1), (2, 3), (4, 5))]
    assert card_knowledge_from_hands(hands, 2) == (
        CardKnowledge("unknown"),
        CardKnowledge("unknown"),
    )


def test_shown_cards_are_marked_until_they_leave_the_hand() -> None:
    match = scripted_match(hands=["123", "0433"], deck="5512", aside="00", leader=0)
    match.submit_text("start 0", "play 1", "pass", "play 4", "pass", "play 3", "command play")
    match.submit_text("draw")
    assert match.events_for(0)[-1].facts.shown == ((1, (3, 3)),)
    assert [one.kind for one in readings_of(match)] == ["shown", "shown", "unknown"]
    match.submit_text("play 2", "pass", "play 3", "pass")
    assert [one.kind for one in readings_of(match)] == ["shown", "unknown"]
    assert cards_seen_by_everyone(snapshot_of(match, 0).entries, 1, 6) == counts_of((3,), 6)


def test_nothing_is_known_without_possible_hands() -> None:
    assert card_knowledge_from_hands((), 3) == (CardKnowledge("unknown"),) * 3


def test_the_order_of_readings_does_not_tell_which_card_came_last() -> None:
    """Two rounds with the same hand, reached by drawing different cards, read the same."""
    rounds: list[TextMatch] = []
    for dealt, drawn in (("0124", "5"), ("0125", "4")):
        match = scripted_match(hands=["333", dealt], deck=drawn + "0", aside="01")
        match.submit_text(f"start {dealt[0]}", "play 3", "pass", "draw")
        rounds.append(match)
    one, other = (cards_of(match.full_state().hands[1]) for match in rounds)
    assert one == other
    every = counts_of(one, 6)
    assert card_knowledge_from_hands([every], 4) == tuple(
        CardKnowledge("certain", (card,)) for card in one
    )


# Tests of pins, the values that a player guesses for hidden cards.


def likeliest_card_sets(chances: ChanceByHand, n: int) -> set[tuple[int, ...]]:
    """Return the sets of ``n`` cards that a hand most probably holds, by trying them all."""
    sets = {some for hand in chances for some in combinations(cards_of(hand), n)}
    held = {
        some: sum(
            chance
            for hand, chance in chances.items()
            if all(hand[card] >= some.count(card) for card in some)
        )
        for some in sets
    }
    return {some for some, chance in held.items() if chance > max(held.values()) - 1e-9}


def finished_round(seed: int) -> tuple[TextMatch, MatchSession]:
    """Play a round at random and return it with the session of the player in seat 0."""
    *_, match = random_match(rules_for("keypad"), seed, 1)
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    session.show_hand(0)
    return match, session


def test_pins_are_right_if_nothing_was_likelier() -> None:
    n_right = n_wrong = 0
    for seed in range(12):
        _match, session = finished_round(seed)
        snapshot = session.snapshot()
        chances = chances_of_hidden_hands(snapshot, 0, len(snapshot.entries) - 1).get(1)
        if not chances or not sum(next(iter(chances))):
            continue
        for n in range(1, sum(next(iter(chances))) + 1):
            best = likeliest_card_sets(chances, n)
            for some in combinations(range(6), n):
                score = pin_score(snapshot, 0, {1: some}, marks_certain=False)
                right = max(len(set(some) & set(good)) for good in best)
                assert score is not None and score.pins == n
                assert score.right >= right
                n_right += score.right
                n_wrong += n - score.right
            for good in best:
                assert pin_score(snapshot, 0, {1: good}, marks_certain=False) == PinScore(n, n)
    assert n_right > 20 and n_wrong > 20


def test_the_true_hand_does_not_matter_for_the_score() -> None:
    """Luck does not count: a well-founded guess is right even if it was wrong, and vice versa."""
    match = scripted_match(hands=["035", "1244"], aside="33").submit_text(
        "start 1", "play 0", "pass"
    )
    chances = chances_of_hidden_hands(snapshot_of(match, 0), 0)[1]
    (best,) = likeliest_card_sets(chances, 1)
    for hand in chances:
        assert sum(hand) == 3
    snapshot = snapshot_of(match.submit_text("play 2"), 0)
    assert pin_score(snapshot, 0, {1: best}, marks_certain=False) == PinScore(1, 1)
    assert pin_score(snapshot, 0, {1: (0,)}, marks_certain=False) == PinScore(1, 0)
    assert pin_score(snapshot, 0, {}, marks_certain=False) is None
    assert pin_score(snapshot, 0, {1: (None,)}, marks_certain=False) is None


def test_cycling_a_pin_visits_the_possible_values_and_ends_without_one() -> None:
    board = PinBoard()
    seen = []
    for _press in range(4):
        board.cycle_pin(0, 1, 1, (2, 0, 5))
        seen.append(board.pins_of(0)[1])
    assert seen == [(None, 0), (None, 2), (None, 5), (None, None)]
    assert board.pins_of(1) == {} and board.pins_of(None) == {}


def test_pins_are_removed_with_their_card_and_at_the_end_of_the_round() -> None:
    match = scripted_match(hands=["035", "1244"], aside="33").submit_text(
        "start 1", "play 0", "pass"
    )
    board = PinBoard()
    board.remove_obsolete_pins(1, snapshot_of(match, 0).entries)
    board.replace_pins(0, 1, (4, 2))
    match.submit_text("play 2", "pass")
    board.remove_obsolete_pins(1, snapshot_of(match, 0).entries)
    assert board.pins_of(0) == {1: (4,)}
    board.remove_obsolete_pins(1, snapshot_of(match, 0).entries)
    assert board.pins_of(0) == {1: (4,)}
    board.remove_obsolete_pins(2, ())
    assert board.pins_of(0) == {}


@pytest.mark.parametrize(
    ("pins", "left"),
    [
        ((None, 3, 1, 0), (3, 1, 0)),
        ((2, 3, 1, 0), (3, 1, 0)),
        ((3, None, 2, 0), (3, None, 0)),
        ((3, 4, 1, 0), (3, 4, 1)),
        ((3,), (3,)),
    ],
    ids=["unpinned", "right", "between", "all wrong", "few pins"],
)
def test_a_played_card_takes_along_its_own_pin_or_else_an_unpinned_back(
    pins: tuple[int | None, ...], left: tuple[int | None, ...]
) -> None:
    match = scripted_match(hands=["035", "1244"], aside="33").submit_text(
        "start 1", "play 0", "pass", "draw", "play 3", "pass"
    )
    board = PinBoard()
    board.remove_obsolete_pins(1, snapshot_of(match, 0).entries)
    board.replace_pins(0, 1, pins)
    match.submit_text("play 2", "pass")
    board.remove_obsolete_pins(1, snapshot_of(match, 0).entries)
    assert board.pins_of(0) == {1: left}


def test_only_uncertain_cards_can_be_pinned_and_only_with_possible_values() -> None:
    hands = [counts_of(hand, 6) for hand in ((0, 1, 4), (0, 2, 4), (0, 2, 3))]
    readings = card_knowledge_from_hands(hands, 3)
    assert [one.kind for one in readings] == ["certain", "either", "either"]
    assert values_possible_for_pin(readings, hands, (), 2, 6) == ()
    assert values_possible_for_pin(readings, hands, (), 0, 6) == readings[2].values
    open_hands = [counts_of(hand, 6) for hand in ((0, 1), (2, 3), (4, 5))]
    unknown = card_knowledge_from_hands(open_hands, 2)
    assert values_possible_for_pin(unknown, open_hands, (), 0, 6) == (0, 1, 2, 3, 4, 5)
    assert values_possible_for_pin(unknown, open_hands, (None, 2), 0, 6) == (3,)
    assert values_possible_for_pin(unknown, (), (), 1, 6) == (0, 1, 2, 3, 4, 5)
    assert card_knowledge_with_pins(readings, (4, None, 5))[-1] == CardKnowledge("pinned", (4,))
    # A certain card keeps its reading.
    assert card_knowledge_with_pins(readings, (None, None, 5)) == readings
