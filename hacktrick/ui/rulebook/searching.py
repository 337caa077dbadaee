"""Finding a ruling by a word: any case, any accents, beginnings of words, several words.

A rare word counts for more than a frequent one, and a hit must have most of what the best hit has.
So two words narrow the search, and still a whole question can be typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log

from hacktrick.game.rules import Rules
from hacktrick.ui.rulebook.book import pages
from hacktrick.ui.rulebook.model import (
    Block,
    Bullets,
    Example,
    Heading,
    Page,
    Paragraph,
    Ruling,
    Table,
)
from hacktrick.ui.rulebook.synonyms import synonyms
from hacktrick.ui.terms import Translate

QUESTION, ANSWER, TITLE = 4.0, 2.0, 1.0  # the weight of a word by where it stands
WHOLE, BEGINNING, SYNONYM, INSIDE = 1.0, 0.7, 0.4, 0.2  # ... and by how well it fits
COVERED = 0.75  # of the rarity of the words that the best hit has
MIN_STEM = 3

_UNFOLDED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found: a ruling, or a page as such (``ruling`` is None)."""

    page: Page
    ruling: Ruling | None
    score: float


@dataclass(frozen=True, slots=True)
class _Entry:
    page: Page
    ruling: Ruling | None
    weights: Mapping[str, float]  # folded word -> the weight of its best place


def english(sentence: str) -> str:
    """The translator for the language the texts are written in."""
    return sentence


def search(
    query: str, rules: Rules, language: str = "en", _: Translate = english
) -> tuple[Hit, ...]:
    """The rulings and pages that match ``query``, best first.

    Args:
        language: the code of the language that ``_`` speaks now; the index is kept for it.
    """
    return index_for(rules, language, _).search(query)


@lru_cache(maxsize=8)
def _cached(rules: Rules, language: str, _: Translate) -> Index:
    return Index(pages(rules, _), (*synonyms(english), *synonyms(_)))


def index_for(rules: Rules, language: str = "en", _: Translate = english) -> Index:
    """The index for an edition and a language; built once."""
    return _cached(rules, language, _)


class Index:
    """The words of a book, ready to be searched at every keystroke."""

    def __init__(self, book: Iterable[Page], groups: Iterable[str]) -> None:
        self._entries = tuple(entry for page in book for entry in _entries(page))
        self._vocabulary = frozenset(word for entry in self._entries for word in entry.weights)
        self._alike = _alike(groups)

    def search(self, query: str) -> tuple[Hit, ...]:
        """The hits for ``query``, best first; nothing for a query without words."""
        found = [self._weighed(word) for word in dict.fromkeys(words_of(query))]
        covers = [sum(rarity for rarity, scores in found if scores[n]) for n in self._numbers()]
        enough = max(covers, default=0.0) * COVERED
        hits = (
            Hit(entry.page, entry.ruling, sum(rarity * scores[n] for rarity, scores in found))
            for n, entry in enumerate(self._entries)
            if 0 < enough <= covers[n]
        )
        return tuple(sorted(hits, key=lambda hit: -hit.score))

    def _numbers(self) -> range:
        return range(len(self._entries))

    def _weighed(self, word: str) -> tuple[float, list[float]]:
        """How rare a word of the query is, and how well each entry answers to it."""
        fits = self._fits(word)
        scores = [_best(fits, entry.weights) for entry in self._entries]
        n_found = sum(map(bool, scores))
        return (log((len(scores) + 1) / n_found) if n_found else 0.0), scores

    def _fits(self, word: str) -> dict[str, float]:
        """The words of the book that answer to ``word``, with how well they do."""
        alike = self._like(word)
        fits = {
            known: max(_fit(word, known), _fit_alike(alike, known)) for known in self._vocabulary
        }
        return {known: fit for known, fit in fits.items() if fit} or self._stems(word)

    def _stems(self, word: str) -> dict[str, float]:
        """The words that ``word`` only begins with: "guards" finds "guard"."""
        return {known: INSIDE for known in self._vocabulary if _begins(known, word)}

    def _like(self, word: str) -> frozenset[str]:
        """The words that mean the same; a beginning of at least three letters is enough."""
        return frozenset(
            other
            for known, others in self._alike.items()
            if known == word or _begins(word, known) or _begins(known, word)
            for other in others
        )


def _best(fits: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return max((weights[word] * fit for word, fit in fits.items() if word in weights), default=0.0)


def _fit(word: str, known: str) -> float:
    if known.startswith(word):
        return WHOLE if known == word else BEGINNING
    # For languages that write words together, or without spaces.
    return INSIDE if word in known and (len(word) >= MIN_STEM or not word.isascii()) else 0.0


def _begins(beginning: str, word: str) -> bool:
    """Whether ``word`` may be another form of ``beginning``, or is still being typed."""
    return len(beginning) >= MIN_STEM and word.startswith(beginning)


def _fit_alike(alike: frozenset[str], known: str) -> float:
    return SYNONYM if known in alike else 0.0


def words_of(text: str) -> list[str]:
    """The words of a text without case and accents.

    >>> words_of("Évgeniy's KEY-pad")
    ['evgeniy', 's', 'key', 'pad']
    """
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_UNFOLDED))
    return _WORD.findall("".join(c for c in folded if not unicodedata.combining(c)))


def _alike(groups: Iterable[str]) -> dict[str, tuple[str, ...]]:
    alike: dict[str, set[str]] = {}
    for group in groups:
        words = words_of(group)
        for word in words:
            alike.setdefault(word, set()).update(other for other in words if other != word)
    return {word: tuple(sorted(others)) for word, others in alike.items()}


def _entries(page: Page) -> Iterator[_Entry]:
    title = _weigh(TITLE, page.title)
    for ruling in page.rulings:
        weights = title | _weigh(ANSWER, ruling.answer) | _weigh(QUESTION, ruling.question)
        yield _Entry(page, ruling, weights)
    rest = [text for block in page.blocks for text in texts_of(block, rulings=False)]
    yield _Entry(page, None, _weigh(TITLE, *rest) | _weigh(ANSWER, page.title))


def _weigh(weight: float, *texts: str) -> dict[str, float]:
    return {word: weight for text in texts for word in words_of(text)}


def texts_of(block: Block, rulings: bool = True) -> Iterator[str]:
    """Every text that a block shows."""
    match block:
        case Heading(text) | Paragraph(text):
            yield text
        case Bullets(items):
            yield from items
        case Table(rows):
            yield from (cell for row in rows for cell in row)
        case Example():
            yield block.caption
        case Ruling() if rulings:
            yield from (block.question, block.answer)
