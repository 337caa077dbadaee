"""What the computer saw: every decision of a finished round, and the same again from its view."""

from __future__ import annotations

from pathlib import Path

import pytest

from hacktrick.app.local_table import MatchSetup
from hacktrick.game.cards import cards_of
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.review_text import inference_lines, recheck_sentence
from hacktrick.ui.screens.decision_audit_scene import DecisionAuditScene
from tests.support.rig import Rig

SEATS = (SeatInfo("ANNA", "human"), SeatInfo("Pixel", "level:1"))


def finished(folder: Path) -> Rig:
    """A round against level 1 has been played to its end."""
    stage = Rig(folder)
    session = stage.workspace.local_table.begin(MatchSetup("keypad", SEATS, cut="5"))
    session.pace = "instant"
    while not session.is_round_over:
        if session.may_act:
            seen = session.observation
            assert seen is not None
            session.submit(legal_actions(seen)[0])
        else:
            session.update(1.0, True)
    return stage


def test_every_decision_is_told_with_its_view_and_comes_out_the_same(tmp_path: Path) -> None:
    stage = finished(tmp_path)
    scene = DecisionAuditScene(stage.context, stage.workspace)
    stage.show(scene)
    entries = stage.workspace.session.told_to_all
    of_computer = [n for n, entry in enumerate(entries) if entry.event.seat == 1]
    assert [sight.n_actions for sight in scene.witness.sights] == of_computer
    stage.wait(5.0)
    assert set(scene.witness.states) == {"same"}
    told = [line for entry in scene._lines() for line, _style, _ink in entry]
    assert told.count(recheck_sentence("same")) == len(of_computer)
    assert any(line.startswith("Pixel held ") for line in told)
    assert any("the cards of ANNA" in line for line in told)


def test_another_decision_than_the_recorded_one_is_told(tmp_path: Path) -> None:
    stage = finished(tmp_path)
    witness = stage.workspace.session.witness()
    first = witness.sights[0]
    witness.sights = (first._replace(action=None), *witness.sights[1:])  # type: ignore[arg-type]
    while "waiting" in witness.states:
        witness.update()
    assert (witness.states[0], set(witness.states[1:])) == ("other", {"same"})


def test_what_may_be_rounded_otherwise_elsewhere_is_no_other_decision(tmp_path: Path) -> None:
    stage = finished(tmp_path)
    witness = stage.workspace.session.witness()
    elsewhere = witness.sights[0]._replace(action=None, is_made_here=False)  # type: ignore[arg-type]
    witness.sights = (elsewhere, *witness.sights[1:])
    while "waiting" in witness.states:
        witness.update()
    assert (witness.states[0], set(witness.states[1:])) == ("elsewhere", {"same"})


def test_while_the_round_lasts_nothing_is_told(tmp_path: Path) -> None:
    stage = Rig(tmp_path)
    session = stage.workspace.local_table.begin(MatchSetup("keypad", SEATS))
    with pytest.raises(ValueError, match="hidden"):
        session.witness()


def test_what_was_held_possible_and_feared_stands_beside_the_truth(tmp_path: Path) -> None:
    stage = finished(tmp_path)
    scene = DecisionAuditScene(stage.context, stage.workspace)
    stage.show(scene)
    stage.wait(5.0)
    witness = scene.witness
    for sight, thought in zip(witness.sights, witness.thoughts, strict=True):
        assert (thought is None) == (not sight.view.said)
        if thought is not None:
            truth = sight.hands[thought.seat]
            assert truth in [cards_of(chip.hand) for chip in thought.facts]
            wording = Wording(stage.workspace.session.rules, stage.workspace.session.seats)
            lines = inference_lines(wording, thought)
            assert len(lines) == 2 and "ANNA" in lines[0] and "ANNA" in lines[1]
    told = " ".join(line for entry in scene._lines() for line, _style, _ink in entry)
    assert "could have held" in told
