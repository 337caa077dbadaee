"""How long something that a computer player has done is left to be seen before anything else
happens by itself: constants by pace and by what everybody has seen, so that time tells nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hacktrick.game.actions import Play, Start
from hacktrick.game.rules import Seat
from hacktrick.seat.glance import Glance

SEEN: Mapping[str, float] = {"instant": 0.0, "quick": 0.45, "normal": 0.8, "slow": 1.5}
"""Seconds, by the setting ``pace``."""
BEFORE_THE_WORD = 0.4  # of that, between a card and the word that belongs to it


def left_to_be_seen(glance: Glance, humans: Collection[Seat], pace: str) -> float:
    """The seconds that the newest action is left alone; nothing for those of people."""
    if not glance.entries:
        return 0.0
    entry = glance.entries[-1]
    if entry.event.seat in humans:
        return 0.0
    whole = SEEN[pace]
    goes_on = entry.after.result is None and entry.after.seat == entry.event.seat
    told = isinstance(entry.event.action, Play | Start) and goes_on
    return whole * BEFORE_THE_WORD if told else whole
