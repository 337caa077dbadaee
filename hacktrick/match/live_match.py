"""A match in progress: the only module with the true state and the source of chance.

All other modules get views. Only ``Match.submit`` and ``Match.rewind`` change the state of a round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from hacktrick.game import engine
from hacktrick.game.actions import CODES, Action, parse
from hacktrick.game.cards import Card, cards_of, counts_of
from hacktrick.game.editions import Rules
from hacktrick.game.legality import IllegalAction, legal_actions, refusal_reason
from hacktrick.game.match_rules import (
    MatchState,
    begin_match,
    finish_round,
    next_seating,
    possible_first_leaders,
)
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import Deal, Observation, PublicState, RevealedFacts, Seat, Seating, State
from hacktrick.game.view import (
    Event,
    RoundStart,
    SeatInfo,
    StartPosition,
    View,
    make_view,
    redacted_event,
)
from hacktrick.match.record import (
    BRANCHES_KEY,
    BY_CLOCK_KEY,
    HELPED_KEY,
    RATED_KEY,
    WORK_KEY,
    Record,
    RoundRecord,
    take_back_entry,
)


class ChanceSource(Protocol):
    """A source of chance for a match: random numbers, a sealed secret with a cut, or a record."""

    @property
    def commitment(self) -> str | None:
        """The commitment to the next deal, shown to players as a fingerprint; None without one."""

    def set_cut(self, text: str | None) -> None:
        """Set the player's cut for the next deal; None if the player chose no cut."""

    def draw_leader(self, candidates: Sequence[Seat]) -> Seat:
        """Choose the leader of the first round among ``candidates``."""

    def shuffled_codes(self) -> tuple[str, ...]:
        """Return the twelve codes in random order, top first."""

    def decision_seed(self, n_actions: int) -> int | None:
        """Return the seed of a computer player's decision after ``n_actions`` of the round.

        None means that any seed may be used.
        """

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        """Deal a round, and return its record before the first action."""

    def rewind(self, n_shuffles: int, n_taken: int) -> None:
        """Go back to where ``n_shuffles`` decks and ``n_taken`` swapped cards had been used."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return a new deck of ``cards``, top first."""

    def take_card(self, hand: Sequence[Card]) -> Card:
        """Return the card that is taken blindly from ``hand``."""


def deal_from_pack(
    rules: Rules, seating: Seating, shuffled: Callable[[Sequence[Card]], tuple[Card, ...]]
) -> RoundRecord:
    """Deal a round from a shuffled pack: hands by seat, then the cards set aside, then the deck.

    Args:
        shuffled: returns cards in random order.
    """
    pack = list(shuffled([v for v in range(rules.values) for _ in range(rules.copies)]))
    hands = []
    for size in seating.deal:
        hands.append(tuple(pack[:size]))
        del pack[:size]
    aside, deck = tuple(pack[: rules.aside]), tuple(pack[rules.aside :])
    return RoundRecord(seating.leader, seating.starter, tuple(hands), aside, deck)


