"""One worker process serves all parts of the program."""

from __future__ import annotations

from hacktrick.coach.shared_thinker import SharedThinker
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import rules_for
from tests.support.scripted_matches import played_match


def test_a_released_thinker_waits_for_no_analysis_of_its_user() -> None:
    shared = SharedThinker(InlineThinker)
    match = played_match(rules_for("keypad", {"target": 1}), 1)
    shared.claim().request_analysis("judge", match.view(0))
    assert shared.is_busy
    shared.release()
    assert not shared.is_busy
