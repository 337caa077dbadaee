"""Shows the result of a round or match: who won and how, the deciding turn, and what to do next.

The result of a round is shown beside the board. The result of a match fills the window, with the
winner's face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import pygame

from hacktrick.app.match_session import MatchSession
from hacktrick.app.profiles import MarkerStyle
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import RetriedTurnSource
from hacktrick.app.snapshot import keys_that_won
from hacktrick.app.themes import Colour, Colours
from hacktrick.app.threats_and_decisive_turn import DecisiveTurn
from hacktrick.game.state import NOBODY, Seat, Side, seating_for
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.computer_players import (
    face_distinguishing_letter,
    face_initial,
    level_name,
    voice_line,
)
from hacktrick.i18n.match_summaries import (
    deciding_actions_sentence,
    deciding_turn_sentence,
    drawn_codes_sentence,
    match_headline,
    match_lead_sentence,
    rematch_setup,
    round_headline,
    score_entry_names,
    swapped_seats_result_sentence,
    winning_cause_sentence,
)
from hacktrick.i18n.match_text import MatchSentences, line_keys_text
from hacktrick.i18n.review_text import ReviewSentences
from hacktrick.i18n.table_remarks import pin_score_sentence
from hacktrick.i18n.table_view_model import log_lines
from hacktrick.i18n.translator import _
from hacktrick.match.player_kinds import LEVEL_NUMBERS, level_of
from hacktrick.match.record import RoundRecord
from hacktrick.ui.accessibility.accessibility_tree import ReadableWidget
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.layout.geometry import split_into_columns
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.paint.canvas import Sprite, mix_colours
from hacktrick.ui.paint.fonts import TextStyle
from hacktrick.ui.paint.keys_and_panels import PanelLook
from hacktrick.ui.paint.player_faces import PlayerFaceLook
from hacktrick.ui.paint.table_pieces import ButtonPlateLook, ButtonRank
from hacktrick.ui.scene.animation import ease_in_out, ease_out, interpolate
from hacktrick.ui.scene.scenes_and_context import Context, Scene
from hacktrick.ui.table.panels.notebook_and_log import LogPanel
from hacktrick.ui.widgets import game_drawing
from hacktrick.ui.widgets.basic_widgets import Button, Widget
from hacktrick.ui.widgets.deck_cut import CutAndDealButton, FingerprintScene
from hacktrick.ui.widgets.focus_and_scanning import FocusGroup
from hacktrick.ui.widgets.input_hints import input_hint_width
from hacktrick.ui.widgets.position_board import DrawnPosition, draw_keypad_with_markers

if TYPE_CHECKING:
    from hacktrick.app.match_reviews import MatchReviews

HEADLINE_STYLES = tuple(TextStyle("heading", size) for size in (42.0, 34.0, 28.0, 24.0))
KEYS_STYLE = TextStyle("heading", 46)
STORY_STYLE = TextStyle("body", 17)
MOMENT_STYLE = TextStyle("strong", 16)
TURNING_POINT_STYLE = TextStyle("heading", 21)
GAP = 10.0  # gap between neighbouring parts of the result, in layout units
DECK_SHADOW = 6.0  # how far the shadow of the deck extends beyond the deck, in layout units
# Heights of buttons, in layout units.
BIG_BUTTON_HEIGHT, MEDIUM_BUTTON_HEIGHT, SMALL_BUTTON_HEIGHT = 60.0, 50.0, 44.0
LOW_BUTTON_SHARE = 0.56  # height of low buttons, as a fraction of the usual height
# Minimum height of the card with the turning point, in layout units.
MIN_TURNING_POINT_HEIGHT = 130.0

# Seconds of the entrance of the result of a round, and of a match.
ROUND_ENTRANCE_SECONDS, MATCH_ENTRANCE_SECONDS = 0.35, 0.75
# Fraction of the entrance animation after which the buttons can be pressed.
PRESSABLE_ENTRANCE_SHARE = 0.6
CROSS_FADE_SECONDS = 0.12  # seconds of the entrance with reduced motion
# Number of seconds for which input is ignored, since it may be meant for the table.
RESULT_INPUT_DELAY = 0.4
# Size of the winner's face after a match, as a fraction of the window's height.
WINNER_FACE_SHARE = 0.42
# In windows with a larger ratio of width to height, the face is beside the text.
SIDE_BY_SIDE_RATIO = 1.35

Page = Literal["story", "log", "table"]


class ResultButton(Button):
    """A button below the result of a round, drawn like the command buttons of the table."""

    rank: ButtonRank = "possible"

    @property
    def preferred_width(self) -> int:
        """The width in pixels that the button needs for its label, icon and key."""
        px = self.context.px
        sign = input_hint_width(self.context, (self.hint,)) + px(10) if self.hint else 0
        icon = px(36) if self.icon else 0
        return self.context.fonts.text_size(self.label, self._label_style)[0] + sign + icon + px(34)

    @property
    def _label_style(self) -> TextStyle:
        return (
            game_drawing.DOCK_SMALL_STYLE if self.rank == "rare" else game_drawing.DOCK_LABEL_STYLE
        )

    def draw(self, surface: pygame.Surface) -> None:
        draw_result_button(surface, self, "first" if self.primary else self.rank)


class DealButton(CutAndDealButton):
    """The button that deals, and cuts the deck at the pressed point of the button."""

    def draw(self, surface: pygame.Surface) -> None:
        draw_result_button(surface, self, "first")


def draw_result_button(surface: pygame.Surface, button: Button, rank: ButtonRank) -> None:
    """Draw a button like a button of the dock."""
    face = game_drawing.DockButtonContent(
        button.label, button.icon, button.effect, intents=(button.hint,) if button.hint else ()
    )
    plate = ButtonPlateLook(rank, hovered=button.hovered, pressed=button.pressed)
    game_drawing.draw_dock_button(surface, button.context, button.rect, face, plate)


@dataclass(frozen=True, slots=True)
class RoundStoryParagraph:
    """A paragraph about a round.

    If there is too little room, the paragraphs with the highest ``rank`` are left out first.
    """

    text: str
    style: TextStyle
    colour: Colour
    rank: int
    is_ruled: bool = False  # whether a line is drawn above the paragraph


class RoundResultText:
    """The sentences about a finished round.

    Args:
        moment: the turn that decided the round; None if it is not known.
    """

    def __init__(
        self, context: Context, session: MatchSession, moment: DecisiveTurn | None
    ) -> None:
        self.context, self.session, self.moment = context, session, moment
        self.wording = MatchSentences(session.rules, session.seats, session.sole_player)

    @property
    def winner_colour(self) -> Colour:
        """The colour of the winning side's markers."""
        result = self.session.public.result
        assert result is not None
        style = self.session.side_marker_styles[result.side]
        return self.context.theme.colours.players[style.colour]

    def headline_and_winning_keys(self) -> tuple[str, str]:
        """Return the sentence that says who won, and the keys of the winning line ("" if none)."""
        text = round_headline(self.session, self.wording)
        keys = keys_that_won(self.session.public_history)
        line = line_keys_text(keys) if len(keys) > 1 else ""
        if line and text.endswith(line):
            return text.removesuffix(line).rstrip(" :"), line
        return text, ""

    def story_paragraphs(self) -> list[RoundStoryParagraph]:
        """Return the paragraphs below the headline, in reading order."""
        colours = self.context.theme.colours
        story = winning_cause_sentence(self.session, self.wording)
        found = [RoundStoryParagraph(story, STORY_STYLE, colours.text, 1)]
        if self.moment is not None:
            text = deciding_turn_sentence(self.moment, self.wording)
            found.append(RoundStoryParagraph(text, MOMENT_STYLE, colours.warning, 2, is_ruled=True))
        if codes := drawn_codes_sentence(self.session, self.wording):
            found.append(RoundStoryParagraph(codes, STORY_STYLE, colours.text, 3))
        if before := swapped_seats_result_sentence(self.session, self.wording):
            found.append(RoundStoryParagraph(before, STORY_STYLE, colours.muted, 5))
        if lead := match_lead_sentence(self.session, self.wording):
            found.append(RoundStoryParagraph(lead, STORY_STYLE, colours.muted, 4))
        if score := self.session.sole_player_pin_score:
            found.append(
                RoundStoryParagraph(pin_score_sentence(score), STORY_STYLE, colours.good, 6)
            )
        return found

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the headline and the paragraphs that fit below it."""
        fonts, px, colours = self.context.fonts, self.context.px, self.context.theme.colours
        text, keys = self.headline_and_winning_keys()
        top = rect.y
        style = fitting_headline_style(
            self.context, text, rect, self.largest_fitting_headline_size(rect)
        )
        width = width_for_balanced_lines(self.context, text, style, rect.width)
        area = pygame.Rect(rect.x, top, width, rect.height)
        top += fonts.draw_paragraph(surface, text, area, style, colours.text)
        if keys:
            size = KEYS_STYLE if style is HEADLINE_STYLES[0] else style
            height = fonts.line_height(size)
            left = rect.x
            if self._are_keys_beside_headline(rect):
                left += fonts.text_size(text, style)[0] + px(GAP)
                top -= height
            place = (left, top + height // 2)
            fonts.draw_text(
                surface, keys, place, size, self.winner_colour, "midleft", rect.right - left
            )
            top += height
        top += px(GAP)
        for paragraph in self.fitting_paragraphs(
            pygame.Rect(rect.x, top, rect.width, rect.bottom - top)
        ):
            if paragraph.is_ruled:
                ink = mix_colours(self.winner_colour, colours.background, 0.35)
                pygame.draw.line(surface, ink, (rect.x, top), (rect.right, top), max(1, px(1.5)))
                top += px(GAP)
            width = width_for_balanced_lines(
                self.context, paragraph.text, paragraph.style, rect.width
            )
            area = pygame.Rect(rect.x, top, width, max(0, rect.bottom - top))
            ink = paragraph.colour
            top += fonts.draw_paragraph(surface, paragraph.text, area, paragraph.style, ink)
            top += px(GAP)
        if self.session.rules.is_individual:
            self._draw_score_of_each_player(
                surface, pygame.Rect(rect.x, top, rect.width, rect.bottom - top)
            )

    def minimum_height_px(
        self, width: int, max_headline_size: float = HEADLINE_STYLES[-1].size
    ) -> int:
        """Return the height in pixels of the headline and the first paragraph.

        Args:
            width: the width in pixels in which both are set.
            max_headline_size: the maximum size of the headline, in layout units.
        """
        fonts, px = self.context.fonts, self.context.px
        text, keys = self.headline_and_winning_keys()
        style = fitting_headline_style(
            self.context, text, pygame.Rect(0, 0, width, 1), max_headline_size
        )
        line = (
            fonts.line_height(KEYS_STYLE if style is HEADLINE_STYLES[0] else style) if keys else 0
        )
        first = fonts.paragraph_height(self.story_paragraphs()[0].text, STORY_STYLE, width)
        return fonts.paragraph_height(text, style, width) + line + first + 2 * px(GAP)

    def _are_keys_beside_headline(self, area: pygame.Rect) -> bool:
        """Return whether the keys stand beside the headline, for lack of room below it."""
        if self.minimum_height_px(area.width) <= area.height:
            return False
        whole = self.context.fonts.text_size(
            " ".join(self.headline_and_winning_keys()), HEADLINE_STYLES[-1]
        )[0]
        return whole + self.context.px(GAP) <= area.width

    def largest_fitting_headline_size(self, area: pygame.Rect) -> float:
        """Return the largest headline size, in layout units, that leaves room for a paragraph."""
        sizes = (style.size for style in HEADLINE_STYLES)
        fitting = (one for one in sizes if self.minimum_height_px(area.width, one) <= area.height)
        return next(fitting, HEADLINE_STYLES[-1].size)

    def fitting_paragraphs(self, area: pygame.Rect) -> list[RoundStoryParagraph]:
        """Return the paragraphs that fit, in reading order.

        If not all of them fit, those with the lowest ranks have priority.
        """
        px, chosen = self.context.px, set()
        left = area.height + px(GAP)  # the last paragraph needs no gap below
        paragraphs = self.story_paragraphs()
        if self._paragraph_height(paragraphs[0], area.width) > left:
            paragraphs[0] = replace(paragraphs[0], style=styles.SMALL)
        for paragraph in sorted(paragraphs, key=lambda one: one.rank):
            height = self._paragraph_height(paragraph, area.width)
            if height <= left:
                chosen.add(paragraph)
                left -= height
        return [paragraph for paragraph in paragraphs if paragraph in chosen]

    def _paragraph_height(self, paragraph: RoundStoryParagraph, width: int) -> int:
        """Return the height in pixels of a paragraph and its gaps.

        Args:
            width: the width in pixels in which the paragraph is set.
        """
        height = self.context.fonts.paragraph_height(paragraph.text, paragraph.style, width)
        return height + self.context.px(GAP) * (2 if paragraph.is_ruled else 1)

    def _draw_score_of_each_player(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw a score line for each player, in editions where players score for themselves."""
        draw_scores_of_sides(surface, self.context, self.session, self.wording, area)


