"""Finding a setting by a word of its name, its explanation, its values or its page.

It must not know how settings are shown. Any case, any accents, beginnings of words; all words of
the query must fit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hacktrick.words.folding import words_of

MIN_INSIDE = 3  # letters from which on a word may also stand inside another


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be set. ``key`` is for the finder; the rest is searched, in the current
    language.

    Attributes:
        parts: what the explanation consists of where it is a list.
    """

    key: str
    name: str
    explanation: str
    page_title: str
    values: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def find(query: str, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that have all words of ``query``, those found by their name first; nothing for
    a query without words."""
    wanted = words_of(query)
    if not wanted:
        return ()
    found = [(_rank(wanted, entry), n, entry) for n, entry in enumerate(entries)]
    hits = [(rank, n, entry) for rank, n, entry in found if rank is not None]
    return tuple(entry for _best, _n, entry in sorted(hits, key=lambda hit: hit[:2]))


def explained(query: str, entry: Entry) -> str:
    """The explanation; of a list what was looked for first, for there may be room for a few."""
    if not entry.parts:
        return entry.explanation
    wanted = words_of(query)

    def is_other(part: str) -> bool:
        return not any(_fits(word, known) for word in wanted for known in words_of(part))

    return ", ".join(sorted(entry.parts, key=is_other))


def _rank(wanted: list[str], entry: Entry) -> int | None:
    """The worst place in which a wanted word had to be looked for, 0 for the name; None if one is
    missing."""
    texts = (entry.name, " ".join(entry.values), entry.explanation, entry.page_title)
    places = [words_of(text) for text in texts]
    ranks = [_place_of(word, places) for word in wanted]
    return None if None in ranks else max(rank for rank in ranks if rank is not None)


def _place_of(word: str, places: list[list[str]]) -> int | None:
    for place, known in enumerate(places):
        if any(_fits(word, other) for other in known):
            return place
    return None


def _fits(word: str, known: str) -> bool:
    # Inside a word for languages that write words together, or without spaces.
    inside = len(word) >= MIN_INSIDE or not word.isascii()
    return known.startswith(word) or (inside and word in known)
