"""The study board: turns of both sides are tried at the real table, and judged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from textwrap import shorten
from typing import Literal

import pygame

from hacktrick.app.engine_player import EnginePlayer
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.question_and_study_sessions import StudyTableSession, open_study_table
from hacktrick.app.study_positions import STUDIED_PHASES, StudyRefusedError
from hacktrick.app.study_session import (
    MAX_COMMENT,
    ROOT,
    TURN_MARKS,
    Assessment,
    AssessmentOf,
    Study,
    StudyFileError,
    StudySession,
    study_of_text,
    study_with_hand,
)
from hacktrick.app.turn_draft import EMPTY_DRAFT
from hacktrick.coach.possible_moves import PossibleOutcome, Views
from hacktrick.game.actions import Action
from hacktrick.game.cards import Counts
from hacktrick.game.notation.position_parser import PositionError
from hacktrick.i18n import screen_text
from hacktrick.i18n import study_text as words
from hacktrick.i18n.coach_text import MAX_HANDS, OddsPage, hand_text
from hacktrick.i18n.computer_players import player_kind_title
from hacktrick.i18n.file_problem_text import engine_fault_sentence, problem_sentence
from hacktrick.i18n.match_sharing import study_html_page
from hacktrick.i18n.notebook_pages import NotebookTab
from hacktrick.i18n.study_text import StudySentences
from hacktrick.i18n.table_view_model import LogLine
from hacktrick.i18n.translator import _, capitalized, label_with_value
from hacktrick.match.player_kinds import ENGINE, LEVEL_NUMBERS
from hacktrick.match.record import RecordError
from hacktrick.ui.accessibility.accessibility_tree import PRESSABLE, Node, NodeAction
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.study.position_editor import PositionEditor
from hacktrick.ui.table.exercise_scene import MIN_NOTEBOOK_HEIGHT, ExerciseScene
from hacktrick.ui.table.input.turn_questions import QuestionAnswer, TurnQuestion, TurnQuestionScene
from hacktrick.ui.table.panels.coach_panel import (
    CoachButtonContent,
    CoachPanelContent,
    CoachPanelLine,
    TableCoach,
)
from hacktrick.ui.table.panels.notebook_and_log import LOG_LINE_STEP, Notebook
from hacktrick.ui.widgets.dialogs import TextInputScene, ask_confirmation, show_saved_file

MAX_TURNS = 3  # maximum number of turns shown with all their chances
# Maximum number of likely turns shown, usually and in a low panel above the opponent.
MAX_REPLIES, REPLIES_ABOVE_FACE = 6, 5
MAX_ANSWERS = 6  # maximum number of answers on a page of a question
# Distance between answers, and height of a question without answers, in layout units.
ANSWER_STEP, QUESTION_FRAME = 54.0, 74.0
MAX_NAME = 40  # maximum length of a name, in characters
MIN_PANEL_HEIGHT = 200.0  # minimum height of the judge's panel beside an open tree, in layout units
TREE_INDENT = "› "
N_FIRST_LINES = 2  # the panel covers the cards set aside rather than show fewer lines than this
# Maximum characters of a comment in the panel; the tree shows the whole comment.
MAX_SHOWN_NOTE = 140

StudyPage = Literal["turns", "hands", "mine", "keys", "why", "revealed_cards"]
ANSWER_PAGES: tuple[StudyPage, ...] = ("why", "revealed_cards")
"""The pages that answer a question about one position."""
ODDS_PAGES: tuple[StudyPage, ...] = ("hands", "mine", "keys")


class PagedQuestion:
    """A question that shows many answers page by page; choosing an answer closes the question.

    Args:
        max_answers: the maximum number of answers on a page.
    """

    def __init__(
        self,
        title: str,
        answers: Sequence[QuestionAnswer],
        text: str,
        max_answers: int = MAX_ANSWERS,
    ) -> None:
        self.title, self.text, self.most = title, text, max_answers
        self._answers = tuple(
            replace(one, action=self._action_that_closes_question(one)) for one in answers
        )
        self._page = 0
        self._is_done = False

    def __call__(self) -> TurnQuestion | None:
        if self._is_done:
            return None
        answers = self._answers
        if len(answers) > self.most + 1:
            first = self._page * self.most
            label = _("More, page {n} of {total}").format(n=self._page + 1, total=self._n_pages)
            more = QuestionAnswer(label, self._show_next_page)
            answers = (*answers[first : first + self.most], more)
        return TurnQuestion(self.title, self.text, answers)

    @property
    def _n_pages(self) -> int:
        return -(-len(self._answers) // self.most)

    def _show_next_page(self) -> None:
        self._page = (self._page + 1) % self._n_pages

    def _action_that_closes_question(self, answer: QuestionAnswer) -> Callable[[], None] | None:
        action = answer.action
        if action is None or answer.reason is not None:
            return action

        def close_and_act() -> None:
            self._is_done = True
            action()

        return close_and_act


def _level_answers(choose: Callable[[int], None]) -> list[QuestionAnswer]:
    """Return the computer levels as answers of a question, the highest first."""
    return [
        QuestionAnswer(words.numbered_level_name(level), partial(choose, level))
        for level in reversed(LEVEL_NUMBERS)
    ]


def save_study_page_or_return_fault(
    context: Context, services: ProgramServices, study: Study, assessment_of: AssessmentOf
) -> str:
    """Save a study as an HTML page, and show the path of the file.

    Returns:
        A sentence about a failure; "" if there is nothing to report.
    """
    shared, studies = services.shared_files, services.study_files
    page = study_html_page(study, assessment_of)
    stem = studies.path_of_study(study.name).name.removesuffix(studies.ending)
    path, problems = shared.save_shared_file(shared.folder, stem, ".html", page)
    if path is not None:
        text = words.study_saved_sentence(str(path))
        show_saved_file(context, words.study_menu_entry_label("page"), text, path)
    return problem_sentence(problems[0]) if problems else ""


class StudyTreeNotebook(Notebook):
    """The notebook of a study, with the tree of tried turns in place of the log.

    Pressing a line goes to the line's position.

    Args:
        go: called with the number of a position in the tree to go there.
    """

    # Up and down also lead to turns beside the main line.
    scan_intents = ("down", "up", "right", "left")

    def __init__(self, context: Context, go: Callable[[int], None]) -> None:
        super().__init__(context)
        self._go = go
        self.current_number = ROOT

    def tab_label_text(self, tab: NotebookTab) -> str:
        return words.tree_title() if tab == "log" else super().tab_label_text(tab)

    def show_tree(self, lines: tuple[LogLine, ...], current_number: int) -> None:
        """Show the tree, scrolled to the current position.

        Args:
            lines: the lines of the tree.
            current_number: the ``entry`` of the current position's line.
        """
        self.lines, self.current_number = lines, current_number
        wrapped, rows = self._wrapped_lines(), self._n_visible_lines()
        at = next(
            (n for n, (line, *_rest) in enumerate(wrapped) if line.entry == current_number), 0
        )
        self.lines_scrolled_back = max(0, len(wrapped) - max(at + 1 + rows // 3, rows))

    def handle_key(self, event: pygame.Event) -> bool:
        """Handle a key: up and down go to the position in the previous or next line of the tree."""
        by = {"up": -1, "down": 1}.get(self.context.intent_of_event(event), 0)
        numbers = [line.entry for line in self.lines]
        if self.tab != "log" or not by or self.current_number not in numbers:
            return super().handle_key(event)
        n = numbers.index(self.current_number) + by
        if not 0 <= n < len(numbers):
            return False
        self._go(numbers[n])
        return True

    def activate(self) -> None:
        """Go to the position of the pressed line, unless the press scrolled the tree."""
        y, tab, dragged = self._grip[0], self._pressed_tab, self._dragged
        super().activate()
        if self.tab != "log" or tab is not None or dragged or not y:
            return
        wrapped, rows, room = self._wrapped_lines(), self._n_visible_lines(), self._content_rect()
        first = max(0, len(wrapped) - self.lines_scrolled_back - rows)
        n = first + (y - room.y) // self.context.px(LOG_LINE_STEP)
        if y >= room.y and 0 <= n < len(wrapped):
            self._go(wrapped[n][0].entry)

    def perform_screen_reader_request(
        self, action: NodeAction, part: str = "", value: float | str | None = None
    ) -> None:
        name, _blank, number = part.rpartition("/")[2].partition(" ")
        if name == "line" and number.isdigit() and int(number) < len(self.lines):
            self._go(self.lines[int(number)].entry)
        else:
            super().perform_screen_reader_request(action, part, value)

    def _line_node(self, line_index: int, line: LogLine) -> Node:
        return Node(
            f"line {line_index}",
            "list_item",
            line.text,
            actions=PRESSABLE,
            is_selected=line.entry == self.current_number,
            place=(line_index + 1, len(self.lines)),
        )

    def _line_colour(self, line: LogLine) -> tuple[int, int, int]:
        colours = self.context.theme.colours
        return colours.accent if line.entry == self.current_number else colours.text


# Maximum number of hands on a page of odds beside the board, which keeps the set-aside cards
# visible.
HANDS_BESIDE_BOARD: dict[StudyPage, int] = {"hands": 5, "mine": 7}
# The same maximum in a tall window with a closed tree: above the opponent, in two columns.
HANDS_ABOVE_FACE: dict[StudyPage, int] = {"hands": 4, "mine": 6}


class StudyCoach(TableCoach):
    """The coach panel of a study, which shows the judge's assessment of the position."""

    def __init__(self, context: Context, session: StudyTableSession, scene: StudyScene) -> None:
        super().__init__(context, session, scene)
        self.study, self.scene = session.study, scene
        self.study_page: StudyPage = "turns"
        # The position for which the page was chosen.
        self._shown_at = self.study.study.current_node.views
        self._seen: Hashable = None
        self._waiting: Callable[[], None] | None = None  # a question that was asked too early

    # Methods that the table calls.

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        return {
            "hint": lambda: self.show_study_page("turns"),
            "odds": self.show_next_odds,
            "why": self.explain_best_turn,
            "take_back": self.scene.step_back,
        }

    def update(self) -> bool:
        seen = self.study.assessment, self.study.is_level_thinking
        before, self._seen = self._seen, seen
        if self._waiting is not None and self.study.assessment.lines:
            if self.study_page in ANSWER_PAGES:
                self._waiting()
            self._waiting = None
        return before is not None and seen != before

    def withhold_turn_for_tutor(self, actions: tuple[Action, ...]) -> bool:
        """Never warn, since a study invites wrong turns."""
        return False

    def close(self) -> bool:
        if self.study_page == "turns":
            return False
        self.show_study_page("turns")
        return True

    def show_study_page(self, page: StudyPage) -> None:
        """Show a page of the panel."""
        self.study_page, self._shown_at = page, self.study.study.current_node.views
        self.table.refresh()

    def show_next_odds(self) -> None:
        """Show the next page of odds: the opponent's hands, your hand as they see it, or keys."""
        at = ODDS_PAGES.index(self.study_page) + 1 if self.study_page in ODDS_PAGES else 0
        self.show_study_page(ODDS_PAGES[at % len(ODDS_PAGES)])

    def explain_best_turn(self) -> None:
        """Explain why the best turn is better than the chosen turn.

        If no turn is chosen, compare with the second-best turn; each further call takes the next
        one.
        """
        known, made = self.study.assessment, self.chosen_first_action()
        turns = [line.actions for line in known.lines[1:]]
        if not made and turns:
            at = turns.index(known.explained) + 1 if known.explained in turns else 0
            made = turns[at % len(turns)] if self.study_page == "why" else turns[0]
        if known.lines:
            self.study.judge.request_reasons_against(made)
        self._waiting = self.explain_best_turn if self._is_waiting_for_judge(known) else None
        self.show_study_page("why")

    @property
    def study_sentences(self) -> StudySentences:
        return self.scene.words

    def panel_content(self) -> CoachPanelContent:
        known, study = self.study.assessment, self.study.study
        if self.study_page in ANSWER_PAGES and self._shown_at != study.current_node.views:
            self.study_page = "turns"
        if self.study.diagram.public.result is not None:
            title = self.study_sentences.position_title(study)
            return CoachPanelContent(
                title, "", self._comment_and_engine_lines(), "", self._buttons()
            )
        pages: dict[StudyPage, Callable[[Assessment], tuple[CoachPanelLine, ...]]] = {
            "turns": self._turn_lines,
            "why": self._explanation_lines,
            "revealed_cards": self._revealed_information_lines,
        }
        lines = pages.get(self.study_page, self._odds_lines)(known)
        title, note, buttons = self._page_title(), self._note_of_shown_page(known), self._buttons()
        if self._do_turns_fill_panel_width(known):
            *turns, last = lines if known.likely_line else (*lines, CoachPanelLine(""))
            last = CoachPanelLine(" ".join(filter(None, (note, last.text))), "muted", is_small=True)
            lines, note = (*turns, last), ""
        return CoachPanelContent(
            title, "", lines, note, buttons, is_compact=self._is_panel_title_left_out(known)
        )

    def _do_turns_fill_panel_width(self, known: Assessment) -> bool:
        """Return whether the best turns fill the width of a low panel, above a note."""
        is_of_turns = self.study_page == "turns" and self.session.may_act
        return self._is_wide_and_low and is_of_turns and known.choices is None

    def _is_panel_title_left_out(self, known: Assessment) -> bool:
        """Return whether a low panel leaves out its title, which an active button names."""
        return self._do_turns_fill_panel_width(known) or (
            self._is_wide_and_low and self.study_page == "why"
        )

    def _page_title(self) -> str:
        """Return the title of the page.

        The headline of the table, not the title, names the player on turn.
        """
        if self.study_page == "why":
            return _("Why")
        if self.study_page == "revealed_cards":
            return words.study_menu_entry_label("revealed_cards")
        if self.study_page == "turns":
            return _("Best turns") if self.session.may_act else _("Likely turns")
        odds = self.study.assessment.odds
        coach = (
            self.study_sentences.coach
            if odds is None
            else self.study_sentences.coach_sentences_for(odds.seat)
        )
        return capitalized(coach.odds_title(self.study_page))

    def _note_of_shown_page(self, known: Assessment) -> str:
        if self.study_page in ODDS_PAGES:
            return "" if known.odds is None else capitalized(self._hand_odds_page(known).note)
        if self.study_page == "why":
            return words.chances_legend()
        if self.study_page == "revealed_cards":
            return words.revealed_cards_caption()
        return self.study_sentences.search_depth_or_doubt_sentence(known)

    def _comment_and_engine_lines(self) -> tuple[CoachPanelLine, ...]:
        note = " ".join(self.study_sentences.note_lines(self.study.study))
        short = shorten(note, MAX_SHOWN_NOTE, placeholder=" …")
        notes = filter(None, (short, self.scene.engine_status_line))
        return tuple(CoachPanelLine(text, "accent") for text in notes)

    def _turn_lines(self, known: Assessment) -> tuple[CoachPanelLine, ...]:
        lines = list(self._comment_and_engine_lines())
        if known.choices is not None:
            return (
                *lines,
                *(CoachPanelLine(text) for text in self.study_sentences.turn_lines(known)),
            )
        if known.replies is not None:
            lines += [
                CoachPanelLine(self.study_sentences.coach.turn_text(actions), chance=chance)
                for actions, chance in known.replies.replies[
                    : REPLIES_ABOVE_FACE if self._is_wide_and_low else MAX_REPLIES
                ]
            ]
        is_rough = known.depth == "glance"
        before = {line.actions: line.forecast.match for line in self.study.best_turns_before_change}
        listed = {line.actions for line in known.lines[:MAX_TURNS]}
        gone = [
            one
            for one in self.study.best_turns_before_change[:MAX_TURNS]
            if one.actions not in listed
        ]
        if gone and known.lines:  # for turns that stay in the list, a second bar shows the change
            compared = self.study_sentences.changed_chances_sentence(gone, known.lines)
            lines.append(CoachPanelLine(compared, "warning", is_small=True))
        for line in known.lines[:MAX_TURNS]:
            turn, other = (
                self.study_sentences.coach.turn_text(line.actions),
                before.get(line.actions),
            )
            shown = CoachPanelLine(
                turn, "text", line.forecast.match, other, is_provisional=is_rough
            )
            if before:  # the second bar takes the place of the details
                lines.append(shown)
            else:
                lines += self._lines_with_details(
                    shown, self.study_sentences.round_chances_line(line)
                )
        if known.likely_line:
            follows = words.likely_continuation_sentence(
                self.study_sentences.likely_continuation(known.likely_line)
            )
            lines.append(CoachPanelLine(follows, "muted", is_small=True))
        return tuple(lines)

    def _explanation_lines(self, known: Assessment) -> tuple[CoachPanelLine, ...]:
        if self.study.judge.is_explaining or self._is_waiting_for_judge(known):
            return (CoachPanelLine(_(words.ONE_MOMENT), "muted"),)
        reasons = self.study_sentences.reason_lines(known)
        if not reasons:
            return (CoachPanelLine(_(words.NOTHING_TO_EXPLAIN), "muted"),)
        heading, *sentences = reasons
        return (CoachPanelLine(heading, is_main=True), *map(CoachPanelLine, sentences))

    def _is_waiting_for_judge(self, known: Assessment) -> bool:
        """Return whether the judge has not named a turn yet, but may still do so."""
        return not (known.lines or known.is_final)

    def show_revealed_information(self) -> None:
        """Show how much each of the best turns reveals about the cards of its player."""
        self.study.judge.request_hands_revealed_by_turns()
        is_early = self._is_waiting_for_judge(self.study.assessment)
        self._waiting = self.show_revealed_information if is_early else None
        self.show_study_page("revealed_cards")

    def _revealed_information_lines(self, known: Assessment) -> tuple[CoachPanelLine, ...]:
        is_asked = self.study.judge.awaits_revealed_hands and not known.revealed_hand_odds
        if is_asked or self._is_waiting_for_judge(known):
            return (CoachPanelLine(_(words.ONE_MOMENT), "muted"),)
        lines: list[CoachPanelLine] = []
        for turn, chance, likeliest in self.study_sentences.revealed_cards_lines(known):
            lines += self._lines_with_details(CoachPanelLine(turn, chance=chance), likeliest)
        return tuple(lines) or (CoachPanelLine(_(words.NOTHING_TO_EXPLAIN), "muted"),)

    def _lines_with_details(self, line: CoachPanelLine, details: str) -> tuple[CoachPanelLine, ...]:
        """Return a line with its details: beside it in a low and wide panel, else below it."""
        if self._is_wide_and_low:
            return (replace(line, details=details),)
        return line, CoachPanelLine(details, "muted", is_small=True)

    def _odds_lines(self, known: Assessment) -> tuple[CoachPanelLine, ...]:
        if known.odds is None:
            return (CoachPanelLine(_(words.ONE_MOMENT), "muted"),)
        page = self._hand_odds_page(known)
        return tuple(
            CoachPanelLine(one.text, chance=one.chance, other=one.chance_by_habits)
            for one in page.lines
        )

    def _hand_odds_page(self, known: Assessment) -> OddsPage:
        assert known.odds is not None
        coach = self.study_sentences.coach_sentences_for(known.odds.seat)
        limits = HANDS_ABOVE_FACE if self._is_wide_and_low else HANDS_BESIDE_BOARD
        if self.scene.places.table.is_tall and self.scene.widgets.log.is_opened:
            limits = {}
        most = limits.get(self.study_page, MAX_HANDS)
        return coach.odds_page(known.odds, self.study_page, True, most)

    @property
    def _is_wide_and_low(self) -> bool:
        """Whether the panel is wide and low, as in a tall window with a closed tree."""
        return self.scene.places.table.is_tall and not self.scene.widgets.log.is_opened

    def _buttons(self) -> tuple[CoachButtonContent, ...]:
        scene, public = self.scene, self.study.diagram.public
        is_over = public.result is not None
        first: list[CoachButtonContent] = []
        if not is_over and not self.session.may_act:
            first.append(
                CoachButtonContent(
                    _("Their turn"), scene.ask_for_other_players_turn, "confirm", is_default=True
                )
            )
        if not is_over:
            is_turns = self.study_page == "turns"
            first.append(
                CoachButtonContent(
                    _("Turns"), lambda: self.show_study_page("turns"), "hint", is_active=is_turns
                )
            )
            hands = CoachButtonContent(
                _("Hands"), self.show_next_odds, "odds", is_active=self.study_page in ODDS_PAGES
            )
            why = CoachButtonContent(
                _("Why"), self.explain_best_turn, "why", is_active=self.study_page == "why"
            )
            first += [hands, why] if self.session.may_act else [hands]
        back = CoachButtonContent(_("Go back"), scene.step_back, "take_back")
        return (
            *first,
            back,
            CoachButtonContent(_(words.MORE), scene.show_menu_of_more_actions, "menu"),
        )


