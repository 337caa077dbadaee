"""A puzzle: a position from a match, in which the best turn is to be found."""

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
BUTTON_HEIGHT = 46.0
MAX_OPTIONS = 4  # turns listed with their chances in the solution


class PositionPuzzleScene(Menu):
    """Asks for the best turn in a position, then shows the solution.

    Args:
        source: provides the current question and the next ones.
    """

    def __init__(self, context: Context, workspace: Workspace, source: QuestionSource) -> None:
        super().__init__(context)
        self.workspace, self.source = workspace, source
        self.chosen_card: Action | None = None  # waits for its command
        self._is_settled = False
        self._board = self._side = pygame.Rect(0, 0, 0, 0)

    @property
    def attempt(self) -> QuestionAttempt:
        return self.source.quiz

    @property
    def sentences(self) -> PuzzleSentences:
        return PuzzleSentences(self.attempt.question)

    # --- Widgets ---

    def build(self) -> None:
        attempt = self.attempt
        if attempt.is_over:
            if puzzle_share_line(self.source):
                self.put("share", Button(self.context, _("Copy a line to share"), self.share))
            if self.source.has_next:
                self.put("forth", Button(self.context, _("Next"), self.advance, primary=True))
        elif attempt.state == "wrong":
            self.put("again", Button(self.context, _("Try again"), self.again, primary=True))
            self.put("give up", Button(self.context, _("Show the answer"), self.give_up))
        else:
            self._build_choices()
            self.put("give up", Button(self.context, _("Show the answer"), self.give_up))
        self.put("back", Button(self.context, _("Back"), self.back, icon="left", hint="back"))

    def _build_choices(self) -> None:
        question = self.attempt.question
        if self._is_card_given:
            self.chosen_card = question.first_actions()[0]
        choices = (
            question.first_actions()
            if self.chosen_card is None
            else question.commands_after(self.chosen_card)
        )
        for action in choices:
            label, hint = self.sentences.action_label(action), _intent_of(action)
            choose = self._choose_action(action)
            self.put(f"do {action}", Button(self.context, label, choose, hint=hint))

    @property
    def _is_card_given(self) -> bool:
        """Whether the question fixes the card and asks only for the command."""
        starts = self.attempt.question.first_actions()
        return len(starts) == 1 and bool(self.attempt.question.commands_after(starts[0]))

    def _choose_action(self, action: Action) -> Callable[[], None]:
        return lambda: self.choose(action)

    def first_focus(self) -> str | None:
        return next(iter(self.named), None)

    # --- Actions ---

    def choose(self, action: Action) -> None:
        """Choose a card or another first action, or the command after a chosen card."""
        question = self.attempt.question
        if self.chosen_card is None and question.commands_after(action):
            self.chosen_card = action
            self.remake()
            return
        made = (action,) if self.chosen_card is None else (self.chosen_card, action)
        self.chosen_card = None
        state = self.attempt.answer(made)
        self.context.play("won" if state == "solved" else "invalid", 0)
        self._record_result()
        self.remake()

    def again(self) -> None:
        self.attempt.again()
        self.remake()

    def give_up(self) -> None:
        self.chosen_card = None
        self.attempt.give_up()
        self._record_result()
        self.remake()

    def advance(self) -> None:
        self.attempt.leave()
        self.source.advance()
        self.chosen_card, self._is_settled = None, False
        self.remake()

    def share(self) -> None:
        line = puzzle_share_line(self.source)
        copied = self.context.clipboard.put(line)
        self.say(_("The line is in the clipboard.") if copied else line)

    def _record_result(self) -> None:
        if self.attempt.is_over and not self._is_settled:
            self._is_settled = True
            self.source.settle()

    def back(self) -> None:
        """Unselect the chosen card first, if there is one."""
        if self.chosen_card is not None and not self._is_card_given:
            self.chosen_card = None
            self.remake()
            return
        super().back()

    def leave(self) -> None:
        super().leave()
        self.attempt.leave()

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.attempt.update():
            self.dirty = True

    def obey(self, name: str) -> bool:
        chosen = self._action_of_intent(name)
        if chosen is not None:
            self.choose(chosen)
            return True
        if name == "undo" and self.chosen_card is not None:
            self.back()
            return True
        return super().obey(name)

    def _action_of_intent(self, name: str) -> Action | None:
        """The action that an intent of the table stands for here; None if there is none."""
        if self.attempt.state != "open":
            return None
        question = self.attempt.question
        choices = (
            question.first_actions()
            if self.chosen_card is None
            else question.commands_after(self.chosen_card)
        )
        if name in CARD_OF_INTENT and self.chosen_card is None:
            same = [one for one in choices if one.row_card == CARD_OF_INTENT[name]]
            return same[0] if same else None
        return next((one for one in choices if name and _intent_of(one) == name), None)

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
        """Place the buttons in pairs at the lower edge."""
        px, inner = self.context.px, self._side.inflate(-self.context.px(28), -self.context.px(28))
        names = list(self.named)
        gap = px(GAP)
        half = (inner.width - gap) // 2
        choices, rest = [n for n in names if n.startswith("do ")], []
        rest = [n for n in names if n not in choices]
        lines = [choices[n : n + 2] for n in range(0, len(choices), 2)]
        lines += [rest[n : n + 2] for n in range(0, len(rest), 2)]
        step = px(BUTTON_HEIGHT) + gap
        top = inner.bottom - step * len(lines) + gap
        for n, line in enumerate(lines):
            for k, name in enumerate(line):
                wide = half if len(line) == 2 else inner.width
                place = pygame.Rect(
                    inner.left + k * (half + gap), top + n * step, wide, px(BUTTON_HEIGHT)
                )
                self.named[name].rect = place

    # --- Picture ---

    def paint(self, surface: pygame.Surface) -> None:
        context, colours, sentences = self.context, self.context.theme.colours, self.sentences
        place = (context.px(EDGE), context.px(36))
        style = styles.TextStyle("heading", 28)
        room = surface.get_width() - 2 * context.px(EDGE)
        heading = puzzle_heading(self.source)
        context.fonts.draw_text(surface, heading, place, style, colours.text, "midleft", room)
        inner = game_drawing.draw_panel(surface, context, self._board)
        foot = context.fonts.line_height(styles.BODY) * 4
        above = pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot)
        draw_position(surface, context, above, self._drawn_position())
        below = pygame.Rect(inner.left, inner.bottom - foot, inner.width, foot)
        self._paint_table_facts(surface, below, sentences)
        self._paint_question(surface, sentences)

    def _drawn_position(self) -> DrawnPosition:
        question = self.attempt.question
        looks = self.workspace.profiles.styles_for(question.seats)
        table = question.public
        theirs: tuple[int | None, ...] = (None,) * table.hand_sizes[1 - question.seat]
        held = question.opponent_hand
        if self.attempt.is_over and held is not None:
            theirs = tuple(card for card, n in enumerate(held) for _n in range(n))
        cards = (
            CardLine(_("Row"), table.row, is_row=True),
            CardLine(self.sentences.name, theirs),
            CardLine(_("Your cards"), question.hand),
            CardLine(_("Set aside"), table.aside, is_dim=True),
        )
        board = tuple((first, second) for first, second in table.board)
        sides: tuple[MarkerStyle, MarkerStyle] = (looks.of((0,)), looks.of((1,)))
        return DrawnPosition(board, (table.double[0], table.double[1]), sides, cards)

    def _paint_table_facts(
        self, surface: pygame.Surface, rect: pygame.Rect, sentences: PuzzleSentences
    ) -> None:
        """Draw the score, the supplies and the announced sums."""
        fonts, wording = self.context.fonts, sentences.wording
        lines = [sentences.score_sentence(), sentences.marker_counts()]
        for announced in self.attempt.sums():
            lines.append(f"{wording.name(announced.seat)}: {sum_text(announced)}")
        step = fonts.line_height(styles.BODY)
        ink = self.context.theme.colours.muted
        for n, line in enumerate(lines):
            place = (rect.left, rect.top + n * step)
            fonts.draw_text(surface, line, place, styles.BODY, ink, width=rect.width)

    def _paint_question(self, surface: pygame.Surface, sentences: PuzzleSentences) -> None:
        context, colours, attempt = self.context, self.context.theme.colours, self.attempt
        inner = game_drawing.draw_panel(surface, context, self._side, sentences.kind_name())
        lowest = min(widget.rect.top for widget in self.named.values())
        y, px = inner.top + context.px(8), context.px
        bottom = lowest - px(12)
        texts = [(sentences.question_sentence(), styles.STRONG, colours.text)]
        if self.chosen_card is not None:
            texts.append((sentences.turn_text((self.chosen_card,)), styles.STRONG, colours.accent))
        if attempt.state != "open":
            ink = colours.good if attempt.state == "solved" else colours.warning
            texts.append((sentences.attempt_sentence(attempt), styles.STRONG, ink))
        if attempt.why is not None:
            texts.append((sentences.explanation(attempt), styles.BODY, colours.muted))
        if attempt.is_over:
            best = attempt.question.options[:MAX_OPTIONS]
            options = [
                sentences.option_line(actions, forecast.match) for actions, forecast, _share in best
            ]
            texts.append(("\n".join(options), styles.BODY, colours.text))
            texts.append((sentences.opponent_cards_sentence(), styles.BODY, colours.muted))
        for text, style, ink in texts:
            if text and y < bottom:
                room = pygame.Rect(inner.left, y, inner.width, bottom - y)
                y += context.fonts.draw_paragraph(surface, text, room, style, ink) + px(10)


def _intent_of(action: Action) -> str:
    """The intent that stands for this action at the table; "" if there is none."""
    if action.row_card is not None:
        is_double = action.verb == "play" and action.double
        return "" if is_double else f"card_{action.row_card}"
    if action.verb == "command":
        return action.kind
    if action.verb == "draw":
        return "draw"
    return "ask" if action.verb == "ask" else ""
