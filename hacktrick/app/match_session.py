"""The session of a match at a screen: who is looking, who must act, and what may be seen.

A session contains no drawing and no sentences. It owns the match and returns plain values. None of
these values leads back to the match, so a screen cannot reach a hidden card even by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from hacktrick.ai.agent import machine_work_share
from hacktrick.app.computer_turn import ComputerTurn, DecisionForecast, decision_forecast
from hacktrick.app.hand_deduction import PinBoard, Pins, PinScore, pin_score
from hacktrick.app.live_coach import LiveCoach
from hacktrick.app.match_reviews import DecisionAuditRun
from hacktrick.app.profiles import MarkerStyle, SeatMarkerStyles, default_marker_styles
from hacktrick.app.snapshot import HistoryEntry, Snapshot, last_turn_start_index, round_history
from hacktrick.app.threats_and_decisive_turn import (
    DecisiveTurn,
    find_decisive_turn,
    seat_of_second_to_last_turn,
)
from hacktrick.coach.branched_match import original_round_winner_and_points
from hacktrick.fairness.computer_knowledge_at_decisions import audited_decisions
from hacktrick.fairness.record_verification import UnfairRecord, verified_fingerprints
from hacktrick.game.actions import Action
from hacktrick.game.cards import Card, cards_of
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import BEGAN_KEY

if TYPE_CHECKING:
    from hacktrick.app.engine_player import EnginePlayer
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.editions import Rules
    from hacktrick.game.state import Observation, PublicState, Seat, Side
    from hacktrick.game.view import SeatInfo, View
    from hacktrick.match.record import RoundRecord
    from hacktrick.match.table_interface import MatchTable


class MatchSession:
    """A match, its players, and the one seat whose cards are open on the screen.

    Args:
        match: the match; the session becomes its only user.
        save: called with the text of the record after every change.
        rng: draws the seeds of the computer's decisions.
        marker_styles: the marker styles of the seats; None for the default styles.
        work_share: the fraction of their usual work that computer players do; None to adapt it to
            the speed of this machine.
        engine: the foreign program at the table; None if there is none.

    Attributes:
        pace: how long the computer's actions stay on the screen, a value of the setting ``pace``.
        coach: the hints, odds and tutor for the player at the screen.
        is_coached: whether the coach may help; never in matches against remote players.
    """

    is_coached = True

    def __init__(
        self,
        match: MatchTable,
        thinker: Thinker,
        save: Callable[[str], None],
        rng: Random,
        pace: str = "normal",
        marker_styles: SeatMarkerStyles | None = None,
        work_share: float | None = None,
        engine: EnginePlayer | None = None,
    ) -> None:
        self._match, self.engine = match, engine
        self.marker_styles = marker_styles or default_marker_styles(len(match.seats))
        self._entries: dict[Seat | None, tuple[HistoryEntry, ...]] = {}
        self._entries_version = -1  # the version for which ``_entries`` was computed
        self._thinker = thinker
        self.pace = pace
        self._save_text = save
        self._work_share = machine_work_share() if work_share is None else work_share
        self._computer_turn = ComputerTurn(thinker, rng, self._work_share, engine)
        self.coach = LiveCoach(
            thinker,
            self._own_view,
            lambda: (self.version, self.viewer),
            lambda: self.may_act,
            self._decision_key,
        )
        self._pins = PinBoard()
        # The last observation, with its viewer and version.
        self._observed: tuple[Seat, int, Observation] | None = None
        self._opened: Seat | None = None
        # The last human to act, until another human comes to the screen.
        self._acted: Seat | None = None
        self._shows_drawn_card = False  # whether that human is still looking at the drawn card
        self._open_hands = True  # whether the hands of watched computers are shown
        self._forecasts: dict[Side, DecisionForecast] = {}
        # The chance of each side to win the match.
        self._match_chances: tuple[float, float] | None = None
        self._asked_for: int | None = None  # the version for which a computer player was asked
        self._prepared: int | None = None  # the last version prepared for the review
        self._save()

    @property
    def rules(self) -> Rules:
        return self._match.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._match.seats

    @property
    def public(self) -> PublicState:
        """The public state of the current round."""
        return self._match.public

    @property
    def version(self) -> int:
        """A number that grows with every change of the match."""
        return self._match.version

    @property
    def round_number(self) -> int:
        """The number of the current round, from 1."""
        return self._match.round_number

    @property
    def is_round_over(self) -> bool:
        return self._match.is_round_over

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return self._match.is_over

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won the match; empty while it lasts."""
        return self._match.match_state.winners

    @property
    def finished_rounds(self) -> tuple[RoundRecord, ...]:
        """The records of the finished rounds, including the current one once it is over."""
        return tuple(one for one in self._match.record.rounds if one.result is not None)

    @property
    def view_to_study(self) -> View | None:
        """The view from which a lesson's or puzzle's position may be studied; None in a match."""
        return None

    @property
    def public_history(self) -> tuple[HistoryEntry, ...]:
        """The round so far, as a spectator knows it."""
        return self._history(None)

    @property
    def decisive_turn(self) -> DecisiveTurn | None:
        """The turn that decided the round.

        None while the round lasts, or if it is not certain which turn decided.
        """
        loser = seat_of_second_to_last_turn(self.public_history) if self.is_round_over else None
        if loser is None:
            return None
        try:
            entries = self._history(loser)
        except ValueError:  # online, the loser's draws are unknown here
            entries = self.public_history
        return find_decisive_turn(entries, self._match.final_hands())

    @property
    def side_marker_styles(self) -> tuple[MarkerStyle, MarkerStyle]:
        """Shape and colour of each side's markers in this round."""
        seating = self.public.seating
        first, second = (
            self.marker_styles.marker_style_for_seats(seating.seats_of(side)) for side in (0, 1)
        )
        return first, second

    # Methods for the people at the screen.

    @cached_property
    def local_seats(self) -> tuple[Seat, ...]:
        """The seats of the people who play at this computer."""
        return tuple(n for n, seat in enumerate(self.seats) if level_of(seat.player) is None)

    @property
    def sole_player(self) -> Seat | None:
        """The seat of the only person at the screen; None if several share it or nobody plays."""
        return self.local_seats[0] if len(self.local_seats) == 1 else None

    @property
    def is_online_spectator(self) -> bool:
        """Whether the player at the screen only watches an online match."""
        return False

    @property
    def has_computer(self) -> bool:
        """Whether a computer player of this program plays."""
        return len(self.local_seats) < len(self.seats)

    @property
    def viewer(self) -> Seat | None:
        """The seat whose cards are open on the screen; with one human, always that human's seat."""
        local_seats = self.local_seats
        return local_seats[0] if len(local_seats) == 1 else self._opened

    @property
    def awaited_human(self) -> Seat | None:
        """The seat of the human who has to come to the screen before play continues.

        None if play does not wait for anybody.
        """
        seat = self.public.seat
        if self.is_round_over or seat not in self.local_seats or seat == self.viewer:
            return None
        return None if self._shows_drawn_card else seat

    @property
    def is_showing_drawn_card(self) -> bool:
        """Whether play waits while a player looks at the drawn card that ended their turn."""
        return self._shows_drawn_card

    @property
    def viewer_while_cards_hidden(self) -> Seat:
        """The seat to show while no cards are open.

        This is the seat of the awaited human, else of the first human, else seat 0.
        """
        return self.awaited_human if self.awaited_human is not None else (*self.local_seats, 0)[0]

    @property
    def is_thinking(self) -> bool:
        """Whether it is a computer player's turn."""
        return not self.is_round_over and self.public.seat not in self.local_seats

    @property
    def may_act(self) -> bool:
        """Whether it is the turn of the human at the screen."""
        return not self.is_round_over and self.public.seat == self.viewer

    # Methods for what the player at the screen may see.

    @property
    def observation(self) -> Observation | None:
        """What the player at the screen sees; None while no cards are open."""
        viewer, version = self.viewer, self._match.version
        if viewer is None:
            self._observed = None
            return None
        if self._observed is None or self._observed[:2] != (viewer, version):
            self._observed = viewer, version, self._match.observe(viewer)
        return self._observed[2]

    def round_history_for(self, seat: Seat | None) -> tuple[HistoryEntry, ...]:
        """Return the round so far as ``seat`` knows it; None stands for a spectator.

        Raises:
            ValueError: ``seat`` is neither the seat at the screen nor the last seat that acted
                there.
        """
        if seat not in (None, self.viewer, self._acted):
            raise ValueError("the cards of this seat are not open")
        return self._history(seat)

    def snapshot(self) -> Snapshot:
        """Return everything that may be shown now."""
        match, viewer = self._match, self.viewer
        return Snapshot(
            viewer,
            match.public,
            self.observation,
            self._history(viewer),
            match.seats,
            self.marker_styles,
            match.version,
            self._visible_hands(),
            dict(self._forecasts) if self.shows_open_hands else {},
            match.start_position,
        )

    def _visible_hands(self) -> tuple[tuple[Card, ...], ...] | None:
        """Return all hands; None if they may not be shown."""
        if self._match.is_round_over:
            return self._match.final_hands()
        if not self.shows_open_hands:
            return None
        seats = range(len(self.seats))
        return tuple(cards_of(self._match.observe(seat).hand) for seat in seats)

    @property
    def pins(self) -> PinBoard:
        """The pins of the players at this screen, without obsolete ones."""
        self._pins.remove_obsolete_pins(self.round_number, self.public_history)
        return self._pins

    @property
    def shown_pins(self) -> Pins:
        """The pins of the player at the screen; empty while no cards are open."""
        return self.pins.pins_of(self.viewer) if self._pins.by_viewer_and_owner else {}

    @property
    def sole_player_pin_score(self) -> PinScore | None:
        """The score of the only player's pins in the finished round.

        None while the round lasts, if there are no pins, or if several people share the screen.
        """
        player = self.sole_player
        if player is None or not self.is_round_over:
            return None
        pins, marks_certain = self.pins.pins_of(player), self.pins.marks_certain
        return pin_score(self.snapshot(), player, pins, marks_certain=marks_certain)

    @property
    def may_show_open_hands(self) -> bool:
        """Whether hands may be shown during play, which requires that no person plays."""
        return not self.local_seats

    @property
    def shows_open_hands(self) -> bool:
        """Whether all hands are shown during play."""
        return self._open_hands and self.may_show_open_hands

    def set_open_hands(self, open_hands: bool) -> None:
        """Show or hide all hands and the forecasts of the computer players.

        Raises:
            ValueError: a person plays, whose cards must not be seen.
        """
        if not self.may_show_open_hands:
            raise ValueError("hands are private where people play")
        self._open_hands = open_hands

    @property
    def match_chances(self) -> tuple[float, float] | None:
        """The chance of each side to win the match, from a quick estimate for the player on turn.

        None before the first estimate. Chances are estimated only while computers are watched with
        open hands.
        """
        if not self.shows_open_hands:
            return None
        forecast = self.coach.findings.forecast
        if forecast is not None:
            chances = forecast.match, 1 - forecast.match
            self._match_chances = chances if self.public.side == 0 else chances[::-1]
        return self._match_chances

    def show_hand(self, seat: Seat) -> None:
        """Show the cards of ``seat``, whose player must be alone at the screen."""
        self._opened, self._acted, self._shows_drawn_card = seat, None, False

    def hide_hand(self) -> None:
        """Hide all cards until ``show_hand`` is called."""
        self._opened = self._acted = None
        self._shows_drawn_card = False

    def hide_drawn_card(self) -> None:
        """Hide the cards of a player who has seen the card they drew."""
        if self._shows_drawn_card:
            self._opened, self._shows_drawn_card = None, False

    def record_hint(self, step: int) -> None:
        """Record that the player has seen the hint for this decision.

        Args:
            step: the last step of the hint that the player has seen.
        """
        self._match.record_hint(step)

    # Methods that change the match.

    def submit(self, action: Action, *, keeps_cards_open: bool = False) -> None:
        """Carry out an action of the human at the screen.

        Args:
            keeps_cards_open: whether the player's cards stay open after a draw that ends the turn,
                until ``hide_drawn_card`` is called.

        Raises:
            IllegalAction: the action is not legal now; the match is unchanged.
        """
        assert self.viewer is not None
        self._acted = self.viewer
        self._apply_action(self.viewer, action, keeps_cards_open and action.n_drawn > 0)

    def queue_rest_of_turn(self, actions: Sequence[Action]) -> None:
        """Queue the rest of a turn whose first action has not been confirmed yet.

        A match at this computer needs no queue, since every action counts at once.
        """

    @property
    def next_deal_fingerprint(self) -> str | None:
        """The fingerprint of the next deal; None if that deal is not provable."""
        return self._match.commitment

    @property
    def fingerprints_matching_deals(self) -> tuple[str, ...] | None:
        """The fingerprints of the rounds so far; None if one does not agree with its deal.

        The result is empty while a round lasts.
        """
        if not self.is_round_over:
            return ()
        try:
            return verified_fingerprints(self._match.record)
        except UnfairRecord:
            return None

    def request_next_round(self, cut: str | None = None) -> None:
        """Deal the next round, after a finished round of an unfinished match.

        Args:
            cut: the player's cut of the deck; None if they have not chosen one.
        """
        self._computer_turn.cancel()
        self.hide_hand()
        self._forecasts.clear()
        self._match_chances = None
        self._match.set_cut(cut)
        self._match.deal_next_round()
        self._save()

    def update(self, dt: float, is_screen_at_rest: bool) -> bool:
        """Let the computer think and act; return whether the match has changed.

        Args:
            dt: seconds since the last call.
            is_screen_at_rest: whether no animation is running; the computer acts only then, so
                that players see its actions.
        """
        if not self.is_thinking:
            return False
        if self._asked_for != self._match.version:
            self._request_computer_turn()
        if self.shows_open_hands:
            self.coach.request_forecast(lambda: self._match.view(self._match.public.seat))
        self._computer_turn.update(dt)
        is_screen_at_rest = is_screen_at_rest and not self._shows_drawn_card
        answer = self._computer_turn.pop_due_decision(self.pace) if is_screen_at_rest else None
        if answer is None:
            return False
        if answer.decision.is_cut_short:
            self._match.record_interrupted_decision()
        if self.may_show_open_hands and self.public.phase == "turn":
            self._forecasts[self.public.side] = decision_forecast(self.public, answer)
        self._apply_action(self._match.public.seat, answer.action)
        # A decision that follows at once is the command, decided together with the card.
        if self._computer_turn.has_unreleased_decisions:
            self._asked_for = self._match.version
        return True

    @property
    def may_take_back_turn(self) -> bool:
        """Whether a person who plays alone against the computer has a turn to take back."""
        return self._n_actions_before_take_back() is not None

    def take_back_turn(self) -> None:
        """Return to the start of the last finished turn of the only player.

        The same cards will be drawn again.

        Raises:
            ValueError: there is no turn to take back.
        """
        n_actions = self._n_actions_before_take_back()
        if n_actions is None:
            raise ValueError("there is no turn to take back")
        self._computer_turn.cancel()
        self.coach.drop_findings()
        self._match.rewind(n_actions)
        self._asked_for = self._prepared = None
        self._save()

    def _n_actions_before_take_back(self) -> int | None:
        """Return the number of actions before the turn to take back; None if there is none."""
        local_seats, public = self.local_seats, self.public
        if len(local_seats) != 1 or self.is_round_over:
            return None
        (me,) = local_seats
        now = public.turn + 1 if public.seat == me and public.phase != "start" else None
        first = last_turn_start_index(self.public_history, me, now)
        return first if self._match.can_rewind else None

    def skip_extra_wait(self) -> None:
        """Skip the wait that the pace setting adds to the computer's time slot."""
        self._computer_turn.skip_extra_wait()

    def start_decision_audit(self) -> DecisionAuditRun:
        """Start an audit that repeats each decision of the computer in the finished round.

        Raises:
            ValueError: the round is not over.
        """
        if not self.is_round_over:
            raise ValueError("what the computer sees is hidden while the round lasts")
        return DecisionAuditRun(
            audited_decisions(self._match.record, self.round_number - 1), self._thinker
        )

    def solve_ahead_for_review(self) -> None:
        """Let the worker solve the position at the start of a turn in advance, for the review.

        The position is solved from the view of the player at the screen or, while no cards are
        open, of the player on turn. Nothing happens within a turn, or if the position is already
        prepared.
        """
        if self._prepared == self.version:
            return
        self._prepared = self.version
        if self.is_coached and self.rules.has_solver and self._is_at_turn_start():
            seat = self.public.seat if self.viewer is None else self.viewer
            self._thinker.solve_for_later_review(self._match.view(seat))

    def _is_at_turn_start(self) -> bool:
        """Return whether a turn has just begun, as the solver counts turns.

        A command after a draw is a turn of its own, since it depends on the drawn card.
        """
        if self.public.phase != "command":
            return self.public.phase in ("start", "turn")
        return self._match.events_for(None)[-1].action.verb == "draw"

    @property
    def swapped_seats_result(self) -> tuple[Seat, int] | None:
        """The result of the same deal when it was played before with the seats swapped.

        The result consists of the winner's seat in this match and the points. It is None while the
        round lasts, and if the deal was not played before.
        """
        if not self.is_round_over:
            return None
        return original_round_winner_and_points(self._match.record, self.round_number - 1)

    def _save(self) -> None:
        self._save_text(self._match.record.as_text())

    def _own_view(self) -> View | None:
        """Return the view of the player at the screen, the only view that the coach uses."""
        if self.viewer is None or self.is_round_over or not self.is_coached:
            return None
        return self._match.view(self.viewer)

    def _decision_key(self) -> str:
        """Return a key of the current decision that does not depend on hidden cards."""
        began = self._match.record.extra.get(BEGAN_KEY, "")
        return f"{began} {self.round_number} {len(self._match.events_for(None))}"

    def _request_computer_turn(self) -> None:
        seat = self._match.public.seat
        level = level_of(self._match.seats[seat].player)
        assert level is not None
        self._asked_for = self._match.version
        self._match.record_reduced_work(self._work_share)
        self._computer_turn.request_decisions(
            level, self._match.view(seat), self._match.decision_seed
        )

    def _apply_action(self, seat: Seat, action: Action, keeps_cards_open: bool = False) -> None:
        self._match.submit(seat, action)
        self._hide_for_next_player(seat, keeps_cards_open and not self.is_round_over)
        self._save()

    def _hide_for_next_player(self, seat: Seat, keeps_cards_open: bool) -> None:
        """Hide the cards when the turn passes between humans at one screen.

        The cards stay open while the last player is still looking at a drawn card.

        Args:
            seat: the seat that has acted.
            keeps_cards_open: whether that player wants to look at the drawn card.
        """
        if len(self.local_seats) > 1 and self._match.public.seat != seat:
            self._shows_drawn_card = keeps_cards_open
            self._opened = self._opened if keeps_cards_open else None

    def _history(self, seat: Seat | None) -> tuple[HistoryEntry, ...]:
        """Return the round's history for a seat, computed once for each version."""
        match = self._match
        if self._entries_version != match.version:
            self._entries, self._entries_version = {}, match.version
        if seat not in self._entries:
            events = match.events_for(seat)
            self._entries[seat] = round_history(match.public, events, match.start_position)
        return self._entries[seat]
