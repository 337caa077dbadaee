"""The ways between screens, as a protocol: a scene says where to go without importing that
screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hacktrick.app.local_table import MatchSetup
    from hacktrick.app.marker_styles import MarkerStyle
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.puzzle_practice import QuestionSource
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.game.rules import Rules


class Navigator(Protocol):
    """Every way takes effect before the next frame."""

    def show_title(self) -> None:
        """Away from everything to the first screen; an unfinished match is kept."""

    def show_table(self) -> None:
        """To the match of the workspace's session; only the title stays below."""

    def prerender_table(self, looks: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """Paints one picture at every step for a table that may be opened soon.

        Args:
            looks: of the two sides.
        """

    def start_match(self, new: MatchSetup) -> None:
        """Start a new match and go to its table."""

    def resume_match(self) -> None:
        """Go on with the saved match."""

    def show_new_match(self) -> None:
        """The choices of a new match, over what is there."""

    def show_review(
        self, reviews: MatchReviews, number: int | None = None, action: int | None = None
    ) -> None:
        """Rounds that are over, looked back on.

        Args:
            number: the round that is shown first; None: the last one.
            action: in the turn that is shown first; None: the worst one.
        """

    def show_puzzles(self) -> None:
        """What there is to be solved."""

    def show_daily_round(self) -> None:
        """The round of the day, and what came of it."""

    def show_statistics(self) -> None:
        """What the player is good at."""

    def show_puzzle(self, stream: QuestionSource) -> None:
        """A question about a position, and those that follow it."""

    def show_host_and_join(self) -> None:
        """To host, to join or to go on with a table over a network; only the title stays below."""

    def show_lobby(self) -> None:
        """The table over a network, and those at it."""

    def show_online_table(self) -> None:
        """To the match that has begun there; only the title stays below."""

    def show_decision_audit(self) -> None:
        """What the computer saw in the round that is over."""

    def show_pause_menu(self) -> None:
        """The menu over the table."""

    def show_lessons(self) -> None:
        """The lessons, over what is there."""

    def start_lesson(self, name: str, from_start: bool = False) -> None:
        """A lesson, where it was left or from its start: over the lessons, or instead of another
        one."""

    def show_settings(self) -> None:
        """The settings, over what is there."""

    def show_rules(self, rules: Rules, topic: str | None = None) -> None:
        """The rules of an edition, at a topic if one is named."""

    def show_match_list(self, given: str = "") -> None:
        """The kept matches, over what is there.

        Args:
            given: a match as text, or where one lies, to be taken in.
        """

    def show_replay(self, replayed: ReplaySession) -> None:
        """A match shown again on the table, over what is there."""

    def show_branch_choices(self, replayed: ReplaySession) -> None:
        """The choices of how to play on from where a replay stands."""

    def show_share_options(self, replayed: ReplaySession) -> None:
        """The ways to give a replayed match, or its picture, to others."""

    def show_about(self) -> None:
        """What this program is and stands on."""
