"""The audit lists each decision of the finished round and repeats it from the same view."""

from __future__ import annotations

from pathlib import Path

import pytest

from hacktrick.app.local_table import MatchSetup
from hacktrick.game.cards import cards_of
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import possible_hand_lines, repeated_decision_sentence
from hacktrick.ui.screens.computer_decision_audit_scene import DecisionAuditScene
from tests.support.rig import Rig

SEATS = (SeatInfo("ANNA", "human"), SeatInfo("Pixel", "level:1"))


def play_a_round(folder: Path) -> Rig:
    """Return a rig in which a round against level 1 has been played to its end."""
    rig = Rig(folder)
    session = rig.services.local_table.begin_match(MatchSetup("keypad", SEATS, cut="5"))
    session.pace = "instant"
    while not session.is_round_over:
        if session.may_act:
            seen = session.observation
            assert seen is not None
            session.submit(legal_actions(seen)[0])
        else:
            session.update(1.0, True)
    return rig


def test_every_decision_is_listed_with_its_view_and_repeats_identically(tmp_path: Path) -> None:
    rig = play_a_round(tmp_path)
    scene = DecisionAuditScene(rig.context, rig.services)
    rig.show(scene)
    entries = rig.services.session.public_history
    of_computer = [n for n, entry in enumerate(entries) if entry.event.seat == 1]
    assert [sight.n_actions for sight in scene.audit.decisions] == of_computer
    rig.wait(5.0)
    assert set(scene.audit.states) == {"same"}
    # The lines as they are drawn.
    texts = [line for entry in scene._lines_by_decision() for line, _style, _ink in entry]
    assert texts.count(repeated_decision_sentence("same")) == len(of_computer)
    assert any(line.startswith("Pixel held ") for line in texts)
    assert any(line.startswith("It could not see your cards: ") for line in texts)


def test_a_decision_that_differs_from_the_record_is_reported(tmp_path: Path) -> None:
    rig = play_a_round(tmp_path)
    audit = rig.services.session.start_decision_audit()
    first = audit.decisions[0]
    audit.decisions = (first._replace(action=None), *audit.decisions[1:])  # type: ignore[arg-type]
    while "waiting" in audit.states:
        audit.update()
    assert (audit.states[0], set(audit.states[1:])) == ("other", {"same"})


def test_a_difference_on_another_machine_is_reported_as_such(tmp_path: Path) -> None:
    rig = play_a_round(tmp_path)
    audit = rig.services.session.start_decision_audit()
    elsewhere = audit.decisions[0]._replace(action=None, is_made_here=False)  # type: ignore[arg-type]
    audit.decisions = (elsewhere, *audit.decisions[1:])
    while "waiting" in audit.states:
        audit.update()
    assert (audit.states[0], set(audit.states[1:])) == ("elsewhere", {"same"})


def test_the_audit_is_refused_before_the_round_is_over(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    session = rig.services.local_table.begin_match(MatchSetup("keypad", SEATS))
    with pytest.raises(ValueError, match="hidden"):
        session.start_decision_audit()


def test_inferences_about_the_hidden_hand_are_listed_beside_the_true_hand(tmp_path: Path) -> None:
    rig = play_a_round(tmp_path)
    scene = DecisionAuditScene(rig.context, rig.services)
    rig.show(scene)
    rig.wait(5.0)
    audit = scene.audit
    for sight, thought in zip(audit.decisions, audit.hand_odds, strict=True):
        assert (thought is None) == (not sight.view.said)
        if thought is not None:
            truth = sight.hands[thought.seat]
            assert truth in [cards_of(possible.hand) for possible in thought.counted_hands]
            wording = MatchSentences(rig.services.session.rules, rig.services.session.seats)
            lines = possible_hand_lines(wording, thought)
            assert len(lines) == 2 and "ANNA" in lines[0] and "ANNA" in lines[1]
    text = " ".join(line for entry in scene._lines_by_decision() for line, _style, _ink in entry)
    assert "could have held" in text