def fitting_headline_style(
    context: Context, text: str, area: pygame.Rect, max_size: float = HEADLINE_STYLES[0].size
) -> TextStyle:
    """Return the largest style in which a headline takes at most two lines.

    If there is none, the smallest style is returned.

    Args:
        max_size: the maximum size of the style, in layout units.
    """
    for style in (one for one in HEADLINE_STYLES if one.size <= max_size):
        lines = context.fonts.wrap(text, style, area.width)
        if len(lines) <= 2 and all(
            context.fonts.can_fit(line, style, area.width) for line in lines
        ):
            return style
    return HEADLINE_STYLES[-1]


def width_for_balanced_lines(context: Context, text: str, style: TextStyle, width: int) -> int:
    """Return the width at which a text of two lines breaks evenly.

    For a text of one line or of more than two lines, return ``width``.
    """
    if len(context.fonts.wrap(text, style, width)) != 2:
        return width
    lines = game_drawing.one_or_two_balanced_lines(context, text, width, style)
    return min(width, max(context.fonts.text_size(line, style)[0] for line in lines) + 1)


SCORE_LINE_HEIGHT = 32.0  # height of a line with a player's score, in layout units


def draw_scores_of_sides(
    surface: pygame.Surface,
    context: Context,
    session: MatchSession,
    wording: MatchSentences,
    area: pygame.Rect,
) -> int:
    """Draw a line with padlocks and a name for each side or player; return the height in pixels."""
    public, px, colours = session.public, context.px, context.theme.colours
    step = px(SCORE_LINE_HEIGHT)
    names = score_entry_names(public, wording)[: max(0, area.height // step)]
    left = area.x
    for place in range(len(names)):
        side = public.seating.side_of[place] if public.rules.is_individual else place
        colour = colours.muted
        if side != NOBODY:
            colour = colours.players[session.side_marker_styles[side].colour]
        box = pygame.Rect(area.x, area.y + place * step, min(px(236), area.width // 2), px(26))
        points, target = public.score[place], session.rules.target
        locks = game_drawing.draw_score_padlocks(
            surface, context, box, colour, points, target, align="left"
        )
        left = max(left, locks.right + px(14))
    width = max(px(40), area.right - left)
    for place, name in enumerate(names):
        middle = (left, area.y + place * step + px(13))
        context.fonts.draw_text(surface, name, middle, styles.LABEL, colours.text, "midleft", width)
    return len(names) * step


class FinishedMatchSummary:
    """The story of a finished match, shown beside the winner's face.

    The story consists of the score, the rounds and the turning point.
    """

    def __init__(
        self, context: Context, session: MatchSession, moment: DecisiveTurn | None
    ) -> None:
        self.context, self.session, self.moment = context, session, moment
        self.wording = MatchSentences(session.rules, session.seats, session.sole_player)

    @property
    def _colours(self) -> Colours:
        return self.context.theme.colours

    def draw_heading(self, surface: pygame.Surface, rect: pygame.Rect) -> int:
        """Draw the headline, the score and the rounds; return the lower edge of the rounds."""
        fonts, px, colours = self.context.fonts, self.context.px, self._colours
        top = rect.y
        if rect.height >= px(420):
            fonts.draw_text(surface, _("Match over"), rect.topleft, STORY_STYLE, colours.muted)
            top += px(26)
        text = match_headline(self.session, self.wording)
        most = HEADLINE_STYLES[0 if rect.height >= px(420) else 2].size
        style = fitting_headline_style(self.context, text, rect, most)
        width = width_for_balanced_lines(self.context, text, style, rect.width)
        area = pygame.Rect(rect.x, top, width, rect.height)
        top += fonts.draw_paragraph(surface, text, area, style, colours.text) + px(8)
        chips = rect.width >= px(620) and len(self.session.finished_rounds) > 1
        left = pygame.Rect(rect.x, top, rect.width // 2 if chips else rect.width, rect.bottom - top)
        height = draw_scores_of_sides(surface, self.context, self.session, self.wording, left)
        if chips:
            right = pygame.Rect(left.right + px(16), top - px(6), 0, px(76))
            right.width = rect.right - right.x
            self._draw_round_chips(surface, right)
            height = max(height, px(72))
        return top + height + px(GAP)

    def heading_height(self, width: int) -> int:
        """Return the maximum height in pixels of the headline, the score and the rounds."""
        px = self.context.px
        lines = max(2, len(score_entry_names(self.session.public, self.wording)))
        text = match_headline(self.session, self.wording)
        style = fitting_headline_style(self.context, text, pygame.Rect(0, 0, width, 1))
        head = self.context.fonts.paragraph_height(text, style, width)
        return px(26 + 8 + GAP) + head + max(px(72), px(SCORE_LINE_HEIGHT) * lines)

    def _draw_round_chips(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw a chip with the points of each round; if not all fit, omit the earliest rounds."""
        context, px, colours = self.context, self.context.px, self._colours
        fonts = context.fonts
        fonts.draw_text(
            surface, _("Round by round"), area.topleft, styles.SMALL, colours.muted, "topleft"
        )
        rounds = self.session.finished_rounds
        chips = round_chip_rects(context, len(rounds), area)
        for played, chip in zip(rounds[-len(chips) :], chips, strict=True):
            assert played.result is not None
            style = self._winner_marker_style(played)
            colour = colours.players[style.colour]
            self.context.sprites.panel(PanelLook(edge=colour, edge_width=1.4), chip.size).draw(
                surface, chip.topleft
            )
            is_wide = chip.width > chip.height
            sign = context.sprites.flat_marker(style.marker(), px(15))
            places = (
                ((chip.x + px(17), chip.centery), (chip.right - px(21), chip.centery))
                if is_wide
                else ((chip.centerx, chip.y + px(14)), (chip.centerx, chip.bottom - px(14)))
            )
            sign.draw_centred(surface, places[0])
            text = f"+{played.result.points}"
            fonts.draw_text(surface, text, places[1], styles.STRONG, colours.text, "center")

    def _winner_marker_style(self, played: RoundRecord) -> MarkerStyle:
        """Return the marker style of the side that won a round.

        In some editions, a seat's side changes from round to round.
        """
        assert played.result is not None
        rules = self.session.rules
        seating = seating_for(rules, played.leader, played.starter, played.duel)
        return self.session.marker_styles.marker_style_for_seats(
            seating.seats_of(played.result.side)
        )

    # Methods for the turning point.

    def draw_turning_point_card(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the card of the turning point, still empty."""
        look = PanelLook(edge=self._colours.warning, edge_width=1.6)
        self.context.sprites.panel(look, rect.size).draw(surface, rect.topleft)

    def draw_turning_point_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the board on the card of the turning point, if there is room."""
        board = self.turning_point_board_rect(rect)
        if board.width:
            position = self._turning_point_position()
            draw_keypad_with_markers(surface, self.context, board, position)

    def draw_turning_point_text(
        self, surface: pygame.Surface, rect: pygame.Rect, buttons_top: int
    ) -> None:
        """Write on the card of the turning point which turn decided the last round.

        Args:
            rect: the rectangle of the card.
            buttons_top: the upper edge of the buttons on the card.
        """
        context, px, colours = self.context, self.context.px, self._colours
        room = self.turning_point_text_rect(rect)
        room.height = buttons_top - px(6) - room.y
        title = _("The turning point") if self.moment is not None else _("How it ended")
        context.fonts.draw_text(surface, title, room.topleft, MOMENT_STYLE, colours.warning)
        top = room.y + px(25)
        for text, style, ink in self._turning_point_sentences():
            height = context.fonts.paragraph_height(text, style, room.width)
            if top + height > room.bottom:
                break
            width = width_for_balanced_lines(context, text, style, room.width)
            area = pygame.Rect(room.x, top, width, height)
            context.fonts.draw_paragraph(surface, text, area, style, ink)
            top += height + px(5)

    def _turning_point_sentences(self) -> list[tuple[str, TextStyle, Colour]]:
        colours = self._colours
        story = winning_cause_sentence(self.session, self.wording)
        score = self.session.sole_player_pin_score
        if self.moment is None:
            return [(story, TURNING_POINT_STYLE, colours.text)]
        return [
            (deciding_turn_sentence(self.moment, self.wording), TURNING_POINT_STYLE, colours.text),
            (
                deciding_actions_sentence(self.session, self.moment, self.wording),
                STORY_STYLE,
                colours.text,
            ),
            (story, STORY_STYLE, colours.muted),
            *([(pin_score_sentence(score), STORY_STYLE, colours.good)] if score else []),
        ]

    def turning_point_board_rect(self, rect: pygame.Rect) -> pygame.Rect:
        """Return the rectangle of the small board on the card; empty if there is no room."""
        px = self.context.px
        edge = rect.height - 2 * px(14)
        if edge < px(110) or rect.width < edge + px(330):
            return pygame.Rect(0, 0, 0, 0)
        return pygame.Rect(rect.x + px(14), rect.y + px(14), edge, edge)

    def turning_point_text_rect(self, rect: pygame.Rect) -> pygame.Rect:
        """Return the part of the card that is left for text."""
        px, board = self.context.px, self.turning_point_board_rect(rect)
        left = board.right + px(20) if board.width else rect.x + px(18)
        return pygame.Rect(left, rect.y + px(16), rect.right - px(18) - left, rect.height - px(32))

    def _turning_point_position(self) -> DrawnPosition:
        """Return the board before the deciding turn.

        If that turn is unknown, return the final board with the winning line.
        """
        history, public = self.session.public_history, self.session.public
        if self.moment is not None:
            public = history[deciding_action_index(self.session, self.moment)].before
        board = tuple((first, second) for first, second in public.board)
        doubles = (public.double[0], public.double[1])
        return DrawnPosition(
            board, doubles, self.session.side_marker_styles, (), keys_that_won(history)
        )


# Usual, narrow and smallest width of a chip, in layout units.
CHIP_WIDTH, NARROW_CHIP_WIDTH, MIN_CHIP_WIDTH = 58.0, 36.0, 28.0


def round_chip_rects(context: Context, n_rounds: int, area: pygame.Rect) -> list[pygame.Rect]:
    """Return the rectangles of the chips of the rounds; if not all fit, omit the earliest.

    Chips that do not fit at the usual width are narrow, with the points below the marker.
    """
    px = context.px
    width, gap = px(CHIP_WIDTH), px(7)
    if n_rounds * (width + gap) - gap > area.width:
        gap = px(4)
        width = (area.width + gap) // n_rounds - gap
        width = max(px(MIN_CHIP_WIDTH), min(px(NARROW_CHIP_WIDTH), width))
    n = min(n_rounds, max(1, (area.width + gap) // (width + gap)))
    top, height = area.y + px(23), px(46)
    return [pygame.Rect(area.x + k * (width + gap), top, width, height) for k in range(n)]


def deciding_action_index(session: MatchSession, decisive_turn: DecisiveTurn) -> int:
    """Return the index of the play or draw that decided the round, among the round's actions."""
    return next(
        n
        for n, entry in enumerate(session.public_history)
        if entry.turn == decisive_turn.turn and entry.event.action.verb in ("play", "draw")
    )


class _GraduallyPaintedResult:
    """The picture of a result that is appearing, painted over several frames.

    Args:
        whole: a copy of the window, on which the result is painted.
        area: the part of the window that the result changes.
        painters: functions that paint over each other; one runs in each frame.

    Attributes:
        part: the picture of ``area``.
        begun: the progress of the entrance animation, from 0 to 1, when the last painter ran.
    """

    def __init__(
        self,
        whole: pygame.Surface,
        area: pygame.Rect,
        painters: Iterable[Callable[[pygame.Surface], object]],
    ) -> None:
        self.whole, self.area, self.part = whole, area, whole.subsurface(area)
        self._painters = iter(painters)
        self.begun = 0.0

    def paint_next(self) -> bool:
        """Run the next painter; return False if none is left."""
        paint = next(self._painters, None)
        if paint is not None:
            paint(self.whole)
        return paint is not None


def winner_with_shown_face(session: MatchSession) -> Seat:
    """Return the winner whose face is shown.

    In a winning team, this is preferably the player who took the last turn.
    """
    winners, last = session.winners, session.public_history[-1].event.seat
    return last if last in winners else winners[0]


class ResultScene(Scene):
    """Shows the result of a round or match over the table.

    Args:
        place: returns the area for the result beside or below the board, in pixels.
        done: called when the next round has been dealt.
        face_place: returns the rectangle of the winner's face at the table; None if there is none.
    """

    is_opaque = False

    def __init__(
        self,
        context: Context,
        services: ProgramServices,
        place: Callable[[], pygame.Rect],
        done: Callable[[], None],
        face_place: Callable[[], pygame.Rect | None] = lambda: None,
    ) -> None:
        super().__init__(context)
        assert services.session is not None
        self.services, self.session, self._place, self._done = (
            services,
            services.session,
            place,
            done,
        )
        self._face_place = face_place
        self.group = FocusGroup(context, self._request_redraw)
        self.log = LogPanel(context)
        self.page: Page = "story"
        self._moment = self.session.decisive_turn
        self._age = 0.0
        self._reviews = self._reviews_of_match()
        self._review: Button | None = None
        if self._reviews:
            self._reviews.request_review_unless_complete(len(self._reviews) - 1)
        self._rect = self._room = self._card = self._face = pygame.Rect(0, 0, 0, 0)
        self._is_tight = False  # whether the buttons are low, to leave room for the story
        self._turning_point_top = 0  # upper edge of the buttons on the card of the turning point
        self._appearing: _GraduallyPaintedResult | None = None
        self.is_animating = self.entrance_progress < 1
        self._build_buttons()

    def _reviews_of_match(self) -> MatchReviews | None:
        """Return the reviews of the match so far, or None if the match cannot be reviewed."""
        return self.services.local_table.reviews

    @property
    def entrance_seconds(self) -> float:
        """The duration of the entrance animation in seconds; 0 without an animation."""
        settings = self.context.settings
        if settings.animation_speed == "off" and not settings.reduced_motion:
            return 0.0
        if settings.reduced_motion:
            return CROSS_FADE_SECONDS
        return MATCH_ENTRANCE_SECONDS if self.session.is_over else ROUND_ENTRANCE_SECONDS

    @property
    def entrance_progress(self) -> float:
        """The progress of the entrance animation, from 0 to 1."""
        return 1.0 if not self.entrance_seconds else min(1.0, self._age / self.entrance_seconds)

    def update(self, dt: float) -> None:
        before, self._age = self.entrance_progress, self._age + dt
        self.is_animating = self.entrance_progress < 1
        if before < 1:
            self.needs_redraw = True
        if self.context.stack.top is not self:
            return
        if self._reviews and self._reviews.update():
            self._show_notable_turns_on_button()
        if self.services.local_table.is_daily_round:
            self.services.daily_round.let_levels_play()

    def on_covered(self) -> None:
        """Pause the levels' daily rounds, since the scene above may need the thinker."""
        self.services.daily_round.pause_levels()

    def on_uncovered(self) -> None:
        """Request the review again, since the scene above may have requested another review."""
        if self._reviews:
            self._reviews.request_review_unless_complete(len(self._reviews) - 1)

    def handle(self, event: pygame.Event) -> bool:
        is_press = event.type in (pygame.KEYDOWN, INTENT, pygame.MOUSEBUTTONDOWN)
        is_early = self._age < RESULT_INPUT_DELAY and not self._is_press_on_visible_button(event)
        if is_press and is_early:
            return self.intent_of_event(event) != "back" or event.type == pygame.MOUSEBUTTONDOWN
        if event.type == pygame.MOUSEBUTTONUP and is_early:
            return True
        if is_press and self.entrance_progress < 1:
            # End the animation now, so that this press takes effect.
            self._age = max(self._age, self.entrance_seconds)
            self.needs_redraw = True
        name = self.intent_of_event(event)
        if self._reviews and name == "retry":
            self._show_review()
        elif name == "log":
            self.toggle_page("log")
        elif name == "back" and self.page != "story":
            self.toggle_page("story")
        elif name == "back" and not self.session.is_over:
            self.toggle_page("table")
        else:
            return self.group.handle_event(event)
        return True

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        return {f"{type(one).__name__} {n}": one for n, one in enumerate(self.group.widgets)}

    def _is_press_on_visible_button(self, event: pygame.Event) -> bool:
        """Return whether a mouse event hits a button that can be pressed during the entrance.

        Without an entrance animation, early presses are ignored, and False is returned.
        """
        is_mouse = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        if (
            not is_mouse
            or not self.entrance_seconds
            or self.entrance_progress < PRESSABLE_ENTRANCE_SHARE
        ):
            return False
        return any(one.visible and one.rect.collidepoint(event.pos) for one in self.group.widgets)

    def toggle_page(self, page: Page) -> None:
        """Show a page in place of the story; if the page is already shown, return to the story."""
        self.page = "story" if page == self.page else page
        self.lay_out()

    def lay_out(self) -> None:
        if self.session.public.result is None:
            return  # the next round has begun, and this scene is about to be removed
        self._build_buttons()
        self._appearing = None
        if self.page == "table":
            self._place_back_to_result_button()
        elif self.session.is_over:
            self._place_match_result()
        else:
            self._place_round_result()
        px = self.context.px
        self.log.rect = self._room.inflate(2 * px(8), 2 * px(8))
        self.needs_redraw = True

    def _place_back_to_result_button(self) -> None:
        """Place the only button of the page with the table, which leads back to the result."""
        (button,) = self._main
        rect = self._place()
        height = self.context.px(MEDIUM_BUTTON_HEIGHT)
        button.rect = pygame.Rect(rect.x, rect.bottom - height, rect.width, height)

    def _place_round_result(self) -> None:
        px = self.context.px
        self._rect = self._place()
        inner = self._rect.inflate(-2 * px(6), -2 * px(6))
        story = RoundResultText(self.context, self.session, self._moment)
        self._is_tight = False
        if story.minimum_height_px(
            inner.width, HEADLINE_STYLES[1].size
        ) > self._height_above_buttons(inner):
            for one in self._small_buttons:
                one.visible = False
            self._is_tight = story.minimum_height_px(inner.width) > self._height_above_buttons(
                inner
            )
        if inner.width > 1.5 * inner.height and inner.width >= px(480):
            self._room, buttons = split_into_columns(inner, (1.0, 1.0), px(24))
            self._place_view_and_rare_buttons(buttons)
        else:
            bottom = self._place_view_and_rare_buttons(inner)
            self._room = pygame.Rect(inner.x, inner.y, inner.width, bottom - px(GAP) - inner.y)

    @property
    def _small_button_height(self) -> int:
        return max(MIN_TARGET_PIXELS, self.context.px(SMALL_BUTTON_HEIGHT))

    def _fitting_button_height(self, default_units: float) -> int:
        """Return the height of a button in pixels, reduced to leave room for the story.

        Args:
            default_units: the usual height in layout units.
        """
        px = self.context.px
        return (
            max(MIN_TARGET_PIXELS, px(LOW_BUTTON_SHARE * default_units))
            if self._is_tight
            else px(default_units)
        )

    def _height_above_buttons(self, inner: pygame.Rect) -> int:
        """Return the height in pixels that remains above the buttons if all of them are shown."""
        return self._place_view_and_rare_buttons(inner) - self.context.px(GAP) - inner.y

    def _place_view_and_rare_buttons(self, inner: pygame.Rect) -> int:
        """Place the buttons from the bottom up; return the upper edge of the highest button."""
        px = self.context.px
        small = [one for one in self._small_buttons if one.visible]
        bottom = self._place_button_row(inner, inner.bottom, small, self._small_button_height)
        bottom = self._place_button_row(
            inner, bottom, self._medium_buttons, self._fitting_button_height(MEDIUM_BUTTON_HEIGHT)
        )
        for widget in reversed(self._main):
            height = self._fitting_button_height(
                BIG_BUTTON_HEIGHT if widget is self._main[0] else MEDIUM_BUTTON_HEIGHT
            )
            widget.rect = pygame.Rect(inner.x, bottom - height, inner.width, height)
            bottom -= height + px(GAP)
        return bottom

    def _place_button_row(
        self, inner: pygame.Rect, bottom: int, buttons: Sequence[Button], height: int
    ) -> int:
        """Place buttons side by side if they fit, or else one below the other.

        Args:
            inner: the rectangle whose width may be used.
            bottom: the lower edge of the buttons.

        Returns:
            The bottom of the space above the buttons, in pixels.
        """
        gap = self.context.px(GAP)
        if not buttons:
            return bottom
        widths = [one.preferred_width for one in buttons]
        spare = inner.width - sum(widths) - gap * (len(widths) - 1)
        if spare < 0:
            for one in reversed(buttons):
                one.rect = pygame.Rect(inner.x, bottom - height, inner.width, height)
                bottom -= height + gap
            return bottom
        left = float(inner.x)
        for one, width in zip(buttons, widths, strict=True):
            share = width + spare / len(widths)
            one.rect = pygame.Rect(round(left), bottom - height, round(share), height)
            left += share + gap
        return bottom - height - gap

    def _place_match_result(self) -> None:
        """Place the face, text and buttons over the whole window."""
        px, (width, height) = self.context.px, self.context.size
        self._rect = pygame.Rect(0, 0, width, height)
        margin = round(height * 0.05)
        beside = width > SIDE_BY_SIDE_RATIO * height
        edge = (
            round(height * WINNER_FACE_SHARE) if beside else round(min(width * 0.3, height * 0.2))
        )
        most = 1240 * self.context.scale
        whole = self._rect.inflate(-2 * margin, -2 * margin)
        whole.inflate_ip(min(0, round(most) - whole.width), 0)
        if beside:
            edge = min(edge, round(whole.width * 0.28))
            top = whole.y + round(height * 0.06)
            self._face = pygame.Rect(whole.x, top, edge, edge)
            left = self._face.right + px(48)
            column = pygame.Rect(left, whole.y, whole.right - left, whole.height)
        else:
            self._face = pygame.Rect(whole.x, whole.y, edge, edge)
            top = self._face.bottom + px(14)
            column = pygame.Rect(whole.x, top, whole.width, whole.bottom - top)
        self._room = column
        story = FinishedMatchSummary(self.context, self.session, self._moment)
        head = column.y + story.heading_height(column.width)
        bottom = self._place_button_row(
            column, column.bottom, self._small_buttons, self._small_button_height
        )
        bottom = self._place_next_step_buttons(column, bottom)
        # If room is short, the rarely used buttons are hidden, since the story matters more.
        if bottom - head < px(MIN_TURNING_POINT_HEIGHT):
            for one in self._small_buttons:
                one.visible = False
            bottom = self._place_next_step_buttons(column, column.bottom)
        most_card = px(250) if beside else px(330)
        self._card = pygame.Rect(column.x, head, column.width, min(most_card, bottom - head))
        if self._card.height < px(MIN_TURNING_POINT_HEIGHT):
            self._card = pygame.Rect(0, 0, 0, 0)
            if (
                self._place_button_row(
                    column, bottom, self._medium_buttons, self._small_button_height
                )
                < head
            ):
                for one in self._medium_buttons:
                    one.visible = False
                if bottom < head:
                    self._place_next_step_buttons(column, column.bottom, is_tight=True)
        else:
            room = story.turning_point_text_rect(self._card)
            self._turning_point_top = self._place_button_row(
                room, room.bottom, self._medium_buttons, self._small_button_height
            ) + px(GAP)

    def _place_next_step_buttons(
        self, column: pygame.Rect, bottom: int, *, is_tight: bool = False
    ) -> int:
        """Place the buttons for the next step: the first is large, the rest beside or below it.

        Args:
            bottom: the bottom of the space for the buttons, in pixels.
            is_tight: whether the other buttons share a row even if their labels must shrink.

        Returns:
            The bottom of the space above the buttons, in pixels.
        """
        px = self.context.px
        first, *others = self._main
        gap, height = px(GAP), px(BIG_BUTTON_HEIGHT)
        wide = sum(one.preferred_width for one in others) + gap * len(others)
        line = pygame.Rect(column.x, bottom - height, column.width, height)
        if wide + px(240) > column.width:
            if is_tight and others:
                row = pygame.Rect(
                    column.x,
                    bottom - self._small_button_height,
                    column.width,
                    self._small_button_height,
                )
                places = split_into_columns(row, (1.0,) * len(others), gap)
                for one, rect in zip(others, places, strict=True):
                    one.rect = rect
                bottom = row.y - gap
            else:
                bottom = self._place_button_row(column, bottom, others, px(MEDIUM_BUTTON_HEIGHT))
            line = pygame.Rect(column.x, bottom - height, column.width, height)
        else:
            right = line.right
            for one in reversed(others):
                one.rect = pygame.Rect(
                    right - one.preferred_width, line.y, one.preferred_width, height
                )
                right -= one.preferred_width + gap
            line.width = right - line.x
        first.rect = line
        return line.y - px(GAP) - px(6)

    def draw(self, surface: pygame.Surface) -> None:
        if self.page == "table":
            self.group.draw_widgets_and_ring(surface)
            return
        t = self.entrance_progress
        if t < 1:
            self._draw_during_entrance(surface, t)
            return
        self._appearing = None
        self._draw_result(surface)
        if self.session.is_over:
            self._draw_moving_winner_face(surface, 1.0)
        self.group.draw_widgets_and_ring(surface)

    def _draw_during_entrance(self, surface: pygame.Surface, progress: float) -> None:
        """Fade in the story; after a match, also let the winner's face grow in front of it.

        Args:
            progress: the progress of the entrance animation, from 0 to 1.
        """
        if self._appearing is None or self._appearing.whole.get_size() != surface.get_size():
            # The first painters only create sprites; the story then covers the buttons.
            painters: list[Callable[[pygame.Surface], object]]
            painters = [partial(self._draw_only_for_sprites, one) for one in self.group.widgets]
            if self.session.is_over:
                painters.append(lambda _surface: self._winner_face_sprite())
            painters += [*self._result_painters(), self.group.draw_widgets_and_ring]
            area = self._area_changed_by_result(surface)
            self._appearing = _GraduallyPaintedResult(surface.copy(), area, painters)
        if self._appearing.paint_next():
            self._appearing.begun = progress
            return
        share = ease_out((progress - self._appearing.begun) / (1 - self._appearing.begun))
        if self.session.is_over and not self.context.settings.reduced_motion:
            share = ease_in_out(max(0.0, (progress - 0.25) / 0.75))
        picture = self._appearing.part
        picture.set_alpha(round(255 * share))
        surface.blit(picture, self._appearing.area)
        if self.session.is_over:
            self._draw_moving_winner_face(
                surface, 1.0 if self.context.settings.reduced_motion else ease_out(progress)
            )

    def _draw_only_for_sprites(self, widget: Widget, surface: pygame.Surface) -> None:
        """Draw a widget only for its sprites; screen readers read it when it is drawn for good."""
        if widget.visible:
            with self.context.fonts.without_recording():
                widget.draw(surface)

    def _area_changed_by_result(self, surface: pygame.Surface) -> pygame.Rect:
        """Return the part of the window that the result changes."""
        around = 2 * self.context.px(DECK_SHADOW + GAP)
        area = surface.get_rect()
        return area if self.session.is_over else self._rect.inflate(around, around).clip(area)

    def _draw_result(self, surface: pygame.Surface) -> None:
        for paint in self._result_painters():
            paint(surface)

    def _result_painters(self) -> list[Callable[[pygame.Surface], object]]:
        """Return functions that together draw the result, each quick enough for one frame."""
        if not self.session.is_over:
            return [self._draw_round_result]
        painters: list[Callable[[pygame.Surface], object]] = [self._draw_match_background]
        if self.page == "story":
            story = FinishedMatchSummary(self.context, self.session, self._moment)
            painters.append(partial(story.draw_heading, rect=self._room))
            if self._card.height:
                painters += [
                    partial(story.draw_turning_point_card, rect=self._card),
                    partial(story.draw_turning_point_board, rect=self._card),
                    partial(
                        story.draw_turning_point_text,
                        rect=self._card,
                        buttons_top=self._turning_point_top,
                    ),
                ]
        return painters

    def _draw_round_result(self, surface: pygame.Surface) -> None:
        ground = self.context.sprites.background(surface.get_size())
        covered = self._rect.inflate(2 * self.context.px(DECK_SHADOW), 0)
        surface.blit(ground, covered, covered)
        if self.page == "story":
            RoundResultText(self.context, self.session, self._moment).draw(surface, self._room)

    def _draw_match_background(self, surface: pygame.Surface) -> None:
        surface.blit(self.context.sprites.background(surface.get_size()), (0, 0))
        if self._has_sole_player_lost:
            self._draw_light_of_lost_match(surface)

    def _draw_light_of_lost_match(self, surface: pygame.Surface) -> None:
        """Draw soft warm light behind the result of a lost match."""
        colour = self.context.theme.colours.warning
        light = pygame.Surface((64, 36), pygame.SRCALPHA)
        for n in range(14, 0, -1):
            rect = pygame.Rect(0, 0, 5 * n, 4 * n)
            rect.center = 20, 20
            pygame.draw.ellipse(light, (*colour, 26 - round(1.5 * n)), rect)
        surface.blit(pygame.transform.smoothscale(light, surface.get_size()), (0, 0))

    def _draw_moving_winner_face(self, surface: pygame.Surface, progress: float) -> None:
        """Draw the winner's face, which moves from its place at the table, if there is one.

        Args:
            progress: the progress of the movement, from 0 to 1.
        """
        start = self._face_place() or self._face.inflate(
            -round(self._face.width * 0.5), -round(self._face.height * 0.5)
        )
        rect = pygame.Rect(
            round(interpolate(start.x, self._face.x, progress)),
            round(interpolate(start.y, self._face.y, progress)),
            round(interpolate(start.width, self._face.width, progress)),
            round(interpolate(start.height, self._face.height, progress)),
        )
        sprite = self._winner_face_sprite()
        if rect.width != self._face.width:
            zoom = rect.width / self._face.width
            sprite = sprite.scaled(zoom, zoom)
        sprite.draw_centred(surface, rect.center)
        if progress >= 1 and self.page == "story":
            self._draw_winner_remark(surface)

    def _winner_face_sprite(self) -> Sprite:
        look = self._winner_face_look(winner_with_shown_face(self.session))
        return self.context.sprites.player_face(look, self._face.width)

    def _draw_winner_remark(self, surface: pygame.Surface) -> None:
        """Draw the winning computer player's remark below its face, if there is room."""
        text, px = self._winner_remark(), self.context.px
        if not text or self._room.x < self._face.right:
            return
        size = game_drawing.speech_bubble_size(self.context, text, self._face.width)
        rect = pygame.Rect(self._face.x, self._face.bottom + px(34), self._face.width, size[1])
        tip = (rect.centerx, self._face.bottom + px(8))
        colour = self.context.theme.colours.outline
        game_drawing.draw_speech_bubble(surface, self.context, rect, text, colour, tip)

    def _winner_remark(self) -> str:
        """Return the remark of a winning computer player.

        Return "" if a person won or the remarks are turned off.
        """
        level = level_of(self.session.seats[winner_with_shown_face(self.session)].player)
        if level is None or not self.context.settings.voices:
            return ""
        return voice_line(level, "won", 0, self.session.version) or ""

    def _winner_face_look(self, seat: Seat) -> PlayerFaceLook:
        session = self.session
        side: Side = max(0, session.public.seating.side_of[seat])
        style = session.side_marker_styles[side]
        edge = self.context.theme.colours.players[style.colour]
        level = level_of(session.seats[seat].player)
        if level:  # an external engine has no face
            mark = face_distinguishing_letter(session.seats, seat)
            return PlayerFaceLook(level, edge=edge, glowing=True, mark=mark)
        initial = face_initial(session.seats, seat)
        return PlayerFaceLook(None, style.marker(), initial, edge, glowing=True)

    @property
    def _has_sole_player_lost(self) -> bool:
        """Whether the only person at the screen has lost the match."""
        seat = self.session.sole_player
        return seat is not None and self.session.is_over and seat not in self.session.winners

    def _request_redraw(self) -> None:
        self.needs_redraw = True

    def _build_buttons(self) -> None:
        """Build the buttons for the next step, for views of the round, and for rare uses."""
        context = self.context
        self._medium_buttons: list[ResultButton] = []
        self._small_buttons: list[ResultButton] = []
        if self.page == "table":
            label = _("Result")
            back = ResultButton(
                context, label, lambda: self.toggle_page("story"), hint="back", primary=True
            )
            self._main: list[Button] = [back]
            self.group.replace_widgets(self._main)
            return
        self._main = self._next_step_buttons()
        if self._can_retry_deciding_turn:
            assert self._moment is not None
            label = _("Try turn {turn} again").format(turn=self._moment.turn)
            self._medium_buttons.append(
                ResultButton(context, label, self._retry_or_review_deciding_turn, icon="undo")
            )
        self._review = None
        if self._reviews:
            label = _("Review the match") if self.session.is_over else _("Review")
            self._review = ResultButton(context, label, self._show_review, hint="retry")
            self._medium_buttons.append(self._review)
        if not self.session.is_over:
            label = _("Table")
            table = ResultButton(context, label, lambda: self.toggle_page("table"), hint="back")
            self._medium_buttons.append(table)
        label = _("Result") if self.page == "log" else _("Log")
        log = ResultButton(context, label, lambda: self.toggle_page("log"), hint="log")
        shows_checks = self.session.is_over or self.page == "log"
        checks = (
            [*self._decision_audit_buttons(), *self._fingerprint_buttons()] if shows_checks else []
        )
        self._small_buttons = [*checks, log]
        for button in self._small_buttons:
            button.rank = "rare"
        self.log.visible = self.page == "log"
        self.log.lines = log_lines(self.session.public_history, self._wording(), "standard")
        self.group.replace_widgets(
            [*self._main, *self._medium_buttons, *self._small_buttons, self.log]
        )
        self._show_notable_turns_on_button()

    def _show_notable_turns_on_button(self) -> None:
        """Show on the review button how many turns are worth reviewing."""
        if self._reviews is None or self._review is None or self.session.is_over:
            return
        viewer = self.session.viewer
        seat = self._reviews.reviewed_seats[0] if viewer is None else viewer
        words = ReviewSentences(self.session.rules, self.session.seats, seat)
        self._review.effect = words.notable_turns_line(
            self._reviews.review_of(len(self._reviews) - 1, seat)
        )
        self.needs_redraw = True

    def _show_review(self) -> None:
        if self._reviews:
            self.context.navigator.show_review_or_ask_whose(
                self._reviews, seat=self.session.sole_player
            )

    @property
    def _can_retry_deciding_turn(self) -> bool:
        """Whether the player's own turn lost the match although another turn might have helped."""
        moment = self._moment
        return (
            self._has_sole_player_lost
            and bool(self._reviews)
            and moment is not None
            and moment.seat == self.session.sole_player
            and moment.kind != "could_not_stop"
        )

    def _retry_or_review_deciding_turn(self) -> None:
        """Retry the deciding turn, or open its review if the turn cannot be retried yet."""
        assert self._reviews is not None and self._moment is not None
        seat, number = self._moment.seat, len(self._reviews) - 1
        review = self._reviews.review_of(number, seat)
        action = deciding_action_index(self.session, self._moment)
        begun = [one for one in (review.turns if review else ()) if one.first_action <= action]
        turn = begun[-1] if begun else None
        attempt = None if turn is None else self._reviews.attempt_at_turn(number, turn, seat)
        if attempt is None or turn is None:
            self.context.navigator.show_review_or_ask_whose(self._reviews, number, action)
            return
        self.context.navigator.show_puzzle(
            RetriedTurnSource(attempt, turn.log_turn, lambda attempt: None)
        )

    def _decision_audit_buttons(self) -> list[ResultButton]:
        """Return the button of the decision audit; empty if no computer player took part."""
        if not self.session.has_computer:
            return []
        label, do = _("What the computer saw"), self.context.navigator.show_decision_audit
        return [ResultButton(self.context, label, do)]

    def _fingerprint_buttons(self) -> list[ResultButton]:
        """Return the button that shows the verified deals; empty if the next deal has no proof."""
        deal, seal = (
            (self._start_rematch, self._rematch_fingerprint_if_one_person)
            if self.session.is_over
            else (self._request_next_round, lambda: self.session.next_deal_fingerprint)
        )
        is_daily = self.session.is_over and self.services.local_table.is_daily_round
        found = None if is_daily else seal()
        if found is None:
            return []

        def show_fingerprint() -> None:
            checked = self.session.fingerprints_matching_deals
            self.context.stack.push(FingerprintScene(self.context, found, deal, checked))

        return [ResultButton(self.context, _("Fair play"), show_fingerprint)]

    def _next_step_buttons(self) -> list[Button]:
        """Return the buttons for the next step, the main button first."""
        context = self.context
        if not self.session.is_over:
            label, seal = _("Next round"), lambda: self.session.next_deal_fingerprint
            return [
                DealButton(
                    context, label, self._request_next_round, seal, hint="confirm", icon="right"
                )
            ]
        if self.services.local_table.is_daily_round:
            label, show = _("What the levels did"), context.navigator.show_daily_round
            return [
                ResultButton(context, label, show, hint="confirm", primary=True),
                ResultButton(context, _("Back to the start"), context.navigator.show_title),
            ]
        label = _("Rematch")
        again = DealButton(
            context,
            label,
            self._start_rematch,
            self._rematch_fingerprint_if_one_person,
            hint="confirm",
        )
        again.icon = "undo"
        ways: list[Button] = [again]
        level = self._suggested_opponent_level
        if level is not None:
            label = _("Easier: {name}") if self._has_sole_player_lost else _("Harder: {name}")
            label = label.format(name=level_name(level))
            ways.append(
                ResultButton(context, label, lambda: self._start_match_against_level(level))
            )
        return [*ways, ResultButton(context, _("Back to the ladder"), context.navigator.show_title)]

    @property
    def _suggested_opponent_level(self) -> int | None:
        """The level below the opponent's after a defeat, or above it after a victory.

        None if there is no such level, or if the match is not between one person and one level.
        """
        levels = [level_of(seat.player) for seat in self.session.seats]
        if len(levels) != 2 or levels.count(None) != 1:
            return None
        level = next(level for level in levels if level is not None)
        neighbour = level + (-1 if self._has_sole_player_lost else 1)
        return neighbour if level in LEVEL_NUMBERS and neighbour in LEVEL_NUMBERS else None

    def _start_match_against_level(self, level: int) -> None:
        """Start a match against another level."""
        setup = rematch_setup(self.session)
        seats = tuple(
            seat if level_of(seat.player) is None else SeatInfo(level_name(level), f"level:{level}")
            for seat in setup.seats
        )
        self.context.navigator.start_match(replace(setup, seats=seats))

    def _rematch_fingerprint_if_one_person(self) -> str | None:
        """Return the fingerprint of a rematch's first deal, or None unless one person plays."""
        return (
            self.services.local_table.next_match_fingerprint
            if rematch_setup(self.session).is_solo
            else None
        )

    def _request_next_round(self, cut: str | None = None) -> None:
        self.session.request_next_round(cut)
        self.context.stack.pop()
        self._done()

    def _start_rematch(self, cut: str | None = None) -> None:
        """Start another match with the same players and rules.

        Args:
            cut: the cut of the deck as text; None if the player has not chosen a cut.
        """
        self.context.navigator.start_match(replace(rematch_setup(self.session), cut=cut))

    def _wording(self) -> MatchSentences:
        return MatchSentences(self.session.rules, self.session.seats, self.session.sole_player)
