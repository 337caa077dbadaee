"""What can be given away of a replayed match: for each way its words, its ending, its content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hacktrick.seat.replaying import ReplaySession
from hacktrick.seat.reviews import Reviews
from hacktrick.words.page import page
from hacktrick.words.page_review import page_review
from hacktrick.words.transcript import transcript
from hacktrick.words.translator import _

Way = Literal["code", "record", "transcript", "page", "position", "picture", "film"]
IN_TEXT: tuple[Way, ...] = ("code", "record", "transcript", "page", "position")
DRAWN: tuple[Way, ...] = ("picture", "film")
COPIED: tuple[Way, ...] = ("code", "position")
OF_A_RUNNING_MATCH: tuple[Way, ...] = ("position", "picture")
ENDINGS: dict[Way, str] = {
    "code": ".txt",
    "record": ".hacktrick.json",
    "transcript": ".txt",
    "page": ".html",
    "position": ".txt",
    "picture": ".png",
    "film": ".png",
}
FORBIDDEN = '<>:"/\\|?*'


@dataclass(frozen=True, slots=True)
class WayTold:
    """A way in words."""

    label: str
    effect: str


def told(way: Way) -> WayTold:
    return WayTold(*_WAYS[way]())


def why_not(replayed: ReplaySession, way: Way) -> str | None:
    """Why a way is closed; None if it is open."""
    if replayed.is_running and way not in OF_A_RUNNING_MATCH:
        return _("Before the match is over, only what is seen here can be given away.")
    if not replayed.winners and way in ("code", "transcript", "page"):
        return _("This match was left before its end.")
    return None


def content(replayed: ReplaySession, way: Way, reviews: Reviews | None = None) -> str:
    """The text of a way that is one.

    Args:
        reviews: of the match; a page shows those that are there.

    Raises:
        ValueError: the way is closed.
    """
    texts: dict[Way, Callable[[], str]] = {
        "code": lambda: replayed.code,
        "record": lambda: replayed.record_text,
        "transcript": lambda: "\n".join((*transcript(replayed), "")),
        "page": lambda: page(replayed, None if reviews is None else page_review(reviews, replayed)),
        "position": lambda: replayed.position,
    }
    return texts[way]()


def file_name(replayed: ReplaySession) -> str:
    """A name for a file about the match: the day and who played."""
    day = replayed.source.ended[:10] or date.today().isoformat()
    names = "-".join(seat.name for seat in replayed.seats)
    plain = "".join(sign if sign.isprintable() and sign not in FORBIDDEN else "_" for sign in names)
    return f"{day} {plain}".strip(" .")[:100]


_WAYS: dict[Way, Callable[[], tuple[str, str]]] = {
    "code": lambda: (
        _("One line of text"),
        _("Copied; whoever pastes it into the game has the match."),
    ),
    "page": lambda: (
        _("A page for browsers"),
        _("The whole match to be watched, in one file."),
    ),
    "record": lambda: (
        _("The record"),
        _("A file for Hack Trick and for other programs."),
    ),
    "transcript": lambda: (
        _("As text"),
        _("Every deal and action in plain lines."),
    ),
    "position": lambda: (
        _("This position in one line"),
        _("Copied, as the chosen eye knows it."),
    ),
    "picture": lambda: (
        _("A picture of the table"),
        _("As the chosen eye sees it here."),
    ),
    "film": lambda: (
        _("The round, moving"),
        _("A picture that moves, action by action."),
    ),
}
