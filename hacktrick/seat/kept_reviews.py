"""The reviews of kept matches: found in the library, or made and put there beside their match.

What was bad in a reviewed round is to be met again, by the person who did it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from hacktrick.library.entries import LibraryError
from hacktrick.profiles import Profiles, profile_named

if TYPE_CHECKING:
    from hacktrick.play.record import Record
    from hacktrick.play.reviewing import Reviewed
    from hacktrick.play.thinker import Thinker
    from hacktrick.seat.reviews import Reviews
    from hacktrick.seat.shelf import Shelf
    from hacktrick.seat.training import Training


class KeptReviews:
    """
    Args:
        thinker: who judges, without anything to think about.
        profiles: who plays on this computer now.
    """

    def __init__(
        self,
        shelf: Shelf,
        training: Training,
        thinker: Callable[[], Thinker],
        profiles: Callable[[], Profiles],
    ) -> None:
        self._shelf, self._training = shelf, training
        self._thinker, self._profiles = thinker, profiles

    def of(self, number: int) -> Reviews | None:
        """The rounds of a match in the library; None where nobody can judge them."""
        from hacktrick.seat.reviews import Reviews

        record = self._record(number)
        if record is None or not record.rules.is_solved:
            return None
        find = partial(self._shelf.find_review, number)
        reviews = Reviews(record, self._thinker(), find)
        reviews.keep_all(partial(self._keep, number, reviews))
        return reviews

    def put(self, record: Record, reviews: Reviews | None) -> None:
        """A match is in the library: what is known of its rounds, and comes to be known, goes
        there too."""
        number = self._shelf.number_of(record)
        if number is not None and reviews is not None:
            reviews.keep_all(partial(self._keep, number, reviews))

    def _keep(self, number: int, reviews: Reviews, reviewed: Reviewed) -> None:
        self._shelf.keep_review(number, reviewed)
        for seat, question in reviews.mistakes(reviewed.story.number):
            name = reviews.seats[seat].name
            profile = profile_named(self._profiles(), name)
            self._training.add_mistake(profile.name if profile else name, question)

    def _record(self, number: int) -> Record | None:
        library = self._shelf.library()
        try:
            return None if library is None else library.record(number)
        except (KeyError, LibraryError):
            return None
