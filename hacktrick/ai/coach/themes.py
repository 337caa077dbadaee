"""What a decision is about, for statistics: one may be about several things, or about none.

What counts is said by what the seat could know, never by what it did, but for asking: whether a
question was worth its price can be said of those that were asked, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from hacktrick.ai.coach.odds import odds
from hacktrick.ai.coach.story import Moment, Option
from hacktrick.ai.position import read_position, winning_now
from hacktrick.game.actions import Action, Ask, Command, Draw, Pass, Play
from hacktrick.game.cards import Counts

if TYPE_CHECKING:  # it needs numpy, and statistics know the themes without it
    from hacktrick.ai.pbs.judge import Judged

Theme = Literal[
    "finishing", "defending", "counting", "commands", "asking", "double", "tempo", "reading"
]
THEMES: tuple[Theme, ...] = (
    *("finishing", "defending", "counting", "commands"),
    *("asking", "double", "tempo", "reading"),
)
DANGER = 0.15  # how likely the other must be to win with his next turn
TOLD = 2.0  # so many times likelier than by counting is what his play tells of a hand
LIKELY = 0.5  # ... and so likely at least


def themes_of(moment: Moment, options: Sequence[Option], judged: Judged) -> tuple[Theme, ...]:
    """The themes of a decision."""
    firsts = {actions[0] for actions, _, _ in options}
    if len(firsts) < 2:
        return ()
    if any(isinstance(action, (Command, Pass)) for action in firsts):
        return ("commands",)
    return (*_by_board(moment, firsts, options), *_by_hands(moment, judged))


def _by_board(moment: Moment, firsts: set[Action], options: Sequence[Option]) -> list[Theme]:
    found: list[Theme] = []
    if winning_now(read_position(moment.view)) is not None:
        found.append("finishing")
    best = options[0][0][0]
    if isinstance(best, Ask) or isinstance(moment.action, Ask):
        found.append("asking")
    if isinstance(best, Play) and Play(best.card, not best.double) in firsts:
        found.append("double")
    kinds = {type(action) for action in firsts}
    if Draw in kinds and Play in kinds:
        found.append("tempo")
    return found


def _by_hands(moment: Moment, judged: Judged) -> list[Theme]:
    """By what the other can hold: dangerous, certain, or told by his play."""
    if moment.phase == "start":
        return []
    chips = odds(moment.view).facts
    facts = {chip.hand: chip.chance for chip in chips}
    found: list[Theme] = []
    if sum(chip.chance for chip in chips if chip.use == "wins") >= DANGER:
        found.append("defending")
    if len(facts) == 1:
        found.append("counting")
    elif _is_told(facts, judged.given(moment.seat, moment.hands[moment.seat])):
        found.append("reading")
    return found


def _is_told(facts: dict[Counts, float], habits: dict[Counts, float]) -> bool:
    return any(
        chance >= LIKELY and chance >= TOLD * facts.get(hand, 1.0)
        for hand, chance in habits.items()
    )
