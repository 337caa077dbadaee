"""The pages of the rulebook in order, their plain text, and a search in them.

The search ignores case and accents. It also finds beginnings of words, other forms of words and
synonyms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from hacktrick.game.editions import Rules
from hacktrick.i18n.rulebook.basics_pages import (
    Control,
    controls_page,
    game_page,
    information_page,
    keypad_page,
    setup_page,
)
from hacktrick.i18n.rulebook.code_pages import code_cards_page, wits_page
from hacktrick.i18n.rulebook.page_model import (
    Block,
    BulletList,
    Example,
    Heading,
    MarkerStack,
    PageTable,
    Paragraph,
    RulebookPage,
    Ruling,
)
from hacktrick.i18n.rulebook.scoring_pages import markers_page, match_page, winning_page
from hacktrick.i18n.rulebook.three_and_four_player_pages import quartet_page, teams_page, trio_page
from hacktrick.i18n.rulebook.turn_pages import (
    ask_page,
    commands_page,
    deck_page,
    draw_page,
    play_page,
    turn_page,
)
from hacktrick.i18n.terms import Translate, edition_terms, term_translator
from hacktrick.i18n.translator import _, capitalized, folded_words, ngettext


def stop_words(_: Translate) -> str:
    """Return the common words that the search ignores, unless a query consists only of them."""
    return _(
        "a an and am any are be can could did do does for he her him his how i if in is it its "
        "many me might much must my of on or our s she should t that the their them then there "
        "they this to us was we what when where which while why will with would you your"
    )


def synonym_groups(_: Translate) -> tuple[str, ...]:
    """Return groups of words with the same meaning, each as words separated by spaces.

    A group is translated as a whole: translators list the words for which players of their language
    may search.
    """
    return (
        _("guard block firewall defend defence protect protection shield"),
        _("play hack joue"),
        _("forced force obliged must commanded"),
        _("command order announcement"),
        _("pass passo passe"),
        _("skip nothing"),
        _("once twice often times"),
        _("point points EP bitcoin bitcoins score excellence"),
        _("key keys server servers square squares casella caselle field number"),
        _("keypad board map plancia grid"),
        _("ask asking question spy spying request query"),
        _("supply pool reserve"),
        _("captured capture prisoner prisoners hostage taken"),
        _("leader dealer lead leads starts begins"),
        _("marker markers virus piece stone chip"),
        _("double big tall taller x2 bonus"),
        _("line row column diagonal axis"),
        _("triple same"),
        _("deck stock talon"),
        _("shuffle shuffled reshuffle mix"),
        _("row sequence chain"),
        _("aside removed"),
        _("code codes power hacker"),
        _("team teams partner partners teammate"),
        _("solo alone single-handed"),
        _("three trio"),
        _("four quartet"),
        _("edition editions preset variant version"),
        _("match game"),
        _("round game hand manche"),
        _("full limit maximum"),
        _("empty without none"),
        _("sum sums total"),
        _("win wins victory won winning"),
        _("lose loses lost losing defeat"),
        _("tie level"),
        _("secret hidden private"),
        _("public open visible everybody"),
        _("show shows shown reveal revealed"),
        _("cost costs price pay pays paid"),
        _("cannot stuck unable impossible can't"),
        _("exchange swap trade"),
        _("stake bet wager"),
        _("folds fold decline refuse"),
        _("calls call accept"),
        _("cancelled cancel annul void"),
        _("keyboard shortcut mouse touch control controls"),
        _("conclusions deduce deduction counting infer"),
        _("target goal"),
        _("computer robot AI bot"),
        _("cheat cheating fair"),
    )


def rulebook_pages(
    rules: Rules, _: Translate, controls: Sequence[Control] = ()
) -> tuple[RulebookPage, ...]:
    """Return all pages in reading order.

    Args:
        controls: the controls with their keys and buttons, in the player's language.
    """
    say = term_translator(rules, _)
    return (
        game_page(rules, say),
        keypad_page(rules, say),
        setup_page(rules, say),
        turn_page(rules, say),
        ask_page(rules, say),
        play_page(rules, say),
        draw_page(rules, say),
        commands_page(rules, say),
        deck_page(rules, say),
        winning_page(rules, say),
        markers_page(rules, say),
        match_page(rules, say, _),
        wits_page(rules, say),
        code_cards_page(rules, say, _),
        teams_page(rules, say),
        trio_page(rules, say),
        quartet_page(rules, say),
        information_page(rules, say),
        controls_page(rules, say, controls),
    )


def ruling_key_for_refusal(rules: Rules, refusal: str | None, translate: Translate) -> str | None:
    """Return the key of the ruling that explains a refusal; None if no ruling does."""
    rulings = (ruling for page in rulebook_pages(rules, translate) for ruling in page.rulings)
    return next((ruling.key for ruling in rulings if refusal in ruling.reasons), None)


# The weight of a word, by the place where it occurs.
QUESTION_WEIGHT, ANSWER_WEIGHT, TITLE_WEIGHT = 4.0, 2.0, 1.0
# The quality of a match between a word of the query and a word of the rulebook.
WHOLE_WORD, BEGINNING, INFLECTED_FORM, SYNONYM, INNER_PART = 1.0, 0.7, 0.6, 0.4, 0.2
MIN_COVERED_SHARE = 0.6  # minimum sum of word rarities of a hit, as a share of the best hit's sum
# Factor for hits on supplementary pages if a normal page answers the query.
SUPPLEMENTARY_PAGE_FACTOR = 0.5
# Minimum lengths, in letters, of a beginning of a synonym or an inner part, and of a word whose
# forms are found.
MIN_BEGINNING_LENGTH, MIN_STEM_LENGTH = 3, 4


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A result of a search: a ruling, or a whole page if ``ruling`` is None."""

    page: RulebookPage
    ruling: Ruling | None
    score: float


