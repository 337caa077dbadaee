"""Speech, last move, display and prompt of the table, and that none of it tells a hidden card."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hacktrick.app.hand_deduction import CardKnowledge
from hacktrick.app.match_session import MatchSession
from hacktrick.app.snapshot import snapshot_as_marker_lands
from hacktrick.app.threats_and_decisive_turn import NEXT_TURN_KINDS
from hacktrick.app.turn_draft import EMPTY_DRAFT, TurnDraft, draft_with_card_toggled
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import DRAW
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.state import Result
from hacktrick.game.view import SeatInfo
from hacktrick.i18n import table_remarks, table_report
from hacktrick.i18n.computer_players import level_motto
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.notebook_pages import notebook_page
from hacktrick.i18n.table_remarks import Utterance
from hacktrick.i18n.table_view_model import TableViewModel, make_table_view_model
from hacktrick.match.live_match import Match
from tests.game.test_secrecy import (
    facts_of,
    indistinguishable_records,
    match_looking_alike,
    views_differ,
)
from tests.support.parameter_sampling import mark_others_slow
from tests.support.scripted_matches import TextMatch, played_match, random_match, scripted_match


def session_of(match: Match, seat: int | None = 0) -> MatchSession:
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    if seat is not None:
        session.show_hand(seat)
    return session


def frame_of(
    match: Match,
    seat: int | None = 0,
    *,
    card: int | None = None,
    aids: str = "learning",
    you: int | None = None,
    **more: Any,
) -> TableViewModel:
    """Return the table for ``seat`` with ``card`` chosen; the seat ``you`` is called "you"."""
    session = session_of(match, seat)
    wording = MatchSentences(match.rules, match.seats, you)
    snapshot, draft = session.snapshot(), EMPTY_DRAFT
    if card is not None and snapshot.observation is not None:
        chosen = draft_with_card_toggled(snapshot.observation, TurnDraft(), card)
        assert isinstance(chosen, TurnDraft)
        draft = chosen
    can_act = session.may_act and not more.get("is_veiled", False)
    return make_table_view_model(
        snapshot, wording, seat or 0, aids=aids, draft=draft, can_act=can_act, **more
    )


def values_of(model: TableViewModel) -> tuple[Any, ...]:
    """Return everything that the frame shows in words, tags and ghosts."""
    return (
        *(
            model.hand_chances,
            model.card_knowledge_by_seat,
            model.key_threats,
            model.utterances_by_seat,
        ),
        *(model.last_turn_of_other, model.display_remark, model.headline, model.prompt_line),
        *(table_report.whole_window_lines(model), table_report.sum_and_hand_lines(model)),
    )


def frames_of(match: Match, seat: int) -> list[TableViewModel]:
    """Return the table for a seat with each of its cards chosen in turn, and for a spectator."""
    frames = [
        frame_of(match, seat),
        frame_of(match, None),
        frame_of(match, None, is_spectator=True),
    ]
    cards = frames[0].reachable_keys
    return [*frames, *(frame_of(match, seat, card=card) for card in cards)]


@pytest.mark.parametrize("preset", mark_others_slow(PRESETS, "keypad", "quartet", "wits"))
def test_the_table_does_not_depend_on_what_the_seat_cannot_know(preset: str) -> None:
    rng = Random(f"table {preset}")
    rules = rules_for(preset)
    found = 0
    for seed in range(30):
        match = played_match(rules, seed, 3 if rules.has_codes else 1, stop=rng.randrange(2, 40))
        record = match.record
        seat = rng.randrange(rules.n_seats)
        truth, original = facts_of(record, seat)
        if original.is_round_over:
            continue
        wanted: list[tuple[Any, ...]] = []
        for twin in indistinguishable_records(record, seat, rng, tries=25):
            other = match_looking_alike(twin, seat, truth)
            if other is not None and views_differ(original, other):
                found += 1
                wanted = wanted or list(map(values_of, frames_of(original, seat)))
                assert list(map(values_of, frames_of(other, seat))) == wanted
    assert found >= 12, "too few twins to show anything"


def two_on_a_line() -> TextMatch:
    """Return a match in which Ben is on turn; Ada has the keys 5 and 7 and wins with key 3."""
    match = scripted_match(hands=("045", "1234"), aside="01").submit_text(
        "start 1", "play 4", "pass"
    )
    return match.submit_text("play 2", "pass", "play 5", "command guard")


def test_a_sum_is_fresh_then_kept_then_outdated() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1")
    assert frame_of(match).utterances_by_seat == {
        0: (Utterance("sum", "My cards make 9."),),
        1: (Utterance("sum", "My cards make 7."),),
    }
    match.submit_text("play 4", "command play")
    assert frame_of(match).utterances_by_seat[0] == (
        Utterance("sum", "My cards made 9.", is_fresh=False, is_outdated=True),
        Utterance("command", "Play!"),
    )
    assert frame_of(match).utterances_by_seat[1] == (
        Utterance("sum", "My cards make 7.", is_fresh=False),
    )
    assert table_report.speech_lines(frame_of(match)) == [
        "Ada, earlier: “My cards made 9.”",
        "Ada: “Play!”",
        "Ben: “My cards make 7.”",
    ]
    assert frame_of(match, aids="memory").utterances_by_seat == {
        0: (Utterance("command", "Play!"),)
    }


def test_a_command_is_outdated_once_it_binds_no_longer() -> None:
    match = two_on_a_line()
    assert frame_of(match).utterances_by_seat[0][-1] == Utterance("command", "Block!")
    match.submit_text("draw")
    old = Utterance("command", "Block!", is_fresh=False, is_outdated=True)
    assert frame_of(match).utterances_by_seat[0][-1] == old
    match.submit_text("draw")
    assert [one.kind for one in frame_of(match).utterances_by_seat[0]] == ["sum"]


def test_a_player_without_cards_is_told_to_draw() -> None:
    match = scripted_match(hands=["123", "0433"], deck="5512", aside="00", leader=0)
    match.submit_text("start 0", "play 1", "pass", "play 4", "pass", "play 3", "pass", "draw")
    match.submit_text("play 2", "pass", "play 3", "pass")
    assert frame_of(match, 0, you=0).prompt_line == "No cards: draw."


def test_a_player_who_cannot_play_shows_their_hand_and_says_so() -> None:
    match = scripted_match(hands=["123", "0433"], deck="5512", aside="00", leader=0)
    match.submit_text("start 0", "play 1", "pass", "play 4", "pass", "play 3", "command play")
    model = frame_of(match, 1, you=1)
    assert (model.headline, model.prompt_line) == (
        "Your turn",
        "Nothing fits: you show your cards and draw.",
    )
    match.submit_text("draw")
    model = frame_of(match, 0, you=0)
    assert model.utterances_by_seat[1][-1] == Utterance("nothing_fits", "Nothing fits. Look.")
    assert model.last_turn_of_other is not None
    assert model.last_turn_of_other.sentence == "Nothing fit: Ben showed 3 and 3 and drew"


def test_a_command_is_spoken_in_the_terms_of_the_edition() -> None:
    words = {}
    for preset in ("keypad", "servers", "arena", "club"):
        match = scripted_match(preset, hands=("045", "1223"), aside="01")
        match.submit_text("start 1", "play 4", "command play")
        model = frame_of(match, 1)
        assert model.last_turn_of_other is not None
        words[preset] = model.utterances_by_seat[0][-1].text, model.last_turn_of_other.sentence
    assert words == {
        "keypad": ("Play!", "Ada played 1+4=5, then “Play!”"),
        "servers": ("Hack!", "Ada played 1+4=5, then “Hack!”"),
        "arena": ("Play!", "Ada played 1+4=5, then “Play!”"),
        "club": ("Play!", "Ada played 1+4=5, then “Play!”"),
    }


def test_the_last_move_stays_until_the_viewer_has_acted() -> None:
    match = two_on_a_line()
    model = frame_of(match, 1, you=1)
    assert model.last_turn_of_other is not None and model.last_turn_of_other.seat == 0
    assert model.last_turn_of_other.sentence == "Ada played 2+5=7, then “Block!”"
    assert model.last_turn_of_other.turn.plays == ((5, 7),)
    match.submit_text("play 3")  # the player's turn continues until they choose how to end it
    assert frame_of(match, 1).last_turn_of_other == model.last_turn_of_other
    match.submit_text("pass")
    assert frame_of(match, 1).last_turn_of_other is None
    match.submit_text("draw")
    move = frame_of(match, 1).last_turn_of_other
    assert move is not None and (move.sentence, move.turn.drawn) == ("Ada drew a card", 1)


def test_the_start_card_is_the_first_last_move() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1")
    first = frame_of(match, 0).last_turn_of_other
    assert first is not None and first.sentence == "Ben started"
    assert frame_of(match, 1).last_turn_of_other is None


def test_remarks_follow_the_chosen_card() -> None:
    match = two_on_a_line()
    assert frame_of(match, 1, you=1).display_remark == "add a card"
    remarks = {card: frame_of(match, 1, card=card, you=1).display_remark for card in (3, 4)}
    # Ada holds a 0, which reaches key 3 from 3 but not from 4.
    assert remarks == {3: "then a 0 wins for Ada", 4: "Ada cannot reach 3 next"}
    assert frame_of(match, 0).display_remark == ""


def test_several_keys_out_of_reach_are_one_remark() -> None:
    match = two_on_a_line().submit_text("draw", "play 0", "pass")
    # Ada, whose hand is empty, would win on key 3 as a line, and on key 5 as a stack.
    assert frame_of(match, 1, card=3, you=1).display_remark == "Ada cannot win next"


def test_two_markers_say_what_a_third_does() -> None:
    begun = ("start 1", "draw", "play 2", "pass")
    for preset, third in (
        ("keypad", "then a third on key 3 wins"),
        ("wits", "then key 3 would win"),
    ):
        match = scripted_match(preset, hands=("045", "1223"), aside="01").submit_text(*begun)
        match.submit_text("play 0", "pass")
        assert frame_of(match, 1, card=3).display_remark == third
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text(*begun)
    match.submit_text("play 4", "pass")
    assert frame_of(match, 1, card=3).display_remark == "then key 5 makes three in a row"


def test_captures_are_remarked_and_broken_lines_before_them() -> None:
    match = scripted_match(hands=("045", "1123"), aside="01").submit_text(
        "start 1", "play 4", "pass"
    )
    assert frame_of(match, 1, card=1).display_remark == "takes Ada's marker"
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text(
        "start 1", "play 4", "pass"
    )
    match.submit_text("play 2", "pass", "play 5", "pass")
    assert frame_of(match, 1, card=2).display_remark == "breaks the line"
    double = scripted_match(hands=("045", "1123"), aside="01")
    double.submit_text("start 1", "play 4 double", "pass")
    assert frame_of(double, 1, card=1).display_remark == "takes Ada's double"


def test_against_two_opponents_the_remark_names_neither() -> None:
    found = set()
    for seed in range(200):
        match = played_match(rules_for("quartet"), seed, 1, stop=8 + seed % 12)
        public = match.public
        if match.is_round_over or public.phase != "turn":
            continue
        for card in {c for c, n in enumerate(match.observe(public.seat).hand) if n}:
            key = public.row[-1] + card
            if card == public.row[-1] or not public.markers_on(key, 1 - public.side):
                continue
            model = frame_of(match, public.seat, card=card)
            text = "takes their marker"
            if public.markers_on(key, 1 - public.side) > 1:
                text = "takes two of their markers"
            elif public.double[1 - public.side] == key:
                text = "takes their double"
            if "takes" in model.display_remark:
                assert model.display_remark == text
                found.add(text)
    assert {"takes their marker", "takes their double"} <= found


def test_headline_and_prompt_say_what_the_player_can_do() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1")
    mine = frame_of(match, 0, you=0)
    assert (mine.headline, mine.prompt_line) == ("Your turn", "Choose a card, or draw.")
    chosen = frame_of(match, 0, card=4, you=0)
    assert chosen.prompt_line == "", "the buttons say how the turn may end"
    assert replace(mine, draft=TurnDraft(is_drawing=True)).prompt_line == "", "the button says it"
    shared = frame_of(match, 0)
    assert (shared.headline, shared.prompt_line) == ("Ada's turn", "Choose a card, or draw.")
    match.submit_text("play 4", "command play")
    bound = frame_of(match, 1, you=1)
    assert (bound.headline, bound.prompt_line) == ("You must play", "Ada ordered it.")
    waiting = frame_of(match, 0, you=0)
    assert (waiting.headline, waiting.prompt_line) == ("Ben's turn", "You ordered Ben to play.")


def test_a_full_hand_must_play() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1", "draw", "draw")
    model = frame_of(match, 0, you=0)
    assert (model.headline, model.prompt_line) == ("You must play", "Four cards: choose one.")


def test_the_headline_says_which_computer_player_is_thinking() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1", "draw")
    seats = (SeatInfo("Anna", "human"), SeatInfo("Vector", "level:6"))
    model = frame_of(match, 0, you=0)
    snapshot = replace(model.snapshot, seats=seats)
    vector = make_table_view_model(snapshot, MatchSentences(match.rules, seats, 0), 0)
    assert (vector.headline, vector.headline_seat) == ("Vector is thinking", 1)
    over = replace(vector, is_showing_new_cards=True)
    assert (over.headline, over.headline_seat) == ("Your turn is over", 0)


def test_a_winning_card_is_named_in_remark_and_prompt() -> None:
    match = two_on_a_line()
    match.submit_text("play 3", "pass")
    model = frame_of(match, 0, card=0, you=0)
    assert (model.display_remark, model.prompt_line) == (
        "3-5-7 in a row: one point!",
        "This card wins the round.",
    )
    assert [one.kind for one in model.key_threats[3]] == ["wins_now"] and len(
        model.key_threats
    ) == 1
    match.submit_text("play 0")
    over = frame_of(match, 0)
    assert over.headline == "The round is over"
    assert not over.display_remark  # the result beside the board says what won


@pytest.mark.parametrize(
    ("seat", "titles"),
    [(0, ["Ben", "You"]), (1, ["Ada", "You"]), (None, ["Ben", "Ada"])],
    ids=["Ada", "Ben", "spectator"],
)
def test_the_notebook_names_who_could_win(seat: int | None, titles: list[str]) -> None:
    match = two_on_a_line().submit_text("play 3", "pass")
    lines = notebook_page(frame_of(match, seat), "threats", None)
    found = [line.text for line in lines if line.kind == "title"]
    assert found == [f"{name} could win" for name in titles]


def test_the_notebook_says_what_a_threat_needs() -> None:
    match = two_on_a_line().submit_text("play 3", "pass")
    for seat in (0, 1):
        lines = notebook_page(frame_of(match, seat), "threats", None)
        assert [line.text for line in lines if line.key == 3] == ["1 point, needs a 0"]


def test_one_key_is_named_where_three_markers_on_it_win() -> None:
    match = scripted_match(hands=("145", "1223"), aside="01")
    wording, public = MatchSentences(match.rules, match.seats), match.public
    remark = table_remarks.win_remark
    for points, text in ((1, "one point"), (2, "two points"), (3, "3 points")):
        triple = Result(0, points, "triple")
        assert remark(wording, public, triple, (4,)) == f"three on key 4: {text}!"
        assert remark(wording, public, triple, (3, 5, 7)) == f"3-5-7 in a row: {text}!"


def test_several_people_see_only_what_is_public_before_the_curtain() -> None:
    match = two_on_a_line()
    for model in (frame_of(match, None), frame_of(match, 1, is_veiled=True)):
        assert model.shows_only_public_information
        assert not model.key_threats and not model.hand_chances
        assert {one.kind for backs in model.card_knowledge_by_seat.values() for one in backs} == {
            "unknown"
        }
        assert model.last_turn_of_other is not None  # everybody has seen the last move


def test_a_spectator_over_the_network_counts_from_public_knowledge() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text(
        "start 1", "play 4", "pass"
    )
    model = frame_of(match, None, is_spectator=True)
    assert set(model.hand_chances) == {0, 1}
    # A player knows more than a spectator.
    assert frame_of(match, 1).hand_chances[0] != model.hand_chances[0]


def test_the_memory_aids_limit_what_is_counted() -> None:
    match = two_on_a_line()
    standard, tournament = (
        frame_of(match, 1, aids="standard"),
        frame_of(match, 1, aids="tournament"),
    )
    assert standard.hand_chances
    shown = [one.kind for found in standard.key_threats.values() for one in found]
    learning = frame_of(match, 1, aids="learning").key_threats
    every = [one.kind for found in learning.values() for one in found]
    assert shown == [kind for kind in every if kind in NEXT_TURN_KINDS] and len(every) > len(shown)
    assert not tournament.hand_chances and not tournament.key_threats


def test_voices_speak_of_public_facts_and_displace_nothing() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01")
    seats = (SeatInfo("Vector", "level:6"), SeatInfo("Ben", "human"))
    spoken = {}
    for actions in (("start 1",), ("play 4", "pass"), ("play 2", "pass"), ("play 5", "pass")):
        match.submit_text(*actions)
        snapshot = replace(session_of(match, 1).snapshot(), seats=seats)
        wording = MatchSentences(match.rules, seats, 1)
        model = make_table_view_model(
            snapshot, wording, 1, aids="learning", has_computer_remarks=True
        )
        spoken[actions[0]] = [one.kind for one in model.utterances_by_seat[0]]
        silent = make_table_view_model(snapshot, wording, 1, aids="learning")
        assert "voice" not in [one.kind for one in silent.utterances_by_seat[0]]
    assert spoken["start 1"] == ["sum", "voice"]
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1", "play 4")
    match.submit_text("command guard")
    snapshot = replace(session_of(match, 1).snapshot(), seats=seats)
    model = make_table_view_model(
        snapshot, MatchSentences(match.rules, seats), 1, has_computer_remarks=True
    )
    assert [one.kind for one in model.utterances_by_seat[0]] == ["sum", "command"]


def test_the_sentence_of_the_title_is_not_repeated_at_once() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1")
    entries = session_of(match, None).snapshot().entries
    remarks = {
        (level, number): table_remarks.remarks_on_latest_turn(
            (SeatInfo("Ann", "human"), SeatInfo("Computer", f"level:{level}")), entries, number
        ).get(1, "")
        for level in range(1, 11)
        for number in range(1, 6)
    }
    greetings = {level: level_motto(level) for level in range(1, 11)}
    assert all(remarks[level, 1] != greetings[level] for level in greetings)
    assert any(remarks[level, 1] for level in greetings)
    assert all(remarks[level, number] for level in greetings for number in range(2, 6))
    assert any(remarks[level, number] == greetings[level] for level, number in remarks)


def remarked_events(match: TextMatch, monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """Return on what each of two computer players would remark now, in a round of any length."""
    monkeypatch.setattr(table_remarks, "voice_line", lambda level, event, turn, seed: event)
    seats = (SeatInfo("Vector", "level:6"), SeatInfo("Pascal", "level:5"))
    entries = session_of(match, None).snapshot().entries
    return table_remarks.remarks_on_latest_turn(seats, entries, 1)


def test_computer_players_remark_on_the_latest_turn_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match = scripted_match(hands=("045", "1223"), aside="01")
    events = [remarked_events(match, monkeypatch)]
    turns = ("start 1", "play 4/command play", "play 2/pass", "play 0/pass", "play 2/pass")
    for turn in (*turns, "draw", "draw"):
        match.submit_text(*turn.split("/"))
        events.append(remarked_events(match, monkeypatch))
    assert events == [
        {},
        {0: "start", 1: "start"},
        {0: "command"},
        {},
        {},
        {0: "captured", 1: "capture"},
        {0: "silence"},
        {1: "silence"},
    ]


def test_at_the_end_of_a_round_computer_players_remark_on_its_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played_match(rules_for("keypad"), 1, 1)
    result = match.public.result
    assert result is not None
    assert remarked_events(match, monkeypatch) == {result.side: "won", 1 - result.side: "lost"}


def test_only_uncertain_cards_can_be_pinned() -> None:
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1")
    bare, pinned = frame_of(match), frame_of(match, pins={1: (2,)})
    assert pinned.card_knowledge_by_seat[1][-1] == CardKnowledge("pinned", (2,))
    assert pinned.card_knowledge_by_seat[1][:-1] == bare.card_knowledge_by_seat[1][:-1]
    assert bare.values_possible_for_pin(1, 0) == () and pinned.values_possible_for_pin(1, 0)
    assert "2 (your pin)" in table_report.deduced_card_lines(pinned)[0]
    hidden = frame_of(match, 0, is_veiled=True, pins={1: (2,)})
    assert {one.kind for one in hidden.card_knowledge_by_seat[1]} == {"unknown"}
    assert frame_of(match, None, pins={1: (2,)}).pins is None


def test_card_readings_stay_while_a_card_is_animated() -> None:
    """While a card is animated, the earlier readings stay, without that card."""
    match = scripted_match(hands=("045", "1223"), aside="01").submit_text("start 1", "draw")
    session = session_of(match, 0)
    wording = MatchSentences(match.rules, match.seats)
    before = session.snapshot()
    earlier = make_table_view_model(before, wording, 0, aids="learning")
    match.submit_text("play 3")
    after = session.snapshot()
    moving = snapshot_as_marker_lands(before, after, after.entries[-1].event)
    model = make_table_view_model(moving, wording, 0, aids="learning", earlier=earlier)
    settled = make_table_view_model(after, wording, 0, aids="learning")
    assert model.hand_chances[1] == pytest.approx(settled.hand_chances[1])
    assert model.card_knowledge_by_seat == settled.card_knowledge_by_seat
    again = make_table_view_model(moving, wording, 0, aids="learning", earlier=model)
    assert again.hand_chances == model.hand_chances


def test_a_player_who_must_draw_is_told_whether_a_marker_or_a_card_is_missing() -> None:
    with_markers = set()
    for seed in range(12):
        for match in random_match(rules_for("keypad"), seed, n_rounds=1):
            public = match.public
            if match.is_round_over or public.phase != "turn" or public.command_in_force:
                continue
            seen = match.observe(public.seat)
            if set(legal_actions(seen)) == {DRAW} and any(seen.hand):
                has_marker = public.supply[public.side] > 0
                line = frame_of(match, public.seat, you=public.seat).prompt_line
                assert line == ("Nothing fits: draw." if has_marker else "No marker left: draw.")
                with_markers.add(has_marker)
    assert True in with_markers


@pytest.mark.parametrize(
    ("preset", "title"),
    [("keypad", "What Ben knows of you"), ("quartet", "What the others know of you")],
)
def test_the_notebook_says_who_knows_something_of_the_viewer(preset: str, title: str) -> None:
    lines = notebook_page(frame_of(scripted_match(preset), 0), "hands", None)
    assert title in [line.text for line in lines]
