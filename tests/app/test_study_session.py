"""The study board judges positions, tries turns and reveals nothing hidden."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hacktrick.app import study_session as study_module
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.study_positions import Piece, StudyRefusedError, draft_of_text
from hacktrick.app.study_session import (
    MAX_COMMENT,
    MAX_TURNS_WITH_REVEALED_HANDS,
    ROOT,
    Study,
    StudyFileError,
    StudyFiles,
    StudySession,
    diagram_of_views,
    record_of_study,
    study_of_record,
    study_of_replay,
    study_of_text,
    study_of_views,
)
from hacktrick.coach.branched_match import match_from_view
from hacktrick.coach.possible_moves import possible_actions, possible_outcomes, public_state_of
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.coach.thinking_worker import AnalysisKind
from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import IN_SUPPLY
from hacktrick.game.view import View, observation_of
from hacktrick.game.view_json import read_view, view_to_json
from hacktrick.match.record import RecordError, read_record
from hacktrick.match.record_replay import replay_record
from tests.support.random_positions import begin_match, random_action

LINE = "keypad turn=4 row=315 aside=02 hands=24/??? board=4a,6Bb captured=1/0 sums=-/7+1"


def judged_study(line: str) -> StudySession:
    session = StudySession(study_of_text(line), InlineThinker())
    while not session.assessment.is_final:
        session.update()
    return session


def test_a_position_is_judged_with_hands_that_fit_its_sum() -> None:
    known = judged_study(LINE).assessment
    assert known.depth == "tried"
    assert known.judgement is not None
    assert known.lines[0].actions == known.judgement.recommended_turn.actions
    assert known.odds is not None
    held = [possible.hand for possible in known.odds.counted_hands]
    assert held
    # Three cards that come to 7 and one card drawn since, less one that was played.
    assert all(0 <= sum(v * n for v, n in enumerate(hand)) - 7 <= 5 for hand in held)


@pytest.mark.parametrize("line", [LINE, "servers turn=5 row=2 aside=15 hands=???/034 sums=6/7"])
def test_a_view_that_begins_at_a_position_survives_its_json(line: str) -> None:
    (view,) = study_of_text(line).current_node.views
    assert (
        read_view(view_to_json(replace(view, seats=with_equal_names(view.seats)))).start_position
        == view.start_position
    )


def with_equal_names(seats: tuple) -> tuple:  # type: ignore[type-arg]
    return tuple(replace(seat, name="Ada") for seat in seats)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("keypad turn=4 row=315 aside=02 hands=24/??? sums=6+1/-", "OWN_SUM_DOES_NOT_FIT"),
        ("keypad turn=4 row=315 aside=02 hands=2?/???", "NO_HAND_KNOWN"),
        ("keypad turn=4 row=315 aside=02 hands=24/??? board=8a,1a,6a", "ALREADY_WON"),
        ("keypad turn=4 row=315 aside=02 hands=24/??? score=5/0", "MATCH_IS_OVER"),
        ("keypad phase=command turn=4 row=315 aside=02 hands=2/???", "NOT_THE_START_OF_A_TURN"),
        ("keypad turn=4 row=315 aside=02 hands=24/055 sums=-/6+1", "OTHER_SUM_DOES_NOT_FIT"),
    ],
)
def test_a_position_that_cannot_be_studied_is_refused_with_a_reason(line: str, reason: str) -> None:
    with pytest.raises(StudyRefusedError) as refused:
        study_of_text(line)
    assert refused.value.reason == reason


class RecordingThinker(InlineThinker):
    """A thinker that records what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: list[str] = []

    def request_analysis(
        self, kind: AnalysisKind, view: View, actions_made: tuple[str, ...] = ()
    ) -> int:
        self.kinds.append(kind)
        return super().request_analysis(kind, view, actions_made)


def test_the_rough_judgement_is_requested_before_longer_work() -> None:
    thinker = RecordingThinker()
    StudySession(study_of_text(LINE), thinker)
    assert thinker.kinds == ["glance", "odds", "judge", "check", "try"]


def study_after(study: Study, *texts: str) -> StudySession:
    session = StudySession(study, InlineThinker())
    for text in texts:
        session.play_action(parse(text))
    return session


def test_every_change_of_a_study_can_be_undone_and_redone() -> None:
    session = study_after(study_of_text(LINE), "ask", "draw", "play 1")
    session.set_comment_or_mark("a comment", "!?")
    states = [session.study]
    while session.undo():
        states.append(session.study)
    assert states[-1] == study_of_text(LINE)
    while session.redo():
        pass
    assert session.study == states[0]