@dataclass(frozen=True, slots=True)
class _IndexEntry:
    page: RulebookPage
    ruling: Ruling | None
    weights: Mapping[str, float]  # by folded word, the weight of the best place at which it occurs

    @property
    def applies_always(self) -> bool:
        """Whether this entry is a ruling that applies to every reader."""
        return self.ruling is not None and not self.page.is_supplementary


def untranslated_text(sentence: str) -> str:
    """Return the sentence itself, as a translator into English."""
    return sentence


@lru_cache(maxsize=8)
def rulebook_index(
    rules: Rules, language: str = "en", _: Translate = untranslated_text
) -> RulebookIndex:
    """Return the search index for an edition and a language, from the cache if possible.

    Args:
        language: the code of the language into which ``_`` translates.
    """
    groups = (*synonym_groups(untranslated_text), *synonym_groups(_))
    return RulebookIndex(rulebook_pages(rules, _), groups, stop_words(_))


class RulebookIndex:
    """A search index of the rulebook, fast enough to search at every keystroke.

    Args:
        groups: the groups of synonyms.
        ignored_words: the words to ignore in a query that has others, separated by spaces.
    """

    def __init__(
        self, book: Iterable[RulebookPage], groups: Iterable[str], ignored_words: str = ""
    ) -> None:
        self._page_entries = tuple(entry for page in book for entry in _page_entries(page))
        self._vocabulary = frozenset(word for entry in self._page_entries for word in entry.weights)
        self._synonyms_by_word = _synonyms_by_word(groups)
        self._ignored_words = frozenset(folded_words(ignored_words))

    def search(self, query: str) -> tuple[SearchHit, ...]:
        """Return the hits for ``query``, best first; empty for a query without words."""
        found = [
            self._rarity_and_scores(word) for word in self._significant_words(folded_words(query))
        ]
        numbers = range(len(self._page_entries))
        covers = [sum(rarity for rarity, scores in found if scores[n]) for n in numbers]
        enough = max(covers) * MIN_COVERED_SHARE
        factor = self._supplementary_page_factor(covers, sum(rarity for rarity, _scores in found))
        hits = (
            SearchHit(entry.page, entry.ruling, sum(r * scores[n] for r, scores in found) * worth)
            for n, entry in enumerate(self._page_entries)
            if 0 < enough <= covers[n]
            for worth in [covers[n] * (factor if entry.page.is_supplementary else 1.0)]
        )
        return tuple(sorted(hits, key=lambda hit: -hit.score))

    def _supplementary_page_factor(self, covers: Iterable[float], whole: float) -> float:
        """Return the factor for hits on supplementary pages.

        The factor is lower if some normal ruling contains every word of the query. That is never so
        if the query names a code.

        Args:
            covers: for each entry of the index, how much of the query it contains.
            whole: the value for an entry that contains the whole query.
        """
        others = (
            cover
            for cover, entry in zip(covers, self._page_entries, strict=True)
            if entry.applies_always
        )
        return SUPPLEMENTARY_PAGE_FACTOR if max(others) >= whole else 1.0

    def _significant_words(self, words: Iterable[str]) -> Iterable[str]:
        every = dict.fromkeys(words)
        return [word for word in every if word not in self._ignored_words] or every

    def _rarity_and_scores(self, word: str) -> tuple[float, list[float]]:
        """Return the rarity of a word in the query, and how well each entry matches the word."""
        fits = self._matching_words(word)
        scores = [_best_fit_score(fits, entry.weights) for entry in self._page_entries]
        n_found = sum(map(bool, scores))
        return (log((len(scores) + 1) / n_found) if n_found else 0.0), scores

    def _matching_words(self, word: str) -> dict[str, float]:
        """Return the rulebook's words that match ``word``, each with the quality of the match."""
        alike = self._synonyms(word)
        fits = (
            (known, max(_word_fit_score(word, known), _synonym_fit_score(alike, known)))
            for known in self._vocabulary
        )
        return {known: fit for known, fit in fits if fit}

    def _synonyms(self, word: str) -> frozenset[str]:
        """Return the synonyms of ``word``, which may be a beginning or form of a known word."""
        return frozenset(
            other
            for known, others in self._synonyms_by_word.items()
            if known == word or _is_beginning(word, known) or _is_form_of(known, word)
            for other in others
        )


