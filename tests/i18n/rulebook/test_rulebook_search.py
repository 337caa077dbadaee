"""The search of the rulebook finds every ruling by a few words, in the terms of any edition."""

from __future__ import annotations

import pytest

from hacktrick.game.editions import PRESETS, Rules
from hacktrick.i18n.rulebook.page_model import RulebookPage, Ruling
from hacktrick.i18n.rulebook.rulebook_search import (
    RulebookIndex,
    block_texts,
    rulebook_index,
    rulebook_pages,
)
from hacktrick.i18n.translator import folded_words

KEYPAD = PRESETS["keypad"]
FIRST = 3  # the number of first hits among which the ruling must be

# What a player may type, and the key of the ruling that answers it, by section of the rules.
QUERIES = (
    # Section 1: terms.
    ("round and match", "game.match"),
    ("big marker x2", "game.double"),
    ("pool of markers", "game.supply"),
    ("which lines", "keypad.lines"),
    ("adds up to 15", "keypad.not-a-line"),
    ("which cards reach", "keypad.pairs"),
    # Section 2: the set-up.
    ("how are cards dealt", "setup.deal"),
    ("ten markers", "setup.markers"),
    ("removed cards beside", "setup.aside"),
    ("dealer", "setup.dealer"),
    ("start card marker", "setup.start-card"),
    ("opening sum announced", "setup.sums"),
    ("starter chosen before hearing", "setup.sums"),
    ("who takes first turn", "setup.first-turn"),
    ("what is public", "knowing.public"),
    ("what is secret", "knowing.private"),
    # Section 3: a turn, and asking.
    ("order of a turn", "turn.order"),
    ("not my turn", "turn.whose"),
    ("do nothing", "turn.nothing"),
    ("skip turn", "turn.nothing"),
    ("spy price", "ask.price"),
    ("asking cost", "ask.price"),
    ("how often ask", "ask.once"),
    ("ask while commanded", "ask.commanded"),
    ("ask own cards number", "ask.own-cards"),
    ("ask opponent no cards", "ask.empty-hand"),
    ("captured single or double first", "ask.which-marker"),
    ("who hears the answer", "ask.answer"),
    ("ask several opponents", "ask.whom"),
    # Section 3: playing a card.
    ("where does my marker go", "play.key"),
    ("same value", "play.differs"),
    ("which cards may I play", "play.in-hand"),
    ("choose single or double", "play.size"),
    ("play without marker", "play.no-marker"),
    ("opponent's markers on my key", "play.capture"),
    ("prisoner", "ask.which-marker"),
    ("own markers stay", "play.own-stay"),
    ("checked whether won", "play.win-check"),
    # Section 3: drawing a card.
    ("command after drawing", "draw.ends-turn"),
    ("how many cards hold", "draw.limit"),
    ("who sees drawn card", "draw.secret"),
    ("must play", "turn.obliged"),
    ("full hand oblige", "turn.obliged"),
    ("draw when commanded", "draw.commanded"),
    ("what if I cannot play?", "draw.forced"),
    ("show hand forced", "draw.forced"),
    ("cannot play nobody commanded", "draw.unforced"),
    ("no cards left", "draw.empty-hand"),
    # Section 3: commands.
    ("end turn after play", "commands.one"),
    ("command cost", "commands.cost"),
    ("which marker pays command", "commands.which-marker"),
    ("play command opponent", "commands.play"),
    ("hack command", "commands.play"),
    ("firewall protect", "commands.guard"),
    ("block", "commands.guard"),
    ("how long command last", "commands.duration"),
    ("pointless command no effect", "commands.pointless"),
    ("pay last marker command", "commands.last-marker"),
    # Section 3: the deck.
    ("deck runs out", "deck.new"),
    ("shuffled new deck", "deck.new"),
    ("set-aside back deck", "deck.aside"),
    ("order of the deck", "deck.order"),
    ("markers stay shuffled", "deck.board"),
    # Section 3: what cannot happen.
    ("stuck", "turn.impossible"),
    ("44 turns", "turn.longest"),
    ("line and triple together", "winning.how-many"),
    ("three lines one marker", "winning.how-many"),
    ("key both sides", "play.capture"),
    # Section 4: the end of a round.
    ("line complete", "winning.line"),
    ("three markers one key", "winning.triple"),
    ("6 6 3", "winning.fifteen"),
    ("worth 2 EP", "winning.double"),
    ("double completes line itself", "winning.double-last"),
    ("captured double bonus", "winning.double-lost"),
    ("several lines at once", "winning.best"),
    ("markers after round", "winning.next-round"),
    ("run out markers opponent get", "markers.point"),
    ("empty supply loses at once", "markers.immediate"),
    ("last marker completes line", "markers.winning-last"),
    ("why not pay last marker", "markers.last-command"),
    ("lose when obliged", "markers.obliged"),
    ("empty supply only draw", "markers.only-draw"),
    ("last marker pay obliged", "markers.paid-last"),
    # Section 5: the match and editions.
    ("match end target", "match.target"),
    ("pass the target", "match.beyond"),
    ("who leads first round", "match.first-leader"),
    ("leader next round", "match.next-leader"),
    ("what is an edition", "match.preset"),
    ("mix options", "match.options"),
    ("different names", "match.names"),
    ("bitcoins ep points same", "match.names"),
    ("club edition special", "match.club"),
    ("club command after draw", "commands.after-draw"),
    ("block makes opponent draw", "commands.block-draws"),
    ("block full hand", "commands.block-full"),
    ("blocked player after draw", "commands.block-then"),
    # Section 6: information.
    ("look up earlier sums", "knowing.history"),
    ("count cards", "knowing.deduce"),
    ("does the computer cheat", "knowing.no-hints"),
    ("draw automatic", "knowing.choose-draw"),
    # Section 7: Battle of Wits.
    ("points battle of wits", "wits.target"),
    ("where codes come from", "wits.pile"),
    ("get codes", "wits.earn"),
    ("who sees my codes", "wits.secret"),
    ("when lay code", "wits.lay"),
    ("how many codes lay", "wits.one"),
    ("codes revealed", "wits.reveal"),
    ("have no codes", "wits.skipped"),
    ("victory by code worth", "wits.by-code"),
    ("code and line together", "wits.best"),
    ("power start of turn", "wits.when"),
    ("why not use power", "wits.no-code"),
    ("how often power", "wits.once"),
    ("slavic", "codes.slavic"),
    ("evgeniy double first", "codes.slavic"),
    ("baltic", "codes.baltic"),
    ("three captured", "codes.baltic"),
    ("andy god", "codes.god"),
    ("andy triple", "codes.god.triple"),
    ("eleventh marker", "codes.huang"),
    ("xiao pay single", "codes.huang.pay"),
    ("huang last marker", "codes.huang.last"),
    ("huang opponent supply empty", "codes.huang.empty"),
    ("popescu ask twice", "codes.popescu"),
    ("nae nasha", "codes.popescu.nasha"),
    ("popescu last marker", "codes.popescu.last"),
    ("coco give back", "codes.vaeck"),
    ("coco price", "codes.vaeck.price"),
    ("swap empty hand", "codes.vaeck.empty"),
    ("exchanged cards known", "codes.vaeck.known"),
    ("jack sun how many", "codes.sun"),
    ("jack when", "codes.sun.when"),
    ("sun others learn", "codes.sun.public"),
    ("trojana sum 10", "codes.kriskaya"),
    ("trojana two cards", "codes.kriskaya.each"),
    ("kriskaya commanded to play", "codes.kriskaya.play"),
    ("trojana double", "codes.kriskaya.double"),
    ("nasha forbidden", "codes.grigorova"),
    ("nasha coco", "codes.grigorova.coco"),
    ("dodo gorilla", "codes.gorilla"),
    ("dodo two lines", "codes.gorilla.two"),
    ("hai doo when bet", "codes.doo"),
    ("doo fold", "codes.doo.fold"),
    ("doo call", "codes.doo.call"),
    ("staked points", "codes.doo.score"),
    ("joavista cancel", "codes.rukowski"),
    # Section 8: three and four players.
    ("partners share", "teams.shared"),
    ("sides take turns", "teams.turns"),
    ("command binds teams", "teams.commands"),
    ("ask in teams", "teams.ask"),
    ("hand full teams", "teams.limits"),
    ("hand shown everybody partner", "teams.forced"),
    ("ask my partner", "teams.partner"),
    ("partner's cards see", "teams.secret"),
    ("why not ask partner", "teams.solo-partner"),
    ("dealt three players", "trio.deal"),
    ("three players hold", "trio.limits"),
    ("three players order", "trio.order"),
    ("team member dealt three", "trio.three-cards"),
    ("who is solo next", "trio.solo"),
    ("own score everybody", "trio.own-scores"),
    ("two reach target together", "trio.higher"),
    ("tie level", "trio.tie"),
    ("dealt four players", "quartet.deal"),
    ("four players order", "quartet.order"),
    ("four players hold", "quartet.limits"),
    ("four players points target", "quartet.target"),
    ("four players next deal", "quartet.next-deal"),
    # Pages about the window
    ("move final", "keys.final"),
    ("button dimmed", "keys.dimmed"),
)

