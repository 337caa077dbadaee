"""One worker process serves all parts of the program."""

from __future__ import annotations

from hacktrick.coach.shared_thinker import SharedThinker
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.editions import rules_for
from tests.support.scripted_matches import played_match


class StartedThinker(InlineThinker):
    """A thinker that counts how often it was started."""

    n_starts = 0

    def start(self) -> None:
        self.n_starts += 1


def test_a_thinker_is_started_before_its_first_user_claims_it() -> None:
    shared = SharedThinker(StartedThinker)
    shared.start()
    thinker = shared.claim_thinker()
    assert isinstance(thinker, StartedThinker) and thinker.n_starts == 1
    assert shared.n_claims == 1


def test_a_released_thinker_waits_for_no_analysis_of_its_user() -> None:
    shared = SharedThinker(InlineThinker)
    match = played_match(rules_for("keypad", {"target": 1}), 1)
    shared.claim_thinker().request_analysis("judge", match.view(0))
    assert shared.is_busy
    shared.release()
    assert not shared.is_busy
