"""The notes beside each player: the last turn, and the last sum with the changes since then."""

from __future__ import annotations

from collections.abc import Mapping

from hacktrick.app.snapshot import (
    AnnouncedSum,
    LastTurnSummary,
    last_announced_sums,
    last_turn_summaries_of_others,
    round_history,
)
from hacktrick.coach.lessons.lesson import LessonDeal, match_with_lesson_deal
from hacktrick.game.actions import parse
from hacktrick.match.live_match import Match
from tests.support.scripted_matches import scripted_match

HANDS = ("125", "0343")  # seat 0 leads, seat 1 starts


def last_turns_seen_by(match: Match, seat: int | None) -> Mapping[int, LastTurnSummary]:
    return last_turn_summaries_of_others(round_history(match.public, match.events_for(None)), seat)


def announced_sums(match: Match) -> Mapping[int, AnnouncedSum]:
    return last_announced_sums(match.events_for(None), match.public.seating.deal)


# Tests of the notes on a player's last turn.


def test_a_turn_is_its_card_with_the_key() -> None:
    match = scripted_match(hands=HANDS).submit_text("start 3", "play 5", "pass")
    assert last_turns_seen_by(match, 1) == {0: LastTurnSummary(((5, 8),))}
    match = scripted_match(hands=HANDS).submit_text("start 3", "play 2 double", "command guard")
    assert last_turns_seen_by(match, 1) == {0: LastTurnSummary(((2, 5),), double_key=5)}
    match = scripted_match(hands=HANDS).submit_text("start 3", "play 5", "command play")
    assert last_turns_seen_by(match, 1)[0].keys == (8,)


def test_the_last_turn_shows_a_card_before_its_command() -> None:
    match = scripted_match(hands=HANDS).submit_text("start 3", "play 5")
    assert last_turns_seen_by(match, 1) == {0: LastTurnSummary(((5, 8),))}


def test_a_draw_is_one_card() -> None:
    match = scripted_match(hands=HANDS, deck="4").submit_text("start 3", "draw")
    assert last_turns_seen_by(match, 1) == {0: LastTurnSummary(drawn=1)}


def test_the_start_card_is_no_turn() -> None:
    match = scripted_match(hands=HANDS).submit_text("start 3")
    assert last_turns_seen_by(match, 0) == {} and last_turns_seen_by(match, None) == {}


def test_captured_markers_are_counted_singles_and_doubles() -> None:
    for reply in ("play 0", "play 0 double"):
        match = scripted_match(hands=("155", "0343"))
        match.submit_text("start 3", "play 5", "pass", reply, "pass", "play 5", "pass")
        assert last_turns_seen_by(match, 1)[0] == LastTurnSummary(((5, 5),), 1)


def test_last_turns_of_others_stay_until_the_viewers_turn_is_over() -> None:
    match = scripted_match(hands=HANDS, deck="41").submit_text("start 3", "draw", "play 0", "pass")
    expected = {1: LastTurnSummary(((0, 3),))}
    assert last_turns_seen_by(match, 0) == expected
    match.submit_text("play 5")
    assert last_turns_seen_by(match, 0) == expected, "the word is still to come"
    match.submit_text("pass")
    assert last_turns_seen_by(match, 0) == {}


def test_an_ask_does_not_end_a_turn() -> None:
    match = scripted_match(hands=("155", "0343"))
    match.submit_text("start 3", "play 5", "pass", "play 0", "pass", "play 5", "pass", "draw")
    before = last_turns_seen_by(match, 0)
    match.submit_text("ask")
    assert last_turns_seen_by(match, 0) == before == {1: LastTurnSummary(drawn=1)}


def test_a_spectator_keeps_the_last_turn_of_everybody() -> None:
    match = scripted_match(hands=HANDS, deck="41")
    match.submit_text("start 3", "draw", "play 0", "pass", "play 5", "command play")
    assert last_turns_seen_by(match, None) == {
        0: LastTurnSummary(((5, 5),)),
        1: LastTurnSummary(((0, 3),)),
    }


