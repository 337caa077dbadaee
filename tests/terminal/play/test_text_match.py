"""A match at the terminal: commands, wrong input, the end of the input, and hidden cards."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from hacktrick.ai.agent import Budget, Decision
from hacktrick.app.match_session import MatchSession
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import with_changes
from hacktrick.app.storage import AUTOSAVES, open_storage
from hacktrick.coach.thinking_client import DecisionAnswer, InlineThinker
from hacktrick.coach.thinking_worker import AnalysisKind, AnalysisRequest
from hacktrick.game.actions import Action, LayStartCard, Pass, Play
from hacktrick.game.view import View
from hacktrick.i18n.match_summaries import match_copy_saved_sentence
from hacktrick.i18n.rulebook.rulebook_search import rulebook_index
from hacktrick.i18n.terminal_text import command_words
from hacktrick.i18n.translator import _ as translated
from hacktrick.match.live_match import Match
from hacktrick.terminal.play.console import InputClosed, Terminal
from hacktrick.terminal.play.new_match import TextSettings
from hacktrick.terminal.play.text_match import TerminalMatch
from tests.support.scripted_matches import DEALS, match_with_deal, random_step
from tests.support.terminal_player import (
    ACTION,
    ALONE,
    CLEARED,
    ScriptedInput,
    new_match,
    play_text_mode,
    skip_sleep,
)

# As those of the window's test, but Bert can play a 4 in both.
DEALS_WITH_A_FOUR = (
    ((0, 2, 4), (0, 1, 4, 5), (1, 5), (2, 0, 1, 3, 3, 2, 3, 4, 5)),
    ((0, 2, 4), (1, 2, 3, 4), (1, 5), (5, 0, 1, 3, 0, 2, 3, 4, 5)),
)
EVERYTHING = [word.name for word in command_words() if word.name not in ("menu", "quit", "save")]


@pytest.fixture(autouse=True)
def _speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


class ScriptedThinker(InlineThinker):
    """A computer player with prescribed actions.

    Its answers about a view are cached for all tests, since they depend on the view alone.
    """

    _answered: ClassVar[dict[tuple[AnalysisKind, View, tuple[str, ...]], tuple[Any, ...]]] = {}

    def __init__(self, *actions: Action) -> None:
        super().__init__()
        self._actions = list(actions)

    def _all_answers(self, question: AnalysisRequest) -> tuple[Any, ...]:
        key = question.kind, question.view, question.made
        if key not in self._answered:
            # Notes each question; nothing else is changed.
            self._answered[key] = super()._all_answers(question)
        return self._answered[key]

    def request_decision(
        self, level: int, view: View, seed: int = 0, budget: Budget | None = None
    ) -> int:
        self._ticket += 1
        self._answer = DecisionAnswer(self._ticket, Decision(self._actions.pop(0), 0.0))
        return self._ticket


def screen_of_match(
    folder: Path,
    match: Match,
    typed: list[str],
    *computer: Action,
    aids: str = "learning",
    amount: str = "short",
) -> str:
    """Play with typed lines, and return everything written until the input ends."""
    storage, problems = open_storage(folder)
    settings, _more = storage.load_settings()
    preferences = TextSettings(with_changes(settings, announcements=amount), storage)
    services = ProgramServices(
        preferences, storage, lambda: ScriptedThinker(*computer), Random(1), problems
    )
    services.local_table.start_session(match)
    screen = io.StringIO()
    terminal = Terminal(
        ScriptedInput(typed, None, screen),
        screen,
        lambda target: print(CLEARED, file=target),
        skip_sleep,
    )
    with pytest.raises(InputClosed):
        TerminalMatch(terminal, services, aids, curtain=True).run()
    services.close()
    return screen.getvalue()


# Tests that no output depends on hidden information.


def test_the_screen_does_not_depend_on_the_opponents_hand(tmp_path: Path) -> None:
    typed = [*EVERYTHING, "rules 1", "", "1", *EVERYTHING, "1", *EVERYTHING]
    # The two commands ask for more input.
    typed = [line for line in typed if line not in ("rules", "replay")]
    computer = (LayStartCard(1), Play(4), Pass())
    first, second = (
        screen_of_match(tmp_path, match_with_deal(deal, ("human", "level:1")), typed, *computer)
        for deal in DEALS_WITH_A_FOUR
    )
    assert first == second
    assert "You have the cards" in first and "Bert has the cards" not in first
    assert "Bert plays a 4" in first


def test_no_private_card_stays_on_the_screen_between_two_people(tmp_path: Path) -> None:
    public = ["state", "hand", "log", "sums", "actions"]
    typed = [*public, "", "start 1", *public, "", *EVERYTHING[:5]]
    screens = [
        screen_of_match(tmp_path, match_with_deal(deal, ("human", "human")), typed).split(CLEARED)
        for deal in DEALS
    ]
    (berts, annas, _end), (other_berts, other_annas, _other_end) = screens
    assert annas == other_annas
    before, other_before = (text.split("Bert: choose")[0] for text in (berts, other_berts))
    assert before == other_before and before.count(ALONE) == len(public) + 1
    assert berts != other_berts
    waiting = annas.split(f"Anna, {ALONE}")
    assert len(waiting) == len(public) + 2
    assert "has the cards" not in "".join(waiting[:-1]) and "Anna has the cards" in waiting[-1]


def test_leaving_in_the_middle_of_a_turn_clears_the_cards(tmp_path: Path) -> None:
    match = match_with_deal(DEALS[0], ("human", "human"))
    screen = screen_of_match(tmp_path, match, ["", "state", "quit"])
    assert "Bert has the cards" in screen and screen.endswith(f"{CLEARED}\n")
    match = match_with_deal(DEALS[0], ("human", "human"))
    assert CLEARED not in screen_of_match(tmp_path, match, ["state", "quit"])
    match = match_with_deal(DEALS[0], ("human", "level:1"))
    assert CLEARED not in screen_of_match(tmp_path, match, ["state", "quit"], LayStartCard(1))


def test_the_screen_is_cleared_only_after_a_drawn_card_was_read(tmp_path: Path) -> None:
    typed = ["", "start 1", "", "draw", "", "", "draw"]
    screen = screen_of_match(tmp_path, match_with_deal(DEALS[0], ("human", "human")), typed)
    _bert, anna, bert, _end = screen.split(CLEARED)
    assert "Anna drew a 2\nAnna, press Enter to clear the screen.\n" in anna
    assert "Anna draws a card" in bert and "drew" not in bert.split(ALONE)[0]


def test_a_terminal_that_cannot_be_cleared_warns_and_waits(tmp_path: Path) -> None:
    storage, problems = open_storage(tmp_path)
    settings, _more = storage.load_settings()
    services = ProgramServices(
        TextSettings(settings, storage), storage, ScriptedThinker, Random(1), problems
    )
    services.local_table.start_session(match_with_deal(DEALS[0], ("human", "human")))
    screen = io.StringIO()  # is no terminal, so the screen cannot be cleared
    terminal = Terminal(ScriptedInput(["", "start 1", ""], None, screen), screen, sleep=skip_sleep)
    with pytest.raises(InputClosed):
        TerminalMatch(terminal, services, "learning", curtain=True).run()
    services.close()
    text = " ".join(screen.getvalue().split())
    berts, after = text.split("Bert, this terminal cannot be cleared: anyone who scrolls back sees")
    assert "Bert has the cards" in berts
    assert "press Enter to push them out of sight" in after and "has the cards" not in after


def test_the_goal_is_explained_before_the_first_card(tmp_path: Path) -> None:
    screen = screen_of_match(tmp_path, match_with_deal(DEALS[0], ("human", "human")), [])
    goal = "Get three markers in a row, or three on one key, to win the round."
    assert screen.index(goal) < screen.index("Round 1.")


def test_saving_a_copy_warns_about_hidden_cards(tmp_path: Path) -> None:
    match = match_with_deal(DEALS[0], ("human", "human"))
    screen = " ".join(screen_of_match(tmp_path, match, ["save"]).split())
    assert "This copy shows all hands and the deck. No peeking" in screen
    while not match.is_round_over:
        random_step(match, Random(1))
    assert match.is_round_over
    session = MatchSession(match, InlineThinker(), lambda text: None, Random(1))
    assert "hands" not in match_copy_saved_sentence(tmp_path, session)


# Tests of commands typed during a match.


@pytest.mark.parametrize("aids", ["memory", "tournament", "standard", "learning"])
def test_the_memory_aids_decide_which_reports_are_given(tmp_path: Path, aids: str) -> None:
    match = match_with_deal(DEALS[0], ("human", "level:1"))
    screen = screen_of_match(
        tmp_path, match, ["sums", "unseen", "threats"], LayStartCard(1), aids=aids
    )
    refused = screen.count("At this table you remember that yourself.")
    assert refused == {"memory": 3, "tournament": 3, "standard": 0, "learning": 0}[aids]
    assert ("You said 6 with 3 cards at the start." in screen) == (refused < 3)


@pytest.mark.parametrize("amount", ["off", "short", "full"])
def test_the_player_chooses_how_much_is_told_at_every_turn(tmp_path: Path, amount: str) -> None:
    match = match_with_deal(DEALS[0], ("human", "level:1"))
    screen = screen_of_match(tmp_path, match, [""], LayStartCard(1), amount=amount)
    first, again = screen.split(ACTION)[:2]
    assert ("1. " in first) == (amount != "off")
    assert "1. " in again, "an empty line asks for the actions"
    assert ("10 markers left" in first) == (amount == "full")


def test_the_amount_is_chosen_in_the_menu(tmp_path: Path) -> None:
    _code, screen = play_text_mode(tmp_path, [])
    line = next(line for line in screen.splitlines() if line.endswith("Announcements: short"))
    number = line.partition(".")[0]
    _code, screen = play_text_mode(tmp_path, [number, "1"])
    assert "1. off. An empty line lists what you may do." in screen
    assert "Announcements: off" in screen


def test_without_memory_aids_the_log_holds_only_recent_turns(tmp_path: Path) -> None:
    typed = ["play 4", "pass", "log"]
    logs = []
    for aids in ("memory", "tournament"):
        match = match_with_deal(DEALS[0], ("human", "level:1"))
        computer = (LayStartCard(1), Play(3), Pass())
        screen = screen_of_match(tmp_path, match, typed, *computer, aids=aids)
        logs.append(screen.rsplit("Number or command:", 2)[1])
    assert "Turn 1:" in logs[1] and "starts the row" in logs[1] and "Turn 2:" in logs[1]
    assert "starts the row" not in logs[0] and "Turn 2:" in logs[0]


def test_a_copy_is_saved_beside_the_autosave(tmp_path: Path) -> None:
    _code, screen = play_text_mode(tmp_path, [*new_match("keypad", ["1", "1"]), "", "save"])
    names = [path.name for path in tmp_path.glob("*.hacktrick.json") if path.name not in AUTOSAVES]
    assert len(names) == 1 and names[0] in screen


def test_actions_can_be_typed_in_record_notation(tmp_path: Path) -> None:
    match = match_with_deal(DEALS[0], ("human", "level:1"))
    screen = screen_of_match(
        tmp_path, match, ["Play  4 DOUBLE", "pass"], LayStartCard(1), Play(3), Pass()
    )
    assert "You play a 4: key 5, double" in screen
    assert "Bert plays a 3: key 7" in screen


def test_the_rules_can_be_read_at_the_table(tmp_path: Path) -> None:
    match = match_with_deal(DEALS[0], ("human", "level:1"))
    typed = ["rules", "2", "zzz", "", "rules double line", "hand"]
    screen = screen_of_match(tmp_path, match, typed, LayStartCard(1))
    assert "1. What the game is\n" in screen
    assert "Which lines are there?\n" in screen
    assert "Nothing found about that." in screen
    assert "Keys and gestures" not in screen
    assert screen.rstrip().splitlines()[-2].startswith("You have the cards")


# Tests of wrong input.


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0", "Type a number from 1 to 7."),
        ("99", "Type a number from 1 to 7."),
        ("-1", '"-1" is not an action or a command. Type help for a list.'),
        ("¼", '"¼" is not an action or a command. Type help for a list.'),
        ("dance", '"dance" is not an action or a command. Type help for a list.'),
        ("r", '"r" is not an action or a command. Type help for a list.'),  # may mean row or rules
        ("play 1", "That card is not in your hand."),
        ("ask", "You have no captured marker to pay with."),
        ("pass", "Not right now."),
        ("\x1b[2J\x07", '"[2J" is not an action or a command. Type help for a list.'),
        ("x" * 5000, f'"{"x" * 40}" is not an action or a command. Type help for a list.'),
    ],
)
def test_wrong_input_gets_one_sentence_and_changes_nothing(
    tmp_path: Path, typed: str, sentence: str
) -> None:
    match = match_with_deal(DEALS[0], ("human", "level:1"))
    screen = screen_of_match(tmp_path, match, [typed], LayStartCard(1))
    answer = screen.split(ACTION)[1]
    assert answer.split() == sentence.split()
    assert match.record.rounds[0].actions == ["start 1"]


# Tests of the end of the input.


def test_the_input_can_end_at_any_prompt(tmp_path: Path) -> None:
    typed = [*new_match("keypad", ["1", "1"]), "", "1", "", "help", "rules", "1"]
    for n in range(len(typed)):
        code, screen = play_text_mode(tmp_path / str(n), typed[:n])
        assert code == 0
        begun = n >= len(new_match("keypad", ["1", "1"]))
        end = "Your match is saved. Continue resumes it." if begun else "Good-bye."
        assert screen.splitlines()[-1] == end


def test_quit_and_menu_keep_the_match(tmp_path: Path) -> None:
    begun = new_match("keypad", ["1", "1"])
    _code, screen = play_text_mode(tmp_path, [*begun, "menu", "6"])
    assert screen.count("Continue: ") == 1 and screen.endswith("Continue resumes it.\n")
    code, screen = play_text_mode(tmp_path, ["1", "", "quit", "never read"])
    assert code == 0 and screen.endswith("Continue resumes it.\n")


def test_an_interrupt_keeps_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: ScriptedInput, size: int | None = -1) -> str:
        if self.lines:
            return self.lines.pop(0) + "\n"
        raise KeyboardInterrupt

    monkeypatch.setattr(ScriptedInput, "readline", interrupt)
    code, screen = play_text_mode(tmp_path, new_match("keypad", ["1", "1"]))
    assert code == 0 and screen.endswith("Continue resumes it.\n")
    assert (tmp_path / AUTOSAVES[0]).exists()


def test_pins_are_noted_and_scored_at_the_end_of_the_round(tmp_path: Path) -> None:
    typed = ["pin 4 x 9", "sums", "pin", "1"]
    computer = (LayStartCard(1), Play(4), Pass())
    screen = screen_of_match(
        tmp_path, match_with_deal(DEALS_WITH_A_FOUR[0], ("human", "level:1")), typed, *computer
    )
    assert screen.count("4 (your pin)") == 2, "told when it is pinned, and with the sums"


def test_a_search_in_the_rules_shows_five_answers_at_most(tmp_path: Path) -> None:
    match = match_with_deal(DEALS[0], ("human", "level:1"))
    screen = screen_of_match(tmp_path, match, ["rules marker"], LayStartCard(1))
    shown = " ".join(screen.split())
    hits = rulebook_index(match.rules, "en", translated).search("marker")
    titles = [hit.ruling.question if hit.ruling else hit.page.title for hit in hits]
    assert [title in shown for title in titles[:6]] == [True] * 5 + [False]


def test_a_word_for_you_is_no_name_at_the_terminal(tmp_path: Path) -> None:
    begin = new_match("keypad", ["1", "2 1"])
    name = begin.index("Player 1")
    _code, screen = play_text_mode(tmp_path, [*begin[:name], "you", " Yours ", *begin[name:]])
    assert [word for word in ("you", "Yours") if f'"{word}" would be confusing' in screen] == [
        "you",
        "Yours",
    ]
    assert "Player 1" in screen.rpartition("confusing")[2]
