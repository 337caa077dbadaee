"""What an edition is, at the new-match screen: in words, and as its table would look.

It must not know the widgets that choose it.
"""

from __future__ import annotations

from itertools import product

import pygame

from hacktrick.game.actions import CODES
from hacktrick.game.rules import Rules
from hacktrick.ui.menus.table_pictures import TablePictures, fitted, wish_for
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.code_cards import CodeLook
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.stage.context import Context
from hacktrick.words.choices import MatchChoices
from hacktrick.words.rulebook.editions import differences, option_value, preset_summary
from hacktrick.words.terms import terms
from hacktrick.words.translator import _

TEXT = 80.0  # units: room for what an edition is
MORE_TEXT = 130.0  # at most, where the house rules are folded
LEAST = 96.0  # units: no lower picture
GAP = 18.0
WORDS = TextStyle("heading", 18)
COLUMNS, ROWS = 3, 4  # of the faces
BETWEEN = 5.0


class EditionPreview:
    """The lower part of the panel of the rules."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.pictures = TablePictures(context)
        self._picture = self._beside = pygame.Rect(0, 0, 0, 0)

    # In words

    def text_height(self, rules: Rules, width: int, unfolded: bool) -> int:
        """Room for them in pixels: more only where it is needed and nothing else needs it."""
        px, needed = self.context.px, sum(self._height(text, width) for text in _about(rules))
        usual = px(TEXT)
        return usual if unfolded else max(usual, min(needed + px(6), px(MORE_TEXT)))

    def paint_text(
        self, surface: pygame.Surface, rules: Rules, room: pygame.Rect, unfolded: bool
    ) -> None:
        """What it is; and in which rules it differs, unless they stand below."""
        fonts, colours = self.context.fonts, self.context.theme.colours
        summary, rest = _about(rules)
        used = fonts.paragraph(surface, summary, room, styles.SMALL, colours.text)
        room.update(room.left, room.top + used, room.width, room.height - used)
        if not unfolded or self._height(rest, room.width) <= room.height:
            fonts.paragraph(surface, rest, room, styles.SMALL, colours.muted)

    def _height(self, text: str, width: int) -> int:
        return self.context.fonts.paragraph_height(text, styles.SMALL, width)

    # As a table

    def place(self, area: pygame.Rect, choices: MatchChoices) -> None:
        """A table at the left of an area, if that is high enough."""
        context, px = self.context, self.context.px
        self._picture, self._beside = pygame.Rect(area.topleft, (0, 0)), area
        if area.height >= px(LEAST):
            most = pygame.Rect(area.topleft, (round(area.width * 0.72), area.height))
            self._picture = fitted(most, context.size)
            left = self._picture.right + px(GAP)
            self._beside = pygame.Rect(left, area.top, area.right - left, area.height)
        self.want(choices)

    def want(self, choices: MatchChoices) -> None:
        """The choices have changed."""
        size = self._picture.size
        theme = self.context.settings.theme
        self.pictures.want([wish_for(self.context, choices, theme, size)] if size[0] else [])

    def paint(self, surface: pygame.Surface, choices: MatchChoices) -> None:
        if self._picture.width:
            wish = wish_for(self.context, choices, self.context.settings.theme, self._picture.size)
            self.pictures.draw(surface, self._picture, wish, "table")
        if choices.rules.codes and self._picture.width:
            self._paint_faces(surface)
        else:
            self._paint_words(surface, choices.rules)

    def _paint_faces(self, surface: pygame.Surface) -> None:
        """The people of the twelve codes."""
        gap, room = self.context.px(BETWEEN), self._beside
        edge = min(
            (room.width - (COLUMNS - 1) * gap) // COLUMNS, (room.height - (ROWS - 1) * gap) // ROWS
        )
        for code, (row, column) in zip(CODES, product(range(ROWS), range(COLUMNS)), strict=True):
            face = self.context.sprites.face(CodeLook(code), edge)
            face.draw(surface, (room.left + column * (edge + gap), room.top + row * (edge + gap)))

    def _paint_words(self, surface: pygame.Surface, rules: Rules) -> None:
        """What one says and what one plays for, one below the other where there is a picture."""
        say, px = terms(rules, _), self.context.px
        words = [say.pass_, say.play, say.guard]
        if not self._picture.width:
            words = [" · ".join(words)]
        target = option_value("target", rules.target, rules, _)
        blocks = ((_("You say"), words), (_("You play for"), [target]))
        fonts, colours = self.context.fonts, self.context.theme.colours
        step, small = fonts.line_height(WORDS), fonts.line_height(styles.SMALL)
        lines = sum(len(texts) for _head, texts in blocks)
        tall = lines * step + 2 * small + px(10)
        y, left = self._beside.top + max(0, self._beside.height - tall) // 2, self._beside.left
        for head, texts in blocks:
            fonts.text(surface, head, (left, y), styles.SMALL, colours.muted)
            y += small
            for text in texts:
                width = self._beside.width
                fonts.text(surface, text, (left, y), WORDS, colours.text, width=width)
                y += step
            y += px(10)


def _about(rules: Rules) -> tuple[str, str]:
    """What the edition is, and in which rules it differs."""
    return preset_summary(rules.preset, _), " ".join(differences(rules, _))
