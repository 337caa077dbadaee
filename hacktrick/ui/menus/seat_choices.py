"""Who sits where in a new match as things to choose: players, what they are like, who leads first.

They change the choices and say that they have; what follows from it is the business of the screen.
"""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.game.match import first_leaders
from hacktrick.game.rules import Rules
from hacktrick.play.players import HUMAN, LEVEL_NUMBERS, level_of
from hacktrick.play.players import level_name as player_text
from hacktrick.ui.controls.widgets import Button, Choice
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.stage.context import Context
from hacktrick.words.choices import MatchChoices, SeatChoice
from hacktrick.words.levels import (
    level_phrase,
    level_sentence,
    manner_name,
    manner_sentence,
    player_title,
    rated_sentence,
)
from hacktrick.words.translator import _

BOX = 0.62  # of the width


def player_choice(context: Context, seat: SeatChoice, changed: Callable[[bool], None]) -> Choice:
    """A human or a computer player.

    Args:
        changed: told whether there is something to choose now that such a player can be like, and
            was not before, or the other way round.
    """

    def choose(player: str) -> None:
        before = len(seat.manners) > 1
        seat.player = player
        changed((len(seat.manners) > 1) != before)

    options = [(one, player_title(one)) for one in (HUMAN, *map(player_text, LEVEL_NUMBERS))]
    choice = Choice(context, "", options, seat.player, choose)
    choice.box_share = BOX
    return choice


def manner_button(context: Context, seat: SeatChoice, changed: Callable[[], None]) -> Button:
    """What a computer player is like: the next one with every press."""

    def change() -> None:
        seat.next_manner()
        button.label = manner_name(*seat.manner)
        changed()

    button = Button(context, manner_name(*seat.manner), change)
    button.style = styles.LABEL
    return button


def leader_choice(context: Context, choices: MatchChoices, changed: Callable[[], None]) -> Choice:
    """Who leads the first round; by lot unless somebody is named."""

    def choose(leader: int | None) -> None:
        choices.leader = leader
        changed()

    choice = Choice(context, _("First leader"), _leaders(choices), choices.leader, choose)
    choice.box_share = BOX
    return choice


def _leaders(choices: MatchChoices) -> list[tuple[int | None, str]]:
    """Who can lead the first round, by the names that everybody has now; None: by lot."""
    names = choices.names
    return [(None, _("random")), *((seat, names[seat]) for seat in first_leaders(choices.rules))]


def told_of(seat: SeatChoice, rules: Rules) -> list[str]:
    """What can be said of who sits there, the longest text first."""
    level = level_of(seat.player)
    if level is None:
        full = _("Plays at this screen. The marker opens the profiles.")
        return [full, _("Plays at this screen.")]
    liked = manner_sentence(*seat.manner)
    says = (rated_sentence, level_sentence, level_phrase)
    return [liked] if liked else [say(level, rules) for say in says]
