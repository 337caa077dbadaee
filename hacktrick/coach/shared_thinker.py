"""Shares one worker process among all parts of the program, one user at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker


class SharedThinker:
    """Starts a thinker when it is first needed, and clears it for each new user.

    Args:
        make: creates a thinker; computer guests in online matches use it to create their own.

    Attributes:
        on_claim: called before the thinker is claimed or released, so that the current user can
            save pending work.
        n_claims: how often the thinker was claimed; a changed number means that the thinker has
            another user.
    """

    def __init__(self, make: Callable[[], Thinker]) -> None:
        self.make = make
        self.on_claim: Callable[[], None] = _do_nothing
        self.n_claims = 0
        self._thinker: Thinker | None = None

    def claim_thinker(self) -> Thinker:
        """Return the thinker, without the pending question and analyses of its last user."""
        thinker = self._get_or_make_thinker()
        self.n_claims += 1
        self.release()
        return thinker

    def start(self) -> None:
        """Start the worker before it is needed, so that the first answer comes sooner."""
        self._get_or_make_thinker().start()

    def _get_or_make_thinker(self) -> Thinker:
        if self._thinker is None:
            self._thinker = self.make()
        return self._thinker

    @property
    def is_busy(self) -> bool:
        """Whether an answer, an analysis or a review is pending."""
        return self._thinker is not None and self._thinker.is_busy

    def release(self) -> None:
        """Cancel the thinker's pending question and analyses; a review continues."""
        self.on_claim()
        if self._thinker is not None:
            self._thinker.cancel_decision()
            self._thinker.cancel_analyses()

    def close(self) -> None:
        """Stop the worker process."""
        if self._thinker is not None:
            self._thinker.close()


def _do_nothing() -> None:
    pass
