"""A table that is played on until it shows what a picture needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hacktrick.app.storage import Storage
from hacktrick.game.actions import Action, Ask, Play
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from tests.support.rig import TableRig

NAMES = ("ANNA", "CIPHER", "DAEMON", "ORACLE")
# Levels of the players in NAMES; the first is human unless the table is watched.
LEVELS = (1, 3, 5, 8)


class StagedTable(TableRig):
    """A table for a picture, with methods that play it on."""

    def __init__(
        self,
        storage: Storage,
        size: tuple[int, int],
        theme: str,
        preset: str = "keypad",
        seed: int = 1,
        leader: int | None = 0,
        is_watched: bool = False,
        **settings: Any,
    ) -> None:
        """Set up the table.

        Args:
            preset: the name of the edition.
            leader: the seat that leads; None for a random seat.
            is_watched: whether only computer players sit there, who really think.
        """
        levels = tuple(f"level:{level}" for level in LEVELS[: rules_for(preset).n_seats])
        players = levels if is_watched else ("human", *levels[1:])
        names = ("PIXEL", *NAMES[1:]) if is_watched else NAMES
        chosen = {"theme": theme, "pace": "normal", **settings}
        super().__init__(
            *(storage, preset, players, seed, leader),
            size=size,
            names=names,
            thinks=is_watched,
            **chosen,
        )

    def play_to_first_turn(self) -> None:
        """Play at random through the codes and the start card, up to the first turn."""
        while self.match.public.phase in ("codes", "start"):
            self.do(self.rng.choice(self.legal()))

    def play_to_own_turn_from(
        self, earliest_turn: int, stop: Callable[[StagedTable], bool] | None = None
    ) -> None:
        """Play at random up to seat 0's first turn from number ``earliest_turn`` on.

        Args:
            stop: a condition that replaces this one; it returns True where play is to stop.
        """
        while not self.match.is_round_over:
            public = self.match.public
            ready = public.seat == 0 and public.phase == "turn" and public.turn >= earliest_turn
            if ready if stop is None else stop(self):
                self.table.drawn.forget_drawn_cards()  # it has been face up for long enough
                return
            picked = self._random_action()
            if isinstance(picked, Ask) and self.rng.random() < 0.7:
                continue
            self.do(picked)

    def _random_action(self) -> Action:
        """Return a random legal action, usually the play of a card."""
        legal = self.legal()
        plays = [action for action in legal if isinstance(action, Play)]
        return self.rng.choice(plays if plays and self.rng.random() < 0.7 else legal)

    def choose_card_capturing_most(self) -> None:
        """Choose the playable card whose key holds the most markers of the opponent."""
        row = self.match.public.row
        plays = [a.card for a in legal_actions(self.match.observe(0)) if isinstance(a, Play)]

        def worth(card: int) -> int:
            return self.match.public.markers_on(row[-1] + card, 1)

        if plays:
            self.table.controller.choose_card_or_end_turn(max(plays, key=worth))