def test_repeating_a_turn_returns_to_its_node_and_others_become_branches() -> None:
    session = study_after(study_of_text(LINE), "draw")
    session.go_to_node(ROOT)
    session.play_action(parse("draw"))
    assert len(session.study.nodes) == 2
    session.go_to_node(ROOT)
    session.play_action(parse("ask"))
    assert session.study.child_numbers(ROOT) == (1, 2)


def branched_study() -> Study:
    """Return a study with the branches 1, 2 (draw, play 1) and 3, 4, 5 (ask, play 4, pass)."""
    session = study_after(study_of_text(LINE), "draw", "play 1")
    session.go_to_node(ROOT)
    for text in ("ask", "play 4", "pass"):
        session.play_action(parse(text))
    return session.study


def test_the_main_line_follows_what_was_tried_first() -> None:
    study = branched_study()
    assert [node and node.parent for node in study.nodes] == [-1, 0, 1, 0, 3, 4]
    assert study.main_line() == (0, 1, 2)
    assert study.current_number == 5


def test_a_position_is_removed_with_all_that_follow_it() -> None:
    study = branched_study()
    assert study.without_node(ROOT) is study
    left = study.without_node(3)
    assert [n for n, node in enumerate(left.nodes) if node] == [0, 1, 2]
    assert left.current_number == ROOT
    assert left.main_line() == (0, 1, 2) and left.child_numbers(ROOT) == (1,)
    elsewhere = study.without_node(1)
    assert elsewhere.current_number == 5 and elsewhere.main_line() == (0, 3, 4, 5)
    assert study.with_current_node(4).without_node(5).current_number == 4


def test_a_note_changes_only_what_is_given_at_the_current_position() -> None:
    study = branched_study().with_current_node(2).with_comment_or_mark(f" {'x' * 600} ", "!")
    assert (study.current_node.comment, study.current_node.mark) == ("x" * MAX_COMMENT, "!")
    assert study.with_comment_or_mark(mark="?").current_node.comment == "x" * MAX_COMMENT
    assert study.with_comment_or_mark("").current_node.mark == "!"
    others = [node for n, node in enumerate(study.nodes) if n != 2]
    assert others == [node for n, node in enumerate(branched_study().nodes) if n != 2]


def test_a_full_tree_takes_no_new_position(monkeypatch: pytest.MonkeyPatch) -> None:
    study = branched_study().with_current_node(ROOT)
    known = study.node_at(1).event
    monkeypatch.setattr(study_module, "MAX_NODES", len(study.nodes))
    assert known is not None and study.with_event(known).current_number == 1
    with pytest.raises(ValueError, match="the tree is full"):
        study_after(study.with_current_node(4), "command guard")


def test_a_study_comes_back_from_its_file_which_replays_as_a_match() -> None:
    session = study_after(study_of_text(LINE), "ask", "play 4", "pass")
    session.set_comment_or_mark("a comment", "!")
    session.go_to_node(ROOT)
    session.play_action(parse("draw"))
    record = read_record(record_of_study(session.study, Random(1)).as_text())
    assert list(replay_record(record))
    again = study_of_record(record)
    assert [n and (n.parent, n.event, n.comment, n.mark) for n in again.nodes] == [
        n and (n.parent, n.event, n.comment, n.mark) for n in session.study.nodes
    ]
    record.extra["study"]["tree"][0]["action"] = "play 5"
    with pytest.raises(StudyFileError):
        study_of_record(record)


@pytest.mark.parametrize("parent", [-1, 2, None, "0"])
def test_a_saved_position_must_follow_an_earlier_one(parent: object) -> None:
    session = study_after(study_of_text(LINE), "ask", "play 4")
    record = record_of_study(session.study, Random(1))
    assert study_of_record(record)
    record.extra["study"]["tree"][1]["parent"] = parent
    with pytest.raises(StudyFileError):
        study_of_record(record)


def test_a_file_that_is_no_text_is_no_study_and_stops_no_search(tmp_path: Path) -> None:
    files = StudyFiles(tmp_path)
    files.save_study("an idea", study_of_text(LINE))
    files.path_of_study("bad").write_bytes(b"\xff")
    with pytest.raises(StudyFileError):
        files.load_study("bad")
    found = files.find_position(read_diagram(LINE))
    assert [one.name for one in found] == ["an idea"]


