"""Renders all help that the coach gives at the window's table, for honesty.py.

Matches that look alike to the seat to act must give the same pictures.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

import pygame

from hacktrick.ai.possible_worlds import clear_world_cache
from hacktrick.ai.solver.solving_player import shared_solver
from hacktrick.coach import position_analysis
from hacktrick.game.view import SeatInfo, replay_view
from hacktrick.match.live_match import Match
from tests.support.resampled_matches import replayed_with_other_deal
from tests.support.rig import TableRig

HINT, WHY, ODDS = pygame.K_h, pygame.K_w, pygame.K_o
ALL_HELP_KEYS = (HINT, HINT, HINT, WHY, ODDS, ODDS, ODDS)
"""The keys that ask for every kind of help, pressed one after the other."""
FRAMES = 3  # frames after each key press, all of which are compared
SIZE = (1280, 720)


def screen_digests_with_all_help(match: Match, keys: Sequence[int] = ALL_HELP_KEYS) -> list[str]:
    """Return digests of what a person in the seat to act sees while asking for all help.

    The first digest is from before the first question. Nothing is remembered from earlier calls.
    """
    clear_world_cache()
    position_analysis.clear_coach_caches()
    replay_view.cache_clear()
    shared_solver.cache_clear()
    pygame.display.init()
    pygame.font.init()
    with tempfile.TemporaryDirectory() as folder:
        rig = TableRig(
            Path(folder),
            match=with_person_in_acting_seat(match),
            size=SIZE,
            thinks=True,
            aids="learning",
        )
        rig.tick(0.05, 2)
        found = [picture_digest(rig)]
        for key in keys:
            rig.key(key)
            for _ in range(FRAMES):
                rig.tick(0.02)
                found.append(picture_digest(rig))
        rig.services.close()
    return found


def picture_digest(rig: TableRig) -> str:
    """Return a digest of the table's picture and of whether it is animated."""
    moving = rig.table.is_animating
    return sha256(rig.picture() + bytes([moving])).hexdigest()


def with_person_in_acting_seat(match: Match) -> Match:
    """Return the same match with a person in the seat to act and computers in all others."""
    me = match.public.seat
    seats = tuple(
        SeatInfo(f"P{n}", "human" if n == me else "level:1") for n in range(len(match.seats))
    )
    record = match.record
    return replayed_with_other_deal(match, record.rounds[0], seats, record.codes, Random(1))
