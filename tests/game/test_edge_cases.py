"""Edge cases of the rules and their data that larger tests do not reach."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hacktrick.coach.lessons.lesson import LessonDeal, match_with_lesson_deal
from hacktrick.game import json_validation
from hacktrick.game.actions import MAX_CARDS_UNDER, NotationError, Play, PutUnderDeck, parse
from hacktrick.game.editions import PRESETS
from hacktrick.game.json_validation import JsonShapeError
from hacktrick.game.keypad import MAGIC_SQUARE, card_pairs_reaching, keys, lines, lines_through
from hacktrick.game.legality import IllegalAction
from hacktrick.game.notation.position_parser import PositionError, read_diagram
from hacktrick.game.state import Seating, seating_for
from hacktrick.game.view import observation_of, parse_seen_action, replay_view
from hacktrick.game.view_json import ViewError, read_view, view_to_json
from hacktrick.match.live_match import Match
from tests.support.positions import turn_of
from tests.support.scripted_matches import played_match, random_match, scripted_match

# Tests of the keypad (RULES section 1).


def test_the_keypad_is_the_magic_square_and_its_eight_lines_are_those_of_15() -> None:
    assert MAGIC_SQUARE == ((8, 1, 6), (3, 5, 7), (4, 9, 2))
    columns, (top, middle, bottom) = zip(*MAGIC_SQUARE, strict=True), MAGIC_SQUARE
    diagonals = ((top[0], middle[1], bottom[2]), (top[2], middle[1], bottom[0]))
    seen = {tuple(sorted(line)) for line in (*MAGIC_SQUARE, *columns, *diagonals)}
    assert seen == set(lines()) and len(lines()) == 8
    assert all(sum(line) == 15 for line in lines())
    assert [len(lines_through(key)) for key in range(1, 10)] == [2, 3, 2, 3, 4, 3, 2, 3, 2]


def test_each_key_is_reached_by_its_pairs_of_cards() -> None:
    stated = (
        "1 = 0+1; 2 = 0+2; 3 = 0+3, 1+2; 4 = 0+4, 1+3; 5 = 0+5, 1+4, 2+3; 6 = 1+5, 2+4; "
        "7 = 2+5, 3+4; 8 = 3+5; 9 = 4+5"
    )
    for entry in stated.split("; "):
        key, pairs = entry.split(" = ")
        wanted = tuple((int(pair[0]), int(pair[2])) for pair in pairs.split(", "))
        assert card_pairs_reaching(int(key)) == wanted
    assert keys() == tuple(range(1, 10))


# Tests of the seating (RULES sections 2 and 8).


def seatings(preset: str) -> list[Seating]:
    """Return all seatings of a preset, with each seat as leader."""
    rules = PRESETS[preset]
    n, steps = (2, (1,)) if rules.table == "two" else (3, (1, 2))
    leaders = [(leader, (leader + step) % n) for leader in range(n) for step in steps]
    return [seating_for(rules, leader, starter) for leader, starter in leaders]


def test_two_players_deal_three_and_four_and_hold_four() -> None:
    for seating in seatings("keypad"):
        leader, starter = seating.leader, seating.starter
        assert (seating.deal[leader], seating.deal[starter]) == (3, 4)
        assert seating.order == (leader, starter) and seating.limits == (4, 4)
        assert seating.side_of == (0, 1)


def test_the_solo_player_against_two_has_every_second_turn() -> None:
    for seating in seatings("trio-individual"):
        solo, starter = seating.leader, seating.starter
        (other,) = {0, 1, 2} - {solo, starter}
        assert seating.order == (solo, other, solo, starter)
        assert [seating.deal[seat] for seat in (solo, other, starter)] == [2, 2, 3]
        assert [seating.limits[seat] for seat in (solo, other, starter)] == [4, 3, 3]
        assert [seating.side_of[seat] for seat in (solo, other, starter)] == [0, 1, 1]
        assert seating.partner_of(solo) is None and seating.partner_of(other) == starter
        assert set(seating.opponents_of(solo)) == {other, starter}
        assert seating.opponents_of(other) == (solo,)


def test_two_against_two_partners_sit_opposite_and_the_turn_passes_against_the_deal() -> None:
    """Dealer South deals West 3 cards, then North, East and South 2 each.

    North and South are partners, as are West and East. North, the leader, has the first turn; then
    the turns go counter-clockwise to West, South and East. Seats are numbered clockwise.
    """
    for dealer in range(4):
        west, north, east = ((dealer + n) % 4 for n in (1, 2, 3))
        seating = seating_for(PRESETS["quartet"], north, west)
        assert seating.order == (north, west, dealer, east)
        assert [seating.deal[seat] for seat in (west, north, east, dealer)] == [3, 2, 2, 2]
        assert seating.limits == (3, 3, 3, 3) and seating.side_of == (0, 1, 0, 1)
        assert seating.partner_of(dealer) == north and seating.partner_of(west) == east
        assert set(seating.opponents_of(dealer)) == {west, east}


# Tests of names and other texts.


@pytest.mark.parametrize("bad", ["\x00", "\x1f", "\n", "\x7f", "\x80", "\x9f", "\ud800", "\udfff"])
def test_a_text_with_a_control_character_or_a_lone_surrogate_is_refused(bad: str) -> None:
    with pytest.raises(JsonShapeError):
        json_validation.require_string(f"A{bad}a", "the name")


@pytest.mark.parametrize("good", [" ", "~", "\xa0", "é", "\ud7ff", "\ue000", "漢"])
def test_all_other_characters_are_accepted(good: str) -> None:
    assert json_validation.require_string(f"A{good}a", "the name") == f"A{good}a"


def test_a_text_longer_than_the_limit_is_refused() -> None:
    longest = "x" * json_validation.MAX_NAME
    assert json_validation.require_string(longest, "the name") == longest
    with pytest.raises(JsonShapeError, match=f"at most {json_validation.MAX_NAME}"):
        json_validation.require_string(longest + "x", "the name")


# Tests of what both players know of a swap (RULES section 7).


def match_after_swap() -> Match:
    """Return a match whose twelfth action was a swap: a 3 was taken for a 2."""
    scene = LessonDeal(
        ((1, 2, 5), (0, 3, 3, 4)),
        (0, 0),
        (5, 4, 1, 2, 2, 3, 4, 1, 5),
        preset="wits",
        held=(("vaeck",), ()),
        taken=(3,),
    )
    match = match_with_lesson_deal(scene, ("Ada", "Ben"))
    texts = ("lay vaeck", "start 3", "play 5", "pass", "play 0", "pass", "draw", "draw", "play 5")
    for text in (*texts, "pass", "draw", "swap 2"):
        match.submit(match.public.seat, parse(text))
    return match


def test_after_a_swap_both_players_know_both_cards_and_their_own_hands() -> None:
    match = match_after_swap()
    for seat in (0, 1):
        view = match.view(seat)
        assert view.taken == ((11, 3),) and "swap 2" in view.actions
        assert observation_of(view) == match.observe(seat)
    assert match.observe(0).hand[3] == 1 and match.observe(1).hand[2] >= 1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("taken", [[], [[10, 3]], [[11, 3], [10, 3]]])
def test_a_view_with_a_card_taken_but_no_swap_or_the_other_way_round_is_refused(
    seat: int, taken: list[list[int]]
) -> None:
    data = view_to_json(match_after_swap().view(seat))
    assert read_view(data).taken == ((11, 3),)
    with pytest.raises(ViewError, match="by a swap, and by nothing else"):
        read_view({**data, "taken": taken})


def test_a_view_without_codes_means_that_nobody_holds_any() -> None:
    for preset in PRESETS:
        view = scripted_match(preset).view(0)
        bare = replace(view, held_counts=())
        assert replay_view(bare)[0] == replay_view(view)[0]


# Tests of positions named by the seat that acts (docs/position.md).


@pytest.mark.parametrize(
    ("preset", "hands"), [("keypad", "24/???"), ("trio", "24/??/??"), ("quartet", "24/???/??/??")]
)
def test_every_seat_of_a_table_can_be_named_and_no_other(preset: str, hands: str) -> None:
    line = f"{preset} seat={{}} row=31 aside=02 hands={hands}"
    n_seats = PRESETS[preset].n_seats
    for seat in range(n_seats):
        assert read_diagram(line.format(seat)).public.seat == seat
    with pytest.raises(PositionError) as raised:
        read_diagram(line.format(n_seats))
    assert (raised.value.reason, raised.value.word) == ("NOT_A_NUMBER", str(n_seats))


@pytest.mark.parametrize("card", [-1, 6, 7])
def test_a_card_outside_the_game_is_not_in_hand(card: int) -> None:
    match = scripted_match(hands=("125", "0343")).submit_text("start 3")
    for action in (Play(card), Play(card, double=True)):
        with pytest.raises(IllegalAction) as raised:
            match.submit(0, action)
        assert raised.value.reason == "NOT_IN_HAND"


def test_as_many_unseen_cards_go_under_the_deck_as_a_hand_can_hold_and_no_more() -> None:
    for n in range(1, MAX_CARDS_UNDER + 1):
        action, drawn = parse_seen_action("under" + " ?" * n)
        assert isinstance(action, PutUnderDeck) and len(action.cards) == n and drawn == ()
    for text in ("under", "under" + " ?" * (MAX_CARDS_UNDER + 1), "under ? 1"):
        with pytest.raises(NotationError):
            parse_seen_action(text)
    assert max(seatings("keypad")[0].limits) == MAX_CARDS_UNDER


def test_a_view_of_a_match_that_is_won_is_read_only_with_the_result_that_won_it() -> None:
    over = played_match(PRESETS["keypad"], 2)
    assert over.is_over
    view = over.view(0)
    assert read_view(view_to_json(view)) == view
    data = view_to_json(scripted_match().view(0))
    assert read_view(data | {"score": [4, 4]}).score == (4, 4)
    for score in ([5, 0], [0, 6], [-1, 0]):
        with pytest.raises(ViewError):
            read_view(data | {"score": score})


def test_a_match_counts_its_finished_rounds() -> None:
    for preset in PRESETS:
        counted = [
            (match.match_state.n_rounds, sum(one.result is not None for one in match.record.rounds))
            for match in random_match(PRESETS[preset], 3, n_rounds=4)
        ]
        assert (
            all(counted_rounds == true for counted_rounds, true in counted) and counted[-1][0] > 1
        )


def test_a_wrong_view_is_refused_with_a_reason() -> None:
    data = view_to_json(scripted_match().view(0))
    with pytest.raises(ViewError, match="won already"):
        read_view(data | {"score": [5, 0]})
    with pytest.raises(ViewError, match="below zero"):
        read_view(data | {"score": [-1, 0]})


def test_the_lowest_card_is_refused_for_the_same_reasons_as_others() -> None:
    assert turn_of(row="0", hands=("012", "345")).refusal_reason("play 0") == "SAME_AS_LAST_CARD"
    assert turn_of(row="3", hands=("112", "345")).refusal_reason("play 0") == "NOT_IN_HAND"
