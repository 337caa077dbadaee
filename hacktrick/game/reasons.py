"""The reasons why an action is not legal, as codes; sentences belong to those who speak."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "NOT_YOUR_TURN",
    "ROUND_IS_OVER",
    "NOT_NOW",
    "NOT_IN_HAND",
    "SAME_AS_LAST_CARD",
    "MUST_DRAW",
    "NO_MARKER",
    "NO_SINGLE",
    "DOUBLE_NOT_IN_SUPPLY",
    "HAND_IS_FULL",
    "COMMANDED_TO_PLAY",
    "NO_CAPTURED_MARKER",
    "ALREADY_ASKED",
    "EMPTY_HAND",
    "NO_SUCH_OPPONENT",
    "ASKING_IS_FORBIDDEN",
    "LAST_MARKER",
    "GUARDED",
    "OPPONENT_HAND_IS_FULL",
    "NO_CODE_FOR_THIS",
    "CODE_NOT_HELD",
    "POWER_IS_SPENT",
    "NO_POINT_TO_STAKE",
    "NO_PARTNER",
    "NO_SECOND_CARD",
]

REASONS: tuple[Reason, ...] = Reason.__args__  # type: ignore[attr-defined]
