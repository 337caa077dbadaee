"""Questions over the table: whom to ask, which code to lay, what to swap, how to answer a stake.

After each choice, the question is rebuilt. It closes when there is nothing left to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from hacktrick.app.turn_draft import ActionOffer, ControlName
from hacktrick.game.actions import CALL, FOLD, Action, LayCode, PutUnderDeck
from hacktrick.game.cards import Card, cards_of
from hacktrick.game.state import Observation, PublicState, Side
from hacktrick.i18n import screen_text
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.rulebook.code_pages import code_card_text
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _, ngettext
from hacktrick.i18n.turn_instructions import captured_marker_price_text, refusal_sentence
from hacktrick.ui.accessibility.accessibility_tree import (
    PRESSABLE,
    Node,
    PaintedText,
    ReadableWidget,
    Role,
    bounds_of_rect,
)
from hacktrick.ui.input.intents import INTENT, INTENT_BY_NAME
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import with_alpha
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.code_cards import CodeCardLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.scene.scenes_and_context import Context, Scene, is_player_input
from hacktrick.ui.widgets.basic_widgets import IconButton, Widget
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.input_hints import draw_input_hint

QUESTION_WIDTH = 520.0  # maximum width of a question, in layout units
TITLE_STYLE = TextStyle("heading", 24)
LABEL_STYLE = TextStyle("heading", 18)
# Opacity of the shade around a question over the board, and around a question beside the board.
SHADE_OPACITY, SHADE_OPACITY_BESIDE = 0.45, 0.15
MIN_WIDTH_BESIDE_BOARD = 220.0  # minimum width of a question beside the board, in layout units
PORTRAIT_SIZE = 56.0  # size of the portrait of a code, in layout units
MIN_ANSWER_HEIGHT = 46.0  # minimum height of an answer without a picture, in layout units
KEY_WIDTH = 24.0  # width of the key hint of an answer, in layout units


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """One of the answers that a question offers.

    Attributes:
        action: called when the answer is chosen; None for a line that can only be read.
        detail: a sentence below the label.
        price: the cost of the answer, as text.
        card: the number card whose picture is to the left of the label; None for none.
        code: the code whose portrait is to the left of the label; None for none.
        key: the digit that chooses the answer, on the keyboard or the number pad; None for none.
        primary: whether the answer is highlighted.
        reason: the reason why the answer cannot be chosen; None if it can.
    """

    label: str
    action: Callable[[], None] | None = field(default=None, compare=False)
    detail: str = ""
    price: str = ""
    card: int | None = None
    code: str | None = None
    key: int | None = None
    primary: bool = False
    reason: str | None = None

    @property
    def intents(self) -> tuple[str, ...]:
        """The intents that choose the answer: those of its digit as a card and as a key."""
        return () if self.key is None else (f"card_{self.key}", f"key_{self.key}")


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """A question to the player, with the answers on offer."""

    title: str
    text: str
    answers: tuple[QuestionAnswer, ...]


class QuestionAnswerButton(Widget):
    """A button for one answer, with picture, label, detail and price."""

    def __init__(
        self, context: Context, answer: QuestionAnswer, give: Callable[[QuestionAnswer], None]
    ) -> None:
        super().__init__(context)
        self.answer, self.give = answer, give
        self.focusable = answer.action is not None

    @property
    def scan_rank(self) -> int | None:
        return 0 if self.answer.reason is None else None

    def needed_height(self, width: int) -> int:
        """Return the height in pixels that the answer needs at a width of ``width`` pixels."""
        px, fonts = self.context.px, self.context.fonts
        room = self._text_width(width)
        least = px(68) if self._picture_width else max(px(MIN_ANSWER_HEIGHT), MIN_TARGET_PIXELS)
        below = self._text_below_label(room)
        if not below:
            return max(least, px(20) + self._label_height(room))
        lines = fonts.paragraph_height(below, styles.SMALL, room)
        return max(least, px(24) + self._label_height(room) + lines)

    def _text_below_label(self, room: int) -> str:
        """Return the text below the label; "" for none.

        This is the detail, or else a price that does not fit beside the label.

        Args:
            room: the available width in pixels.
        """
        answer, fonts, px = self.answer, self.context.fonts, self.context.px
        if answer.detail or not answer.price:
            return answer.detail
        beside = fonts.text_size(answer.price, styles.SMALL)[0] + px(10)
        key = px(KEY_WIDTH) if answer.key is not None else 0
        return "" if fonts.can_fit(answer.label, LABEL_STYLE, room - beside - key) else answer.price

    def _label_height(self, room: int) -> int:
        """Return the height of the label in pixels.

        If there is a detail, a label too long for one line wraps in smaller type.

        Args:
            room: the available width in pixels.
        """
        fonts = self.context.fonts
        if self.answer.detail and not fonts.can_fit(self.answer.label, LABEL_STYLE, room):
            return fonts.paragraph_height(self.answer.label, styles.STRONG, room)
        return fonts.line_height(LABEL_STYLE)

    def can_fit_every_detail_word(self, width: int) -> bool:
        """Return whether no word of the sentence below the label is too long for a line.

        Args:
            width: the width in pixels of the whole answer.
        """
        words = self.answer.detail.split()
        size = self.context.fonts.text_size
        return all(size(word, styles.SMALL)[0] <= self._text_width(width) for word in words)

    @property
    def _picture_width(self) -> int:
        """The width in pixels of the picture at the left; 0 without a picture."""
        if self.answer.code is not None:
            return self.context.px(PORTRAIT_SIZE + 12)
        return self.context.px(52) if self.answer.card is not None else 0

    def _text_width(self, width: int) -> int:
        return width - self.context.px(28) - self._picture_width

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        answer = self.answer
        details = (answer.price, answer.detail, answer.reason or "")
        role: Role = "label" if answer.action is None else "button"
        name = answer.label
        if answer.card is not None and str(answer.card) not in name:
            name = f"{_(screen_text.CARD_NUMBER).format(card=answer.card)}: {name}"
        return Node(
            key,
            role,
            name,
            description=", ".join(filter(None, details)),
            bounds=bounds_of_rect(self.rect),
            actions=PRESSABLE if answer.action is not None else (),
            is_disabled=answer.reason is not None,
        )

    def activate(self) -> None:
        if self.answer.reason is not None:
            self.context.play("invalid", 0)
            self.on_refusal(self.answer.reason)
            return
        self.context.play("select", 0)
        self.give(self.answer)

    def draw(self, surface: pygame.Surface) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        live = self.answer.action is not None and self.answer.reason is None
        edge = colours.accent if self.answer.primary and live else None
        look = PanelLook(
            edge=edge,
            edge_width=2.0 if edge else 1.0,
            raised=self.answer.action is not None,
            hovered=self.hovered and live,
            pressed=self.pressed and live,
            dimmed=self.answer.reason is not None,
            glow_colour=edge,
        )
        self._draw_panel(surface, look)
        left = self.rect.x + px(14)
        middle = self.rect.centery - px(2)
        if self.answer.card is not None:
            size = (px(38), px(50))
            sprite = context.sprites.card(CardLook(self.answer.card), size)
            sprite.draw(surface, (left, middle - size[1] // 2))
        elif self.answer.code is not None:
            left -= px(6)
            face = context.sprites.code_portrait(CodeCardLook(self.answer.code), px(PORTRAIT_SIZE))
            face.draw(surface, (left, middle - px(PORTRAIT_SIZE) // 2))
        self._draw_words(surface, left + self._picture_width)

    def _draw_words(self, surface: pygame.Surface, left: int) -> None:
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        fonts = context.fonts
        right = self.rect.right - px(14)
        step = fonts.line_height(LABEL_STYLE)
        below = self._text_below_label(right - left)
        is_price_below = bool(below) and not self.answer.detail
        top = self.rect.y + px(9) if below else self.rect.centery - px(2) - step // 2
        middle = top + step // 2
        if self.answer.key is not None:
            place = (right, middle)
            names = tuple(one for one in self.answer.intents if one in INTENT_BY_NAME)[:1]
            hint = draw_input_hint(surface, context, names, place, "midright", colours.muted)
            right = hint.x - px(10) if hint.width else right
        ink = colours.text if self.answer.reason is None else colours.muted
        place = (left, middle)
        # The price follows the label: beside the hint, its digit would look like an amount.
        price = self.answer.price if not is_price_below else ""
        price_width = fonts.text_size(price, styles.SMALL)[0] + px(10) if price else 0
        room = right - left - price_width
        tall = self._label_height(room)
        if tall > step:
            rect = pygame.Rect(left, top, room, tall)
            fonts.draw_paragraph(surface, self.answer.label, rect, styles.STRONG, ink)
            end = right - price_width
        else:
            end = fonts.draw_text(
                surface, self.answer.label, place, LABEL_STYLE, ink, "midleft", room
            ).right
        if price:
            place = (end + px(10), middle)
            fonts.draw_text(surface, price, place, styles.SMALL, colours.warning, "midleft")
        if below:
            rect = pygame.Rect(left, top + max(step, tall), self.rect.right - px(14) - left, 10_000)
            ink = colours.warning if is_price_below else colours.muted
            fonts.draw_paragraph(surface, below, rect, styles.SMALL, ink)


class TurnQuestionScene(Scene):
    """Shows a question over the table.

    Escape, the close button and a press outside close the question without an answer; the main
    button of the table opens it again.

    Args:
        make: returns the current question; None if there is nothing left to answer.
        rooms: returns rectangles in pixels, the best one first. The question is placed at the
            foot of the first rectangle that is large enough, else over the middle of the last one.
        on_input: called at each input of the player, who may take long to choose.
    """

    is_opaque = False

    def __init__(
        self,
        context: Context,
        make: Callable[[], TurnQuestion | None],
        rooms: Callable[[], tuple[pygame.Rect, ...]],
        on_input: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(context)
        self._make, self._rooms, self._on_input = make, rooms, on_input
        self.group = FocusGroup(context, self._request_redraw, self._show_notice)
        self._message = ""
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.is_beside = False  # whether the question lies beside the board, which stays visible
        self._closed = False
        self.question = make()
        self._cross = IconButton(context, _("Close"), self._close_once, icon="cross", hint="back")

    @property
    def question_rect(self) -> pygame.Rect:
        """The rectangle of the question in pixels."""
        return self._rect

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        return {f"answer {n}": widget for n, widget in enumerate(self.group.widgets)}

    def lay_out(self) -> None:
        self._rebuild_or_close()

    def update(self, dt: float) -> None:
        if not self._closed and self._make() != self.question:
            self._rebuild_or_close()

    def handle(self, event: pygame.Event) -> bool:
        if self._on_input is not None and is_player_input(event):
            self._on_input()
        if event.type in (pygame.KEYDOWN, INTENT):
            return self._handle_key(event)
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            if not self.group.handle_event(event) and self._does_press_close_question(event):
                self._close_once()
            return True
        return self.group.handle_event(event)

    def _does_press_close_question(self, event: pygame.Event) -> bool:
        """Return whether a press closes the question.

        A press outside the question does, and any press if the question can only be read.
        """
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        only_read = all(widget.answer.action is None for widget in self.answer_buttons)
        return only_read or not self._rect.collidepoint(event.pos)

    def _handle_key(self, event: pygame.Event) -> bool:
        name = self.intent_of_event(event)
        if name == "back":
            self._close_once()
            return True
        for widget in self.answer_buttons:
            if name in widget.answer.intents:
                widget.activate()
                return True
        self.group.handle_event(event)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if self.question is None:
            return
        context, colours, px = self.context, self.context.theme.colours, self.context.px
        shade = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        shade.fill(
            with_alpha(colours.shadow, SHADE_OPACITY_BESIDE if self.is_beside else SHADE_OPACITY)
        )
        surface.blit(shade, (0, 0))
        radius = round(context.theme.surface.corner * context.scale)
        pygame.draw.rect(surface, colours.panel, self._rect, border_radius=radius)
        look = PanelLook(edge=colours.accent, edge_width=1.6)
        context.sprites.panel(look, self._rect.size).draw(surface, self._rect.topleft)
        inner = self._rect.inflate(-2 * px(22), -2 * px(18))
        y = inner.y
        head = pygame.Rect(inner.topleft, (self._title_width(inner.width), inner.height))
        y += context.fonts.draw_paragraph(
            surface, self.question.title, head, TITLE_STYLE, colours.text
        )
        text = self._message or self.question.text
        ink = colours.bad if self._message else colours.muted
        if text:
            room = pygame.Rect(inner.x, y + px(4), inner.width, px(400))
            context.fonts.draw_paragraph(surface, text, room, styles.BODY, ink)
        self.group.draw_widgets_and_ring(surface)

    @property
    def answer_buttons(self) -> list[QuestionAnswerButton]:
        return [widget for widget in self.group.widgets if isinstance(widget, QuestionAnswerButton)]

    @property
    def _close_button_size(self) -> int:
        """The width and height of the close button in pixels."""
        return max(self.context.px(MIN_TARGET_PIXELS), MIN_TARGET_PIXELS)

    def _title_width(self, question_width: int) -> int:
        """Return the width in pixels of the title beside the close button.

        Args:
            question_width: the width of the question in pixels.
        """
        return question_width - self._close_button_size + self.context.px(10)

    def _rebuild_or_close(self) -> None:
        """Show the current question, or close if there is nothing left to answer."""
        self.question = self._make()
        self._message = ""
        if self.question is None:
            self._close_once()
            return
        widgets = [
            QuestionAnswerButton(self.context, one, self._give_answer_and_rebuild)
            for one in self.question.answers
        ]
        first = next((widget for widget in widgets if widget.answer.primary), None)
        self.group.replace_widgets([*widgets, self._cross], first)
        self._lay_out(self.question, widgets)
        self.needs_redraw = True

    def _lay_out(self, question: TurnQuestion, widgets: list[QuestionAnswerButton]) -> None:
        px, size = self.context.px, self.context.size
        *beside, middle = self._rooms()
        fitting = (self._rect_beside_board(place, question, widgets) for place in beside)
        found = next((rect for rect in fitting if rect is not None), None)
        self.is_beside = found is not None
        if found is None:
            widest = size[0] - px(40)
            width = min(px(QUESTION_WIDTH), widest)
            if self._question_height(question, widgets, width) > size[1] - px(32):
                width = widest
            found = pygame.Rect(0, 0, width, self._question_height(question, widgets, width))
            found.center = middle.center
            found.clamp_ip(pygame.Rect((0, 0), size).inflate(-px(16), -px(16)))
        self._rect = found
        self._place_widgets(widgets)

    def _rect_beside_board(
        self, place: pygame.Rect, question: TurnQuestion, widgets: list[QuestionAnswerButton]
    ) -> pygame.Rect | None:
        """Return the question's rectangle at the foot of ``place``; None if it does not fit."""
        width = min(self.context.px(QUESTION_WIDTH), place.width)
        height = self._question_height(question, widgets, width)
        if width < self.context.px(MIN_WIDTH_BESIDE_BOARD) or height > place.height:
            return None
        room = width - 2 * self.context.px(22)
        if not all(widget.can_fit_every_detail_word(room) for widget in widgets):
            return None
        return pygame.Rect(place.right - width, place.bottom - height, width, height)

    def _question_height(
        self, question: TurnQuestion, widgets: list[QuestionAnswerButton], width: int
    ) -> int:
        px, fonts = self.context.px, self.context.fonts
        room = width - 2 * px(22)
        head = fonts.paragraph_height(question.title, TITLE_STYLE, self._title_width(room))
        sentence = self._message or question.text
        text = fonts.paragraph_height(sentence, styles.BODY, room) if sentence else 0
        return px(50) + head + text + sum(widget.needed_height(room) + px(8) for widget in widgets)

    def _place_widgets(self, widgets: list[QuestionAnswerButton]) -> None:
        """Place the close button, and the answers from the foot of the question upwards."""
        px, room = self.context.px, self._rect.width - 2 * self.context.px(22)
        size = self._close_button_size
        self._cross.rect = pygame.Rect(
            self._rect.right - px(6) - size, self._rect.y + px(6), size, size
        )
        bottom = self._rect.bottom - px(18)
        for widget in reversed(widgets):
            height = widget.needed_height(room)
            widget.rect = pygame.Rect(self._rect.x + px(22), bottom - px(8) - height, room, height)
            bottom -= height + px(8)

    def _give_answer_and_rebuild(self, answer: QuestionAnswer) -> None:
        if answer.action is not None:
            answer.action()
        if not self._closed:
            self._rebuild_or_close()

    def _close_once(self) -> None:
        if not self._closed:
            self._closed = True
            self.context.stack.remove(self)  # the answer may have opened another scene on top

    def _show_notice(self, sentence: str) -> None:
        self._message = sentence
        self.context.announce(sentence, "answer")
        if self.question is not None and not self.question.text:  # the sentence needs a line
            self._lay_out(self.question, self.answer_buttons)
        self.needs_redraw = True

    def _request_redraw(self) -> None:
        self.needs_redraw = True


