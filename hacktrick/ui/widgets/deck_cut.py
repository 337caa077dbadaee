"""The deal button, which cuts the deck at the point where the button is pressed.

The button beside it, with a shield, opens the fingerprint of the deal. There the player can type
words to cut the deck instead. If the player presses Enter to deal, the deck is cut in the middle.
The program could have foreseen this cut, so the record marks it as unproved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from hacktrick.app.themes import Colour
from hacktrick.i18n import screen_text
from hacktrick.i18n.table_remarks import checked_deals_sentence
from hacktrick.i18n.translator import _
from hacktrick.ui.layout.geometry import centred_rect, split_into_columns
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import mix_colours
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets.basic_widgets import Button, TextField, Widget
from hacktrick.ui.widgets.menu_base import Menu, darken_surface, draw_dialog_box

DECK_SIZE = 18  # number of cards in the deck
CARD_OVERHANG = 7.0  # length by which the cards stick out above the button, in layout units
# Additional length by which the cards above the cut stick out, in layout units.
LIFTED_OVERHANG = 3.0
FINGERPRINT_WIDTH = 66.0  # width of the fingerprint button, in layout units
MAX_WORDS_LENGTH = 80  # maximum number of characters of the words that cut the deck
DIALOG_WIDTH = 620.0
MARGIN = 30.0
PARAGRAPH_GAP = 9.0  # gap between two paragraphs about the fingerprint, in layout units
TITLE_STYLE = styles.TextStyle("heading", 26)
TEXT_STYLE = styles.TextStyle("body", 15)
FINGERPRINT_STYLE = styles.TextStyle("mono", 15)

Deal = Callable[[str | None], None]
Fingerprint = Callable[[], str | None]
Paragraph = tuple[str, styles.TextStyle, Colour]


class CutAndDealButton(Button):
    """A button that deals, and cuts the deck at the point where the button is pressed.

    A digit key from 1 to 9 cuts below that many cards.

    Args:
        deal: called with the cut as text, or with None if the player has not chosen a cut.
        seal: returns the fingerprint of the deal, or None if there is nothing to cut.
    """

    def __init__(
        self, context: Context, label: str, deal: Deal, seal: Fingerprint, **more: Any
    ) -> None:
        super().__init__(context, label, lambda: deal(self._pop_chosen_cut()), **more)
        self._deal, self._seal = deal, seal
        self._cut: int | None = None
        self._hovered_cut = 0  # the cut under the pointer, as the number of cards above it

    def handle_hover(self, pos: tuple[int, int]) -> None:
        if self._hovered_cut != (pointed := self._n_cards_above_cut(pos[0])):
            self._hovered_cut = pointed
            self.request_redraw()

    def handle_press(self, pos: tuple[int, int]) -> None:
        """Remember the cut at the pressed point; releasing the button deals."""
        self._cut = self._n_cards_above_cut(pos[0])

    def handle_key(self, event: pygame.Event) -> bool:
        self._cut = None
        sign = event.unicode if event.type == pygame.KEYDOWN else ""
        if self._seal() is None or len(sign) != 1 or sign not in "123456789":
            return False
        self._cut = int(sign)
        self.activate()
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if self.hovered and self._seal() is not None:
            self._draw_deck_behind_button(surface)
        super().draw(surface)

    def _pop_chosen_cut(self) -> str | None:
        cut, self._cut = self._cut, None
        return None if cut is None or self._seal() is None else str(cut)

    def _n_cards_above_cut(self, x: int) -> int:
        """Return the number of cards above a cut at the horizontal pixel ``x``, from 1 to 17."""
        share = (x - self.rect.left) / max(1, self.rect.width)
        return min(DECK_SIZE - 1, max(1, 1 + int(share * (DECK_SIZE - 1))))

    def _draw_deck_behind_button(self, surface: pygame.Surface) -> None:
        """Draw the deck behind the button; cards above the cut stick out a little further."""
        context, colours = self.context, self.context.theme.colours
        cut = self._hovered_cut if self.hovered else 0
        edge = max(1, context.px(1))
        inner = self.rect.inflate(-context.px(12), 0)
        step = inner.width / DECK_SIZE
        for n in range(DECK_SIZE):
            top = context.px(CARD_OVERHANG + (LIFTED_OVERHANG if n < cut else 0.0))
            card = pygame.Rect(0, 0, round(step * 0.86), top + context.px(8))
            card.midtop = round(inner.left + (n + 0.5) * step), self.rect.top - top
            fill = mix_colours(colours.panel, colours.accent, 0.55 if n < cut else 0.28)
            pygame.draw.rect(surface, fill, card, border_radius=context.px(3))
            line = mix_colours(colours.panel, colours.accent, 0.75)
            pygame.draw.rect(surface, line, card, edge, border_radius=context.px(3))


class FingerprintButton(Button):
    """The button "Fair play", with a shield, which opens the fingerprint of the deal."""

    def __init__(self, context: Context, deal: Deal, seal: Fingerprint) -> None:
        def show_fingerprint() -> None:
            context.stack.push(FingerprintScene(context, seal() or "", deal))

        super().__init__(context, _("Fair play"), show_fingerprint, icon="shield")
        self._seal = seal
        self.visible = self.has_fingerprint

    @property
    def has_fingerprint(self) -> bool:
        """Whether the next deal has a fingerprint."""
        return self._seal() is not None

    def draw(self, surface: pygame.Surface) -> None:
        self._draw_panel(surface, self._panel_look())
        icon = self.context.sprites.icon(self.icon, self.context.px(22), self._text_colour())
        icon.draw_centred(surface, self.rect.center)


def place_deal_and_fingerprint_buttons(
    context: Context, deal_button: Widget, fingerprint_button: Widget, line: pygame.Rect
) -> None:
    """Place the deal button and the fingerprint button in a row.

    Without a fingerprint, the deal button fills the row.

    Args:
        deal_button: the button that deals.
        fingerprint_button: the button that shows the fingerprint.
        line: the rectangle of the row.
    """
    assert isinstance(fingerprint_button, FingerprintButton)
    fingerprint_button.visible = fingerprint_button.has_fingerprint
    if not fingerprint_button.visible:
        deal_button.rect = line
        return
    width, gap = context.px(FINGERPRINT_WIDTH), context.px(8)
    deal_button.rect = pygame.Rect(line.left, line.top, line.width - width - gap, line.height)
    fingerprint_button.rect = pygame.Rect(line.right - width, line.top, width, line.height)


class FingerprintScene(Menu):
    """The dialog that shows and explains the fingerprint of a deal.

    In the dialog, the player can type words that cut the deck.

    Args:
        checked: the fingerprints of the rounds played, checked against their deals; None if a
            fingerprint contradicts its deal.
    """

    is_opaque = False

    def __init__(
        self, context: Context, seal: str, deal: Deal, checked: Sequence[str] | None = ()
    ) -> None:
        super().__init__(context)
        self._seal, self._deal, self._checked = seal, deal, checked
        self._words = ""
        self._box = self._inner = pygame.Rect(0, 0, 0, 0)

    def create_widgets(self) -> None:
        label, deal = _("Your own words"), self._close_and_deal_with_cut_text
        words = TextField(
            self.context, label, self._words, self._set_cut_text, MAX_WORDS_LENGTH, deal
        )
        self.add_widget("words", words)
        self.add_widget(
            "back", Button(self.context, _("Back"), self.go_back, centred=True, hint="back")
        )
        self.add_widget(
            "deal",
            Button(self.context, _("Deal"), deal, centred=True, primary=True),
        )

    def _set_cut_text(self, text: str) -> None:
        self._words = text

    def _close_and_deal_with_cut_text(self) -> None:
        words = self._words.strip()
        self.context.stack.pop()
        self._deal(words or None)

    def _paragraphs(self) -> list[Paragraph]:
        """Return the paragraphs for which there is room above the next deal's fingerprint."""
        colours = self.context.theme.colours
        help_text = (_(screen_text.FINGERPRINT_HELP), TEXT_STYLE, colours.muted)
        title = (_("Cut the deck"), TITLE_STYLE, colours.text)
        if self._checked is None:
            return [(checked_deals_sentence(None), TEXT_STYLE, colours.bad), title, help_text]
        if not self._checked:
            return [title, help_text]
        heading = (_("Fair play"), TITLE_STYLE, colours.text)
        checked = (checked_deals_sentence(len(self._checked)), TEXT_STYLE, colours.good)
        starts = ", ".join(f"{one[:4]} {one[4:8]}" for one in self._checked)
        played = [checked, (starts, FINGERPRINT_STYLE, colours.muted)]
        choices = ([heading, *played, title, help_text], [*played, title])
        room = self.context.size[1] - self.context.px(2 * MARGIN) - self._height_below_paragraphs()
        fitting = (one for one in choices if self._paragraphs_height(one) <= room)
        return next(fitting, [checked, title])

    def _paragraphs_height(self, paragraphs: Sequence[Paragraph]) -> int:
        """Return the height of paragraphs in pixels, including the gap below each of them."""
        fonts, width, gap = self.context.fonts, self._text_width, self.context.px(PARAGRAPH_GAP)
        return sum(fonts.paragraph_height(one[0], one[1], width) + gap for one in paragraphs)

    def _height_below_paragraphs(self) -> int:
        """Return the height in pixels of the fingerprint, the text field and the buttons."""
        return self.context.px(76) + self.context.px(52) + self.context.px(20) + self.context.px(52)

    @property
    def _text_width(self) -> int:
        return self._box_width - 2 * self.context.px(MARGIN)

    @property
    def _box_width(self) -> int:
        return min(self.context.px(DIALOG_WIDTH), self.context.size[0] - self.context.px(32))

    def place_widgets(self) -> None:
        context, px = self.context, self.context.px
        width, text = self._box_width, self._paragraphs_height(self._paragraphs())
        height = text + self._height_below_paragraphs() + 2 * px(MARGIN)
        self._box = centred_rect(context.size, width, height)
        self._inner = self._box.inflate(-2 * px(MARGIN), -2 * px(MARGIN))
        inner = self._inner
        line = pygame.Rect(inner.left, inner.bottom - px(52), inner.width, px(52))
        field = pygame.Rect(inner.left, line.top - px(66), inner.width, px(48))
        self.widgets["words"].rect = field
        back, deal = split_into_columns(line, (1.0, 1.0), px(14))
        self.widgets["back"].rect, self.widgets["deal"].rect = back, deal

    def draw(self, surface: pygame.Surface) -> None:
        darken_surface(surface)
        context, colours = self.context, self.context.theme.colours
        draw_dialog_box(surface, context, self._box)
        rest = self._inner.copy()
        for words, style, colour in self._paragraphs():
            rest.y += context.fonts.draw_paragraph(surface, words, rest, style, colour)
            rest.y += context.px(PARAGRAPH_GAP)
        step = context.fonts.line_height(FINGERPRINT_STYLE)
        for n in (0, 1):
            digits = self._seal[32 * n : 32 * n + 32]
            groups = " ".join(digits[at : at + 4] for at in range(0, 32, 4))
            place = (rest.centerx, rest.y + step * n + step // 2)
            context.fonts.draw_text(
                surface, groups, place, FINGERPRINT_STYLE, colours.text, "center", rest.width
            )
        self.group.draw_widgets_and_ring(surface)
