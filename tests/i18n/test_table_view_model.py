"""A view model made from an earlier one says the same as one made anew, with less work."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hacktrick.app.match_session import MatchSession
from hacktrick.app.snapshot import Snapshot
from hacktrick.app.threats_and_decisive_turn import KeyThreat
from hacktrick.app.turn_draft import TurnDraft
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_view_model import (
    FIELDS_OF_SNAPSHOT,
    MAX_LINES,
    TableViewModel,
    make_table_view_model,
)
from tests.support.scripted_matches import TextMatch, scripted_match

FIELDS = (*FIELDS_OF_SNAPSHOT, "announced_sums", "last_turns", "log")


def match_with_threats() -> TextMatch:
    """Return a match in which the leader has markers on keys 5 and 7 and needs key 3."""
    match = scripted_match(hands=["045", "1223"], aside="01").submit_text(
        "start 1", "play 4", "pass"
    )
    return match.submit_text("play 2", "pass", "play 5", "pass")


def session_of(match: TextMatch, seat: int) -> MatchSession:
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    session.show_hand(seat)
    return session


@pytest.fixture
def snapshot() -> Snapshot:
    return session_of(match_with_threats(), 1).snapshot()


@pytest.fixture
def wording() -> MatchSentences:
    match = match_with_threats()
    return MatchSentences(match.rules, match.seats)


def values_of(model: TableViewModel) -> dict[str, Any]:
    return {name: getattr(model, name) for name in FIELDS}


def test_another_draft_computes_nothing_again_that_the_snapshot_decides(
    snapshot: Snapshot, wording: MatchSentences
) -> None:
    first = make_table_view_model(snapshot, wording, 1, can_act=True)
    known = values_of(first)
    assert known["threats_before_turn"] and known["hand_chances"] and known["log"]
    again = make_table_view_model(
        snapshot, wording, 1, can_act=True, draft=TurnDraft(3), earlier=first
    )
    assert all(getattr(again, name) is value for name, value in known.items())
    assert again.draft.card == 3 and first.draft.card is None


@pytest.mark.parametrize(
    "changed",
    [
        {"aids": "memory"},
        {"aids": "none"},
        {"is_veiled": True},
        {"pins": {0: (5,)}},
        {"pins": {}},
    ],
    ids=str,
)
def test_what_depends_on_the_options_is_not_taken_from_another_model(
    snapshot: Snapshot, wording: MatchSentences, changed: dict[str, Any]
) -> None:
    first = make_table_view_model(snapshot, wording, 1, aids="standard")
    values_of(first)
    again = make_table_view_model(
        snapshot, wording, 1, **{"aids": "standard", **changed}, earlier=first
    )
    anew = make_table_view_model(snapshot, wording, 1, **{"aids": "standard", **changed})
    assert values_of(again) == values_of(anew)


def test_another_seat_or_wording_gets_values_of_its_own(
    snapshot: Snapshot, wording: MatchSentences
) -> None:
    first = make_table_view_model(snapshot, wording, 1)
    values_of(first)
    other = session_of(match_with_threats(), 0).snapshot()
    again = make_table_view_model(other, wording, 0, earlier=first)
    assert values_of(again) == values_of(make_table_view_model(other, wording, 0))
    assert again.hand_chances != first.hand_chances
    renamed = MatchSentences(wording.rules, tuple(replace(one, name="X") for one in snapshot.seats))
    assert make_table_view_model(snapshot, renamed, 1, earlier=first).log != first.log


def test_the_hands_that_fit_are_found_once_for_the_same_history(
    snapshot: Snapshot, wording: MatchSentences
) -> None:
    first = make_table_view_model(snapshot, wording, 1)
    chances = first.hand_chances
    later = replace(snapshot)
    again = make_table_view_model(later, wording, 1, earlier=first)
    assert again.known_chances is chances and again.hand_chances == chances
    watched = replace(snapshot, viewer=0)
    assert make_table_view_model(watched, wording, 1, earlier=first).known_chances == {}


def test_only_learners_see_threats_that_cannot_come_true_next(
    snapshot: Snapshot, wording: MatchSentences
) -> None:
    learner, usual, nothing = (
        make_table_view_model(snapshot, wording, 1, aids=aids)
        for aids in ("learning", "standard", "none")
    )
    assert {one.kind for one in learner.key_threats[3]} == {"needs_card"}
    assert 3 not in usual.key_threats and nothing.key_threats == {}
    assert usual.threats_before_turn == learner.threats_before_turn


def test_the_most_urgent_lines_of_each_side_are_drawn(
    snapshot: Snapshot, wording: MatchSentences, monkeypatch: pytest.MonkeyPatch
) -> None:
    def threat(key: int, side: int, kind: str, n_keys: int = 2) -> KeyThreat:
        return KeyThreat(key, side, side, kind, 1, (1, 2)[:n_keys], 1)  # type: ignore[arg-type]

    threats = [
        threat(1, 0, "needs_card"),
        threat(2, 0, "wins_next"),
        threat(3, 0, "wins_now"),
        threat(4, 1, "one_more"),
        threat(5, 0, "wins_now", n_keys=0),  # three markers on a key make no line
    ]
    found = {one.key: (one,) for one in threats}
    monkeypatch.setattr(TableViewModel, "key_threats", found)
    model = make_table_view_model(snapshot, wording, 1)
    assert [one.key for one in model.key_threats_drawn_as_lines] == [3, 2, 4]
    assert MAX_LINES == 2


def test_the_headline_gives_way_to_what_is_going_on(
    snapshot: Snapshot, wording: MatchSentences
) -> None:
    usual = make_table_view_model(snapshot, wording, 0)
    assert usual.headline and usual.headline_seat == snapshot.public.seat == 1
    dealing = make_table_view_model(snapshot, wording, 0, is_dealing=True)
    assert (dealing.headline, dealing.headline_seat) == ("Dealing the cards", 0)
    shown = make_table_view_model(snapshot, wording, 0, is_showing_new_cards=True)
    assert (shown.headline, shown.headline_seat) == ("Your turn is over", 0)
    assert dealing.prompt_line == ""
    captioned = make_table_view_model(snapshot, wording, 0, caption="Watch")
    assert (captioned.headline, captioned.prompt_line, captioned.headline_seat) == ("", "", 0)
    assert usual.headline_beside_face == wording.name(0)
    own = make_table_view_model(snapshot, wording, 1)
    assert own.headline_beside_face == own.headline


def test_whoever_hides_their_cards_can_choose_nothing(
    snapshot: Snapshot, wording: MatchSentences
) -> None:
    veiled = make_table_view_model(
        snapshot, wording, 1, can_act=True, is_veiled=True, draft=TurnDraft(3), new_cards=(1,)
    )
    assert veiled.observation is None and veiled.draft == TurnDraft()
    assert veiled.reachable_keys == {} and veiled.preview is None and veiled.new_cards == ()
    assert not veiled.is_showing_new_cards and veiled.hand_chances == {}
    seen = make_table_view_model(snapshot, wording, 1, can_act=True, new_cards=(1,))
    assert seen.new_cards == (1,) and seen.reachable_keys
    last = snapshot.public.row[-1]
    assert all(key == last + card for card, key in seen.reachable_keys.items())