SubmitActions = Callable[[Action], None]
QuestionMaker = Callable[
    [MatchSentences, Observation, Sequence[ActionOffer], SubmitActions], TurnQuestion
]
"""Makes a question from the wording, the player's observation, the actions on offer, and a function
that submits the chosen action."""


def question_maker_of_control(public: PublicState, control: ControlName) -> QuestionMaker:
    """Return the function that makes the question of a control."""
    if control == "power":
        return POWER_QUESTIONS[public.codes[public.side] or ""]()
    if control == "ask":
        return opponent_to_ask_question
    return lay_code_card_question if public.phase == "codes" else answer_stake_question


def opponent_to_ask_question(
    wording: MatchSentences,
    observation: Observation,
    offers: Sequence[ActionOffer],
    submit: SubmitActions,
) -> TurnQuestion:
    """Return the question that asks which opponent to ask, with three or four players."""
    answers: list[QuestionAnswer] = []
    opponents = observation.public.seating.opponents_of(observation.seat)
    for seat, offer in zip(opponents, offers, strict=True):
        size = observation.public.hand_sizes[seat]
        detail = ngettext("{n} card in hand", "{n} cards in hand", size).format(n=size)
        answers.append(
            QuestionAnswer(
                wording.name(seat),
                partial(submit, *offer.actions),
                detail,
                captured_marker_price_text(),
                key=len(answers) + 1,
                primary=not answers,
                reason=None if offer.refusal is None else refusal_sentence(wording, offer.refusal),
            )
        )
    return TurnQuestion(_(screen_text.WHOSE_SUM), "", tuple(answers))


