"""Work for the disk, done in order by a thread of its own: whoever wants it done need not wait."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable


class Behind:
    """One thread, begun with the first work; it ends when it is settled for good."""

    def __init__(self) -> None:
        self._works: deque[Callable[[], None]] = deque()
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = self._ended = False

    def do(self, work: Callable[[], None]) -> None:
        """After all that is to be done already. ``work`` must not raise."""
        with self._news:
            self._works.append(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="disk", daemon=True)
                self._thread.start()
            self._news.notify_all()

    def settle(self) -> None:
        """Wait until nothing is left to do."""
        with self._news:
            self._news.wait_for(lambda: not (self._works or self._busy))

    def end(self) -> None:
        """Settle, and let the thread go; more work begins another one."""
        with self._news:
            thread, self._ended = self._thread, True
            self._news.notify_all()
        if thread is not None:
            thread.join()
        self._thread, self._ended = None, False

    def _run(self) -> None:
        while (work := self._next()) is not None:
            work()
            with self._news:
                self._busy = False
                self._news.notify_all()

    def _next(self) -> Callable[[], None] | None:
        with self._news:
            self._news.wait_for(lambda: self._works or self._ended)
            if not self._works:
                return None
            self._busy = True
            return self._works.popleft()
