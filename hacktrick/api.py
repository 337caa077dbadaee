"""The public Python interface: a round dealt from a seed, and the decision of a level.

This interface is meant for experiments. ``hacktrick.game`` has the rules as pure functions.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hacktrick.ai.agent import Decision
from hacktrick.ai.levels.catalogue import level_decision
from hacktrick.game.actions import Action, parse
from hacktrick.game.editions import rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.notation.diagram import diagram_of_view, text_of
from hacktrick.game.state import NO_SEAT, Observation, PublicState, Result, RevealedFacts, Seat
from hacktrick.game.view import SeatInfo, View
from hacktrick.match.live_match import Match


class Round:
    """One round, dealt from a seed; the same seed and actions give the same round.

    Args:
        preset: ``keypad``, ``servers``, ``arena``, ``club``, ``wits``, ``trio``,
            ``trio-individual`` or ``quartet``.
        seed: determines the deal and all later chance; by default every round is different.
        options: options of the rules, named as in match records (``target=3``).

    Raises:
        RulesError: a preset, an option or a value is unknown.
    """

    def __init__(self, preset: str = "keypad", seed: int | None = None, **options: Any) -> None:
        rules = rules_for(preset, options)
        seats = [SeatInfo(f"seat {seat}", "python") for seat in range(rules.n_seats)]
        self._match = Match.begin_with_rng(rules, seats, Random(seed))

    @property
    def public(self) -> PublicState:
        """The public state of the round."""
        return self._match.public

    @property
    def seat(self) -> Seat | None:
        """The seat to act; None once the round is over."""
        return None if self.public.seat == NO_SEAT else self.public.seat

    @property
    def result(self) -> Result | None:
        """The winning side, its points and the kind of win; None until the round is over."""
        return self.public.result

    def legal(self) -> tuple[Action, ...]:
        """Return all legal actions of the seat to act; an empty tuple once the round is over."""
        return () if self.seat is None else legal_actions(self.observe())

    def observe(self, seat: Seat | None = None) -> Observation:
        """Return what a seat sees now: the public state and its own cards.

        Args:
            seat: by default the seat to act.

        Raises:
            ValueError: there is no such seat, or the round is over and no seat is given.
        """
        return self._match.observe(self._seat(seat))

    def view(self, seat: Seat | None = None) -> View:
        """Return everything that a seat knows of the round; ``decide`` takes this as its input.

        Args:
            seat: by default the seat to act.

        Raises:
            ValueError: there is no such seat, or the round is over and no seat is given.
        """
        return self._match.view(self._seat(seat))

    def position(self, seat: Seat | None = None) -> str:
        """Return the position as a seat knows it, as one line of text (docs/position.md).

        Args:
            seat: by default the seat to act.

        Raises:
            ValueError: there is no such seat, or the round is over and no seat is given.
        """
        return text_of(diagram_of_view(self.view(seat)))

    def apply(self, action: Action | str) -> RevealedFacts:
        """Apply an action of the seat to act, and return what the action revealed.

        Args:
            action: an action, or its text in the notation of records.

        Raises:
            NotationError: the text is not an action.
            IllegalAction: the action is not legal now; the error has the reason. Nothing has
                changed.
            ValueError: the round is over.
        """
        return self._match.submit(
            self._seat(None), parse(action) if isinstance(action, str) else action
        )

    def _seat(self, seat: Seat | None) -> Seat:
        found = self.seat if seat is None else seat
        if found is None:
            raise ValueError("the round is over: say which seat is meant")
        if found not in range(self.public.rules.n_seats):
            raise ValueError(f"there is no seat {found}")
        return found


def decide(view: View, level: int, seed: int = 0) -> Decision:
    """Return the decision of a level: the action, its value, and the values of the alternatives.

    Args:
        view: what the deciding seat knows, from ``Round.view`` or ``read_view``.
        level: 1 to 10.
        seed: determines all random choices; equal arguments give an equal decision.

    Raises:
        ValueError: there is no such level, or the seat of the view has nothing to decide.
    """
    return level_decision(level, view, seed=seed)
