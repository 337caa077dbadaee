"""Searches the library for a position, on a separate thread, so that no frame has to wait.

The first answer comes at once from the index of positions. The search then indexes the matches that
an older version has saved, and gives a complete answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from hacktrick.library.match_entries import (
    LibraryError,
    MatchEntry,
    OpeningCount,
    PositionSearchResult,
    TurnFrequency,
)

if TYPE_CHECKING:
    from hacktrick.app.study_session import FoundStudyPosition, StudyFiles
    from hacktrick.game.cards import Card
    from hacktrick.game.notation.diagram import Diagram
    from hacktrick.library.database import Library


@dataclass(frozen=True, slots=True)
class PositionFindings:
    """The findings about a position in the library.

    Attributes:
        found: the rounds that reached the position.
        matches: the entries of their matches, by number.
        studies: the saved studies that contain the position.
        openings: the openings of the library's rounds; None until they are counted.
        solver_openings: the openings of the solver's rounds.
        n_missing: the number of matches that the index still lacks.
        has_search_terms: whether the position contains anything to search for.
    """

    found: PositionSearchResult
    matches: dict[int, MatchEntry]
    studies: tuple[FoundStudyPosition, ...] = ()
    openings: tuple[OpeningCount, ...] | None = None
    solver_openings: tuple[OpeningCount, ...] = ()
    n_missing: int = 0
    has_search_terms: bool = True

    def opening_frequencies(
        self, start: Card | None = None
    ) -> tuple[dict[str, TurnFrequency], dict[str, TurnFrequency]]:
        """Return how often each start card, or each reply to ``start``, was played and won.

        Args:
            start: the start card whose replies are counted; None to count start cards.

        Returns:
            The frequencies by turn, as text: in the rounds of the library, and in rounds that the
            solver played against itself.
        """
        from hacktrick.library.position_index import opening_frequencies

        return opening_frequencies(self.openings or (), start), opening_frequencies(
            self.solver_openings, start
        )


def search_position_in_library(
    library: Library, studies: StudyFiles, diagram: Diagram
) -> Iterator[PositionFindings | None]:
    """Search the library for a position; yield answers that are more and more complete.

    The first answer has the rounds. The second answer also has the studies and the statistics of
    openings. If matches are missing in the index, they are added, and a last answer follows. None
    is yielded after each match that is added.

    Raises:
        LibraryError: the library cannot be read or written.
    """
    from hacktrick.library.position_index import PositionIndex, has_search_terms, solver_openings

    index = PositionIndex(library)

    missing = index.unindexed_matches() if library.may_write else ()

    def findings_in_rounds(n_missing: int) -> PositionFindings:
        found = index.find_turns(diagram)
        entries = library.entries_with_numbers({one.match for one in found.rounds})
        matches = {entry.id: entry for entry in entries}
        is_findable = has_search_terms(diagram)
        return PositionFindings(found, matches, n_missing=n_missing, has_search_terms=is_findable)

    def with_studies_and_openings(findings: PositionFindings) -> PositionFindings:
        return replace(
            findings,
            studies=studies.find_position(diagram),
            openings=index.opening_counts(),
            solver_openings=solver_openings(),
        )

    first = findings_in_rounds(len(missing))
    yield first
    yield with_studies_and_openings(first)
    for number in missing:
        index.add_match(number)
        yield None
    if missing:
        yield with_studies_and_openings(findings_in_rounds(0))


class PositionSearch:
    """A search for a position that runs on a separate thread.

    Args:
        open_library: opens the library on that thread.

    Attributes:
        answer: the latest answer; None before the first one.
        has_failed: whether the library cannot be used.
    """

    def __init__(
        self, open_library: Callable[[], Library], studies: StudyFiles, diagram: Diagram
    ) -> None:
        self._open_library, self._studies, self._diagram = open_library, studies, diagram
        self._answers: SimpleQueue[PositionFindings | None] = SimpleQueue()
        self._is_closed = Event()
        self.answer: PositionFindings | None = None
        self.has_failed = False
        Thread(target=self._search_in_thread, name="position search", daemon=True).start()

    @property
    def is_complete(self) -> bool:
        """Whether the answer is complete and based on a complete index."""
        answer = self.answer
        return answer is not None and answer.openings is not None and not answer.n_missing

    def update(self) -> bool:
        """Collect the answers that have arrived; return whether there were any."""
        has_changed = False
        with suppress(Empty):
            while True:
                answer = self._answers.get_nowait()
                self.has_failed = answer is None
                self.answer = answer or self.answer
                has_changed = True
        return has_changed

    def close(self) -> None:
        """Ask the search to stop, without waiting; the match being indexed is still finished."""
        self._is_closed.set()

    def _search_in_thread(self) -> None:
        try:
            with closing(self._open_library()) as library:
                for answer in search_position_in_library(library, self._studies, self._diagram):
                    if self._is_closed.is_set():
                        return
                    if answer is not None:
                        self._answers.put(answer)
        except LibraryError:
            self._answers.put(None)