ANY_EDITION = (
    ("firewall", "commands.guard"),
    ("guard", "commands.guard"),
    ("block", "commands.guard"),
    ("hack", "commands.play"),
    ("play!", "commands.play"),
    ("bitcoins", "winning.double"),
    ("EP", "winning.double"),
    ("server", "winning.triple"),
    ("square", "winning.triple"),
    ("key", "winning.triple"),
    ("spy", "ask.price"),
    ("ask", "ask.price"),
    ("pool", "markers.immediate"),
    ("reserve", "markers.immediate"),
    ("supply", "markers.immediate"),
    ("prisoner", "codes.baltic"),
    ("captured", "codes.baltic"),
    ("dealer", "setup.dealer"),
)


def found_rulings(query: str, rules: Rules = KEYPAD) -> list[str]:
    return [hit.ruling.key for hit in rulebook_index(rules).search(query) if hit.ruling]


@pytest.mark.parametrize(("query", "key"), QUERIES)
def test_a_ruling_is_found_by_a_few_words(query: str, key: str) -> None:
    assert key in found_rulings(query)[:FIRST]


def test_there_is_a_query_for_every_ruling() -> None:
    keys = {ruling.key for page in rulebook_pages(KEYPAD, str) for ruling in page.rulings}
    assert {key for _, key in QUERIES} == keys


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("query", "key"), ANY_EDITION)
def test_terms_of_one_edition_find_rulings_in_every_other(
    query: str, key: str, preset: str
) -> None:
    assert key in found_rulings(query, PRESETS[preset])


