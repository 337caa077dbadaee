"""One thinking process for all who ask it, started when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker


class SharedThinker:
    """Starts the thinking process when it is first needed, and clears it for each new user.

    Args:
        make: starts a thinker; each online computer guest gets one of its own from it, too.

    Attributes:
        on_claim: called before somebody else gets the thinker, so that its present user can save
            what it still expects.
        n_claims: how often the thinker was claimed, so that a user notices that it was lost.
    """

    def __init__(self, make: Callable[[], Thinker]) -> None:
        self.make = make
        self.on_claim: Callable[[], None] = _do_nothing
        self.n_claims = 0
        self._thinker: Thinker | None = None

    def claim(self) -> Thinker:
        """Return the thinker without the question and analyses of its user before."""
        if self._thinker is None:
            self._thinker = self.make()
        self.n_claims += 1
        self.release()
        return self._thinker

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for an answer, an analysis or a review."""
        return self._thinker is not None and self._thinker.is_busy

    def release(self) -> None:
        """Drop the thinker's pending question and analyses; a review goes on."""
        self.on_claim()
        if self._thinker is not None:
            self._thinker.forget_question()
            self._thinker.drop_analysis()

    def close(self) -> None:
        """Stop the process."""
        if self._thinker is not None:
            self._thinker.close()


def _do_nothing() -> None:
    pass