def _best_fit_score(fits: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return max((weights[word] * fit for word, fit in fits.items() if word in weights), default=0.0)


def _word_fit_score(word: str, known: str) -> float:
    if known.startswith(word):
        return WHOLE_WORD if known == word else BEGINNING
    if _is_form_of(known, word):
        return INFLECTED_FORM
    # Words within words matter in languages with compound words or without spaces.
    return (
        INNER_PART
        if word in known and (len(word) >= MIN_BEGINNING_LENGTH or not word.isascii())
        else 0.0
    )


def _synonym_fit_score(alike: frozenset[str], known: str) -> float:
    return SYNONYM if known in alike else 0.0


def _is_beginning(typed: str, known: str) -> bool:
    """Return whether ``typed`` is a beginning of ``known`` and long enough to count."""
    return len(typed) >= MIN_BEGINNING_LENGTH and known.startswith(typed)


def _is_form_of(known: str, word: str) -> bool:
    """Return whether ``word`` is ``known`` with an ending, such as "guards" or "drawn"."""
    return len(known) >= MIN_STEM_LENGTH and word.startswith(known)


def _synonyms_by_word(groups: Iterable[str]) -> dict[str, frozenset[str]]:
    alike: dict[str, frozenset[str]] = {}
    for group in groups:
        words = frozenset(folded_words(group))
        for word in words:
            alike[word] = alike.get(word, frozenset()) | words - {word}
    return alike


def _page_entries(page: RulebookPage) -> Iterator[_IndexEntry]:
    heading = ""
    for block in page.blocks:
        if isinstance(block, Heading):
            heading = block.text
        if isinstance(block, Ruling):
            yield _ruling_entry(page, heading, block)
    rest = [text for block in page.blocks for text in block_texts(block, rulings=False)]
    yield _IndexEntry(
        page, None, _word_weights(TITLE_WEIGHT, *rest) | _word_weights(ANSWER_WEIGHT, page.title)
    )


def _ruling_entry(page: RulebookPage, heading: str, ruling: Ruling) -> _IndexEntry:
    around = _word_weights(TITLE_WEIGHT, page.title) | _word_weights(
        ANSWER_WEIGHT, heading, ruling.answer
    )
    return _IndexEntry(page, ruling, around | _word_weights(QUESTION_WEIGHT, ruling.question))


def _word_weights(weight: float, *texts: str) -> dict[str, float]:
    return {word: weight for text in texts for word in folded_words(text)}


def block_texts(block: Block, rulings: bool = True) -> Iterator[str]:
    """Yield all texts of a block.

    Args:
        rulings: whether to include the texts of rulings.
    """
    match block:
        case Heading(text) | Paragraph(text):
            yield text
        case BulletList(items):
            yield from items
        case PageTable(rows):
            yield from (cell for row in rows for cell in row)
        case Example():
            yield block.caption
        case Ruling() if rulings:
            yield from (block.question, block.answer)


# The following functions write pages as lines.


def page_lines(rules: Rules, page: RulebookPage) -> list[str]:
    """Return a page as lines, with an empty line before each part."""
    lines = [page.title]
    for block in page.blocks:
        lines += ["", *_block_lines(rules, block)]
    return lines


def _block_lines(rules: Rules, block: Block) -> list[str]:
    match block:
        case PageTable(rows):
            return _table_lines(rows)
        case Example():
            return example_lines(rules, block)
        case Heading(text):
            return [f"{text}."]
        case Ruling():
            return [block.question, block.answer]
    return list(block_texts(block))


def _table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines.

    With two columns, each row is one line, ``name: value``, and the headings are left out. With
    more columns, the first cell has a line of its own, and each other cell a line ``heading:
    cell``.

    Args:
        rows: the cells of each row; the first row holds the headings.
    """
    head, *body = rows
    if len(head) == 2:
        return [_("{name}: {value}").format(name=name, value=value) for name, value in body]
    lines = []
    for title, *cells in body:
        pairs = zip(head[1:], cells, strict=True)
        lines.append(f"{title}.")
        lines += [_("{name}: {value}").format(name=name, value=value) for name, value in pairs]
    return lines


def example_lines(rules: Rules, example: Example) -> list[str]:
    """Return an example as lines of text, with its pictured position in words."""
    position = example.position
    lines = [_("An example."), *(_markers_on_key_line(rules, stack) for stack in position.stacks)]
    for sentence, cards in (
        (_("Row: {cards}."), position.row),
        (_("Your hand: {cards}."), position.hand),
        (_("Set aside: {cards}."), position.aside),
    ):
        if cards:
            lines.append(sentence.format(cards=" ".join(map(str, cards))))
    if example.previewed_play is not None:
        lines.append(_("You play {card}.").format(card=example.previewed_play.card))
    return [*lines, example.caption]


def _markers_on_key_line(rules: Rules, stack: MarkerStack) -> str:
    n = stack.n
    if stack.side == 0:
        sentence = ngettext(
            "{key} {number}: {n} marker of yours.", "{key} {number}: {n} markers of yours.", n
        )
    else:
        sentence = ngettext(
            "{key} {number}: {n} marker of the opponent.",
            "{key} {number}: {n} markers of the opponent.",
            n,
        )
    key = edition_terms(rules, _).key
    line = capitalized(sentence.format(key=key, number=stack.key, n=n))
    return " ".join((line, _("The double is among them."))) if stack.double else line