@pytest.mark.parametrize("query", ["JOAVISTA", "joavísta", "Joa", "  joavista  !", "Joavísta CANC"])
def test_case_accents_and_endings_do_not_matter(query: str) -> None:
    assert found_rulings(query)[0] == "codes.rukowski"


@pytest.mark.parametrize("query", ["", "   ", "?!", "zzzzz", "\u0000"])
def test_a_query_without_words_finds_nothing(query: str) -> None:
    assert rulebook_index(KEYPAD).search(query) == ()


def test_endings_are_ignored_only_after_long_words() -> None:
    index = RulebookIndex(rulebook_pages(KEYPAD, str), ())
    assert index.search("drawzz")  # "draw" with an ending
    assert not index.search("keyzz")


def test_folding_removes_case_and_accents() -> None:
    assert folded_words("Évgeniy's KEY-pad, Łódź Straße") == [
        *("evgeniy", "s", "key", "pad", "lodz", "strasse")
    ]


def test_common_words_count_only_without_others() -> None:
    assert found_rulings("why can't I block him")[0] == found_rulings("block")[0]
    assert found_rulings("why")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("ask twice", "ask.once"),
        ("how often may I ask", "ask.once"),
        ("what is the double", "game.double"),
        ("line complete", "winning.line"),
    ],
)
def test_general_rulings_come_before_codes_and_other_editions(
    preset: str, query: str, key: str
) -> None:
    assert found_rulings(query, PRESETS[preset])[0] == key


