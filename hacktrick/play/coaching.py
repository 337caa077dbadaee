"""The coach's values, for those who must not know how levels think: what crosses from the thinking
process, and what is made of it without thinking."""

from __future__ import annotations

from hacktrick.ai.coach.chosen import Chosen
from hacktrick.ai.coach.hints import (
    Idea,
    Look,
    Turns,
    idea,
    look,
    look_again,
    theme_of,
    turns,
)
from hacktrick.ai.coach.judgement import Judgement, Loss
from hacktrick.ai.coach.odds import Chip, Odds
from hacktrick.ai.coach.reasons import Reason, Why
from hacktrick.ai.coach.tutor import GENTLE, STRICT, Verdict, verdict
from hacktrick.ai.worker import Kind

__all__ = [
    "GENTLE",
    "STRICT",
    "Chip",
    "Chosen",
    "Idea",
    "Judgement",
    "Kind",
    "Look",
    "Loss",
    "Odds",
    "Reason",
    "Turns",
    "Verdict",
    "Why",
    "idea",
    "look",
    "look_again",
    "theme_of",
    "turns",
    "verdict",
]
