"""The ways between screens, as a protocol: a scene says where to go without importing that
screen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pygame

if TYPE_CHECKING:
    from hacktrick.app.local_table import MatchSetup
    from hacktrick.app.marker_styles import MarkerStyle, MarkerStyles
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.puzzle_practice import QuestionSource
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.game.rules import Rules, Seat
    from hacktrick.game.view import SeatInfo

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ThumbnailRequest:
    """A table to be shown small, in the middle of a round that nobody plays.

    Attributes:
        theme: the key of a theme.
        window, ui_scale: as the table would be laid out in a window of this size.
        part: what is seen of it: left, top, width and height as shares of the window.
        size: of the picture.
        language: of its words; it is the one that is spoken.
    """

    theme: str
    rules: Rules
    seats: tuple[SeatInfo, ...]
    looks: MarkerStyles
    window: Size
    ui_scale: int
    size: Size
    language: str
    part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)


class Navigator(Protocol):
    """Every way takes effect before the next frame."""

    def title(self) -> None:
        """Away from everything to the first screen; an unfinished match is kept."""

    def table(self) -> None:
        """To the match of the workspace's session; only the title stays below."""

    def table_ahead(self, looks: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """Paints one picture at every step for a table that may be opened soon.

        Args:
            looks: of the two sides.
        """

    def table_picture(self, wish: ThumbnailRequest) -> Iterator[pygame.Surface | None]:
        """Paints a piece at every step; the last one gives the picture."""

    def begin(self, new: MatchSetup) -> None:
        """Start a new match and go to its table."""

    def resume(self) -> None:
        """Go on with the saved match."""

    def new_match(self) -> None:
        """The choices of a new match, over what is there."""

    def result(self, place: Callable[[], pygame.Rect], done: Callable[[], None]) -> None:
        """The end of the round, over the table.

        Args:
            place: what it may cover, in pixels, asked for at every layout.
            done: called when the next round has been dealt.
        """

    def handover(self, seat: Seat, recap: tuple[str, ...], opened: Callable[[], None]) -> None:
        """The curtain before the cards of the next player at this screen.

        Args:
            seat: who is to come.
            recap: what everybody may know of the turn before, in sentences.
            opened: called once, after the curtain has gone.
        """

    def review(
        self, reviews: MatchReviews, number: int | None = None, action: int | None = None
    ) -> None:
        """Rounds that are over, looked back on.

        Args:
            number: the round that is shown first; None: the last one.
            action: in the turn that is shown first; None: the worst one.
        """

    def puzzles(self) -> None:
        """What there is to be solved."""

    def today(self) -> None:
        """The round of the day, and what came of it."""

    def figures(self) -> None:
        """What the player is good at."""

    def question(self, stream: QuestionSource) -> None:
        """A question about a position, and those that follow it."""

    def meeting(self) -> None:
        """To host, to join or to go on with a table over a network; only the title stays below."""

    def lobby(self) -> None:
        """The table over a network, and those at it."""

    def online_table(self) -> None:
        """To the match that has begun there; only the title stays below."""

    def witness(self) -> None:
        """What the computer saw in the round that is over."""

    def pause(self) -> None:
        """The menu over the table."""

    def learn(self) -> None:
        """The lessons, over what is there."""

    def lesson(self, name: str, from_start: bool = False) -> None:
        """A lesson, where it was left or from its start: over the lessons, or instead of another
        one."""

    def settings(self) -> None:
        """The settings, over what is there."""

    def rules(self, rules: Rules, topic: str | None = None) -> None:
        """The rules of an edition, at a topic if one is named."""

    def matches(self, given: str = "") -> None:
        """The kept matches, over what is there.

        Args:
            given: a match as text, or where one lies, to be taken in.
        """

    def replay(self, replayed: ReplaySession) -> None:
        """A match shown again on the table, over what is there."""

    def branch(self, replayed: ReplaySession) -> None:
        """The choices of how to play on from where a replay stands."""

    def picture(self, replayed: ReplaySession) -> pygame.Surface:
        """The table where a replay stands, to give away."""

    def film(self, replayed: ReplaySession) -> Generator[float, None, bytes]:
        """The round of a replay as a file that moves; on the way, how much of it is made."""

    def share(self, replayed: ReplaySession) -> None:
        """The ways to give a replayed match, or its picture, to others."""

    def about(self) -> None:
        """What this program is and stands on."""