@pytest.mark.parametrize("preset", PRESETS)
def test_a_named_code_comes_first_in_every_edition(preset: str) -> None:
    assert found_rulings("popescu ask twice", PRESETS[preset])[0] == "codes.popescu"


@pytest.mark.parametrize(
    ("query", "key"),
    [("who sees my codes", "wits.secret"), ("code and line together", "wits.best")],
)
def test_a_question_that_only_a_special_page_answers_leads_there(query: str, key: str) -> None:
    """General rulings contain some of the words, too."""
    assert found_rulings(query)[0] == key


def test_a_ruling_with_all_words_comes_first() -> None:
    """Both words are rare, and only one ruling contains both."""
    assert found_rulings("shuffled markers")[0] == "deck.board"


def test_hits_are_sorted_and_can_be_pages() -> None:
    hits = rulebook_index(KEYPAD).search("magic square")
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert any(hit.ruling is None and hit.page.key == "keypad" for hit in hits)


def test_a_word_that_is_everywhere_is_found_everywhere() -> None:
    page = next(page for page in rulebook_pages(KEYPAD, str) if page.key == "keypad")
    hits = RulebookIndex([page], ()).search(page.title)
    assert len(hits) == len(page.rulings) + 1


def test_two_words_narrow_the_search() -> None:
    assert len(rulebook_index(KEYPAD).search("shuffled deck")) < len(
        rulebook_index(KEYPAD).search("deck")
    )


def test_every_page_is_found_by_its_title() -> None:
    for page in rulebook_pages(KEYPAD, str):
        assert page.key in {hit.page.key for hit in rulebook_index(KEYPAD).search(page.title)}


def test_a_translated_rulebook_is_found_by_its_words_and_by_english_ones() -> None:
    def translate(sentence: str) -> str:
        return {
            "Who is the dealer?": "Ki az osztó?",
            "supply pool reserve": "készlet tartalék",
            "Where are my markers?": "Hol a készlet?",
        }.get(sentence, sentence)

    def keys(query: str) -> list[str]:
        hits = rulebook_index(KEYPAD, "hu", translate).search(query)
        return [hit.ruling.key for hit in hits if hit.ruling]

    assert keys("oszto")[0] == "setup.dealer"
    assert keys("TARTALÉK")[0] == "game.supply"
    assert "markers.immediate" in keys("pool")


def test_the_index_is_cached_by_language_and_edition() -> None:
    assert rulebook_index(KEYPAD) is rulebook_index(KEYPAD)
    assert rulebook_index(KEYPAD) is not rulebook_index(PRESETS["servers"])


def test_compound_words_are_found_by_their_parts() -> None:
    index = RulebookIndex(rulebook_pages(KEYPAD, str), ())
    assert "keys" in {hit.page.key for hit in index.search("board")}  # in "keyboard"
    assert "keypad" in {hit.page.key for hit in index.search("gonal")}  # in "diagonal"
    assert index.search("eyp")  # in "keypad"
    assert not index.search("ey")  # a part of two letters is too short


def test_the_texts_of_a_page_include_every_block() -> None:
    page = rulebook_pages(KEYPAD, str)[1]
    texts = [text for block in page.blocks for text in block_texts(block)]
    assert "0 + 5, 1 + 4, 2 + 3" in texts
    assert all(ruling.answer in texts for ruling in page.rulings)


# Tests of how hits are weighed, in a small book.


def page_of(
    key: str, *rulings: Ruling, title: str = "Page", is_supplementary: bool = False
) -> RulebookPage:
    return RulebookPage(key, title, rulings, is_supplementary)


