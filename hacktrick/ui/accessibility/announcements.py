"""Announcements: short sentences about what happens, for screen readers and the voice.

Scenes make announcements through ``Context.announce``. Each consumer has its own reader::

    reader = context.announcements.new_reader()
    for announcement in reader.pop_unread():  # once a frame
        speak(announcement.text)
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Literal

MAX_BACKLOG = 32  # maximum number of announcements that wait for readers

AnnouncementKind = Literal["event", "answer", "turn", "detail"]
"""What an announcement is: an event at the table, the answer to an input, whose turn it is, or a
further detail."""

KINDS_SPOKEN: dict[str, tuple[AnnouncementKind, ...]] = {
    "off": (),
    "short": ("event", "answer", "turn"),
    "full": ("event", "answer", "turn", "detail"),
}
"""The kinds that are announced, for each value of the setting ``announcements``."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence to be spoken once.

    Attributes:
        number: the announcement's number, counted from 1 since the start of the program.
    """

    number: int
    text: str
    kind: AnnouncementKind = "event"


class Announcements:
    """The latest ``MAX_BACKLOG`` announcements, oldest first, for screen readers and the voice.

    Attributes:
        n_clears: the number of calls of ``clear``.
    """

    def __init__(self) -> None:
        self._recent: deque[Announcement] = deque(maxlen=MAX_BACKLOG)
        self._count = 0
        self.n_clears = 0

    @property
    def count(self) -> int:
        """The number of announcements made since the program was started."""
        return self._count

    def add(self, text: str, kind: AnnouncementKind = "event") -> None:
        """Add an announcement; ignore an empty text."""
        if text:
            self._count += 1
            self._recent.append(Announcement(self._count, text, kind))

    def clear(self) -> None:
        """Drop all announcements, so that another player at the screen does not hear them."""
        self._recent.clear()
        self.n_clears += 1

    def contains(self, announcement: Announcement) -> bool:
        """Return whether an announcement is still kept, and so may still be spoken."""
        return bool(self._recent) and announcement.number >= self._recent[0].number

    def announcements_after(self, count: int) -> tuple[Announcement, ...]:
        """Return the announcements numbered above ``count``, except dropped announcements."""
        return tuple(one for one in self._recent if one.number > count)

    def new_reader(self) -> AnnouncementReader:
        """Return a new reader, which gets only the announcements made from now on."""
        return AnnouncementReader(self)


class AnnouncementReader:
    """Returns every announcement once, independently of other readers."""

    def __init__(self, announcements: Announcements) -> None:
        self._announcements = announcements
        self._last = announcements.count

    def pop_unread(self) -> tuple[Announcement, ...]:
        """Return the announcements made since the last call."""
        if self._last == self._announcements.count:
            return ()
        news = self._announcements.announcements_after(self._last)
        self._last = self._announcements.count
        return news
