"""The program without a window, driven by hand: what tests and pictures of scenes stand on."""

from __future__ import annotations

from pathlib import Path

from hacktrick.play.match import Match
from hacktrick.seat.desk import Desk
from hacktrick.seat.session import Session
from hacktrick.storage import Problem, Storage, find_folders


class Unkept(Storage):
    """A storage that forgets the running match: nothing is written after each action."""

    def save_match(self, text: str) -> tuple[Problem, ...]:
        return ()


def unkept(folder: Path) -> Unkept:
    return Unkept(find_folders(folder))


def match_of(session: Session) -> Match:
    """The whole truth, which a session gives to nobody else."""
    return session._match


def saved_text(desk: Desk) -> str | None:
    """The saved match as its file has it."""
    return None if desk._saved is None else desk._saved.as_text()