def test_a_link_to_nowhere_hides_no_other_study(tmp_path: Path) -> None:
    files = StudyFiles(tmp_path)
    files.save_study("an idea", study_of_text(LINE))
    (tmp_path / "gone.hacktrick.json").symlink_to(tmp_path / "nowhere")
    assert files.names == ("an idea", "gone")


def test_a_damaged_study_comes_back_as_it_was_deleted(tmp_path: Path) -> None:
    files = StudyFiles(tmp_path)
    files.path_of_study("an idea").write_bytes(b"\xff\r\n")
    files.delete_study("an idea")
    assert files.undo_delete() == "an idea"
    assert files.path_of_study("an idea").read_bytes() == b"\xff\r\n"


def test_a_saved_study_knows_that_a_draw_turned_the_row_over() -> None:
    start = study_of_text("keypad turn=10 row=3153153150 aside=02 hands=24/??? board=4a,6Bb")
    study = study_after(start, "draw").study
    again = study_of_record(record_of_study(study, Random(1)))
    (event,) = (node.event for node in again.nodes if node is not None and node.event is not None)
    assert event.facts.reshuffled


def test_outcomes_of_an_ask_are_the_possible_sums() -> None:
    views = study_of_text(LINE).current_node.views
    outcomes = possible_outcomes(views, parse("ask"))
    assert sum(outcome.chance for outcome in outcomes) == pytest.approx(1)
    assert {outcome.event.facts.said[0][1] for outcome in outcomes} <= set(range(7, 13))


def test_a_longer_look_ranks_no_turn_anew_so_that_study_and_review_agree() -> None:
    found = judged_study(LINE).assessment
    assert found.judgement is not None and found.judgement.is_checked
    first = found.judgement.first.turns
    assert list(found.lines) == [(line.actions, line.forecast) for line in first]
    loss = found.judgement.loss(found.lines[0].actions)
    assert loss is not None and loss.mistake_class == "fine"


# Tests of what a study may know.


def random_replay(seed: int) -> ReplaySession:
    match = begin_match(PRESETS["keypad"], Random(seed))
    rng = Random(seed)
    for _ in range(12):
        if match.is_round_over:
            break
        match.submit(match.public.seat, random_action(match, rng))
    return ReplaySession(match.record)


def test_the_likely_line_names_the_answer_to_a_draw_and_ends_where_its_card_matters() -> None:
    session = judged_study(f"{LINE} flags=asked")
    draw, answer = session.assessment.likely_line
    assert draw.actions == (parse("draw"),) and answer.seat == 1
    session.play_action(parse("draw"))
    while not session.assessment.is_final:
        session.update()
    replies = session.assessment.replies
    assert replies is not None and replies.replies[0][0] == answer.actions


def test_each_card_that_may_be_the_last_of_the_deck_has_its_own_answers() -> None:
    session = judged_study("keypad turn=10 row=3153153150 aside=02 hands=24/??? board=4a,6Bb")
    found = []
    for outcome in session.possible_outcomes(parse("draw")):
        assert outcome.event.facts.reshuffled
        session.play_action(parse("draw"), outcome)
        while not session.assessment.is_final:
            session.update()
        found.append(session.assessment.replies)
        session.undo()
    assert len(found) == 3 and None not in found
    assert len({replies.forecast for replies in found if replies is not None}) == 3


def test_what_each_of_the_best_turns_discloses_is_found_out() -> None:
    session = judged_study(LINE)
    session.judge.request_hands_revealed_by_turns()
    while session.judge.awaits_revealed_hands:
        session.update()
    known = session.assessment
    turns = [actions for actions, _odds in known.revealed_hand_odds]
    assert turns == [line.actions for line in known.lines[:MAX_TURNS_WITH_REVEALED_HANDS]]


def test_a_running_match_cannot_be_studied() -> None:
    replayed = ReplaySession(read_record(random_replay(1).record_text), running=True, only=0)
    with pytest.raises(ValueError, match="running"):
        study_of_replay(replayed)


@pytest.mark.parametrize("seed", range(4))
def test_a_study_of_a_match_has_the_view_of_its_perspective_alone(seed: int) -> None:
    replayed = random_replay(seed)
    replayed.go_to(ReplayPosition(0, min(5, replayed.n_actions_in_round(0))))
    replayed.set_perspective("spectator")
    assert study_of_replay(replayed) is None
    replayed.set_perspective(1)
    study = study_of_replay(replayed)
    if study is None:  # the round was already over at this position
        assert replayed.public.result is not None
        return
    assert [view.seat for view in study.current_node.views] == [1]
    assert public_state_of(study.current_node.views) == replayed.public
    replayed.set_perspective("open")
    opened = study_of_replay(replayed)
    assert opened is not None
    assert [view.seat for view in opened.current_node.views] == [0, 1]
    hands = [observation_of(view).hand for view in opened.current_node.views]
    acting = public_state_of(opened.current_node.views).seat
    can_play = {a.card for a in possible_actions(opened.current_node.views) if a.verb == "play"}
    assert all(hands[acting][card] for card in can_play)