class RandomChance:
    """A source of chance that uses a random number generator and offers no proof."""

    commitment: str | None = None

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def set_cut(self, text: str | None) -> None:
        """Do nothing: without a fingerprint there is nothing to cut."""

    def draw_leader(self, candidates: Sequence[Seat]) -> Seat:
        return self._rng.choice(candidates)

    def decision_seed(self, n_actions: int) -> int | None:
        return None

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        return deal_from_pack(rules, seating, self.shuffle)

    def rewind(self, n_shuffles: int, n_taken: int) -> None:
        """Do nothing: random numbers are never repeated."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(self._rng.sample(cards, len(cards)))

    def take_card(self, hand: Sequence[Card]) -> Card:
        return self._rng.choice(hand)

    def shuffled_codes(self) -> tuple[str, ...]:
        """Return the twelve codes in random order, top first."""
        return tuple(self._rng.sample(CODES, len(CODES)))


class _RecordedRoundChance(RandomChance):
    """A source of chance that replays the reshuffled decks and taken cards recorded in a round."""

    def __init__(self, written: RoundRecord) -> None:
        super().__init__(Random(0))
        self._decks, self._cards = iter(written.shuffles), iter(written.taken)

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return next(self._decks)

    def take_card(self, hand: Sequence[Card]) -> Card:
        return next(self._cards)


class Match:
    """One match in progress.

    Attributes:
        version: a number that grows with every change, so that callers notice changes cheaply.
        match_state: the state of the match between rounds: score, next leader, codes.
        record: the record of the match so far.
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[SeatInfo],
        chances: ChanceSource,
        leader: Seat,
        codes: tuple[str, ...] = (),
    ) -> None:
        self.rules = rules
        self.version = 0
        self.match_state: MatchState = begin_match(rules, leader, codes)
        self.record = Record(rules, tuple(seats), [], self.match_state.score, codes)
        self._events: list[Event] = []
        self._chances = chances
        self._deck: list[Card] = []
        self._state: State | None = None

    @classmethod
    def begin_with_rng(
        cls, rules: Rules, seats: Sequence[SeatInfo], rng: Random, leader: Seat | None = None
    ) -> Match:
        """Begin a match whose chance comes from ``rng``, and deal the first round.

        Args:
            rules: the rules of the match.
            seats: the players, by seat.
            rng: the source of chance.
            leader: the seat that leads the first round; by default chance decides.
        """
        return cls.begin(rules, seats, RandomChance(rng), leader)

    @classmethod
    def begin(
        cls,
        rules: Rules,
        seats: Sequence[SeatInfo],
        chances: ChanceSource,
        leader: Seat | None = None,
    ) -> Match:
        """Begin a match whose chance comes from ``chances``, and deal the first round.

        Args:
            rules: the rules of the match.
            seats: the players, by seat.
            chances: the source of chance.
            leader: the seat that leads the first round; by default chance decides.
        """
        if leader is None:
            leader = chances.draw_leader(possible_first_leaders(rules))
        match = cls(
            rules, seats, chances, leader, chances.shuffled_codes() if rules.has_codes else ()
        )
        match.deal_next_round()
        return match

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.record.seats

    @property
    def public(self) -> PublicState:
        """The public state of the current round."""
        return self._true_state.public

    @property
    def round_number(self) -> int:
        """The number of the current round, from 1."""
        return len(self.record.rounds)

    @property
    def is_round_over(self) -> bool:
        return self.public.result is not None

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return bool(self.match_state.winners)

    @property
    def _true_state(self) -> State:
        assert self._state is not None, "no round has been dealt"
        return self._state

    def deal_next_round(self) -> None:
        """Deal the next round.

        Raises:
            ValueError: the current round is not over, or the match is over.
        """
        plan = self.match_state.next_leader_and_starter
        if plan is None or (self._state is not None and not self.is_round_over):
            raise ValueError("no round can begin now")
        seating = next_seating(self.match_state)
        dealt = self._chances.deal(self.rules, seating)
        dealt.duel = plan.duel
        position = start_position_of(dealt)
        if position is not None:
            self.match_state = _match_state_at(self.match_state, position)
        self.record.rounds.append(dealt)
        self._start_round(dealt)
        self.version += 1

    def _start_round(self, dealt: RoundRecord) -> None:
        plan, seating = self.match_state.next_leader_and_starter, next_seating(self.match_state)
        assert plan is not None
        position = start_position_of(dealt)
        self._deck = list(dealt.deck)
        self._events = []
        values = self.rules.values
        deal = Deal(
            tuple(counts_of(hand, values) for hand in dealt.hands),
            dealt.aside,
            counts_of(dealt.deck, values),
        )
        self._state = engine.start_round(
            self.rules, seating, deal, self.match_state.score, self.match_state.held
        )
        if position is not None:
            held = _held_codes_not_laid(self.match_state.held, position.public)
            laid = tuple(position.public.codes[side] for side in seating.side_of)
            self._state = self._state._replace(public=position.public, held=held, laid=laid)
            self.record.score = self.match_state.score
        self._start = RoundStart(
            self.rules,
            self.record.seats,
            plan.leader,
            plan.starter,
            plan.duel,
            dealt.hands,
            dealt.aside,
            self._state.held,
            self.match_state.spent,
            position,
        )

    can_rewind = True
    """Whether turns can be taken back in this match."""

    def rewind(self, n_actions: int) -> None:
        """Go back to the state of this round after the first ``n_actions``, with the same deck.

        The record keeps the actions that are taken back as a branch, and the match is no longer
        rated.

        Raises:
            ValueError: the round is over, or does not have more than ``n_actions`` actions.
        """
        old = self.record.rounds[-1]
        if self.is_round_over or not 0 <= n_actions < len(old.actions):
            raise ValueError("the round cannot go back there")
        again = RoundRecord(old.leader, old.starter, old.hands, old.aside, old.deck, old.duel)
        again.position = old.position
        again.extra = _extra_entries_before_action(old.extra, n_actions) | {
            BRANCHES_KEY: [*_take_back_entries(old), take_back_entry(old, n_actions)]
        }
        self.record.rounds[-1], self.record.score = again, self.match_state.score
        self.record.extra[RATED_KEY] = False
        chances, self._chances = self._chances, _RecordedRoundChance(old)
        self._start_round(again)
        for text in old.actions[:n_actions]:
            self.submit(self.public.seat, parse(text))
        self._chances = chances
        chances.rewind(len(again.shuffles), len(again.taken))
        self.version += 1

    def submit(self, seat: Seat, action: Action) -> RevealedFacts:
        """Make ``action`` for ``seat`` and record it.

        Returns:
            The facts that the action revealed, including facts hidden from other seats.

        Raises:
            IllegalAction: the action is not legal for this seat now; nothing has changed.
        """
        state = self._true_state
        seen = engine.observe(state, seat)
        if action not in legal_actions(seen):
            raise IllegalAction(action, refusal_reason(seen, action))
        step = engine.apply_legal(state, action, self._chance_for(state, action))
        self._update_deck_order(action, step.facts)
        self._state = step.state
        self._events.append(Event(seat, action, step.facts))
        self._record_action(action, step)
        self.version += 1
        return step.facts

    def observe(self, seat: Seat) -> Observation:
        """Return what ``seat`` sees now."""
        return engine.observe(self._true_state, seat)

    def view(self, seat: Seat) -> View:
        """Return what ``seat`` may know of the current round."""
        return make_view(self._start, self._events, self.public, seat)

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return this round's actions, without what ``seat`` may not know; None is a spectator."""
        revealed = any(event.facts.revealed is not None for event in self._events)
        return tuple(redacted_event(event, seat, revealed) for event in self._events)

    def full_events(self) -> tuple[Event, ...]:
        """Return this round's actions with all hidden cards: for replays, never for players."""
        return tuple(self._events)

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return all hands at the end of the round.

        Raises:
            ValueError: the round is not over.
        """
        if not self.is_round_over:
            raise ValueError("hands are private while the round lasts")
        return tuple(cards_of(hand) for hand in self._true_state.hands)

    def full_state(self) -> State:
        """Return the true state with all hidden cards: for replays and tests, never for players."""
        return self._true_state

    @property
    def start_position(self) -> StartPosition | None:
        """The public position in which the round begins; None for a normal deal."""
        return self._start.start_position

    @property
    def commitment(self) -> str | None:
        """The commitment to the next deal, shown to players as a fingerprint; None without one."""
        return self._chances.commitment

    def set_cut(self, text: str | None) -> None:
        """Set the player's cut for the next deal; None if the player chose no cut."""
        self._chances.set_cut(text)

    def decision_seed(self, n_actions_ahead: int = 0) -> int | None:
        """Return the seed of a computer player's next decision; None if any seed may be used.

        Args:
            n_actions_ahead: the number of actions that are decided but not yet submitted.
        """
        return self._chances.decision_seed(len(self.record.rounds[-1].actions) + n_actions_ahead)

    def record_reduced_work(self, share: float) -> None:
        """Record that a computer player does only ``share`` of its usual work in this round.

        The record keeps the smallest share, so that decisions can be repeated.
        """
        more = self.record.rounds[-1].extra
        known = more.get(WORK_KEY)
        if share < 1 and not (isinstance(known, float) and known <= share):
            more[WORK_KEY] = share

    def record_interrupted_decision(self) -> None:
        """Record that the clock cut the next decision short, so that it cannot be repeated."""
        written = self.record.rounds[-1]
        known = written.extra.get(BY_CLOCK_KEY)
        cut = known if isinstance(known, list) else []
        written.extra[BY_CLOCK_KEY] = [*cut, len(written.actions)]

    def record_hint(self, step: int) -> None:
        """Record that the player has seen the hint for the next action.

        Args:
            step: the last step of the hint that the player has seen.
        """
        written = self.record.rounds[-1]
        known, number = written.extra.get(HELPED_KEY), len(written.actions)
        helped = known if isinstance(known, list) else []
        pairs = [one for one in helped if isinstance(one, list) and len(one) == 2]
        before = [most for n, most in pairs if n == number and isinstance(most, int)]
        others = [one for one in pairs if one[0] != number]
        written.extra[HELPED_KEY] = [*others, [number, max([step, *before])]]

    def _chance_for(self, state: State, action: Action) -> engine.Chance:
        if action.n_drawn:
            return tuple(self._deck[: min(action.n_drawn, sum(state.deck))])
        if action.verb == "swap":
            (opponent,) = state.public.seating.opponents_of(state.public.seat)
            return (self._chances.take_card(cards_of(state.hands[opponent])),)
        return ()

    def _update_deck_order(self, action: Action, facts: RevealedFacts) -> None:
        """Update the order of the deck after an action."""
        if action.verb == "under":
            self._deck.extend(action.cards)
        if action.n_drawn > 0:
            del self._deck[: len(facts.drawn)]
        if facts.reshuffled:
            row = self._true_state.public.row[:-1]
            self._deck = list(self._chances.shuffle(row))
            self.record.rounds[-1].shuffles.append(tuple(self._deck))

    def _record_action(self, action: Action, step: engine.AppliedAction) -> None:
        written = self.record.rounds[-1]
        written.actions.append(str(action))
        if step.facts.taken is not None:
            written.taken.append(step.facts.taken)
        public = step.state.public
        self.record.score = public.score
        if public.result is not None:
            written.result = public.result
            self.match_state = finish_round(self.match_state, public, step.state.held)


