"""What is said in plain lines: every action, every page of the rules, every command, anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hacktrick.app.session import Session
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import COMMAND_PLAY, PASS, Ask, Play, parse
from hacktrick.game.legality import legal_actions
from hacktrick.game.rules import PRESETS, rules_for
from hacktrick.i18n import translator as words
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.rulebook.page_model import PageTable, RulebookPage
from hacktrick.i18n.rulebook.rulebook_search import rulebook_pages
from hacktrick.i18n.table_frame import TableFrame, make_table_frame
from hacktrick.i18n.turn_text import command_help
from hacktrick.terminal.play import table_report
from hacktrick.terminal.play.narration import offer_sentence
from hacktrick.terminal.play.new_match import terminal_languages
from hacktrick.terminal.play.rules_reader import OF_THE_WINDOW, page_lines
from hacktrick.terminal.play.text_match import command_words, read_command
from tests.support.scripted_matches import TextMatch, match_of, random_match

CODES = words.languages()


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    words.set_language("en")


def offers_now(match: TextMatch) -> dict[str, str]:
    seat = match.public.seat
    seen, wording = match.observe(seat), Wording(match.rules, match.seats)
    return {str(action): offer_sentence(wording, seen, action) for action in legal_actions(seen)}


def frame_of(match: TextMatch, seat: int = 0, aids: str = "learning") -> TableFrame:
    session = Session(match, InlineThinker(), lambda text: None, Random(1))
    session.open(seat)
    return make_table_frame(session.glance(), Wording(match.rules, match.seats), seat, aids=aids)


# Offers


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_action_has_its_own_sentence_that_names_players(preset: str) -> None:
    for seed in range(6):
        for match in random_match(rules_for(preset), seed):
            offers = offers_now(match)
            told = list(offers.values())
            assert len(set(told)) == len(told)
            assert all(line.endswith(".") and "{" not in line for line in told)
            # The power of a code is told as on its card, to the one who reads it.
            cards = [told for text, told in offers.items() if text.startswith("lay ")]
            assert not any(" you" in line.lower() for line in told if line not in cards)


def test_a_card_tells_its_key_and_its_captures() -> None:
    match = match_of(hands=("124", "1335"))
    match.submit_text("start 3", "play 4 double")
    assert offers_now(match)["pass"] == "Say Pass. The turn ends; nothing binds Ben."
    told = offers_now(match.submit_text("pass"))
    assert told["play 3"] == (
        "Play 3: a marker on key 7. It takes 1 marker of Ada. The double is among them."
    )
    assert told["play 5 double"] == "Play 5: the double on key 9."
    assert told["draw"] == "Draw a card. This ends the turn."


def test_a_win_and_a_doubtful_command_are_told() -> None:
    won = 0
    for seed in range(20):
        for match in random_match(rules_for("keypad"), seed, n_rounds=1):
            if match.is_round_over:
                continue
            for text, told in offers_now(match).items():
                action = parse(text)
                if isinstance(action, Play) and "It wins the round" in told:
                    won += 1
                if action == COMMAND_PLAY and match.public.hand_sizes[match.public.next_seat] == 4:
                    assert told.endswith("has a full hand and must play anyway.")
    assert won


def test_a_hand_that_must_be_shown_is_announced_as_such() -> None:
    match = match_of(hands=("123", "0335"))
    match.submit_text("start 0", "play 1", "pass", "play 5", "pass", "play 3", "command play")
    assert offers_now(match) == {"draw": "Show the hand to all and draw a card."}


def test_the_sum_of_each_opponent_has_its_price() -> None:
    found = set()
    for seed in range(30):
        for match in random_match(rules_for("quartet"), seed, n_rounds=2):
            for text, told in offers_now(match).items():
                if isinstance(parse(text), Ask):
                    found.add(told)
    names = ("Ada", "Ben", "Cleo", "Dan")
    assert found == {f"Ask {name} for the sum, for a captured marker." for name in names}


# Reports


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_report_can_be_given_at_any_moment(preset: str, code: str) -> None:
    words.set_language(code)
    every = (
        *(
            table_report.state,
            table_report.own_hand,
            table_report.row,
            table_report.board,
            table_report.markers,
        ),
        *(
            table_report.sums,
            table_report.unseen,
            table_report.dangers,
            table_report.codes,
            table_report.log,
        ),
    )
    for match in random_match(rules_for(preset), 3, n_rounds=2):
        frame = frame_of(match)
        for report in every:
            lines = report(frame)
            assert all(line and "{" not in line for line in lines)


def test_the_board_tells_each_key_once() -> None:
    match = match_of(hands=("124", "1345"))
    match.submit_text("start 3", "play 4 double", "pass", "play 1", "pass")
    assert table_report.board(frame_of(match)) == [
        "Key 5: 1 marker of Ben.",
        "Key 7: the double of Ada.",
        "Empty keys: 1 2 3 4 6 8 9.",
    ]
    assert table_report.markers(frame_of(match)) == [
        "Ada: 9 markers left, all singles.",
        "Ada: 0 captured markers.",
        "Ben: 9 markers left, one of them the double.",
        "Ben: 0 captured markers.",
    ]


def test_sums_tell_what_has_happened_since() -> None:
    match = match_of(hands=("124", "1345"))
    match.submit_text("start 3", "play 4", "pass", "draw")
    assert table_report.sums(frame_of(match)) == [
        "Ada said 7 with 3 cards at the start.",
        "Since then Ada has played 4.",
        "Ben said 10 with 3 cards at the start.",
        "Since then Ben has drawn 1 card.",
    ]


# Rules


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_page_of_the_rules_is_told_whole(preset: str, code: str) -> None:
    words.set_language(code)
    rules = rules_for(preset)
    for page in rulebook_pages(rules, words._):
        if page.key == OF_THE_WINDOW:
            continue
        told = "\n".join(page_lines(rules, page))
        assert "{" not in told
        assert all(ruling.question in told and ruling.answer in told for ruling in page.rulings)
        assert all(example.caption in told for example in page.examples)


def test_a_wide_table_tells_each_cell_with_the_head_of_its_column() -> None:
    table = PageTable((("Edition", "Commands", "Names"), ("Keypad", "Pass, Play", "key, keys")))
    lines = page_lines(rules_for("keypad"), RulebookPage("x", "X", (table,)))
    assert lines == ["X", "", "Keypad.", "Commands: Pass, Play", "Names: key, keys"]


# Commands


@pytest.mark.parametrize("code", CODES)
def test_every_command_is_understood_in_every_language(code: str) -> None:
    words.set_language(code)
    for one in command_words():
        assert read_command(one.word.upper()) == (one.name, "")
        assert read_command(f"{one.name} some more") == (one.name, "some more")


@pytest.mark.parametrize("text", ["", " ", "r", "s", "h", "statement", "42"])
def test_what_means_no_command_or_several_is_none(text: str) -> None:
    assert read_command(text) is None


@pytest.mark.parametrize(
    ("environ", "wishes"),
    [
        ({}, []),
        ({"LANG": "de_AT.UTF-8"}, ["de_AT.UTF-8"]),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "fr_FR"}, ["fr_FR"]),
        ({"LANG": "de_AT.UTF-8", "LANGUAGE": "hu:fr"}, ["hu", "fr", "de_AT.UTF-8"]),
        ({"LANG": "C.UTF-8", "LANGUAGE": "hu"}, []),
        ({"LC_ALL": "", "LC_MESSAGES": "it_IT", "LANG": "C"}, ["it_IT"]),
    ],
)
def test_the_terminal_tells_its_languages(environ: dict[str, str], wishes: list[str]) -> None:
    assert terminal_languages(environ or {"LANG": "C"}) == wishes


@pytest.mark.parametrize("preset", list(PRESETS))
def test_before_the_first_turn_nothing_is_said_to_bind_anybody(preset: str) -> None:
    """The leader was told that his start card binds him."""
    for match in random_match(rules_for(preset), 3):
        wording, public = Wording(match.rules, match.seats), match.public
        if public.phase in ("turn", "end"):
            name = wording.name(public.next_seat)
            assert name in command_help(wording, public, PASS)
        elif public.phase in ("codes", "start"):
            told = command_help(wording, public, PASS)
            assert not any(wording.name(seat) in told for seat in range(len(match.seats)))
            assert (told != "") == (public.phase == "start")
            assert command_help(wording, public, COMMAND_PLAY) == ""
