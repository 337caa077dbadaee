"""Kept matches judged again, all at once: what ``hacktrick library rebuild`` does."""

from __future__ import annotations

from hacktrick.library.judgements import Judgements
from hacktrick.library.shelf import Library
from hacktrick.play.judged import judged
from hacktrick.play.moments import finished_rounds
from hacktrick.play.players import level_of
from hacktrick.play.reviewing import judge_name


def judge_again(library: Library, number: int, anew: bool) -> None:
    """Judge the rounds of a match that another judge has looked at.

    Args:
        anew: also those that the present judge knows, and those that nobody has looked at.

    Raises:
        LibraryError: it could not be written; what was judged until then stays.
    """
    record = library.record(number)
    if not record.rules.is_solved:
        return
    judgements = Judgements(library)
    wanted = (
        set(range(len(record.rounds)))
        if anew
        else judgements.outdated(number, judge_name(record.rules))
    )
    people = tuple(n for n, seat in enumerate(record.seats) if level_of(seat.player) is None)
    for finished in finished_rounds(record, people or (0, 1)) if wanted else ():
        if finished.story.number in wanted:
            judgements.keep(number, judged(finished))
