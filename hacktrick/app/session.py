"""One person's side of a match: who is looking, who must act, and what may be shown.

No pixels, no sentences. A session owns the table and gives values only; nothing it gives leads
back to the match, so a screen cannot reach a hidden card even by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from hacktrick.ai.agent import share_of_work
from hacktrick.app.coach_session import CoachSession
from hacktrick.app.computer_turn import ComputerTurn, DecisionForecast, decision_forecast
from hacktrick.app.marker_styles import MarkerStyle, MarkerStyles, default_marker_styles
from hacktrick.app.match_reviews import AuditRun
from hacktrick.app.public_threats import DecisiveTurn, find_decisive_turn, seat_before_last_turn
from hacktrick.app.round_history import HistoryEntry, last_turn_of, round_history
from hacktrick.app.snapshot import Snapshot
from hacktrick.coach.branched_match import earlier_winner
from hacktrick.fairness.decision_audit import audited_decisions
from hacktrick.game.actions import Action
from hacktrick.game.cards import Card, cards_of
from hacktrick.match.players import level_of
from hacktrick.match.record import BEGAN_KEY

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.rules import Rules, Seat, Side
    from hacktrick.game.state import Observation, PublicState
    from hacktrick.game.view import SeatInfo, View
    from hacktrick.match.record import RoundRecord
    from hacktrick.match.table_protocol import MatchTable


class Session:
    """A match, the players at it, and the one seat whose cards are open on the screen.

    Args:
        match: the session's alone from now on.
        keep: called with the record's text after every change.
        rng: the dice for the seeds of the computer's decisions.
        looks: of the seats' markers; None: the usual ones.
        share: of their usual work that computer players take; None: as the machine is fast.
    """

    def __init__(
        self,
        match: MatchTable,
        thinker: Thinker,
        keep: Callable[[str], None],
        rng: Random,
        pace: str = "normal",
        looks: MarkerStyles | None = None,
        share: float | None = None,
    ) -> None:
        self._match = match
        self.marker_styles = looks or default_marker_styles(len(match.seats))
        self._entries: dict[Seat | None, tuple[HistoryEntry, ...]] = {}
        self._entries_version = -1  # of the match, when ``_entries`` was computed
        self._thinker = thinker
        self.pace = pace
        self._keep = keep
        self._share = share_of_work() if share is None else share
        self._answering = ComputerTurn(thinker, rng, self._share)
        self.coach = CoachSession(
            thinker,
            self._own_view,
            lambda: (self.version, self.viewer),
            lambda: self.may_act,
            self._decision_key,
        )
        self._observed: tuple[Seat, int, Observation] | None = None  # by viewer and version
        self._opened: Seat | None = None
        self._acted: Seat | None = None  # the human who acted last, until another one opens
        self._looking = False  # that human looks at what has come to his hand
        self._open_hands = False  # the hands of computers that are watched
        self._thoughts: dict[Side, DecisionForecast] = {}
        self._asked_for: int | None = None  # the version that the computer's turn is about
        self._prepared: int | None = None  # the version that was last prepared for the review
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
        """It grows with every change: a cheap "has anything happened?"."""
        return self._match.version

    @property
    def round_number(self) -> int:
        """From 1."""
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
        """Of the match; nobody while it lasts."""
        return self._match.match.winners

    @property
    def finished_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that are over, as written; the current one once it is."""
        return tuple(one for one in self._match.record.rounds if one.result is not None)

    @property
    def public_history(self) -> tuple[HistoryEntry, ...]:
        """The round so far, as any onlooker knows it."""
        return self._history(None)

    @property
    def moment(self) -> DecisiveTurn | None:
        """The turn that decided the round; None while it lasts, and where nothing is certain."""
        loser = seat_before_last_turn(self.public_history) if self.is_round_over else None
        if loser is None:
            return None
        try:
            entries = self._history(loser)
        except ValueError:  # what another computer's player drew is not known here
            entries = self.public_history
        return find_decisive_turn(entries, self._match.final_hands())

    @property
    def side_styles(self) -> tuple[MarkerStyle, MarkerStyle]:
        """Shape and colour of each side's markers in this round."""
        seating = self.public.seating
        return self.marker_styles.of(seating.seats_of(0)), self.marker_styles.of(
            seating.seats_of(1)
        )

    # Who is at the screen

    @cached_property
    def humans(self) -> tuple[Seat, ...]:
        return tuple(n for n, seat in enumerate(self.seats) if level_of(seat.player) is None)

    @property
    def is_watching(self) -> bool:
        """Whether the player at the screen only watches others, over a network."""
        return False

    @property
    def has_computer(self) -> bool:
        """Whether a computer player of this program sits at the table."""
        return len(self.humans) < len(self.seats)

    @property
    def viewer(self) -> Seat | None:
        """The seat whose cards are on the screen. With one human it is always his."""
        humans = self.humans
        return humans[0] if len(humans) == 1 else self._opened

    @property
    def awaited(self) -> Seat | None:
        """The human who must come to the screen before anything goes on; None if nobody."""
        seat = self.public.seat
        if self.is_round_over or seat not in self.humans or seat == self.viewer:
            return None
        return None if self._looking else seat

    @property
    def shows_drawn_card(self) -> bool:
        """Whether the player at the screen looks at a card that has come to his hand, after his
        turn: until he has, nobody else comes and nothing goes on."""
        return self._looking

    @property
    def expected(self) -> Seat:
        """Who will be at the screen while nobody's cards are open: who must come, else the first
        of the people, else the first seat."""
        return self.awaited if self.awaited is not None else (*self.humans, 0)[0]

    @property
    def is_thinking(self) -> bool:
        """Whether the computer has the turn."""
        return not self.is_round_over and self.public.seat not in self.humans

    @property
    def may_act(self) -> bool:
        """Whether the human at the screen has the turn."""
        return not self.is_round_over and self.public.seat == self.viewer

    # What the player at the screen may know

    @property
    def observation(self) -> Observation | None:
        """What the player at the screen sees; None while nobody's cards are open."""
        viewer, version = self.viewer, self._match.version
        if viewer is None:
            self._observed = None
            return None
        if self._observed is None or self._observed[:2] != (viewer, version):
            self._observed = viewer, version, self._match.observe(viewer)
        return self._observed[2]

    def entries(self, seat: Seat | None) -> tuple[HistoryEntry, ...]:
        """The round so far as ``seat`` knows it; None: as any onlooker.

        Raises:
            ValueError: the seat is neither at the screen nor the one that has just acted there.
        """
        if seat not in (None, self.viewer, self._acted):
            raise ValueError("the cards of this seat are not open")
        return self._history(seat)

    def snapshot(self) -> Snapshot:
        """What may be shown now."""
        match, viewer = self._match, self.viewer
        return Snapshot(
            viewer,
            match.public,
            self.observation,
            self._history(viewer),
            match.seats,
            self.marker_styles,
            match.version,
            self._hands(),
            dict(self._thoughts) if self.open_hands else {},
        )

    def _hands(self) -> tuple[tuple[Card, ...], ...] | None:
        """All hands, where they may be seen."""
        if self._match.is_round_over:
            return self._match.final_hands()
        if not self.open_hands:
            return None
        seats = range(len(self.seats))
        return tuple(cards_of(self._match.observe(seat).hand) for seat in seats)

    # Watching

    @property
    def may_watch(self) -> bool:
        """Whether hands may lie open while they are played: only where no person sits here."""
        return not self.humans

    @property
    def open_hands(self) -> bool:
        return self._open_hands and self.may_watch

    def watch(self, open_hands: bool) -> None:
        """Show all hands and what the computers think, or hide them.

        Raises:
            ValueError: a person sits at the table.
        """
        if not self.may_watch:
            raise ValueError("hands are private where people play")
        self._open_hands = open_hands

    def open(self, seat: Seat) -> None:
        """The player of ``seat`` says that he is at the screen, alone."""
        self._opened, self._acted, self._looking = seat, None, False

    def conceal(self) -> None:
        """Nobody's cards are shown until somebody opens again."""
        self._opened = self._acted = None
        self._looking = False

    def close_drawn_card(self) -> None:
        """The player at the screen has seen what came to his hand: his cards are closed."""
        if self._looking:
            self._opened, self._looking = None, False

    def note_hint(self, step: int) -> None:
        """The player at the screen has been told so much about the decision in hand, from a hint in
        ``step`` steps; the record keeps it."""
        self._match.note_hint(step)

    # What changes the match

    def submit(self, action: Action, *, keeps_cards_open: bool = False) -> None:
        """The human at the screen acts.

        Args:
            keeps_cards_open: after a draw that ends the turn, the player's cards stay open until
                ``close_drawn_card``.

        Raises:
            IllegalAction: not legal now; nothing has changed.
        """
        assert self.viewer is not None
        self._acted = self.viewer
        self._do(self.viewer, action, keeps_cards_open and action.n_drawn > 0)

    def follow_up(self, actions: Sequence[Action]) -> None:
        """The rest of a turn whose first action the player may not follow now: at this table it
        has ended the round or the turn, so there is no rest."""

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the next deal; None where none can be shown."""
        return self._match.commitment

    def next_round(self, cut: str | None = None) -> None:
        """Deal the next round; only once the one before is over and the match is not.

        Args:
            cut: how the player cuts the deck; None: he did not choose.
        """
        self._answering.forget()
        self.conceal()
        self._thoughts.clear()
        self._match.cut(cut)
        self._match.deal()
        self._save()

    def update(self, dt: float, at_rest: bool) -> bool:
        """Let the computer think and act; True if the match has changed.

        Args:
            dt: seconds since the last call.
            at_rest: no animation is running, so that an action would be seen.
        """
        if not self.is_thinking:
            return False
        if self._asked_for != self._match.version:
            self._ask()
        self._answering.update(dt)
        at_rest = at_rest and not self._looking
        answer = self._answering.take(self.pace) if at_rest else None
        if answer is None:
            return False
        if answer.decision.is_cut_short:
            self._match.note_interruption()
        if self.may_watch and self.public.phase == "turn":
            thought = decision_forecast(self.public, answer)
            self._thoughts[self.public.side] = thought
        self._do(self._match.public.seat, answer.action)
        if self._answering.goes_on:  # the word belongs to the card
            self._asked_for = self._match.version
        return True

    @property
    def may_take_back(self) -> bool:
        """Whether the person who plays alone against the computer has a turn to take back."""
        return self._turn_to_take_back() is not None

    def take_back(self) -> None:
        """Back to the beginning of that person's last finished turn, with the same deck.

        Raises:
            ValueError: there is none.
        """
        n_actions = self._turn_to_take_back()
        if n_actions is None:
            raise ValueError("there is no turn to take back")
        self._answering.forget()
        self.coach.forget()
        self._match.rewind(n_actions)
        self._asked_for = self._prepared = None
        self._save()

    def _turn_to_take_back(self) -> int | None:
        """The number of its first action."""
        humans, public = self.humans, self.public
        if len(humans) != 1 or self.is_round_over:
            return None
        (me,) = humans
        now = public.turn + 1 if public.seat == me and public.phase != "start" else None
        first = last_turn_of(self.public_history, me, now)
        return first if self._match.can_rewind else None

    def hurry(self) -> None:
        """Do not wait longer than the computer's slot."""
        self._answering.hurry()

    def audit(self) -> AuditRun:
        """What the computer saw in the round that is over, to be decided once more.

        Raises:
            ValueError: the round is not over.
        """
        if not self.is_round_over:
            raise ValueError("what the computer sees is hidden while the round lasts")
        return AuditRun(audited_decisions(self._match.record, self.round_number - 1), self._thinker)

    def prepare_review(self) -> None:
        """Have the position solved from which a turn is made, each once, so that the review is
        done when the round is. It is given as the player at the screen knows it; while nobody's
        cards are open, as whoever has the turn does."""
        if self._prepared == self.version:
            return
        self._prepared = self.version
        if self.is_coached and self.rules.is_solved and self._is_a_turn_begun():
            seat = self.public.seat if self.viewer is None else self.viewer
            self._thinker.solve_ahead(self._match.view(seat))

    def _is_a_turn_begun(self) -> bool:
        """Whether the solver's next turn begins: also with the word after a draw, which is decided
        by what was drawn."""
        if self.public.phase != "command":
            return self.public.phase in ("start", "turn")
        return self._match.events_for(None)[-1].action.verb == "draw"

    @property
    def won_before(self) -> tuple[Seat, int] | None:
        """Of a round that is over and was played from the other seat: who won it before, by where
        he sits now, and by how many points."""
        if not self.is_round_over:
            return None
        return earlier_winner(self._match.record, self.round_number - 1)

    def _save(self) -> None:
        self._keep(self._match.record.as_text())

    is_coached = True
    """Whether the coach may speak: not where people who are not here play against this one."""

    def _own_view(self) -> View | None:
        """Of the player at the screen, while the round lasts: all that the coach is given."""
        if self.viewer is None or self.is_round_over or not self.is_coached:
            return None
        return self._match.view(self.viewer)

    def _decision_key(self) -> str:
        """The same for all hidden cards, and another one for every decision."""
        began = self._match.record.extra.get(BEGAN_KEY, "")
        return f"{began} {self.round_number} {len(self._match.events_for(None))}"

    def _ask(self) -> None:
        seat = self._match.public.seat
        level = level_of(self._match.seats[seat].player)
        assert level is not None
        self._asked_for = self._match.version
        self._match.note_work_share(self._share)
        self._answering.begin(level, self._match.view(seat), self._match.decision_seed)

    def _do(self, seat: Seat, action: Action, keeps_cards_open: bool = False) -> None:
        self._match.submit(seat, action)
        self._close_for_the_next(seat, keeps_cards_open and not self.is_round_over)
        self._save()

    def _close_for_the_next(self, seat: Seat, keeps_cards_open: bool) -> None:
        """With several humans at one screen, cards are open only while their owner has the turn,
        and while he looks at what he drew."""
        if len(self.humans) > 1 and self._match.public.seat != seat:
            self._looking = keeps_cards_open
            self._opened = self._opened if keeps_cards_open else None

    def _history(self, seat: Seat | None) -> tuple[HistoryEntry, ...]:
        """Worked out once for each seat and version."""
        match = self._match
        if self._entries_version != match.version:
            self._entries, self._entries_version = {}, match.version
        if seat not in self._entries:
            self._entries[seat] = round_history(match.public, match.events_for(seat))
        return self._entries[seat]
