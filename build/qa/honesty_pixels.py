"""Renders all that the coach shows at the window's table, from the acting seat's view to pixels, so
that matches which look alike to that seat can be compared."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

import pygame

from hacktrick.ai.possible_worlds import clear_world_cache
from hacktrick.ai.solver.solving_player import shared_solver
from hacktrick.coach import consultation
from hacktrick.game.view import SeatInfo, replay_view
from hacktrick.match.live_match import Match
from tests.support.resampled_matches import replayed_with_other_deal
from tests.support.rig import TableRig

HINT, WHY, ODDS = pygame.K_h, pygame.K_w, pygame.K_o
ALL = (HINT, HINT, HINT, WHY, ODDS, ODDS, ODDS)
"""The keys that ask for every kind of help, pressed one after the other."""
FRAMES = 3  # frames after each key press, all of which are compared
SIZE = (1280, 720)


def picture_digests(match: Match, keys: Sequence[int] = ALL) -> list[str]:
    """Return digests of the pictures that a person in the acting seat sees while asking for all
    help. The program remembers nothing; the first digest is from before the first question."""
    clear_world_cache()
    consultation.clear_coach_caches()
    replay_view.cache_clear()
    shared_solver.cache_clear()
    pygame.display.init()
    pygame.font.init()
    with tempfile.TemporaryDirectory() as folder:
        rig = TableRig(
            Path(folder), match=with_a_person(match), size=SIZE, thinks=True, aids="learning"
        )
        rig.tick(0.05, 2)
        found = [picture_digest(rig)]
        for key in keys:
            rig.key(key)
            for _ in range(FRAMES):
                rig.tick(0.02)
                found.append(picture_digest(rig))
        rig.workspace.close()
    return found


def picture_digest(rig: TableRig) -> str:
    """Return a digest of the picture and of whether an animation is running."""
    moving = rig.table.animating
    return sha256(rig.picture() + bytes([moving])).hexdigest()


def with_a_person(match: Match) -> Match:
    """Return the same match with a person in the acting seat and computers in all others."""
    me = match.public.seat
    seats = tuple(
        SeatInfo(f"P{n}", "human" if n == me else "level:1") for n in range(len(match.seats))
    )
    record = match.record
    return replayed_with_other_deal(match, record.rounds[0], seats, record.codes, Random(1))
