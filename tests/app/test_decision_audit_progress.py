"""The audit of the computer's decisions reports each repeated decision as it is done."""

from __future__ import annotations

from hacktrick.app.match_reviews import DecisionAuditRun
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.fairness.computer_knowledge_at_decisions import audited_decisions
from tests.fairness.test_deal_proof import proven_match


def test_every_identical_repeated_decision_is_reported() -> None:
    witness = DecisionAuditRun(audited_decisions(proven_match("keypad").record, 0), InlineThinker())
    n, news = len(witness.decisions), 0
    assert n > 1 and witness.states == ["waiting"] * n
    for _ in range(10 * n):
        known = (list(witness.states), list(witness.hand_odds))
        is_new = witness.update()
        assert is_new == (known != (witness.states, witness.hand_odds))
        news += is_new
    assert witness.states == ["same"] * n and news >= n
    assert not witness.update(), "there is nothing left to ask"
