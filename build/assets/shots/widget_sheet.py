"""Two sheets for inspection: the basic widgets, and the elements of a table, in every state."""

from __future__ import annotations

import pygame

from hacktrick.app import themes as theme
from hacktrick.app.profiles import MarkerStyle, StyledMarker
from hacktrick.app.settings import Settings
from hacktrick.ui.paint import fonts as f
from hacktrick.ui.paint import icons as paint_icons
from hacktrick.ui.paint.background_and_light import draw_lcd_text, draw_line_of_light
from hacktrick.ui.paint.canvas import Sprite
from hacktrick.ui.paint.card_faces import CardLook
from hacktrick.ui.paint.keys_and_panels import KeyLook, PanelLook
from hacktrick.ui.paint.markers import marker_positions_on_key
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.paint.sprite_cache import SpriteCache
from hacktrick.ui.paint.table_pieces import ButtonPlateLook
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.widgets import game_drawing as drawing
from hacktrick.ui.widgets.game_drawing import DockButtonContent


class WidgetSheet:
    """Draws the basic widgets in every state.

    Lengths are given for a picture of 1280x720 and scaled to the real size.
    """

    def __init__(self, key: str, size: tuple[int, int]) -> None:
        self.theme = theme.load_theme(key)
        self.u = min(size[0] / 1280, size[1] / 720)
        self.surface = pygame.Surface(size)
        self.fonts = f.Fonts(self.theme.faces, self.u)
        self.sprites = SpriteCache(self.theme, self.u)
        self.surface.blit(self.sprites.background(size), (0, 0))

    def scaled_point(self, x: float, y: float) -> tuple[int, int]:
        return round(x * self.u), round(y * self.u)

    def scaled_rect(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        return pygame.Rect(self.scaled_point(x, y), self.scaled_point(w, h))

    def draw(self) -> None:
        self.draw_title()
        self.draw_keys()
        self.draw_markers()
        self.draw_cards()
        self.draw_panels()
        self.draw_icons()

    def draw_title(self) -> None:
        colours = self.theme.colours
        self.fonts.draw_text(
            self.surface, "HACK TRICK", self.scaled_point(20, 10), f.HEADING, colours.accent
        )
        self.fonts.draw_text(
            self.surface,
            f"Materials: {self.theme.name}",
            self.scaled_point(170, 16),
            f.BODY,
            colours.muted,
        )

    def draw_keys(self) -> None:
        looks = [
            (8, KeyLook(), []),
            (1, KeyLook(is_reachable=True), []),
            (6, KeyLook(owner=0), [StyledMarker(0)]),
            (3, KeyLook(owner=1), [StyledMarker(1), StyledMarker(1)]),
            (5, KeyLook(owner=1, chosen=True), [StyledMarker(1), StyledMarker(1, True)]),
            (7, KeyLook(owner=0, is_reachable=True, hovered=True), [StyledMarker(0, True)]),
            (
                4,
                KeyLook(owner=0, won=True),
                [StyledMarker(0), StyledMarker(0, True), StyledMarker(0)],
            ),
            (9, KeyLook(owner=2), [StyledMarker(2), StyledMarker(2, True)]),
            (2, KeyLook(owner=3, pressed=True), [StyledMarker(3), StyledMarker(3, True)]),
        ]
        for n, (number, look, pieces) in enumerate(looks):
            rect = self.scaled_rect(24 + n % 3 * 114, 50 + n // 3 * 108, 104, 100)
            self.sprites.keycap(look, rect.size).draw(self.surface, rect.topleft)
            self.fonts.draw_text(
                self.surface,
                str(number),
                (rect.x + 13 * self.u, rect.y + 5 * self.u),
                f.KEY_NUMERAL,
                self.theme.colours.text,
            )
            for piece, (foot, width) in zip(
                pieces, marker_positions_on_key(rect, len(pieces)), strict=False
            ):
                self.sprites.draw_marker(self.surface, piece, foot, width)
        ring = self.scaled_rect(24, 50, 104, 100)
        self.sprites.focus_ring(ring.size).draw(self.surface, ring.topleft)

    def draw_markers(self) -> None:
        for player in range(4):
            x = 390 + player * 78
            for n, double in enumerate((False, True)):
                piece = StyledMarker(player, double)
                place = self.sprites.draw_marker(
                    self.surface, piece, self.scaled_point(x + 30, 110 + n * 74), 46 * self.u
                )
                if player == 1:
                    self.sprites.strike_through_line(place.size).draw(self.surface, place.topleft)
            self.sprites.draw_marker(
                self.surface,
                StyledMarker(player),
                self.scaled_point(x + 30, 240),
                46 * self.u,
                ghost=True,
            )
            for n in range(4):
                sign = self.sprites.flat_marker(
                    StyledMarker(player, n % 2 == 1), 17 * self.u, filled=n < 2
                )
                sign.draw(self.surface, self.scaled_point(x + n * 19, 262))
        points = [
            self.scaled_point(410, 310),
            self.scaled_point(520, 310),
            self.scaled_point(660, 350),
        ]
        draw_line_of_light(
            self.surface, self.theme, points, 0.9, self.theme.colours.players[0], self.u
        )

    def draw_cards(self) -> None:
        for value in range(6):
            look = CardLook(value, selected=value == 2, hovered=value == 3, dimmed=value == 4)
            rect = self.scaled_rect(24 + value * 94, 400 - (12 if value == 2 else 0), 84, 112)
            self.sprites.card(look, rect.size).draw(self.surface, rect.topleft)
        for n in range(8):
            rect = self.scaled_rect(24 + n * 50, 535, 44, 58)
            self.sprites.card(CardLook(n % 6, last=n == 7), rect.size).draw(
                self.surface, rect.topleft
            )
        for n in range(3):
            rect = self.scaled_rect(440 + n * 52, 532, 44, 64)
            self.sprites.card(CardLook(None), rect.size).draw(self.surface, rect.topleft)
        self.sprites.deck(9, self.scaled_point(44, 64)).draw(
            self.surface, self.scaled_point(610, 526)
        )
        self.sprites.card(CardLook(None), self.scaled_point(84, 112)).draw(
            self.surface, self.scaled_point(606, 400)
        )
        self.sprites.deck(0, self.scaled_point(44, 64)).draw(
            self.surface, self.scaled_point(670, 532)
        )

    def draw_panels(self) -> None:
        colours = self.theme.colours
        lcd = self.scaled_rect(760, 50, 352, 38)
        self.sprites.lcd_plate(lcd.size).draw(self.surface, lcd.topleft)
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
        flat = self.scaled_rect(760, 104, 232, 150)
        look = PanelLook(edge=colours.players[1], edge_width=1.4)
        self.sprites.panel(look, flat.size).draw(self.surface, flat.topleft)
        self.fonts.draw_text(
            self.surface, "CIPHER", self.scaled_point(800, 116), f.HEADING, colours.text
        )
        self.sprites.flat_marker(StyledMarker(1), 20 * self.u).draw(
            self.surface, self.scaled_point(772, 120)
        )
        for n in range(10):
            sign = self.sprites.flat_marker(
                StyledMarker(1, n == 9), 18 * self.u, filled=n < 5 or n == 9
            )
            sign.draw(self.surface, self.scaled_point(774 + n * 21, 160))
        self.fonts.draw_text(
            self.surface,
            "sum 8 at start -> 5 != 3",
            self.scaled_point(774, 190),
            f.MONO,
            colours.warning,
        )
        self.fonts.draw_paragraph(
            self.surface,
            "Takes both markers on 5: no threat is left for this turn.",
            self.scaled_rect(774, 212, 206, 40),
            f.SMALL,
            colours.muted,
        )
        states = [
            ("PASS", PanelLook(raised=True)),
            ("PLAY!", PanelLook(raised=True, hovered=True)),
            ("GUARD!", PanelLook(raised=True, pressed=True)),
            ("ASK", PanelLook(raised=True, dimmed=True)),
            (
                "DRAW",
                PanelLook(
                    raised=True, edge=colours.accent, edge_width=2, glow_colour=colours.accent
                ),
            ),
        ]
        for n, (label, state) in enumerate(states):
            rect = self.scaled_rect(1010 + n % 2 * 134, 104 + n // 2 * 72, 124, 62)
            self.sprites.panel(state, rect.size).draw(self.surface, rect.topleft)
            ink = colours.muted if state.dimmed else colours.text
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

    def draw_icons(self) -> None:
        for n, name in enumerate(paint_icons.ICONS):
            x, y = 760 + n % 10 * 50, 340 + n // 10 * 50
            self.sprites.icon(name, 26 * self.u, self.theme.colours.text).draw(
                self.surface, self.scaled_point(x, y)
            )
            self.sprites.icon(name, 15 * self.u, self.theme.colours.accent).draw(
                self.surface, self.scaled_point(x + 30, y + 12)
            )


class TableSheet:
    """Draws the elements of a table in every state; lengths are those of a window of 1280x720."""

    def __init__(self, key: str, size: tuple[int, int]) -> None:
        self.context = Context(Settings(theme=key, language="en"), size=size)
        self.colours = self.context.theme.colours
        self.surface = pygame.Surface(size)
        self.surface.blit(self.context.sprites.background(size), (0, 0))

    def player_face(self, edge: int) -> Sprite:
        return self.context.sprites.player_face(
            PlayerFaceLook(6, edge=self.colours.players[1]), edge
        )

    def draw(self) -> None:
        self.draw_keys()
        self.draw_hand()
        self.draw_card_backs_and_row()
        self.draw_speech_bubbles()
        self.draw_markers_and_score_padlocks()
        self.draw_buttons()
        self.draw_display_and_prompt()

    def scaled_rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        return self.context.px_rect(x, y, width, height)

    def draw_keys(self) -> None:
        surface, context, players = self.surface, self.context, self.colours.players
        box = self.scaled_rect(14, 10, 1252, 145)
        context.sprites.keypad_housing(box.size).draw(surface, box.topleft)
        keys: list[tuple[int, KeyLook, list[StyledMarker], StyledMarker | None]] = [
            (8, KeyLook(), [], None),
            (3, KeyLook(owner=0), [StyledMarker(0)], None),
            (9, KeyLook(owner=1), [StyledMarker(1, True)], None),
            (7, KeyLook(chosen=True), [], StyledMarker(0)),
            (5, KeyLook(is_reachable=True), [], None),
            (2, KeyLook(), [], None),
            (4, KeyLook(), [], None),
            (6, KeyLook(owner=0), [StyledMarker(0), StyledMarker(0)], None),
            (1, KeyLook(), [], None),
            (2, KeyLook(owner=1), [StyledMarker(1), StyledMarker(1)], None),
        ]
        rects = [self.scaled_rect(26 + n * 124, 22, 116, 120) for n in range(len(keys))]
        if context.theme.board == "servers":
            rects = [self.scaled_rect(26 + n * 124, 22, 116, 116) for n in range(len(keys))]
        for rect, (number, look, pieces, ghost) in zip(rects, keys, strict=True):
            drawing.draw_numbered_key(surface, context, rect, number, look, pieces, ghost)
        drawing.draw_threatened_key_rim(surface, context, rects[5], players[1], is_next=True)
        drawing.draw_threat_tag(
            surface, context, rects[5], self.player_face, "Vector", "wins with a 0"
        )
        drawing.draw_threatened_key_rim(surface, context, rects[6], players[1], is_next=False)
        drawing.draw_threat_tag(
            surface, context, rects[6], self.player_face, "Vector", "needs a 5", is_next=False
        )
        drawing.draw_threatened_key_rim(surface, context, rects[7], players[0], is_next=True)
        drawing.draw_badge_on_key(surface, context, rects[7], StyledMarker(0), "you win")
        drawing.draw_threatened_key_rim(surface, context, rects[8], players[0], is_next=False)
        drawing.draw_badge_on_key(surface, context, rects[8], StyledMarker(0), "one more")
        drawing.draw_threatened_key_rim(surface, context, rects[9], players[1], is_next=True)
        drawing.draw_threat_tag(
            surface,
            context,
            rects[9],
            self.player_face,
            "Vector",
            "wins with a 3",
            is_occupied=True,
            card=3,
        )
        dots = [rects[1].center, rects[2].center]
        drawing.draw_threat_line(surface, context, dots, players[0], is_next=True)
        dots = [rects[2].center, rects[3].center]
        drawing.draw_threat_line(surface, context, dots, players[1], is_next=False)

    def draw_hand(self) -> None:
        surface, context = self.surface, self.context
        looks = (
            CardLook(4, key=7),
            CardLook(4, key=7, selected=True),
            CardLook(5, dimmed=True),
            CardLook(0, key=3, hovered=True),
            CardLook(2, key=5, tilt=3.0),
        )
        for n, look in enumerate(looks):
            rect = self.scaled_rect(24 + n * 118, 180, 104, 146)
            context.sprites.card(look, rect.size).draw(surface, rect.topleft)
            if look.dimmed:
                drawing.draw_note_across_card(surface, context, rect, "= last card")
        rect = self.scaled_rect(24 + 3 * 118, 180, 104, 146)
        context.sprites.focus_ring(rect.size).draw(surface, rect.topleft)

    def draw_card_backs_and_row(self) -> None:
        surface, context = self.surface, self.context
        known: list[tuple[str, tuple[int, ...]]] = [
            ("unknown", ()),
            ("certain", (3,)),
            ("either", (2, 4)),
            ("pinned", (4,)),
            ("shown", (5,)),
        ]
        for n, (kind, values) in enumerate(known):
            rect = self.scaled_rect(624 + n * 68, 180, 58, 80)
            look = drawing.card_back_look(kind, values, 1, tilt=0.0 if n else 3.0)
            context.sprites.card(look, rect.size).draw(surface, rect.topleft)
        row = self.scaled_rect(624, 275, 330, 56)
        context.sprites.card_or_marker_tray(row.size).draw(surface, row.topleft)
        for n, value in enumerate((2, 3, 4, 0, 1, 5)):
            rect = self.scaled_rect(634 + n * 48 + (8 if n == 5 else 0), 277, 40, 52)
            face = self.player_face if n == 5 else None
            drawing.draw_row_card(
                surface,
                context,
                rect,
                value,
                is_last=n == 5,
                face=face,
            )
        for value, n in enumerate((3, 2, 1, 0, 1, 2)):
            drawing.draw_unseen_card_stack(
                surface, context, self.scaled_rect(980 + value * 46, 190, 38, 50), value, n, 3
            )
        drawing.draw_deck(surface, context, self.scaled_rect(984, 280, 72, 100), 9, "deck")
        for n, look in enumerate((CardLook(5, tilt=4.0), CardLook(0, tilt=-5.0))):
            rect = self.scaled_rect(1080 + n * 44, 290, 38, 50)
            context.sprites.card(look, rect.size).draw(surface, rect.topleft)

    def draw_speech_bubbles(self) -> None:
        surface, context, colour = self.surface, self.context, self.colours.players[1]
        x, y = 40.0, 345.0
        utterances = (
            ("My cards make 7.", True, False),
            ("Block!", False, False),
            ("My cards make 4.", False, True),
        )
        for text, is_fresh, is_outdated in utterances:
            size = drawing.speech_bubble_size(context, text, context.px(230), is_fresh=is_fresh)
            rect = pygame.Rect(context.px(x), context.px(y), *size)
            tip = rect.x - context.px(17), rect.centery
            drawing.draw_speech_bubble(
                surface,
                context,
                rect,
                text,
                colour,
                tip,
                is_fresh=is_fresh,
                is_outdated=is_outdated,
            )
            x += size[0] / context.scale + 36
        rect = self.scaled_rect(x, y, 80, 46)
        tip = rect.right + context.px(20), rect.y - context.px(4)
        drawing.draw_speech_bubble(surface, context, rect, "", colour, tip)
        drawing.draw_thinking_dots(surface, context, rect, 0.3)
        text = "You see numbers. I see you. And more."
        size = drawing.speech_bubble_size(context, text, context.px(210))
        rect = pygame.Rect(context.px(x + 130), context.px(y - 4), *size)
        drawing.draw_speech_bubble(
            surface, context, rect, text, colour, (rect.centerx, rect.bottom + context.px(14))
        )
        stamps = (("BLOCKED", colour, 90), ("PLAY!", self.colours.players[0], 220))
        for text, tint, x in stamps:
            stamp = context.sprites.command_stamp(text, context.px(34), tint)
            stamp.draw_centred(surface, (context.px(x), context.px(440)))

    def draw_markers_and_score_padlocks(self) -> None:
        surface, context, players = self.surface, self.context, self.colours.players
        drawing.draw_marker_supply(
            surface, context, self.scaled_rect(300, 420, 248, 98), MarkerStyle(0, 0), 5, True
        )
        drawing.draw_marker_supply(
            surface, context, self.scaled_rect(560, 420, 248, 98), MarkerStyle(1, 1), 9, False
        )
        drawing.draw_captured_markers(
            surface,
            context,
            self.scaled_rect(820, 420, 90, 70),
            [StyledMarker(1, True), StyledMarker(1)],
            "captured",
        )
        drawing.draw_score_padlocks(
            surface, context, self.scaled_rect(930, 420, 200, 26), players[0], 2, 5
        )
        drawing.draw_score_padlocks(
            surface, context, self.scaled_rect(930, 456, 200, 26), players[1], 2, 5, opening=0.4
        )
        drawing.draw_score_padlocks(
            surface, context, self.scaled_rect(1160, 420, 110, 26), players[1], 7, 15, align="left"
        )

    def draw_buttons(self) -> None:
        surface, context = self.surface, self.context
        blocked = DockButtonContent(
            "“Play!”", "order-play", stamp="Blocked", stamp_colour=self.colours.players[1]
        )
        buttons: list[tuple[pygame.Rect, DockButtonContent, ButtonPlateLook]] = [
            (
                self.scaled_rect(24, 530, 376, 60),
                DockButtonContent("End turn", "right", intents=("confirm",)),
                ButtonPlateLook("first"),
            ),
            (self.scaled_rect(24, 598, 184, 54), blocked, ButtonPlateLook("impossible")),
            (
                self.scaled_rect(216, 598, 184, 54),
                DockButtonContent("“Block!”", "order-block", price=StyledMarker(0)),
                ButtonPlateLook("possible"),
            ),
            (
                self.scaled_rect(24, 660, 184, 46),
                DockButtonContent("Draw", "draw"),
                ButtonPlateLook("rare"),
            ),
            (
                self.scaled_rect(216, 660, 184, 46),
                DockButtonContent("Undo", "undo"),
                ButtonPlateLook("rare", hovered=True),
            ),
            (
                self.scaled_rect(412, 530, 184, 100),
                DockButtonContent("Draw", "draw", "takes your turn", intents=("draw",)),
                ButtonPlateLook("possible"),
            ),
            (
                self.scaled_rect(604, 530, 184, 100),
                DockButtonContent("Ask", "ask", "hear the sum", price=StyledMarker(1)),
                ButtonPlateLook("possible", hovered=True),
            ),
            (
                self.scaled_rect(412, 640, 376, 60),
                DockButtonContent("End turn", "right", intents=("confirm",)),
                ButtonPlateLook("risky"),
            ),
            (
                self.scaled_rect(800, 530, 190, 54),
                DockButtonContent("Ask", "ask", "no captured marker"),
                ButtonPlateLook("impossible"),
            ),
        ]
        for rect, face, plate in buttons:
            drawing.draw_dock_button(surface, context, rect, face, plate)
        for n, icon in enumerate(("hint", "notebook", "help", "menu")):
            rect = self.scaled_rect(1010 + n * 52, 530, 44, 44)
            drawing.draw_icon_button(surface, context, rect, icon, is_open=n == 1)
        for n in range(2):
            drawing.draw_double_switch(
                surface,
                context,
                self.scaled_rect(800 + n * 216, 592, 206, 44),
                StyledMarker(0, True),
                "The double",
                is_on=n == 1,
                intents=("double",),
            )

    def draw_display_and_prompt(self) -> None:
        surface, context = self.surface, self.context
        lcd = self.scaled_rect(800, 646, 432, 56)
        drawing.draw_lcd_display(
            surface, context, lcd, "3+4=7", "then a 0 wins for Vector", self.colours.bad
        )
        drawing.draw_turn_prompt(
            surface,
            context,
            self.scaled_rect(24, 474, 260, 50),
            StyledMarker(0),
            "Your turn",
            "Choose a card, or draw.",
        )
