"""The pages of the notebook as text, whole, in positions whose cards a reader can count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hacktrick.coach.hand_odds import PossibleHand, hand_odds
from hacktrick.game.cards import counts_of, hands_within
from hacktrick.i18n.notebook_pages import (
    MAX_HANDS,
    NotebookTab,
    chance_words,
    notebook_line_text,
    notebook_page,
)
from hacktrick.match.live_match import Match
from tests.i18n.test_table_remarks import frame_of
from tests.support.scripted_matches import TextMatch, scripted_match


def page_text(match: Match, seat: int, tab: NotebookTab, counted: bool = False) -> str:
    """Return a page as lines, with "-" for a rule and the marker's side after a title or threat."""
    odds = hand_odds(match.view(seat)) if counted else None
    return "\n".join(
        notebook_line_text(line) + ("" if line.side is None else f" [{line.side} {line.key}]")
        if line.kind != "rule"
        else "-"
        for line in notebook_page(frame_of(match, seat), tab, odds)
    )


@pytest.fixture
def begun() -> TextMatch:
    """Return a match with the start card laid; Ada holds 0, 4 and 5, Ben 2, 2 and 3."""
    return scripted_match(hands=["045", "1223"], aside="01").submit_text("start 1")


@pytest.fixture
def played(begun: TextMatch) -> TextMatch:
    """Return the match after four cards; the last one, a 2, completes the key 7 for Ben."""
    return begun.submit_text("play 4", "pass", "play 2", "pass", "play 5", "pass", "play 2", "pass")


def test_hands_that_fit_a_sum_are_listed_with_their_chances(begun: TextMatch) -> None:
    # Of 0 and 1, the row, Ada and the cards set aside leave one; a start card 1 may be one of two.
    assert page_text(begun, 0, "hands", counted=True) == (
        "Ben holds 3 cards\nsaid 7 at the start\n"
        "5 hands fit:\n"
        "2, 2 and 3: 1 in 3\n0, 3 and 4: 2 in 9\n0, 2 and 5: 2 in 9\n"
        "1, 2 and 4: 1 in 9\n1, 3 and 3: 1 in 17\n"
        "-\n"
        "What Ben knows of you\nyou said 9 at the start\n"
        "By that sum, none of your cards is certain."
    )


def test_a_hand_of_which_one_card_is_left_is_known(played: TextMatch) -> None:
    assert page_text(played, 0, "hands", counted=True) == (
        "Ben holds a card\nsaid 7 at the start\nthen played 2 and 2\n"
        "Ben surely holds this:\n3: sure\n"
        "-\n"
        "What Ben knows of you\nyou said 9 at the start\nthen played 4 and 5\n"
        "By that sum, your 0 is certain."
    )
    assert page_text(played, 0, "hands").splitlines()[3:5] == [
        "So the card left is a 3.",
        "3: sure",
    ]


def test_cards_taken_since_make_a_sum_old(played: TextMatch) -> None:
    played.submit_text("draw", "draw")
    assert page_text(played, 0, "hands") == (
        "Ben holds 2 cards\nsaid 7 at the start\nthen played 2 and 2, and took a card\n"
        "New cards have come since: the sum is old.\n"
        "-\n"
        "What Ben knows of you\nyou said 9 at the start\nthen played 4 and 5, and took a card\n"
        "Your new cards are unknown to the others."
    )


def test_a_team_mate_and_an_opponent_have_a_section_each() -> None:
    match = scripted_match("trio", hands=["45", "123", "35"], aside="01")
    match.submit_text("start 2")
    assert page_text(match, 0, "hands") == (
        "Cleo holds 2 cards\nsaid 8 at the start\nSo the 2 cards left make 8.\n"
        "-\n"
        "Ben holds 2 cards\nsaid 4 at the start\nSo the 2 cards left make 4.\n"
        "-\n"
        "What the others know of you\nyou said 9 at the start\n"
        "By that sum, your 4 and 5 are certain."
    )
    assert "What Ada knows of you\nyou said 8 at the start" in page_text(match, 2, "hands")


def test_many_hands_are_summed_up_after_the_likeliest(begun: TextMatch) -> None:
    hands = list(hands_within(counts_of((0, 1, 2, 3, 4, 5), 6), 3))[: MAX_HANDS + 2]
    counted = tuple(PossibleHand(hand, (n + 1) / 36, "harmless") for n, hand in enumerate(hands))
    odds = hand_odds(begun.view(0))
    assert odds is not None
    odds = replace(odds, counted_hands=counted)
    lines = [notebook_line_text(one) for one in notebook_page(frame_of(begun), "hands", odds)]
    assert lines[2] == "8 hands fit; the likeliest:"
    assert lines[3].endswith(": 2 in 9") and lines[9] == "2 more hands fit: 1 in 12."
    one_less = replace(odds, counted_hands=odds.counted_hands[1:])
    lines = [notebook_line_text(one) for one in notebook_page(frame_of(begun), "hands", one_less)]
    assert lines[9] == "One more hand fits: 1 in 18."


def test_the_cards_page_counts_what_is_unseen(played: TextMatch) -> None:
    # The row is 1 4 2 5 2, 0 and 1 are set aside, Ada holds a 0.
    assert page_text(played, 0, "cards") == (
        "Unseen\nCard 0: 1 left\nCard 1: 1 left\nCard 2: 1 left\n"
        "Card 3: 3 left\nCard 4: 2 left\nCard 5: 2 left\n"
        "-\n"
        "9 cards in the deck\nOut this round: 0 and 1"
    )
    played.submit_text("draw")
    assert "Card 0: none left\n" in page_text(played, 0, "cards")


def test_a_threat_names_the_card_it_needs_now_or_the_pairs_that_reach_its_key(
    begun: TextMatch,
) -> None:
    assert page_text(begun, 0, "threats") == "Nobody can win the round at once."
    begun.submit_text("play 4", "pass", "play 2", "pass", "play 5", "pass")
    threat = "1 point, not next: needs 0+3, 1+2, 2+1, 3+0 [0 3]"
    assert page_text(begun, 0, "threats") == f"You could win [0 None]\n{threat}"
    assert page_text(begun, 1, "threats") == f"Ada could win [0 None]\n{threat}"
    begun.submit_text("play 2", "pass")
    # Ben has the keys 5, 6 and 7 now, but 6+7 need the 2 in the row and a 0.
    assert page_text(begun, 1, "threats") == "You could win [1 None]\n1 point, needs a 0 [1 2]"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.95, "9 in 10"),
        (0.1, "1 in 10"),
        (0.09, "1 in 11"),
        (0.06, "1 in 17"),
        (1 / 3, "1 in 3"),
    ],
)
def test_a_small_chance_is_one_in_a_whole_number(chance: float, words: str) -> None:
    assert chance_words(chance) == words