def test_after_the_round_the_last_turn_of_the_other_is_shown() -> None:
    match = scripted_match(hands=HANDS)
    match.submit_text("start 3", "play 5", "pass", "play 4", "pass", "play 2", "pass")
    match.submit_text("play 0", "pass", "play 1")
    assert match.is_round_over
    assert last_turns_seen_by(match, 1) == {0: LastTurnSummary(((1, 1),))}
    assert last_turns_seen_by(match, 0) == {}


def test_cards_put_under_the_deck_come_back_as_many() -> None:
    match = with_code("sun", "start 3", "under 1 2")
    assert last_turns_seen_by(match, 1) == {0: LastTurnSummary(drawn=2)}
    announced = announced_sums(match)[0]
    assert announced == AnnouncedSum(0, 8, 0, 3, exchanged=2) and announced.n_received == 2


def test_two_cards_of_a_turn_are_one_last_turn() -> None:
    match = with_code("kriskaya", *TO_A_PAIR, "play 2", "play 4 again", "command guard")
    assert last_turns_seen_by(match, 1) == {0: LastTurnSummary(((2, 2), (4, 6)))}


def test_a_swap_mixes_the_hands_of_both() -> None:
    match = with_code("vaeck", *TO_A_CAPTURE, "swap 2")
    assert {seat: announced.exchanged for seat, announced in announced_sums(match).items()} == {
        0: 1,
        1: 1,
    }


# Seat 0 has markers on 4 and 6, which sum to 10, and the cards 2 and 4.
TO_A_PAIR = (
    *("start 3", "play 1", "pass", "draw", "play 5", "pass", "play 0", "pass", "draw", "draw"),
)
# Seat 0 has captured a marker on 5.
TO_A_CAPTURE = (
    "start 3",
    "play 5",
    "pass",
    "play 0",
    "pass",
    "draw",
    "draw",
    "play 5",
    "pass",
    "draw",
)


def with_code(code: str, *texts: str) -> Match:
    """Return a round in which seat 0 has laid a code, after these actions."""
    deck = (1, 4, 1, 2, 2, 3, 4, 5, 5) if code != "vaeck" else (5, 4, 1, 2, 2, 3, 4, 1, 5)
    scene = LessonDeal(
        ((1, 2, 5), (0, 3, 3, 4)), (0, 0), deck, preset="wits", held=((code,), ()), taken=(3,)
    )
    match = match_with_lesson_deal(scene, ("Ada", "Ben"))
    for text in (f"lay {code}", *texts):
        match.submit(match.public.seat, parse(text))
    return match


# Tests of the last announced sum.


def test_a_hand_is_the_one_that_was_announced_until_a_card_comes_or_goes() -> None:
    assert AnnouncedSum(0, 8, 0, 3).is_current
    for changes in ({"played": [5]}, {"drawn": 1}, {"exchanged": 1}):
        assert not AnnouncedSum(0, 8, 0, 3, **changes).is_current


def test_a_sum_at_the_start_has_turn_0_and_the_cards_held_then() -> None:
    match = scripted_match(hands=HANDS).submit_text("start 3")
    assert announced_sums(match) == {0: AnnouncedSum(0, 8, 0, 3), 1: AnnouncedSum(1, 7, 0, 3)}
    assert all(announced.is_current for announced in announced_sums(match).values())


def test_an_announced_sum_counts_the_cards_its_player_has_played_and_drawn_since() -> None:
    match = scripted_match(hands=HANDS, deck="41")
    match.submit_text("start 3", "draw", "play 0", "pass", "play 5", "pass")
    assert announced_sums(match) == {
        0: AnnouncedSum(0, 8, 0, 3, [5], drawn=1),
        1: AnnouncedSum(1, 7, 0, 3, [0]),
    }
    assert not any(announced.is_current for announced in announced_sums(match).values())


def test_a_new_sum_has_the_number_of_its_turn_and_restarts_the_count() -> None:
    match = scripted_match(hands=("155", "0343"), deck="2")
    match.submit_text("start 3", "play 5", "pass", "play 0", "pass", "play 5", "pass", "draw")
    match.submit_text("ask")
    assert announced_sums(match)[1] == AnnouncedSum(1, 9, 5, 3)
    match.submit_text("play 1", "pass", "play 4")
    assert announced_sums(match)[1] == AnnouncedSum(1, 9, 5, 3, [4])