def lay_code_card_question(
    wording: MatchSentences,
    observation: Observation,
    offers: Sequence[ActionOffer],
    submit: SubmitActions,
) -> TurnQuestion:
    """Return the question that asks which of the held codes to lay, if any (Battle of Wits)."""
    answers = [
        QuestionAnswer(
            wording.code_text(code),
            partial(submit, LayCode(code)),
            code_card_text(code, _, wording.rules).power,
            code=code,
            key=n + 1,
        )
        for n, code in enumerate(observation.held)
    ]
    none = QuestionAnswer(
        _("No code"), partial(submit, LayCode(None)), key=len(answers) + 1, primary=True
    )
    text = _(screen_text.LAID_CODE_HELP)
    return TurnQuestion(_(screen_text.LAY_CODE_QUESTION), text, (*answers, none))


def answer_stake_question(
    wording: MatchSentences,
    observation: Observation,
    offers: Sequence[ActionOffer],
    submit: SubmitActions,
) -> TurnQuestion:
    """Return the question that asks for the answer to a stake (Hai Doo)."""
    (opponent,) = observation.public.seating.opponents_of(observation.seat)
    name = wording.name(opponent)
    call = QuestionAnswer(
        _("Call"),
        partial(submit, CALL),
        _(screen_text.CALL_HELP),
        wording.points_price_text(1),
        key=1,
        primary=True,
    )
    fold = QuestionAnswer(
        _("Fold"),
        partial(submit, FOLD),
        _(screen_text.FOLD_HELP).format(name=name),
        key=2,
    )
    return TurnQuestion(_(screen_text.PLAYER_STAKES).format(name=name), "", (call, fold))