class StudyScene(ExerciseScene):
    """The screen of a study: turns are tried at the table, and the judge assesses them."""

    session: StudyTableSession
    # The player's own engine, started by the first question to it.
    engine: EnginePlayer | None = None
    _engine_views: Views = ()  # the position about which the engine was asked last
    _engine_turn = ""  # the engine's answer in that position
    _is_replaced = False  # whether another table now shows the same study

    def __init__(self, context: Context, services: ProgramServices, study: StudySession) -> None:
        self.study = study
        self.words = words.study_sentences_for(study.study)
        names = [self.words.name(seat) for seat in range(len(study.seats))]
        session = open_study_table(services, study, names)
        self.level = 0  # the level that plays the other seats; 0 for none
        super().__init__(context, services, session)
        self._claims = services.thinker.n_claims
        tree = StudyTreeNotebook(context, self.go_to_node)
        self.widgets.log = tree
        self.tree = tree
        self.group.replace_widgets(self.widgets.all_widgets(), self.widgets.end_turn_button)
        self.group.ring = False
        self.widgets.menu_label = lambda: _("Leave")

    def make_coach(self) -> TableCoach:
        self.panel = StudyCoach(self.context, self.session, self)
        return self.panel

    def state_that_delays_enter(self) -> Hashable:
        return self.session.version

    def exercise_title(self) -> str:
        return _("Study")

    def exercise_headline(self) -> str:
        if self.session.may_act:
            return ""
        return self.words.position_title(self.study.study)

    def save_refusal_sentence(self) -> str:
        return ""

    def refresh(self) -> None:
        super().refresh()
        if hasattr(self, "tree"):
            self.tree.show_tree(self._tree_lines(), self.study.study.current_number)

    def fit_notebook_above_coach(self) -> None:
        """Divide the space beside the board between the judge's panel and the open tree.

        In a tall window, both stand side by side above the board. In other windows, the panel is
        shortened if it would cover the cards set aside or leave no room for the tree.
        """
        notebook, panel = self.widgets.log, self.widgets.coach_panel
        if self.places.table.is_tall and notebook.is_opened:
            self._place_study_tree_above_board()
            return
        if not (self.places.table.is_tall or notebook.is_opened):
            self._uncover_set_aside_cards()
        super().fit_notebook_above_coach()
        if notebook.is_opened and not notebook.visible:
            px, zone = self.context.px, panel.rect.copy()
            tree = notebook.rect.copy()
            tree.height = px(MIN_NOTEBOOK_HEIGHT)
            zone.top = tree.bottom
            zone.height = panel.rect.bottom - zone.top
            if zone.height >= px(MIN_PANEL_HEIGHT):
                notebook.visible, notebook.rect = True, tree
                panel.show_content(panel.content, zone, zone.top)

    def _place_study_tree_above_board(self) -> None:
        """Let the judge's panel and the tree share the space above the board of a tall window."""
        table, panel, gap = self.places.table, self.widgets.coach_panel, self.context.px(8)
        room = pygame.Rect(table.notebook.x, table.ceiling, table.notebook.width, 0)
        room.height = table.housing.top - gap - room.top
        half = (room.width - gap) // 2
        zone = pygame.Rect(room.topleft, (half, room.height))
        panel.show_content(panel.content, zone, table.ceiling, room.height)
        self.widgets.log.rect = pygame.Rect(room.right - half, room.top, half, room.height)

    def _uncover_set_aside_cards(self) -> None:
        """Shorten the judge's panel so that it does not cover the cards set aside.

        With very large text, no lines would fit; the panel then covers the cards.
        """
        panel = self.widgets.coach_panel
        aside = self.places.set_aside_rects(len(self.study.diagram.public.aside))
        ceiling = max((card.bottom for card in aside), default=0) + self.context.px(4)
        if panel.visible and panel.rect.collidelist(aside) >= 0:
            whole, zone = panel.rect.copy(), panel.rect.copy()
            zone.height, zone.top = panel.rect.bottom - ceiling, ceiling
            panel.show_content(panel.content, zone, ceiling)
            if len(list(panel.visible_placed_lines())) < min(
                N_FIRST_LINES, len(panel.content.lines)
            ):
                panel.show_content(panel.content, whole, whole.top)

    def _tree_lines(self) -> tuple[LogLine, ...]:
        lines = self.words.tree_lines(self.study.study, self.study.judge.assessment_of)
        return tuple(
            LogLine(0, None, f"{TREE_INDENT * indent}{text}", "move", number)
            for number, indent, text in lines
        )

    def on_uncovered(self) -> None:
        super().on_uncovered()
        claims = self.services.thinker.n_claims
        if claims != self._claims:  # a review or another study has used the thinker in the meantime
            self._claims = claims
            self.study.judge.repeat_unanswered_requests()

    def on_removed(self) -> None:
        super().on_removed()
        if self.engine is not None:
            self.engine.close()
        if not self._is_replaced:
            self.study.close()

    def handlers_by_intent(self) -> dict[str, Callable[[], None]]:
        return {
            **super().handlers_by_intent(),
            "page_up": self.step_back,
            "page_down": self.step_forward,
            "undo": self.undo,
            "redo": self.redo,
            "branch": self.play_on,
            "search": self.search_library_for_position,
            "menu": self.show_menu_of_more_actions,
            "share": self.copy_position,
            "save_copy": self.ask_for_name_and_save,
        }

    def play_turn(self, *actions: Action) -> None:
        """Try a turn; if an action has several possible outcomes, ask which one to assume."""
        for n, action in enumerate(actions):
            if action not in self.study.possible_actions:
                break
            outcomes = self.study.possible_outcomes(action)
            if len(outcomes) > 1:
                self._ask_for_chance_outcome(action, outcomes, actions[n + 1 :])
                return
            self._add_turn_to_study(action, outcomes[0])
        self._continue_after_turn()

    def _add_turn_to_study(self, action: Action, outcome: PossibleOutcome) -> None:
        try:
            self.study.play_action(action, outcome)
        except ValueError:  # the study's tree is full
            self.show_message(_(words.TREE_IS_FULL))
            return
        self._show_session_changes()

    def _ask_for_chance_outcome(
        self, action: Action, outcomes: Sequence[PossibleOutcome], later_actions: tuple[Action, ...]
    ) -> None:
        def choose_outcome(outcome: PossibleOutcome) -> None:
            self._add_turn_to_study(action, outcome)
            self.play_turn(*later_actions)

        answers = [
            QuestionAnswer(
                self.words.outcome_line(one), partial(choose_outcome, one), primary=n == 0
            )
            for n, one in enumerate(outcomes)
        ]
        self.show_paged_question(words.outcome_title(), answers)

    def ask_for_other_players_turn(self) -> None:
        """Ask for the turn of a player whose cards are unknown; likely turns come first."""
        known = self.study.assessment
        likely = () if known.replies is None else known.replies.replies
        possible = self.study.possible_actions
        answers = [
            QuestionAnswer(
                self.words.coach.turn_text(actions),
                partial(self.play_turn, *actions),
                words.turn_likelihood_text(chance),
            )
            for actions, chance in likely
            if actions[0] in possible
        ]
        named = {tuple(actions) for actions, _chance in likely}
        answers += [
            QuestionAnswer(self.words.coach.turn_text((action,)), partial(self.play_turn, action))
            for action in possible
            if (action,) not in named
        ]
        if answers:
            answers[0] = replace(answers[0], primary=True)
            self.show_paged_question(self.words.position_title(self.study.study), answers)

    def _continue_after_turn(self) -> None:
        self.group.set_focus(self.widgets.end_turn_button)
        self.refresh()
        if self.level and not self.session.may_act:
            self.play_level_turn(self.level)

    def play_level_turn(self, level: int) -> None:
        """Let a computer level make the turn of the player to act; if it cannot, show why."""
        try:
            self.study.request_level_action(level)
        except ValueError:
            self.show_message(_(words.NOT_POSSIBLE))
        self.refresh()

    def ask_engine_for_turn(self) -> None:
        """Ask the player's own engine for its turn in this position; if impossible, show why."""
        command = self.context.settings.engine_command
        if not command:
            self.show_message(_(words.NO_ENGINE))
        elif not self.session.may_act:
            self.show_message(_(words.NOT_POSSIBLE))
        else:
            self.engine = self.engine or EnginePlayer(command)
            self.study.request_engine_action(self.engine)
            self._engine_views, self._engine_turn = self.study.study.current_node.views, ""
            self.show_message(_(words.ONE_MOMENT))

    @property
    def engine_status_line(self) -> str:
        """The engine's answer in the current position; "" without an answer."""
        if not self._engine_turn or not self._is_engine_position:
            return ""
        return label_with_value(self._engine_name, self._engine_turn)

    @property
    def _is_engine_position(self) -> bool:
        return self._engine_views == self.study.study.current_node.views

    @property
    def _engine_name(self) -> str:
        return self.context.settings.engine_name or player_kind_title(ENGINE)

    def _show_engine_answer(self) -> None:
        """Show the engine's answer when it arrives, or the reason why there is none."""
        engine = self.engine
        if engine is None:
            return
        answer = engine.poll_decision()
        if answer is not None:
            turn = self.words.coach.turn_text((answer.action,))
            self._engine_turn = turn
            if self._is_engine_position:
                self.show_message(words.engine_answer_sentence(turn))
                self.refresh()
        elif engine.fault is not None:
            self.show_message(engine_fault_sentence(self._engine_name, engine.fault))
            engine.cancel_decision()

    def _show_session_changes(self) -> None:
        if self.session.show_present_position():
            self.animate_and_announce_changes()
        self.refresh()

    def _show_present_position(self) -> None:
        """Show the current position of the study at once, without animation."""
        if self._have_rules_or_open_hands_changed():
            return  # ``update`` replaces the table once this scene is on top
        self.session.show_present_position()
        self.show_position_without_animation()

    def _have_rules_or_open_hands_changed(self) -> bool:
        """Return whether the study now has other rules or other open hands than the table shown."""
        views = self.study.study.current_node.views
        seats = tuple(sorted(view.seat for view in views))
        return views[0].rules != self.session.rules or seats != self.session.local_seats

    def update(self, dt: float) -> None:
        if self._have_rules_or_open_hands_changed():
            if self.context.stack.top is self:
                scene = StudyScene(self.context, self.services, self.study)
                scene.level = self.level
                self._is_replaced = True
                self.context.stack.replace(scene)
            return
        super().update(dt)
        self._show_engine_answer()

    def go_to_node(self, node_number: int) -> None:
        """Go to the position with this number in the tree."""
        self.study.go_to_node(node_number)
        self._show_present_position()
        self._announce_study_position()

    def step_back(self) -> None:
        """Go to the previous position."""
        self._go_to_neighbouring_position(-1, words.FIRST_POSITION)

    def step_forward(self) -> None:
        """Go to the next position; if several positions follow, go to the first of them."""
        self._go_to_neighbouring_position(1, words.LAST_POSITION)

    def _go_to_neighbouring_position(self, by: int, no_such_position: str) -> None:
        if self.study.go_to_neighbour(by):
            self._show_present_position()
            self._announce_study_position()
        else:
            self.show_message(_(no_such_position))

    def _announce_study_position(self) -> None:
        node = self.study.study.current_node
        self.context.announce(
            _("First position") if node.event is None else self.words.event_line(node.event)
        )

    def undo(self) -> None:
        """Undo the choice of a card or, if no card is chosen, the last change of the study."""
        if self.turn.clear_choice():
            self.refresh()
        elif self.study.undo():
            self._show_present_position()
        else:
            self.show_message(_(words.NOTHING_TO_UNDO))

    def redo(self) -> None:
        """Redo the change of the study that was undone last."""
        if self.study.redo():
            self._show_present_position()
        else:
            self.show_message(_(words.NOTHING_TO_REDO))

    def show_paged_question(
        self, title: str, answers: Sequence[QuestionAnswer], text: str = ""
    ) -> None:
        """Show a question with several answers beside the board."""
        room = self.context.size[1] - self.context.px(QUESTION_FRAME)
        most = min(MAX_ANSWERS, room // self.context.px(ANSWER_STEP) - 1)
        question = PagedQuestion(title, answers, text, max(2, most))
        self.context.stack.push(
            TurnQuestionScene(self.context, question, self.possible_question_areas)
        )

    def show_menu_of_more_actions(self) -> None:
        """Show a question with all further actions of the study board."""
        can_undo = self.study.can_undo or self.turn.draft != EMPTY_DRAFT
        why_not = {
            "undo": "" if can_undo else words.NOTHING_TO_UNDO,
            "redo": "" if self.study.can_redo else words.NOTHING_TO_REDO,
            "remove": "" if self.study.can_remove else words.FIRST_POSITION,
        }
        entries: dict[str, Callable[[], None]] = {
            "set up": self.open_position_editor,
            "fix": self.ask_for_hidden_cards,
            "comment": self.edit_comment_on_position,
            "mark": self.ask_for_turn_mark,
            "level": self.ask_for_opponent_level,
            "play on": self.play_on,
            "revealed_cards": self.panel.show_revealed_information,
            "find": self.search_library_for_position,
            "engine": self.ask_engine_for_turn,
            "undo": self.undo,
            "redo": self.redo,
            "remove": self.remove_position_and_following,
            "line": self.copy_position,
            "save": self.ask_for_name_and_save,
            "open": self.ask_for_study,
            "delete": self.ask_for_study_to_delete,
            "page": self.export_study_page,
        }
        if self.services.study_files.last_deleted_name:
            entries["restore"] = self.restore_deleted_study
        answers = [
            QuestionAnswer(
                words.study_menu_entry_label(name),
                act,
                reason=_(why) if (why := why_not.get(name)) else None,
            )
            for name, act in entries.items()
        ]
        self.show_paged_question(_("Study"), answers)

    def open_position_editor(self) -> None:
        """Open the position editor, which begins a new study; undo restores the current study."""
        looks = self.session.side_marker_styles
        editor = PositionEditor(self.context, self.study.position_text, looks, self.open_study)
        self.context.stack.push(editor)

    def ask_for_hidden_cards(self) -> None:
        """Ask for the other player's cards, and begin a new study with these cards face up."""
        odds = self.study.assessment.odds
        if self.study.diagram.public.result is not None:
            self.show_message(_(words.ROUND_OVER))
            return
        if self.study.diagram.public.phase not in STUDIED_PHASES:
            self.show_message(words.study_refusal_sentence("NOT_THE_START_OF_A_TURN"))
            return
        if odds is None:
            is_waiting = not self.study.assessment.is_final
            self.show_message(_(words.ONE_MOMENT if is_waiting else words.NOT_POSSIBLE))
            return

        def set_hand(hand: Counts) -> None:
            try:
                self.study.change_position(study_with_hand(self.study, odds.seat, hand))
            except StudyRefusedError as error:
                self.show_message(words.study_refusal_sentence(error.reason))
            self._show_present_position()

        possible_hands = odds.inferred_hands or odds.counted_hands
        answers = [
            QuestionAnswer(
                hand_text(possible.hand),
                partial(set_hand, possible.hand),
                words.turn_likelihood_text(possible.chance),
            )
            for possible in sorted(possible_hands, key=lambda possible: -possible.chance)
        ]
        self.show_paged_question(words.study_menu_entry_label("fix"), answers)

    def edit_comment_on_position(self) -> None:
        """Open the dialog for the comment on the current position."""

        def save_comment(text: str) -> None:
            self.study.set_comment_or_mark(comment=text)
            self.refresh()

        text = self.study.study.current_node.comment
        scene = TextInputScene(
            self.context, words.study_menu_entry_label("comment"), text, save_comment, MAX_COMMENT
        )
        self.context.stack.push(scene)

    def ask_for_turn_mark(self) -> None:
        """Ask for a mark on the turn that led to the current position."""

        def set_mark(mark: str) -> None:
            self.study.set_comment_or_mark(mark=mark)
            self.refresh()

        answers = [
            QuestionAnswer(words.turn_mark_label(mark), partial(set_mark, mark))
            for mark in TURN_MARKS
        ]
        self.show_paged_question(words.study_menu_entry_label("mark"), answers)

    def ask_for_opponent_level(self) -> None:
        """Ask which computer level plays the other seats from now on; the level starts at once."""

        def choose_level(level: int) -> None:
            self.level = level
            if level and self.study.diagram.public.result is None:
                self.play_level_turn(level)

        answers = [
            *_level_answers(choose_level),
            QuestionAnswer(_("Nobody"), partial(choose_level, 0)),
        ]
        self.show_paged_question(
            words.study_menu_entry_label("level"), answers, words.level_turn_help()
        )

    def play_on(self) -> None:
        """Ask for the level of an opponent, and play on as a match from this position."""
        if self.study.diagram.public.result is not None:
            self.show_message(_(words.ROUND_OVER))
            return
        self.show_paged_question(
            words.study_menu_entry_label("play on"),
            _level_answers(self._play_on_against_level),
        )

    def _play_on_against_level(self, level: int) -> None:
        if self.services.play_from_study(self.study, self.session.seats, level) is None:
            self.show_message(_(words.NO_CARDS_TO_DRAW))
        else:
            self.context.navigator.show_table()

    def search_library_for_position(self) -> None:
        """Search the library for the current position."""
        diagram = self.study.turn_diagram
        if diagram is None:
            self.show_message(_(words.ROUND_OVER))
        else:
            self.context.navigator.find_position_in_library(diagram, self.open_study)

    def remove_position_and_following(self) -> None:
        """Remove the current position with all positions after it; undo restores them."""
        self.study.remove_position()
        self._show_present_position()

    def copy_position(self) -> None:
        """Copy the position, in position notation, to the clipboard, or show it if that fails."""
        line = self.study.position_text
        self.show_message(_(screen_text.COPIED) if self.context.clipboard.put_text(line) else line)

    def study_pasted_position(self) -> None:
        """Study the position on the clipboard; undo restores the current study."""
        try:
            self.open_study(study_of_text(self.context.clipboard.get_text().strip()))
        except (PositionError, StudyRefusedError) as error:
            self.show_message(words.study_error_sentence(error))

    def ask_for_name_and_save(self) -> None:
        """Open the dialog that asks for a name and saves the study."""
        title, name = words.study_menu_entry_label("save"), self.study.study.name
        scene = TextInputScene(self.context, title, name, self.save_as_or_ask_to_replace, MAX_NAME)
        self.context.stack.push(scene)

    def save_as_or_ask_to_replace(self, name: str) -> None:
        """Save the study under a name; ask first if this replaces another study.

        Args:
            name: the name; "" for a new name, since players cannot type with a gamepad.
        """
        names, path = self.services.study_files.names, self.services.study_files.path_of_study
        name = name or next(
            one for one in map(words.numbered_study_name, count(1)) if one not in names
        )
        if path(name).exists() and path(name) != path(self.study.study.name):
            text, replace_it = (
                words.replace_study_question(name),
                partial(self._save_study_under_name, name),
            )
            ask_confirmation(
                self.context, words.study_menu_entry_label("save"), text, _("Replace"), replace_it
            )
        else:
            self._save_study_under_name(name)

    def _save_study_under_name(self, name: str) -> None:
        try:
            path = self.study.save(self.services.study_files, name)
        except ValueError:
            self.show_message(_(words.NO_CARDS_TO_DRAW))
        except OSError as error:
            self.show_message(error.strerror or str(error))
        else:
            self.show_message(words.study_saved_sentence(path.name))

    def ask_for_study(self) -> None:
        """Ask which saved study to open."""
        self._ask_for_saved_study("open", self._open_saved_study)

    def ask_for_study_to_delete(self) -> None:
        """Ask which saved study to delete."""
        self._ask_for_saved_study("delete", self._delete_saved_study)

    def _delete_saved_study(self, name: str) -> None:
        try:
            self.services.study_files.delete_study(name)
        except OSError as error:
            self.show_message(error.strerror or str(error))
        else:
            self.show_message(_(screen_text.DELETED).format(names=name))

    def _ask_for_saved_study(self, word: str, use: Callable[[str], None]) -> None:
        names = self.services.study_files.names
        if not names:
            self.show_message(_(words.NO_KEPT_STUDIES))
            return
        answers = [QuestionAnswer(name, partial(use, name)) for name in names]
        self.show_paged_question(words.study_menu_entry_label(word), answers)

    def _open_saved_study(self, name: str) -> None:
        try:
            study = self.services.study_files.load_study(name)
        except (OSError, RecordError, StudyFileError):
            self.show_message(_(words.NO_STUDY_IN_FILE))
        else:
            self.open_study(study)

    def open_study(self, study: Study) -> None:
        """Show another study on this board; undo restores the current study."""
        self.study.open_study(study)
        self._show_present_position()

    def restore_deleted_study(self) -> None:
        """Restore the study that was deleted last."""
        try:
            self.show_message(
                words.study_restored_sentence(self.services.study_files.undo_delete())
            )
        except OSError as error:
            self.show_message(error.strerror or str(error))

    def export_study_page(self) -> None:
        """Save the study as a single HTML page; if that fails, show why."""
        assessment_of = self.study.judge.assessment_of
        problem = save_study_page_or_return_fault(
            self.context, self.services, self.study.study, assessment_of
        )
        if problem:
            self.show_message(problem)
