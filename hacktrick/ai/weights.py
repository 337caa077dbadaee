"""The weights of the judgement at the leaves of a search, by name.

Fitted to the results of rounds that level 3 played against itself. ``mine`` is the side to move.
"""

from __future__ import annotations

from typing import NamedTuple


class Seen(NamedTuple):
    """Of what everybody sees.

    Attributes:
        tempo: to have the turn at all.
        keys_mine: keys that would win at once (at most 3); ``rich_keys``: one of them two points.
        begun_mine: lines with one key taken and nothing in the way; ``empty``: with none.
        markers_mine: on the board; ``captured``: of the other side (at most 2).
        spare_mine: markers to place without losing the round; ``short``: fewer than 4 of them, by
            how many; ``last_marker``: none of them.
        cornered_mine: ``short``, where a hand that fills up obliges to play sooner.
        double_kept_mine: in the supply; ``double_placed``: on the board.
        cards_mine: on hand.
        commanded: to play; ``guarded``: by Guard.
        deck_low: two cards or fewer.
    """

    tempo: float
    keys_mine: float
    keys_theirs: float
    rich_keys_mine: float
    rich_keys_theirs: float
    begun_mine: float
    begun_theirs: float
    empty: float
    markers_mine: float
    markers_theirs: float
    spare_mine: float
    spare_theirs: float
    short_mine: float
    short_theirs: float
    last_marker_mine: float
    last_marker_theirs: float
    cornered_mine: float
    cornered_theirs: float
    captured_mine: float
    captured_theirs: float
    double_kept_mine: float
    double_kept_theirs: float
    double_placed_mine: float
    double_placed_theirs: float
    cards_mine: float
    cards_theirs: float
    commanded: float
    guarded: float
    deck_low: float


class Held(NamedTuple):
    """Of the hands, all known.

    Attributes:
        reach_mine: last cards of the row from which the hand would win.
        waiting_is_fatal: whoever waits leaves the next hand a win.
        fatal_share: of all that could be done, how much leaves the next hand a win;
            ``no_escape``: everything.
        their_feeding: of their different cards, the share that leaves our next hand a win.
        choices_mine: different cards that could be played.
        reach_partner, reach_other: of those who move after them, in teams.
    """

    reach_mine: float
    reach_theirs: float
    waiting_is_fatal: float
    fatal_share: float
    no_escape: float
    their_feeding: float
    choices_mine: float
    choices_theirs: float
    reach_partner: float
    reach_other: float


class Weights(NamedTuple):
    """Both parts."""

    seen: Seen
    held: Held


TWO = Weights(
    Seen(
        tempo=-0.21,
        keys_mine=0.26,
        keys_theirs=-0.23,
        rich_keys_mine=0.02,
        rich_keys_theirs=-0.02,
        begun_mine=0.06,
        begun_theirs=-0.05,
        empty=-0.04,
        markers_mine=0.12,
        markers_theirs=-0.06,
        spare_mine=0.29,
        spare_theirs=-0.19,
        short_mine=-0.42,
        short_theirs=0.46,
        last_marker_mine=-1.08,
        last_marker_theirs=1.29,
        cornered_mine=-0.74,
        cornered_theirs=0.61,
        captured_mine=0.14,
        captured_theirs=-0.17,
        double_kept_mine=0.12,
        double_kept_theirs=-0.4,
        double_placed_mine=0.36,
        double_placed_theirs=-0.36,
        cards_mine=0.37,
        cards_theirs=-0.27,
        commanded=-0.33,
        guarded=-0.0,
        deck_low=0.03,
    ),
    Held(
        reach_mine=0.07,
        reach_theirs=-0.02,
        waiting_is_fatal=-0.01,
        fatal_share=-1.18,
        no_escape=-3.33,
        their_feeding=0.51,
        choices_mine=-0.11,
        choices_theirs=-0.04,
        reach_partner=0.05,
        reach_other=-0.05,
    ),
)
"""For two players."""

TEAMS = Weights(
    Seen(
        tempo=-0.07,
        keys_mine=0.09,
        keys_theirs=-0.22,
        rich_keys_mine=0.12,
        rich_keys_theirs=-0.18,
        begun_mine=-0.03,
        begun_theirs=0.0,
        empty=-0.04,
        markers_mine=0.2,
        markers_theirs=-0.07,
        spare_mine=0.47,
        spare_theirs=-0.41,
        short_mine=-0.07,
        short_theirs=0.09,
        last_marker_mine=-0.16,
        last_marker_theirs=0.16,
        cornered_mine=-0.42,
        cornered_theirs=0.46,
        captured_mine=0.31,
        captured_theirs=-0.33,
        double_kept_mine=-0.14,
        double_kept_theirs=0.23,
        double_placed_mine=-0.02,
        double_placed_theirs=0.07,
        cards_mine=0.38,
        cards_theirs=-0.4,
        commanded=-0.43,
        guarded=-0.24,
        deck_low=0.1,
    ),
    Held(
        reach_mine=-0.05,
        reach_theirs=0.1,
        waiting_is_fatal=0.07,
        fatal_share=-0.97,
        no_escape=-4.26,
        their_feeding=1.15,
        choices_mine=-0.09,
        choices_theirs=-0.03,
        reach_partner=0.14,
        reach_other=-0.12,
    ),
)
"""For three and four players."""