def swap_card_question(
    wording: MatchSentences,
    observation: Observation,
    offers: Sequence[ActionOffer],
    submit: SubmitActions,
) -> TurnQuestion:
    """Return the question that asks which card to give for a random card (Coco van Vaeck)."""
    (opponent,) = observation.public.seating.opponents_of(observation.seat)
    swaps = [action for offer in offers for action in offer.actions if action.verb == "swap"]
    answers = tuple(
        QuestionAnswer(
            _(screen_text.GIVE_CARD).format(card=swap.card),
            partial(submit, swap),
            price=captured_marker_price_text(),
            card=swap.card,
            key=swap.card,
        )
        for swap in swaps
    )
    text = _(screen_text.SWAP_HELP).format(name=wording.name(opponent))
    return TurnQuestion(_(screen_text.WHICH_CARD_TO_GIVE), text, answers)


class PutUnderDeckQuestionMaker:
    """Makes the question that asks which cards go under the deck, and in which order (Jack Sun).

    The object keeps the cards chosen so far, as indices into the sorted hand.
    """

    def __init__(self) -> None:
        self._picked: list[int] = []

    def __call__(
        self,
        wording: MatchSentences,
        seen: Observation,
        offers: Sequence[ActionOffer],
        submit: SubmitActions,
    ) -> TurnQuestion:
        cards = cards_of(seen.hand)
        answers = tuple(self._card_answer(n, card) for n, card in enumerate(cards))
        chosen = PutUnderDeck(tuple(cards[n] for n in self._picked))
        text = _(screen_text.LAST_CARD_LIES_LOWEST)
        n = len(self._picked)
        label = ngettext(
            "Put {n} card under the deck, draw {n}", "Put {n} cards under the deck, draw {n}", n
        ).format(n=n)
        offered = any(offer.actions == (chosen,) for offer in offers)
        why = None if offered else _(screen_text.CHOOSE_A_CARD_AT_LEAST)
        done = QuestionAnswer(
            label, partial(submit, chosen), _(screen_text.THIS_ENDS_YOUR_TURN), reason=why
        )
        return TurnQuestion(_(screen_text.WHICH_CARDS_GO_UNDER), text, (*answers, done))

    def _card_answer(self, n: int, card: Card) -> QuestionAnswer:
        order = self._picked.index(n) + 1 if n in self._picked else 0
        label = _(screen_text.PLACE_UNDER_DECK).format(n=order) if order else _("Stays in the hand")
        return QuestionAnswer(
            label, partial(self._toggle_picked_card, n), card=card, primary=bool(order)
        )

    def _toggle_picked_card(self, n: int) -> None:
        if n in self._picked:
            self._picked.remove(n)
        else:
            self._picked.append(n)


