"""A sheet with every basic widget of the interface in every state."""

from __future__ import annotations

import pygame

from hacktrick.app import themes as theme
from hacktrick.app.marker_styles import StyledMarker
from hacktrick.ui.paint import fonts as f
from hacktrick.ui.paint import icons as paint_icons
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.paint.markers import marker_spots
from hacktrick.ui.paint.sprites import Sprites
from hacktrick.ui.paint.table_surface import draw_lcd_text, draw_line_of_light


class Sheet:
    def __init__(self, key: str, size: tuple[int, int]) -> None:
        self.theme = theme.load_theme(key)
        self.u = min(size[0] / 1280, size[1] / 720)
        self.surface = pygame.Surface(size)
        self.fonts = f.Fonts(self.theme.faces, self.u)
        self.sprites = Sprites(self.theme, self.u)
        self.surface.blit(self.sprites.background(size), (0, 0))

    def px(self, x: float, y: float) -> tuple[int, int]:
        return round(x * self.u), round(y * self.u)

    def rect(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        return pygame.Rect(self.px(x, y), self.px(w, h))

    def draw(self) -> None:
        self.title()
        self.keys()
        self.markers()
        self.cards()
        self.panels()
        self.icons()

    def title(self) -> None:
        colours = self.theme.colours
        self.fonts.draw_text(self.surface, "HACK TRICK", self.px(20, 10), f.HEADING, colours.accent)
        self.fonts.draw_text(
            self.surface, f"Materials: {self.theme.name}", self.px(170, 16), f.BODY, colours.muted
        )

    def keys(self) -> None:
        looks = [
            (8, KeyLook(), []),
            (1, KeyLook(is_reachable=True), []),
            (6, KeyLook(owner=0), [StyledMarker(0)]),
            (3, KeyLook(owner=1), [StyledMarker(1), StyledMarker(1)]),
            (5, KeyLook(owner=1, chosen=True), [StyledMarker(1), StyledMarker(1, True)]),
            (7, KeyLook(owner=0, is_reachable=True, hover=True), [StyledMarker(0, True)]),
            (
                4,
                KeyLook(owner=0, won=True),
                [StyledMarker(0), StyledMarker(0, True), StyledMarker(0)],
            ),
            (9, KeyLook(owner=2), [StyledMarker(2), StyledMarker(2, True)]),
            (2, KeyLook(owner=3, pressed=True), [StyledMarker(3), StyledMarker(3, True)]),
        ]
        for n, (number, look, pieces) in enumerate(looks):
            rect = self.rect(24 + n % 3 * 114, 50 + n // 3 * 108, 104, 100)
            self.sprites.key(look, rect.size).draw(self.surface, rect.topleft)
            self.fonts.draw_text(
                self.surface,
                str(number),
                (rect.x + 13 * self.u, rect.y + 5 * self.u),
                f.KEY_NUMERAL,
                self.theme.colours.text,
            )
            for piece, (foot, width) in zip(pieces, marker_spots(rect, len(pieces)), strict=False):
                self.sprites.draw_marker(self.surface, piece, foot, width)
        ring = self.rect(24, 50, 104, 100)
        self.sprites.focus_ring(ring.size).draw(self.surface, ring.topleft)

    def markers(self) -> None:
        for player in range(4):
            x = 390 + player * 78
            for n, double in enumerate((False, True)):
                piece = StyledMarker(player, double)
                place = self.sprites.draw_marker(
                    self.surface, piece, self.px(x + 30, 110 + n * 74), 46 * self.u
                )
                if player == 1:
                    self.sprites.cross_out(place.size).draw(self.surface, place.topleft)
            self.sprites.draw_marker(
                self.surface, StyledMarker(player), self.px(x + 30, 240), 46 * self.u, ghost=True
            )
            for n in range(4):
                sign = self.sprites.sign(
                    StyledMarker(player, n % 2 == 1), 17 * self.u, filled=n < 2
                )
                sign.draw(self.surface, self.px(x + n * 19, 262))
        points = [self.px(410, 310), self.px(520, 310), self.px(660, 350)]
        draw_line_of_light(
            self.surface, self.theme, points, 0.9, self.theme.colours.players[0], self.u
        )

    def cards(self) -> None:
        for value in range(6):
            look = CardLook(value, selected=value == 2, hover=value == 3, dim=value == 4)
            rect = self.rect(24 + value * 94, 400 - (12 if value == 2 else 0), 84, 112)
            self.sprites.card(look, rect.size).draw(self.surface, rect.topleft)
        for n in range(8):
            rect = self.rect(24 + n * 50, 535, 44, 58)
            self.sprites.card(CardLook(n % 6, last=n == 7), rect.size).draw(
                self.surface, rect.topleft
            )
        for n in range(3):
            rect = self.rect(440 + n * 52, 532, 44, 64)
            self.sprites.card(CardLook(None), rect.size).draw(self.surface, rect.topleft)
        self.sprites.deck(9, self.px(44, 64)).draw(self.surface, self.px(610, 526))
        self.sprites.card(CardLook(None), self.px(84, 112)).draw(self.surface, self.px(606, 400))
        self.sprites.deck(0, self.px(44, 64)).draw(self.surface, self.px(670, 532))

    def panels(self) -> None:
        colours = self.theme.colours
        lcd = self.rect(760, 50, 352, 38)
        self.sprites.lcd(lcd.size).draw(self.surface, lcd.topleft)
        draw_lcd_text(
            self.surface, self.theme, self.fonts, "4+1=5", (lcd.x + 12 * self.u, lcd.centery), 7
        )
        self.fonts.draw_text(
            self.surface,
            "capture 2",
            (lcd.right - 12 * self.u, lcd.centery),
            f.BODY,
            colours.text,
            "midright",
        )
        flat = self.rect(760, 104, 232, 150)
        look = PanelLook(edge=colours.players[1], edge_width=1.4)
        self.sprites.panel(look, flat.size).draw(self.surface, flat.topleft)
        self.fonts.draw_text(self.surface, "CIPHER", self.px(800, 116), f.HEADING, colours.text)
        self.sprites.sign(StyledMarker(1), 20 * self.u).draw(self.surface, self.px(772, 120))
        for n in range(10):
            sign = self.sprites.sign(StyledMarker(1, n == 9), 18 * self.u, filled=n < 5 or n == 9)
            sign.draw(self.surface, self.px(774 + n * 21, 160))
        self.fonts.draw_text(
            self.surface, "sum 8 at start -> 5 != 3", self.px(774, 190), f.MONO, colours.warning
        )
        self.fonts.draw_paragraph(
            self.surface,
            "Takes both markers on 5: no threat is left for this turn.",
            self.rect(774, 212, 206, 40),
            f.SMALL,
            colours.muted,
        )
        states = [
            ("PASS", PanelLook(raised=True)),
            ("PLAY!", PanelLook(raised=True, hover=True)),
            ("GUARD!", PanelLook(raised=True, pressed=True)),
            ("ASK", PanelLook(raised=True, dim=True)),
            (
                "DRAW",
                PanelLook(raised=True, edge=colours.accent, edge_width=2, glow=colours.accent),
            ),
        ]
        for n, (label, state) in enumerate(states):
            rect = self.rect(1010 + n % 2 * 134, 104 + n // 2 * 72, 124, 62)
            self.sprites.panel(state, rect.size).draw(self.surface, rect.topleft)
            ink = colours.muted if state.dim else colours.text
            self.fonts.draw_text(
                self.surface, label, (rect.x + 12 * self.u, rect.y + 8 * self.u), f.BUTTON, ink
            )
            self.fonts.draw_text(
                self.surface,
                "-1 marker",
                (rect.x + 12 * self.u, rect.bottom - 12 * self.u),
                f.SMALL,
                colours.muted,
                "bottomleft",
            )

    def icons(self) -> None:
        for n, name in enumerate(paint_icons.ICONS):
            x, y = 760 + n % 10 * 50, 340 + n // 10 * 50
            self.sprites.icon(name, 26 * self.u, self.theme.colours.text).draw(
                self.surface, self.px(x, y)
            )
            self.sprites.icon(name, 15 * self.u, self.theme.colours.accent).draw(
                self.surface, self.px(x + 30, y + 12)
            )