def test_twins_with_other_hidden_cards_have_the_same_study() -> None:
    (view,) = study_of_text(LINE).current_node.views
    twins = [match_from_view(view, view.seats, Random(seed)) for seed in range(6)]
    assert len({twin.full_state().hands for twin in twins}) > 1
    studies = []
    for twin in twins:
        replayed = ReplaySession(twin.record)
        replayed.set_perspective(0)
        found = study_of_replay(replayed)
        assert found is not None
        studies.append(found)
    assert all(study == studies[0] for study in studies)
    assert len({record_of_study(study, Random(7)).as_text() for study in studies}) == 1


def test_a_match_goes_on_from_a_position_into_the_next_round() -> None:
    (view,) = study_of_text(f"{LINE} score=2/1").current_node.views
    match, rng = match_from_view(view, view.seats, Random(2)), Random(2)
    while not match.is_round_over:
        match.submit(match.public.seat, random_action(match, rng))
    assert sum(match.match_state.score) > 3
    match.deal_next_round()
    record = read_record(match.record.as_text())
    assert len(list(replay_record(record))) == len(record.rounds[0].actions) + 2
    record.rounds[1].position = LINE
    with pytest.raises(RecordError, match="only the first round"):
        list(replay_record(record))


@pytest.mark.parametrize("preset", ["keypad", "club", "wits", "trio"])
def test_a_study_that_begins_within_a_turn_knows_where_the_turn_began(preset: str) -> None:
    rng, match = Random(preset), begin_match(PRESETS[preset], Random(preset))
    seats = range(match.rules.n_seats)
    n = 0
    while not match.is_round_over:
        if match.public.phase != "command":
            start = tuple(match.view(seat) for seat in seats)
        else:
            views = tuple(match.view(seat) for seat in seats)
            session = StudySession(study_of_views(views), InlineThinker())
            assert session.turn_diagram == diagram_of_views(start)
            session.close()
            n += 1
        match.submit(match.public.seat, random_action(match, rng))
    assert n > 3


# Tests of setting up a position.


def board_after(key: int, side: int, piece: Piece, board: str) -> str:
    """Return the board of a set-up position after a piece was put on a key, or one removed."""
    draft = draft_of_text(f"keypad turn=4 row=315 aside=02 hands=24/??? board={board}")
    return (
        draft.with_marker_added_or_removed(key, side, piece).text.partition("board=")[2].split()[0]
    )


@pytest.mark.parametrize(
    ("key", "piece", "board"),
    [
        (4, "single", "4aa,6Bb"),
        (9, "single", "4a,6Bb,9a"),
        (4, "double", "4Aa,6Bb"),
        (9, "double", "4a,6Bb,9A"),
    ],
)
def test_a_piece_is_put_on_a_key(key: int, piece: Piece, board: str) -> None:
    assert board_after(key, 0, piece, "4a,6Bb") == board


@pytest.mark.parametrize(
    ("key", "board"), [(9, "4a,6b,9B"), (6, "4a,6Bb")], ids=["elsewhere", "already there"]
)
def test_each_side_has_one_double(key: int, board: str) -> None:
    assert board_after(key, 1, "double", "4a,6Bb") == board


def test_the_last_piece_on_a_key_is_removed_first() -> None:
    assert board_after(6, 0, "nothing", "4a,6Bb") == "4a,6B"
    assert board_after(6, 0, "nothing", "4a,6B") == "4a"
    assert board_after(4, 1, "nothing", "4aaa,6B") == "4aa,6B"
    assert board_after(5, 0, "nothing", "4a,6B") == "4a,6B"


def test_a_double_that_was_removed_can_be_put_down_again() -> None:
    draft = draft_of_text("keypad turn=4 row=315 aside=02 hands=24/??? board=6B")
    for side, key in ((0, 4), (1, 6)):
        draft = draft.with_marker_added_or_removed(
            key, side, "double"
        ).with_marker_added_or_removed(key, side, "nothing")
        assert draft.double[side] == IN_SUPPLY
