"""During an event the table shows the old snapshot with the changes so far."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hacktrick.app.profiles import default_marker_styles
from hacktrick.app.snapshot import (
    Snapshot,
    round_history,
    snapshot_as_marker_lands,
    snapshot_during_event,
    snapshot_with_drawn_card,
)
from hacktrick.game.cards import cards_of
from hacktrick.game.view import Event
from tests.support.scripted_matches import TextMatch, scripted_match

# Seat 0 leads; the start card is 3.
HANDS = ("125", "0343")


def snapshot_for(match: TextMatch, viewer: int | None, is_open: bool = False) -> Snapshot:
    """Return the table as ``viewer`` sees it; with ``is_open``, all hands are shown."""
    return Snapshot(
        viewer,
        match.public,
        None if viewer is None else match.observe(viewer),
        round_history(match.public, match.events_for(viewer)),
        match.seats,
        default_marker_styles(2),
        match.version,
        tuple(cards_of(hand) for hand in match.full_state().hands) if is_open else None,
    )


def snapshots_around(
    texts: str, viewer: int | None, is_open: bool = False, deck: str = ""
) -> tuple[Snapshot, Snapshot, Event]:
    """Return the snapshots before and after the last of these actions, and its event."""
    *before, last = texts.split(", ")
    match = scripted_match(hands=HANDS, deck=deck).submit_text(*before)
    first = snapshot_for(match, viewer, is_open)
    match.submit_text(last)
    return first, snapshot_for(match, viewer, is_open), match.events_for(viewer)[-1]


def hand(shown: Snapshot) -> list[int]:
    assert shown.observation is not None
    return list(cards_of(shown.observation.hand))


def test_a_played_card_has_left_the_hand_of_its_player() -> None:
    for texts, viewer, left in (("start 3", 1, [0, 3, 4]), ("start 3, play 5", 0, [1, 2])):
        before, after, event = snapshots_around(texts, viewer)
        assert hand(snapshot_during_event(before, before.public, event)) == left
        assert hand(snapshot_during_event(before, after.public, event)) == left


def test_the_viewers_hand_stays_while_another_plays_a_card() -> None:
    before, _after, event = snapshots_around("start 3, play 5", 1)
    assert hand(snapshot_during_event(before, before.public, event)) == hand(before)
    assert (
        snapshot_during_event(
            snapshots_around("start 3", None)[0], before.public, event
        ).observation
        is None
    )


def test_a_draw_or_a_command_takes_no_card_from_a_hand() -> None:
    for texts in ("start 3, draw", "start 3, play 5, command guard"):
        before, _after, event = snapshots_around(texts, 0, is_open=True)
        shown = snapshot_during_event(before, before.public, event)
        assert hand(shown) == hand(before) and shown.hands == before.hands


def test_only_the_players_open_hand_loses_the_card_once() -> None:
    before, _after, event = snapshots_around("start 3", 0, is_open=True)
    assert snapshot_during_event(before, before.public, event).hands == ((1, 2, 5), (0, 3, 4))
    before, _after, event = snapshots_around("start 3, play 5", 1, is_open=True)
    assert snapshot_during_event(before, before.public, event).hands == ((1, 2), (0, 3, 4))


def test_a_hand_that_has_lost_the_card_already_stays_as_it_is() -> None:
    before, after, event = snapshots_around("start 3, play 5", None, is_open=True)
    gone = replace(before, hands=after.hands)
    assert snapshot_during_event(gone, before.public, event).hands == after.hands


def test_only_the_public_state_changes_during_an_event() -> None:
    before, after, event = snapshots_around("start 3, play 5", 0, is_open=True)
    shown = snapshot_during_event(before, after.public, event)
    assert shown.public == after.public and shown.observation is not None
    assert shown.observation.public == after.public
    assert (
        replace(shown, public=before.public, observation=before.observation, hands=before.hands)
        == before
    )


def test_a_marker_that_has_just_landed_has_not_captured_or_won_yet() -> None:
    """The opponent has marked 5; playing a 5 after their 0 captures it."""
    match = scripted_match(hands=("155", "0343"))
    match.submit_text("start 3", "play 5", "pass", "play 0", "pass")
    first = snapshot_for(match, 0)
    match.submit_text("play 5")
    event, last = match.events_for(0)[-1], snapshot_for(match, 0)
    assert last.public.captured == (1, 0)
    shown = snapshot_as_marker_lands(first, last, event).public
    assert shown.board == last.public.board and shown.row == last.public.row
    assert (shown.captured, shown.phase, shown.seat) == ((0, 0), "command", 0)


def test_a_marker_that_wins_has_no_points_while_it_lands() -> None:
    texts = ("start 3", "play 5", "pass", "play 4", "pass", "play 2", "pass", "play 0", "pass")
    match = scripted_match(hands=HANDS).submit_text(*texts)
    first = snapshot_for(match, 0)
    match.submit_text("play 1")
    last = snapshot_for(match, 0)
    assert last.public.result is not None and last.public.score == (1, 0)
    shown = snapshot_as_marker_lands(first, last, match.events_for(0)[-1]).public
    assert (shown.result, shown.score, shown.phase, shown.seat) == (None, (0, 0), "command", 0)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_drawn_card_is_seen_by_its_player_and_counted_by_all(viewer: int | None) -> None:
    before, after, event = snapshots_around("start 3, draw", viewer, deck="5")
    shown = snapshot_with_drawn_card(before, after, event, before.public)
    assert shown.public.hand_sizes == (4, 3)
    assert shown.public.seat == 0, "it is still the turn of who drew it"
    assert shown.hands is None
    if viewer is None:
        assert shown.observation is None
    else:
        assert hand(shown) == ([1, 2, 5, 5] if viewer == 0 else [0, 3, 4])


def test_with_open_hands_all_see_the_drawn_card() -> None:
    before, after, event = snapshots_around("start 3, draw", None, is_open=True, deck="5")
    assert snapshot_with_drawn_card(before, after, event, before.public).hands == (
        (1, 2, 5, 5),
        (0, 3, 4),
    )


def test_a_drawn_card_is_not_shown_once_another_is_at_the_screen() -> None:
    """With two people at one screen, the other player's cards or none are shown after the draw."""
    before, after, event = snapshots_around("start 3, draw", 0, deck="5")
    other = snapshots_around("start 3, draw", 1, deck="5")[1]
    for then in (other, replace(after, observation=None)):
        assert hand(snapshot_with_drawn_card(before, then, event, before.public)) == [1, 2, 5]
    unseen = replace(before, observation=None)
    assert snapshot_with_drawn_card(unseen, after, event, before.public).observation is None


def test_while_the_row_goes_back_the_deck_is_empty() -> None:
    before, after, event = snapshots_around("start 3, draw", 0, deck="5")
    assert snapshot_with_drawn_card(before, after, event, before.public).public.deck_size == 0
