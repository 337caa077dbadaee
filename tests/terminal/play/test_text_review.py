"""The review at the terminal: the same deal from the other seat, guesses, and searches."""

from __future__ import annotations

import io
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from assets.shots.reviewed_match import IdleThinker, sample_match_reviews, sample_record

from hacktrick.app.local_table import MatchSetup
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.program_services import ProgramServices
from hacktrick.game.view import SeatInfo
from hacktrick.i18n import terminal_text
from hacktrick.library.database import Library
from hacktrick.terminal.play.console import InputClosed, Terminal
from hacktrick.terminal.play.review import TextReview, show_reviews
from hacktrick.terminal.play.text_match import Narrator
from tests.app.test_library_service import SOLO, services_in
from tests.coach.test_daily_round import play_out
from tests.support.terminal_player import ScriptedInput, skip_sleep

OTHER = "The same deal from the other seat"


@pytest.fixture
def services(tmp_path: Path) -> ProgramServices:
    return services_in(tmp_path)


def type_at_review(services: ProgramServices, lines: list[str]) -> tuple[bool, str]:
    """Type lines at the review; return whether a match was begun, and the screen.

    In the lines, {n} stands for the number of the entry about swapping.
    """
    made = sample_match_reviews()
    answers = [str(len(made) + 5) if line == OTHER else line for line in lines]
    screen = io.StringIO()
    terminal = Terminal(
        ScriptedInput(answers, None, screen), screen, lambda target: None, skip_sleep
    )
    return show_reviews(terminal, services, made), screen.getvalue()


def test_the_review_begins_the_swapped_deal(services: ProgramServices) -> None:
    begun, screen = type_at_review(services, [OTHER, "1"])
    assert (
        begun and OTHER in screen and "does not count for your rating" in " ".join(screen.split())
    )
    assert "Only one match is kept" not in screen
    assert services.session is not None and services.session.viewer == 1
    assert services.session.seats == sample_record().seats[::-1]


def test_the_player_can_go_back_from_the_explanation(services: ProgramServices) -> None:
    back = str(len(sample_match_reviews()) + 6)
    begun, _screen = type_at_review(services, [OTHER, "2", back])
    assert not begun and services.session is None


def test_the_match_under_way_stays(services: ProgramServices) -> None:
    services.local_table.begin_match(MatchSetup("keypad", SOLO))
    services.leave_table()
    before = services.local_table.saved_match
    begun, _screen = type_at_review(services, [OTHER, "1"])
    assert begun and services.session is not None and services.local_table.saved_match is before


def test_the_end_of_the_round_compares_with_the_first_result(services: ProgramServices) -> None:
    type_at_review(services, [OTHER, "1"])
    session, screen = services.session, io.StringIO()
    assert session is not None
    play_out(session._match)  # type: ignore[arg-type]
    terminal = Terminal(io.StringIO(), screen, lambda target: None, skip_sleep)
    Narrator(terminal, session, "learning").print_round_end()
    seat, points = session.swapped_seats_result or (0, 0)
    winner = "you" if seat == session.sole_player else session.seats[seat].name
    sentence = f"With seats swapped, {winner} won by {points}."
    assert sentence in " ".join(screen.getvalue().split())


def test_the_review_asks_for_a_guess_before_it_judges_a_turn(services: ProgramServices) -> None:
    back = str(len(sample_match_reviews()) + 6)
    _begun, screen = type_at_review(services, ["4", "3", *["1"] * 12, back])
    asked, answered = screen.index("What would you do?"), screen.index("Your answer: ")
    assert asked < answered and screen.count("What would you do?") == screen.count("Your answer: ")
    assert "answers." in screen


def test_the_review_finds_the_rounds_that_reached_a_turn(services: ProgramServices) -> None:
    with closing(Library(services.folders.data)) as library:
        library.add_match(sample_record())
    search, back = str(len(sample_match_reviews()) + 4), str(len(sample_match_reviews()) + 6)
    _begun, screen = type_at_review(services, ["4", search, "1", "", back])
    found = screen.partition("Before which turn?")[2]
    assert "1 turn was played here." in found and "Which round to replay?" in found


def test_the_rounds_can_be_chosen_and_enter_shows_the_next_mistake(
    services: ProgramServices,
) -> None:
    n_rounds = len(sample_match_reviews())
    back = str(n_rounds + 6)
    _begun, screen = type_at_review(services, ["4", "1", back])
    lines = screen.splitlines()
    for n in range(1, n_rounds + 1):
        assert f"{n + 3}. {terminal_text.round_of_total_title(n, n_rounds)}" in lines
    assert type_at_review(services, ["4", "", back])[1] == screen


def test_a_round_is_printed_by_its_number() -> None:
    reviews, out = sample_match_reviews(), io.StringIO()
    review = TextReview(Terminal(io.StringIO(), out), reviews, 0)
    judged = [n for n in range(1, len(reviews) + 1) if reviews.review_of(n - 1, 0) is not None]
    assert judged[0] == 1
    for text, n in (*((str(n), n) for n in judged), ("0", judged[-1]), ("1", 1), ("x", 1)):
        before = len(out.getvalue())
        review.print_round(text)
        assert terminal_text.round_of_total_title(n, len(reviews)) in out.getvalue()[before:]


def test_the_mistakes_are_shown_in_the_order_of_the_summary() -> None:
    reviews, out = sample_match_reviews(), io.StringIO()
    review = TextReview(Terminal(io.StringIO(), out), reviews, 0)
    review.print_round("1")
    summary = out.getvalue().splitlines()
    judged = reviews.review_of(0, 0)
    assert judged is not None and len(judged.mistakes_worst_first()) > 1
    shown = []
    for _turn in judged.mistakes_worst_first():
        at = len(out.getvalue())
        review.print_next_mistake()
        shown.append(out.getvalue()[at:].split("\n")[1])
    places = [summary.index(line) for line in shown]
    assert places == sorted(places)


def test_waiting_for_the_judge_is_announced_once(services: ProgramServices) -> None:
    _begun, screen = type_at_review(services, [str(len(sample_match_reviews()) + 6)])
    announced, answer, *_menu = filter(None, screen.splitlines())
    assert screen.splitlines().count(announced) == 1
    assert answer == terminal_text.round_not_judged_sentence()


def test_of_two_people_the_first_is_reviewed_unless_another_is_chosen(
    services: ProgramServices,
) -> None:
    people = (SeatInfo("ANNA", "human"), SeatInfo("BERT", "human"))
    reviews = MatchReviews(replace(sample_record(), seats=people), IdleThinker())
    screen = io.StringIO()
    with pytest.raises(InputClosed):
        show_reviews(Terminal(io.StringIO(), screen), services, reviews)
    *_question, anna, bert, prompt = screen.getvalue().splitlines()
    assert (anna, bert) == ("1. ANNA", "2. BERT")
    assert prompt.strip() == terminal_text.number_prompt(0)


def test_a_round_without_a_turn_of_the_player_has_no_position_to_look_for(
    services: ProgramServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that begins in a position may end before the player's first turn."""
    screen = io.StringIO()
    terminal = Terminal(ScriptedInput([], None, screen), screen, lambda target: None, skip_sleep)
    # No judge is asked: only the turns of the review matter.
    monkeypatch.setattr(TextReview, "_wait_for_review", lambda _: SimpleNamespace(turns=()))
    review = TextReview(terminal, sample_match_reviews())
    assert not review.ask_turn_and_show_occurrences(services)
    assert screen.getvalue().strip() == terminal_text.nothing_to_report_sentence()