def score_of(text: Ruling, query: str, synonyms: tuple[str, ...] = ()) -> float:
    """Return the score of the only hit in a book of a ruling and three other pages."""
    page = page_of("here", text)
    others = (page_of(name, Ruling(name, "Nothing", "Nothing")) for name in ("a", "b", "c"))
    (hit, *more) = RulebookIndex((page, *others), synonyms).search(query)
    assert hit.page.key == "here" and all(one.score < hit.score for one in more)
    return hit.score


def test_a_word_counts_most_in_a_question_then_in_an_answer() -> None:
    in_question = score_of(Ruling("x", "Lantern", "Nothing"), "lantern")
    in_answer = score_of(Ruling("x", "Nothing", "Lantern"), "lantern")
    assert in_question == pytest.approx(2 * in_answer)
    in_both = score_of(Ruling("x", "Lantern", "Lantern"), "lantern")
    assert in_both == pytest.approx(in_question)


def test_a_title_counts_as_much_as_an_answer_for_its_page() -> None:
    book = (page_of("here", Ruling("x", "Question", "Answer"), title="Lantern"),)
    page, ruling = RulebookIndex(book, ()).search("lantern")
    assert page.ruling is None and ruling.ruling is not None
    assert page.score == pytest.approx(2 * ruling.score)


def test_whole_words_count_more_than_beginnings_forms_synonyms_and_parts() -> None:
    ruling = Ruling("x", "Lantern", "Nothing")
    whole = score_of(ruling, "lantern")
    shares = [
        score_of(ruling, query, synonyms) / whole
        for query, synonyms in (
            ("lant", ()),
            ("lanterns", ()),
            ("torch", ("torch lantern",)),
            ("tern", ()),
        )
    ]
    assert shares == pytest.approx([0.7, 0.6, 0.4, 0.2])


def test_a_rare_word_counts_more_than_a_frequent_one() -> None:
    book = tuple(
        page_of(str(n), Ruling(str(n), f"Common {n == 0 and 'rare'}", "")) for n in range(4)
    )
    index = RulebookIndex(book, ())
    frequent, rare = index.search("common")[0].score, index.search("rare")[0].score
    assert rare > frequent > 0


def test_hits_contain_at_least_three_fifths_of_what_the_best_one_contains() -> None:
    """All words occur once, so each is as rare as the others."""
    words = ["one", "two", "three", "four", "five"]

    def found(n_words: int) -> set[str]:
        other = " ".join(f"{word}" for word in words[:n_words])
        book = (
            page_of("all", Ruling("all", " ".join(words), "")),
            page_of("some", Ruling("some", other, "")),
        )
        return {hit.page.key for hit in RulebookIndex(book, ()).search(" ".join(words))}

    assert found(2) == {"all"} and found(4) == {"all", "some"}


@pytest.mark.parametrize(("normal_text", "share"), [("lantern light", 0.5), ("lantern", 1.0)])
def test_special_pages_count_half_if_a_normal_ruling_has_every_word(
    normal_text: str, share: float
) -> None:
    ruling = Ruling("s", "Lantern light", "")

    def score(is_supplementary: bool) -> float:
        book = (
            page_of("n", Ruling("n", normal_text, "")),
            page_of("s", ruling, is_supplementary=is_supplementary),
        )
        hits = RulebookIndex(book, ()).search("lantern light")
        return next(hit.score for hit in hits if hit.page.key == "s")

    assert score(is_supplementary=True) == pytest.approx(share * score(is_supplementary=False))


def test_short_words_find_no_parts_synonyms_or_forms() -> None:
    book = (page_of("x", Ruling("x", "Lantern sun", "")),)
    assert not RulebookIndex(book, ()).search("rn") and RulebookIndex(book, ()).search("ern")
    index = RulebookIndex(book, ("torches lantern",))
    assert index.search("tor") and not index.search("to")
    assert not index.search("suns")  # a form of a word needs four letters