POWER_QUESTIONS: dict[str, Callable[[], QuestionMaker]] = {
    "vaeck": lambda: swap_card_question,
    "sun": PutUnderDeckQuestionMaker,
}
"""The questions of codes with several uses; see ``game.code_powers.Power.has_choice``."""


def visible_code_cards_overview(model: TableViewModel) -> TurnQuestion:
    """Return the codes in force, and the held codes if visible, as a question without answers."""
    wording, public = model.wording, model.public
    answers = []
    for side in (0, 1):
        code = public.codes[side]
        if code:
            (owner,) = public.seating.seats_of(side)
            label = _("{name}: {code}").format(
                name=wording.player_label(owner), code=wording.code_text(code)
            )
            power = wording.code_power(code, owner)
            answers.append(QuestionAnswer(label, detail=power, code=code))
    seen = model.observation
    for code in seen.held if seen is not None else ():
        label = _(screen_text.CODE_IN_HAND).format(code=wording.code_text(code))
        power = code_card_text(code, _, wording.rules).power
        answers.append(QuestionAnswer(label, detail=power, code=code))
    text = "" if answers else _(screen_text.NO_CODES)
    return TurnQuestion(_("Codes"), text, tuple(answers))


def code_card_in_force_text(
    wording: MatchSentences, public_codes: Sequence[str | None], side: Side
) -> str:
    """Return the name and power of the code in force for a side; "" if there is none."""
    code = public_codes[side]
    if not code:
        return ""
    power = wording.code_power(code, side)
    return _("{code}: {power}").format(code=wording.code_text(code), power=power)
