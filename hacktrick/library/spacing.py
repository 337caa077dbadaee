"""When a question comes again: py-fsrs with few, long intervals (1, 4, 14, 42, 111, 180 days)."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Literal

from fsrs import Card, Rating, Scheduler

Grade = Literal["again", "hard", "good"]
_RATINGS = {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good}
_SCHEDULER = Scheduler(
    desired_retention=0.93,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=180,
    enable_fuzzing=False,
)


def first(now: datetime) -> tuple[str, datetime]:
    """A card for something that was missed: its state as text, and when it is due."""
    return reviewed(json.dumps(Card().to_dict()), "again", now)


def reviewed(state: str, grade: Grade, now: datetime) -> tuple[str, datetime]:
    """The card after an answer."""
    card, _log = _SCHEDULER.review_card(Card.from_dict(json.loads(state)), _RATINGS[grade], now)
    return json.dumps(card.to_dict()), card.due
