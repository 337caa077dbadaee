"""Finding a ruling by a word: any case, any accents, beginnings of words, several words.

A rare word counts for more than a frequent one, and a hit must have most of what the best hit has.
So two words narrow the search, and still a whole question can be typed. Who has all the words comes
before who has some, and what always holds for the reader before what only other editions or single
codes say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log

from hacktrick.game.rules import Rules
from hacktrick.words.folding import words_of
from hacktrick.words.rulebook.book import pages
from hacktrick.words.rulebook.model import (
    Block,
    Bullets,
    Example,
    Heading,
    Page,
    Paragraph,
    Ruling,
    Table,
)
from hacktrick.words.rulebook.synonyms import small_words, synonyms
from hacktrick.words.terms import Translate

QUESTION, ANSWER, TITLE = 4.0, 2.0, 1.0  # the weight of a word by where it stands
WHOLE, BEGINNING, FORM, SYNONYM, INSIDE = 1.0, 0.7, 0.6, 0.4, 0.2  # ... and by how well it fits
COVERED = 0.6  # of the rarity of the words that the best hit has
SPECIAL = 0.5  # what a hit on a page may count for that does not always hold
MIN_TYPED, MIN_STEM = 3, 4  # letters


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

    @property
    def always(self) -> bool:
        """Whether it is a ruling that always holds for the reader."""
        return self.ruling is not None and not self.page.special


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
def index_for(rules: Rules, language: str = "en", _: Translate = english) -> Index:
    """The index for an edition and a language; built once."""
    groups = (*synonyms(english), *synonyms(_))
    return Index(pages(rules, _), groups, small_words(_))


class Index:
    """The words of a book, ready to be searched at every keystroke."""

    def __init__(self, book: Iterable[Page], groups: Iterable[str], small: str = "") -> None:
        self._entries = tuple(entry for page in book for entry in _entries(page))
        self._vocabulary = frozenset(word for entry in self._entries for word in entry.weights)
        self._alike = _alike(groups)
        self._small = frozenset(words_of(small))

    def search(self, query: str) -> tuple[Hit, ...]:
        """The hits for ``query``, best first; nothing for a query without words."""
        found = [self._weighed(word) for word in self._telling(words_of(query))]
        numbers = range(len(self._entries))
        covers = [sum(rarity for rarity, scores in found if scores[n]) for n in numbers]
        enough = max(covers, default=0.0) * COVERED
        special = self._special(covers, sum(rarity for rarity, _scores in found))
        hits = (
            Hit(entry.page, entry.ruling, sum(r * scores[n] for r, scores in found) * worth)
            for n, entry in enumerate(self._entries)
            if 0 < enough <= covers[n]
            for worth in [covers[n] * (special if entry.page.special else 1.0)]
        )
        return tuple(sorted(hits, key=lambda hit: -hit.score))

    def _special(self, covers: Iterable[float], whole: float) -> float:
        """What a hit on a special page counts for: less, where something else answers every word
        (it does not where a code is named)."""
        others = (cover for cover, entry in zip(covers, self._entries, strict=True) if entry.always)
        return SPECIAL if max(others, default=0.0) >= whole else 1.0

    def _telling(self, words: Iterable[str]) -> Iterable[str]:
        every = dict.fromkeys(words)
        return [word for word in every if word not in self._small] or every

    def _weighed(self, word: str) -> tuple[float, list[float]]:
        """How rare a word of the query is, and how well each entry answers to it."""
        fits = self._fits(word)
        scores = [_best(fits, entry.weights) for entry in self._entries]
        n_found = sum(map(bool, scores))
        return (log((len(scores) + 1) / n_found) if n_found else 0.0), scores

    def _fits(self, word: str) -> dict[str, float]:
        """The words of the book that answer to ``word``, with how well they do."""
        alike = self._like(word)
        fits = ((known, max(_fit(word, known), _same(alike, known))) for known in self._vocabulary)
        return {known: fit for known, fit in fits if fit}

    def _like(self, word: str) -> frozenset[str]:
        """The words that mean the same; a beginning, or another form, is enough."""
        return frozenset(
            other
            for known, others in self._alike.items()
            if known == word or _begins(word, known) or _is_form_of(known, word)
            for other in others
        )


def _best(fits: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return max((weights[word] * fit for word, fit in fits.items() if word in weights), default=0.0)


def _fit(word: str, known: str) -> float:
    if known.startswith(word):
        return WHOLE if known == word else BEGINNING
    if _is_form_of(known, word):
        return FORM
    # For languages that write words together, or without spaces.
    return INSIDE if word in known and (len(word) >= MIN_TYPED or not word.isascii()) else 0.0


def _same(alike: frozenset[str], known: str) -> float:
    return SYNONYM if known in alike else 0.0


def _begins(typed: str, known: str) -> bool:
    """Whether ``typed`` may become ``known`` with the next keys."""
    return len(typed) >= MIN_TYPED and known.startswith(typed)


def _is_form_of(known: str, word: str) -> bool:
    """Whether ``word`` is ``known`` with an ending: "guards", "drawn"."""
    return len(known) >= MIN_STEM and word.startswith(known)


def _alike(groups: Iterable[str]) -> dict[str, frozenset[str]]:
    alike: dict[str, frozenset[str]] = {}
    for group in groups:
        words = frozenset(words_of(group))
        for word in words:
            alike[word] = alike.get(word, frozenset()) | words - {word}
    return alike


def _entries(page: Page) -> Iterator[_Entry]:
    heading = ""
    for block in page.blocks:
        if isinstance(block, Heading):
            heading = block.text
        if isinstance(block, Ruling):
            yield _ruling_entry(page, heading, block)
    rest = [text for block in page.blocks for text in texts_of(block, rulings=False)]
    yield _Entry(page, None, _weigh(TITLE, *rest) | _weigh(ANSWER, page.title))


def _ruling_entry(page: Page, heading: str, ruling: Ruling) -> _Entry:
    around = _weigh(TITLE, page.title) | _weigh(ANSWER, heading, ruling.answer)
    return _Entry(page, ruling, around | _weigh(QUESTION, ruling.question))


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
