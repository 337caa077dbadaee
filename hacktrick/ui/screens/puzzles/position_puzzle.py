"""A puzzle: a position as it was at the table, and the turn to be found."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hacktrick.app.marker_styles import MarkerStyle
from hacktrick.app.puzzle_practice import QuestionAttempt, QuestionSource
from hacktrick.app.workspace import Workspace
from hacktrick.game.actions import Action
from hacktrick.i18n.match_text import sum_text
from hacktrick.i18n.puzzle_text import PuzzleSentences, puzzle_heading, puzzle_share_line
from hacktrick.i18n.translator import _
from hacktrick.ui.input.intents import CARD_OF_INTENT
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.scene.context import Context
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button
from hacktrick.ui.widgets.menu import Menu
from hacktrick.ui.widgets.position_board import CardLine, DrawnPosition, draw_position

EDGE, GAP, TOP = 16.0, 10.0, 64.0  # units
BUTTON = 46.0
MOST_TOLD = 4  # turns that are told with their chances at the end


class PositionPuzzleScene(Menu):
    """
    Args:
        stream: where the questions come from.
    """

    def __init__(self, context: Context, workspace: Workspace, stream: QuestionSource) -> None:
        super().__init__(context)
        self.workspace, self.stream = workspace, stream
        self.first: Action | None = None  # a card that waits for its word
        self._settled = False
        self._board = self._side = pygame.Rect(0, 0, 0, 0)

    @property
    def quiz(self) -> QuestionAttempt:
        return self.stream.quiz

    @property
    def words(self) -> PuzzleSentences:
        return PuzzleSentences(self.quiz.question)

    # --- Widgets ---

    def build(self) -> None:
        quiz = self.quiz
        if quiz.is_over:
            if puzzle_share_line(self.stream):
                self.put("share", Button(self.context, _("Copy a line to share"), self.share))
            if self.stream.has_next:
                self.put("forth", Button(self.context, _("Next"), self.advance, primary=True))
        elif quiz.state == "wrong":
            self.put("again", Button(self.context, _("Try again"), self.again, primary=True))
            self.put("give up", Button(self.context, _("Show the answer"), self.give_up))
        else:
            self._build_choices()
            self.put("give up", Button(self.context, _("Show the answer"), self.give_up))
        self.put("back", Button(self.context, _("Back"), self.back, icon="left", hint="back"))

    def _build_choices(self) -> None:
        question = self.quiz.question
        if self._is_given:
            self.first = question.first_actions()[0]
        choices = (
            question.first_actions() if self.first is None else question.commands_after(self.first)
        )
        for action in choices:
            label, hint = self.words.action_label(action), _intent(action)
            act = self._chooser(action)
            self.put(f"do {action}", Button(self.context, label, act, hint=hint))

    @property
    def _is_given(self) -> bool:
        """Whether the card is part of the question."""
        starts = self.quiz.question.first_actions()
        return len(starts) == 1 and bool(self.quiz.question.commands_after(starts[0]))

    def _chooser(self, action: Action) -> Callable[[], None]:
        return lambda: self.choose(action)

    def first_focus(self) -> str | None:
        return next(iter(self.named), None)

    # --- What is done ---

    def choose(self, action: Action) -> None:
        """A first action, or the word after it."""
        question = self.quiz.question
        if self.first is None and question.commands_after(action):
            self.first = action
            self.remake()
            return
        made = (action,) if self.first is None else (self.first, action)
        self.first = None
        state = self.quiz.answer(made)
        self.context.play("won" if state == "solved" else "invalid", 0)
        self._settle()
        self.remake()

    def again(self) -> None:
        self.quiz.again()
        self.remake()

    def give_up(self) -> None:
        self.first = None
        self.quiz.give_up()
        self._settle()
        self.remake()

    def advance(self) -> None:
        self.quiz.leave()
        self.stream.advance()
        self.first, self._settled = None, False
        self.remake()

    def share(self) -> None:
        line = puzzle_share_line(self.stream)
        copied = self.context.clipboard.put(line)
        self.say(_("The line is in the clipboard.") if copied else line)

    def _settle(self) -> None:
        if self.quiz.is_over and not self._settled:
            self._settled = True
            self.stream.settle()

    def back(self) -> None:
        """A card that was chosen is put back first."""
        if self.first is not None and not self._is_given:
            self.first = None
            self.remake()
            return
        super().back()

    def leave(self) -> None:
        super().leave()
        self.quiz.leave()

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.quiz.update():
            self.dirty = True

    def obey(self, name: str) -> bool:
        chosen = self._meant(name)
        if chosen is not None:
            self.choose(chosen)
            return True
        if name == "undo" and self.first is not None:
            self.back()
            return True
        return super().obey(name)

    def _meant(self, name: str) -> Action | None:
        """What an intent of the table would do here."""
        if self.quiz.state != "open":
            return None
        question = self.quiz.question
        choices = (
            question.first_actions() if self.first is None else question.commands_after(self.first)
        )
        if name in CARD_OF_INTENT and self.first is None:
            same = [one for one in choices if one.row_card == CARD_OF_INTENT[name]]
            return same[0] if same else None
        return next((one for one in choices if name and _intent(one) == name), None)

    # --- Places ---

    def place(self) -> None:
        context = self.context
        width, height = context.units
        bottom = height - EDGE
        if height > width:
            side = min(560.0, (bottom - TOP) * 0.42)
            self._board = context.rect(EDGE, TOP, width - 2 * EDGE, bottom - TOP - side - GAP)
            self._side = context.rect(EDGE, bottom - side, width - 2 * EDGE, side)
        else:
            side = min(460.0, width * 0.40)
            self._board = context.rect(EDGE, TOP, width - 2 * EDGE - side - GAP, bottom - TOP)
            self._side = context.rect(width - EDGE - side, TOP, side, bottom - TOP)
        self._place_buttons()

    def _place_buttons(self) -> None:
        """Two beside each other, from the lower edge up."""
        px, inner = self.context.px, self._side.inflate(-self.context.px(28), -self.context.px(28))
        names = list(self.named)
        gap = px(GAP)
        half = (inner.width - gap) // 2
        choices, rest = [n for n in names if n.startswith("do ")], []
        rest = [n for n in names if n not in choices]
        lines = [choices[n : n + 2] for n in range(0, len(choices), 2)]
        lines += [rest[n : n + 2] for n in range(0, len(rest), 2)]
        step = px(BUTTON) + gap
        top = inner.bottom - step * len(lines) + gap
        for n, line in enumerate(lines):
            for k, name in enumerate(line):
                wide = half if len(line) == 2 else inner.width
                place = pygame.Rect(inner.left + k * (half + gap), top + n * step, wide, px(BUTTON))
                self.named[name].rect = place

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context, colours, words = self.context, self.context.theme.colours, self.words
        place = (context.px(EDGE), context.px(36))
        style = styles.TextStyle("heading", 28)
        room = surface.get_width() - 2 * context.px(EDGE)
        heading = puzzle_heading(self.stream)
        context.fonts.text(surface, heading, place, style, colours.text, "midleft", room)
        inner = game_drawing.draw_panel(surface, context, self._board)
        foot = context.fonts.line_height(styles.BODY) * 4
        above = pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot)
        draw_position(surface, context, above, self._shown())
        below = pygame.Rect(inner.left, inner.bottom - foot, inner.width, foot)
        self._tell_table(surface, below, words)
        self._tell_question(surface, words)

    def _shown(self) -> DrawnPosition:
        question = self.quiz.question
        looks = self.workspace.profiles.styles_for(question.seats)
        table = question.public
        theirs: tuple[int | None, ...] = (None,) * table.hand_sizes[1 - question.seat]
        held = question.opponent_hand
        if self.quiz.is_over and held is not None:
            theirs = tuple(card for card, n in enumerate(held) for _n in range(n))
        cards = (
            CardLine(_("Row"), table.row, is_row=True),
            CardLine(self.words.name, theirs),
            CardLine(_("Your cards"), question.hand),
            CardLine(_("Set aside"), table.aside, is_dim=True),
        )
        board = tuple((first, second) for first, second in table.board)
        sides: tuple[MarkerStyle, MarkerStyle] = (looks.of((0,)), looks.of((1,)))
        return DrawnPosition(board, (table.double[0], table.double[1]), sides, cards)

    def _tell_table(
        self, surface: pygame.Surface, rect: pygame.Rect, words: PuzzleSentences
    ) -> None:
        """Sums, markers and the score, as far as they lie on the table."""
        fonts, wording = self.context.fonts, words.wording
        lines = [words.score_sentence(), words.marker_counts()]
        for told in self.quiz.sums():
            lines.append(f"{wording.name(told.seat)}: {sum_text(told)}")
        step = fonts.line_height(styles.BODY)
        ink = self.context.theme.colours.muted
        for n, line in enumerate(lines):
            place = (rect.left, rect.top + n * step)
            fonts.text(surface, line, place, styles.BODY, ink, width=rect.width)

    def _tell_question(self, surface: pygame.Surface, words: PuzzleSentences) -> None:
        context, colours, quiz = self.context, self.context.theme.colours, self.quiz
        inner = game_drawing.draw_panel(surface, context, self._side, words.kind_name())
        lowest = min(widget.rect.top for widget in self.named.values())
        y, px = inner.top + context.px(8), context.px
        bottom = lowest - px(12)
        texts = [(words.question_sentence(), styles.STRONG, colours.text)]
        if self.first is not None:
            texts.append((words.turn_text((self.first,)), styles.STRONG, colours.accent))
        if quiz.state != "open":
            ink = colours.good if quiz.state == "solved" else colours.warning
            texts.append((words.attempt_sentence(quiz), styles.STRONG, ink))
        if quiz.why is not None:
            texts.append((words.explanation(quiz), styles.BODY, colours.muted))
        if quiz.is_over:
            best = quiz.question.options[:MOST_TOLD]
            told = [words.option_line(actions, where.match) for actions, where, _share in best]
            texts.append(("\n".join(told), styles.BODY, colours.text))
            texts.append((words.opponent_cards_sentence(), styles.BODY, colours.muted))
        for text, style, ink in texts:
            if text and y < bottom:
                room = pygame.Rect(inner.left, y, inner.width, bottom - y)
                y += context.fonts.paragraph(surface, text, room, style, ink) + px(10)


def _intent(action: Action) -> str:
    """The name of the intent that does the same at the table."""
    if action.row_card is not None:
        is_double = action.verb == "play" and action.double
        return "" if is_double else f"card_{action.row_card}"
    if action.verb == "command":
        return action.kind
    if action.verb == "draw":
        return "draw"
    return "ask" if action.verb == "ask" else ""
