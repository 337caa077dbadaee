"""The ways between screens as a protocol: a scene opens another one without importing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hacktrick.app.local_table import MatchSetup
    from hacktrick.app.marker_styles import MarkerStyle
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.puzzle_practice import QuestionSource
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.app.storage import SaveSlot
    from hacktrick.game.rules import Rules


class Navigator(Protocol):
    """Opens screens. Every change takes effect before the next frame."""

    def show_title(self) -> None:
        """Close everything and show the title; an unfinished match is saved."""

    def show_table(self) -> None:
        """Show the match of the workspace's session over the title."""

    def prerender_table(self, looks: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """Paint one sprite at every step for a table that may be opened soon.

        Args:
            looks: the marker styles of the two sides.
        """

    def start_match(self, new: MatchSetup) -> None:
        """Start a new match and show its table."""

    def resume_match(self, slot: SaveSlot = "match") -> None:
        """Continue the saved match of a slot."""

    def resume_unfinished(self, key: str) -> bool:
        """Continue an unfinished match of the list; False if it is not there any more."""

    def show_new_match(self) -> None:
        """Show the options of a new match."""

    def show_review(
        self, reviews: MatchReviews, number: int | None = None, action: int | None = None
    ) -> None:
        """Show the review of finished rounds.

        Args:
            number: the round shown first; None for the last one.
            action: an action of the turn shown first; None for the worst turn.
        """

    def show_puzzles(self) -> None:
        """Show the list of puzzles."""

    def show_daily_round(self) -> None:
        """Show the round of the day and its results."""

    def show_statistics(self) -> None:
        """Show the player's statistics."""

    def show_puzzle(self, stream: QuestionSource) -> None:
        """Show a question about a position, then those that follow."""

    def show_host_and_join(self) -> None:
        """Show how to host, join or resume an online table, over the title."""

    def show_lobby(self) -> None:
        """Show the online table and the players at it."""

    def show_online_table(self) -> None:
        """Show the online match that has begun, over the title."""

    def show_decision_audit(self) -> None:
        """Show what the computer saw in the round that is over."""

    def show_pause_menu(self) -> None:
        """Show the menu over the table."""

    def show_lessons(self) -> None:
        """Show the list of lessons."""

    def start_lesson(self, name: str, from_start: bool = False) -> None:
        """Open a lesson over the list, or in place of another lesson.

        Args:
            from_start: begin it anew; else continue where it was left.
        """

    def show_settings(self) -> None:
        """Show the settings."""

    def show_rules(self, rules: Rules, topic: str | None = None) -> None:
        """Show the rules of an edition, at a topic if one is given."""

    def show_match_list(self, given: str = "") -> None:
        """Show the kept matches.

        Args:
            given: a match as text, or the path of one, to be imported.
        """

    def show_replay(self, replayed: ReplaySession) -> None:
        """Show a match again on the table."""

    def show_branch_choices(self, replayed: ReplaySession) -> None:
        """Show the ways to play on from where a replay stands."""

    def show_share_options(self, replayed: ReplaySession) -> None:
        """Show the ways to share a replayed match or its picture."""

    def show_about(self) -> None:
        """Show what this program is and what it is built on."""
