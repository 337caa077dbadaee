"""The codes of both players come to the middle of the board, turn up together, and go back."""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.ui.stage.animation import Moment, Part, Tween, Wait, ease_in, ease_in_out
from hacktrick.ui.table.motion import Motion
from hacktrick.ui.table.turning import CodeCard

TRAVEL = 0.30  # seconds of a card between two places
TURN = 0.42  # a card turns over
REVEAL = 1.5  # what was hidden can be read
CODE_SIZE = (156.0, 208.0)  # units of a code that is revealed
CODE_GAP = 14.0


def reveal(
    motion: Motion, cards: tuple[CodeCard, ...], sounding: Callable[[str], Part]
) -> list[Part]:
    """The parts of a timeline."""

    def show(shown: tuple[CodeCard, ...]) -> Moment:
        def put() -> None:
            motion.codes = shown

        return Moment(put)

    def move(t: float) -> None:
        for card in cards:
            card.at = t

    def turn(t: float) -> None:
        for card in cards:
            card.open = t

    return [
        show(cards),
        sounding("select"),
        Tween(TRAVEL, move),
        sounding("reveal"),
        Tween(TURN, turn, ease_in_out),
        Wait(REVEAL),
        Tween(TRAVEL, lambda t: move(1 - t), ease_in),
        show(()),
    ]
