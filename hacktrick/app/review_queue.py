"""The queue of matches to judge: kept on disk, and worked through in the background.

A process of its own judges at the lowest priority, one round at a time. It ends at once when it is
stopped or the processor is needed elsewhere; only the round under way is then judged again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from hacktrick.library.match_entries import ReviewChoice

if TYPE_CHECKING:
    from hacktrick.app.library_service import LibraryReviews, LibraryService
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.storage import Storage
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.library.match_entries import MatchEntry

QUIET_SECONDS = 2.0  # without other work before the judging begins or goes on
MAX_TRIES = 2  # for a round, whose judging may end without a result


class ReviewQueue:
    """Judges chosen matches of the library one after the other.

    Args:
        reviews: the reviews of the library's matches.
        make_thinker: starts the process that judges.
        must_wait: whether something else needs the processor now.
        clock: returns seconds.
    """

    def __init__(
        self,
        storage: Storage,
        library: LibraryService,
        reviews: LibraryReviews,
        make_thinker: Callable[[], Thinker],
        must_wait: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage, self._library, self._reviews = storage, library, reviews
        self._make_thinker, self._must_wait, self._clock = make_thinker, must_wait, clock
        self._choice: ReviewChoice | None = None  # until it is read
        self._thinker: Thinker | None = None
        self._match: MatchReviews | None = None  # that is judged now
        self._tried: list[int] = []  # the rounds of this match that were asked about
        self._quiet_since = clock()

    @property
    def choice(self) -> ReviewChoice:
        """The present choice of matches, or the last one."""
        if self._choice is None:
            self._choice, problems = self._storage.load_review_choice()
            self._storage.problems.extend(problems)
        return self._choice

    @property
    def is_working(self) -> bool:
        """Whether matches are left and nobody has stopped the judging."""
        return not (self.choice.is_done or self.choice.is_stopped) and self._storage.may_save

    def add(self, entries: Iterable[MatchEntry]) -> int:
        """Add matches, and begin or go on; return how many were added.

        Once all are judged, the next ones make a new choice. Only finished matches are added.
        """
        before = ReviewChoice() if self.choice.is_done else self.choice
        keys = [one.key for one in entries if not one.is_unfinished and one.key not in before.keys]
        if keys:
            self._change(replace(before, keys=(*before.keys, *keys), is_stopped=False))
        return len(keys)

    def stop(self) -> None:
        """Stop at once."""
        self._change(replace(self.choice, is_stopped=True))
        self.close()

    def go_on(self) -> None:
        """Go on after a stop."""
        self._change(replace(self.choice, is_stopped=False))

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers in the library of the chosen matches that are still there."""
        return tuple(
            number for key in self.choice.keys if (number := self._library.number_with(key))
        )

    def update(self) -> bool:
        """Let the judging go on; return whether a match is done. To be called often."""
        if not self.is_working:
            return False
        now = self._clock()
        if self._must_wait():
            self.close()
            self._quiet_since = now
        if now - self._quiet_since < QUIET_SECONDS:
            return False
        if self._match is None:
            return not self._open_next()
        return self._judge(self._match)

    def close(self) -> None:
        """End the process that judges; the queue stays as it is."""
        if self._thinker is not None:
            self._thinker.close()
        self._thinker = self._match = None

    def _open_next(self) -> bool:
        """Open the next match; False if nothing of it is to be judged."""
        number = self._library.number_with(self.choice.keys[self.choice.n_judged])
        if number is None or self._library.is_judged(number):
            self._finish_match()
            return False
        if self._thinker is None:
            self._thinker = self._make_thinker()
        self._match = self._reviews.without_puzzles(number, self._thinker)
        if self._match is None:
            self._finish_match()
        return self._match is not None

    def _judge(self, match: MatchReviews) -> bool:
        """Collect what is judged and ask for the next round; return whether the match is done."""
        assert self._thinker is not None
        match.update()
        if self._thinker.review_ticket():
            return False
        left = [n for n in match.incomplete_rounds if self._tried.count(n) < MAX_TRIES]
        if not left:
            self._finish_match()
            return True
        self._tried.append(left[0])
        match.request_review(left[0])
        return False

    def _finish_match(self) -> None:
        self._match, self._tried = None, []
        self._change(replace(self.choice, n_judged=self.choice.n_judged + 1))
        if self.choice.is_done:
            self.close()

    def _change(self, choice: ReviewChoice) -> None:
        self._choice = choice
        self._storage.problems.extend(self._storage.save_review_choice(choice))