def start_position_of(dealt: RoundRecord) -> StartPosition | None:
    """Return the public position in which a recorded round begins; None for a normal deal.

    Raises:
        ValueError: the recorded text is not a position.
    """
    if not dealt.position:
        return None
    diagram = read_diagram(dealt.position)
    return StartPosition(diagram.public, diagram.hands, diagram.sums)


def _match_state_at(match: MatchState, position: StartPosition) -> MatchState:
    """Return the state of a match whose first round begins in a position.

    The seats hold the codes in force, and as many further codes from the pile as the position says.
    """
    public = position.public
    pile, held = [code for code in match.pile if code not in public.codes], []
    for side, n in zip(public.seating.side_of, public.held_counts, strict=True):
        code = public.codes[side]
        held.append((*([code] if code else []), *pile[:n]))
        del pile[:n]
    return match._replace(score=public.score, held=tuple(held), pile=tuple(pile))


def _held_codes_not_laid(
    held: tuple[tuple[str, ...], ...], public: PublicState
) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(code for code in codes if code not in public.codes) for codes in held)


def _extra_entries_before_action(extra_entries: dict[str, Any], n_actions: int) -> dict[str, Any]:
    """Return the contents of ``RoundRecord.extra``, without what belongs to later actions.

    Args:
        extra_entries: all contents of ``extra``.
        n_actions: the number of actions, from the first one, whose entries are kept.
    """
    earlier = dict(extra_entries)
    for key in (BY_CLOCK_KEY, HELPED_KEY):
        found = earlier.get(key)
        if isinstance(found, list):
            earlier[key] = [one for one in found if _action_number(one) < n_actions]
    return earlier


def _action_number(entry: object) -> int:
    """Return the number of the action to which an entry of ``RoundRecord.extra`` belongs.

    An entry is the number itself or a list that begins with it; any other entry counts as 0.
    """
    first = entry[0] if isinstance(entry, list) and entry else entry
    return first if isinstance(first, int) else 0


def _take_back_entries(written: RoundRecord) -> list[Any]:
    known = written.extra.get(BRANCHES_KEY)
    return known if isinstance(known, list) else []
