"""A match in progress: the only object that holds the true state and the source of chance.

Everyone else gets views. ``Match.submit`` is the only way to change the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from hacktrick.game import engine
from hacktrick.game.actions import CODES, Action, parse
from hacktrick.game.cards import Card, cards_of, counts_of
from hacktrick.game.legality import IllegalAction, legal_actions, refusal_reason
from hacktrick.game.match_rules import (
    MatchState,
    begin_match,
    finish_round,
    next_seating,
    possible_first_leaders,
)
from hacktrick.game.rules import Rules, Seat, Seating
from hacktrick.game.state import Deal, Facts, Observation, PublicState, State
from hacktrick.game.view import Event, RoundStart, SeatInfo, View, make_view, redacted_for
from hacktrick.match.record import (
    BRANCHES_KEY,
    BY_CLOCK_KEY,
    HELPED_KEY,
    RATED_KEY,
    WORK_KEY,
    Record,
    RoundRecord,
    branch_note,
)


class ChanceSource(Protocol):
    """Where chance comes from: dice, a sealed secret and a cut, or a record that has it written
    out."""

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the next round's chance, None where none is shown."""

    def cut(self, text: str | None) -> None:
        """How the player cuts the next deal; None: he did not choose."""

    def leader(self, candidates: Sequence[Seat]) -> Seat:
        """Who leads the first round."""

    def codes(self) -> tuple[str, ...]:
        """The twelve codes in random order, top first."""

    def decision_seed(self, n_actions: int) -> int | None:
        """Of the computer's decision after so many actions of the round; None: any will do."""

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        """A round with its cards; leader, starter and duel are filled in by the caller."""

    def rewind(self, n_shuffles: int, n_taken: int) -> None:
        """The round has gone back to where so many decks had been made and cards been taken."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """A new deck of ``cards``, top first."""

    def take(self, hand: Sequence[Card]) -> Card:
        """The card taken blindly from ``hand``."""


def split_pack(
    rules: Rules, seating: Seating, shuffled: Callable[[Sequence[Card]], tuple[Card, ...]]
) -> RoundRecord:
    """A round from a shuffled pack: the hands by seat, then the cards set aside, then the deck."""
    pack = list(shuffled([v for v in range(rules.values) for _ in range(rules.copies)]))
    hands = []
    for size in seating.deal:
        hands.append(tuple(pack[:size]))
        del pack[:size]
    aside, deck = tuple(pack[: rules.aside]), tuple(pack[rules.aside :])
    return RoundRecord(seating.leader, seating.starter, tuple(hands), aside, deck)


class Dice:
    """Chance from a random generator, which nobody can check afterwards."""

    commitment: str | None = None

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def cut(self, text: str | None) -> None:
        """A cut changes nothing of dice."""

    def leader(self, candidates: Sequence[Seat]) -> Seat:
        return self._rng.choice(candidates)

    def decision_seed(self, n_actions: int) -> int | None:
        return None

    def deal(self, rules: Rules, seating: Seating) -> RoundRecord:
        return split_pack(rules, seating, self.shuffle)

    def rewind(self, n_shuffles: int, n_taken: int) -> None:
        """Dice know of no past."""

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(self._rng.sample(cards, len(cards)))

    def take(self, hand: Sequence[Card]) -> Card:
        return self._rng.choice(hand)

    def codes(self) -> tuple[str, ...]:
        """The twelve codes in random order, top first."""
        return tuple(self._rng.sample(CODES, len(CODES)))


class _RecordedRoundChance(Dice):
    """Chance as a round has it already; it is never asked for more."""

    def __init__(self, written: RoundRecord) -> None:
        super().__init__(Random(0))
        self._decks, self._cards = iter(written.shuffles), iter(written.taken)

    def shuffle(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return next(self._decks)

    def take(self, hand: Sequence[Card]) -> Card:
        return next(self._cards)


class Match:
    """One match in progress.

    Attributes:
        version: grows with every change; a cheap "has anything happened?".
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
        self.match: MatchState = begin_match(rules, leader, codes)
        self.record = Record(rules, tuple(seats), [], self.match.score, codes)
        self._events: list[Event] = []
        self._chances = chances
        self._deck: list[Card] = []
        self._state: State | None = None

    @classmethod
    def new(
        cls, rules: Rules, seats: Sequence[SeatInfo], rng: Random, leader: Seat | None = None
    ) -> Match:
        """A fresh match with its first round dealt; a random first leader unless one is given."""
        return cls.begin(rules, seats, Dice(rng), leader)

    @classmethod
    def begin(
        cls,
        rules: Rules,
        seats: Sequence[SeatInfo],
        chances: ChanceSource,
        leader: Seat | None = None,
    ) -> Match:
        """As ``new``, with chance from anywhere."""
        if leader is None:
            leader = chances.leader(possible_first_leaders(rules))
        match = cls(rules, seats, chances, leader, chances.codes() if rules.has_codes else ())
        match.deal()
        return match

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self.record.seats

    @property
    def public(self) -> PublicState:
        """The public state of the current round."""
        return self._truth.public

    @property
    def round_number(self) -> int:
        """Of the current round, from 1."""
        return len(self.record.rounds)

    @property
    def is_round_over(self) -> bool:
        return self.public.result is not None

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return bool(self.match.winners)

    @property
    def _truth(self) -> State:
        assert self._state is not None, "no round has been dealt"
        return self._state

    def deal(self) -> None:
        """Begin the next round. The round before must be over, the match not."""
        plan = self.match.plan
        if plan is None or (self._state is not None and not self.is_round_over):
            raise ValueError("no round can begin now")
        seating = next_seating(self.match)
        dealt = self._chances.deal(self.rules, seating)
        dealt.duel = plan.duel
        self.record.rounds.append(dealt)
        self._lay_out(dealt)
        self.version += 1

    def _lay_out(self, dealt: RoundRecord) -> None:
        plan, seating = self.match.plan, next_seating(self.match)
        assert plan is not None
        self._deck = list(dealt.deck)
        self._events = []
        values = self.rules.values
        deal = Deal(
            tuple(counts_of(hand, values) for hand in dealt.hands),
            dealt.aside,
            counts_of(dealt.deck, values),
        )
        self._state = engine.start(self.rules, seating, deal, self.match.score, self.match.held)
        self._start = RoundStart(
            self.rules,
            self.record.seats,
            plan.leader,
            plan.starter,
            plan.duel,
            dealt.hands,
            dealt.aside,
            self.match.held,
            self.match.spent,
        )

    can_rewind = True

    def rewind(self, n_actions: int) -> None:
        """Back to where the running round stood after its first ``n_actions``, with the same deck.
        The record keeps what is taken back as a branch, and counts for no rating any more.

        Raises:
            ValueError: the round is over, or has not come so far.
        """
        old = self.record.rounds[-1]
        if self.is_round_over or not 0 <= n_actions < len(old.actions):
            raise ValueError("the round cannot go back there")
        again = RoundRecord(old.leader, old.starter, old.hands, old.aside, old.deck, old.duel)
        again.extra = _kept(old.extra, n_actions) | {
            BRANCHES_KEY: [*_branches(old), branch_note(old, n_actions)]
        }
        self.record.rounds[-1], self.record.score = again, self.match.score
        self.record.extra[RATED_KEY] = False
        chances, self._chances = self._chances, _RecordedRoundChance(old)
        self._lay_out(again)
        for text in old.actions[:n_actions]:
            self.submit(self.public.seat, parse(text))
        self._chances = chances
        chances.rewind(len(again.shuffles), len(again.taken))
        self.version += 1

    def submit(self, seat: Seat, action: Action) -> Facts:
        """``seat`` does ``action``.

        Raises:
            IllegalAction: not legal for that seat now; nothing has changed.
        """
        state = self._truth
        seen = engine.observe(state, seat)
        if action not in legal_actions(seen):
            raise IllegalAction(action, refusal_reason(seen, action))
        step = engine.apply_legal(state, action, self._chance_for(state, action))
        self._settle(action, step.facts)
        self._state = step.state
        self._events.append(Event(seat, action, step.facts))
        self._note(action, step)
        self.version += 1
        return step.facts

    def observe(self, seat: Seat) -> Observation:
        """What ``seat`` sees now."""
        return engine.observe(self._truth, seat)

    def view(self, seat: Seat) -> View:
        """What ``seat`` may know of the current round."""
        return make_view(self._start, self._events, self.public, seat)

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """The actions of this round as ``seat`` may know them; None: as any onlooker."""
        revealed = any(event.facts.revealed is not None for event in self._events)
        return tuple(redacted_for(event, seat, revealed) for event in self._events)

    def events(self) -> tuple[Event, ...]:
        """The actions of this round with all that is hidden, for replays. Never for a player."""
        return tuple(self._events)

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands, once the round is over.

        Raises:
            ValueError: the round is still running.
        """
        if not self.is_round_over:
            raise ValueError("hands are private while the round lasts")
        return tuple(cards_of(hand) for hand in self._truth.hands)

    def truth(self) -> State:
        """The whole state, for replays and tests. Never for a player."""
        return self._truth

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the next round's chance; None where none can be shown."""
        return self._chances.commitment

    def cut(self, text: str | None) -> None:
        """How the player cuts the next deal; None: he did not choose."""
        self._chances.cut(text)

    def decision_seed(self, ahead: int = 0) -> int | None:
        """The seed of a computer player's next decision; None: any will do.

        Args:
            ahead: how many actions are decided and not yet done.
        """
        return self._chances.decision_seed(len(self.record.rounds[-1].actions) + ahead)

    def note_work_share(self, share: float) -> None:
        """A computer player of this round takes ``share`` of its usual work: the record tells the
        least, as those decisions can be repeated with that share alone."""
        more = self.record.rounds[-1].extra
        known = more.get(WORK_KEY)
        if share < 1 and not (isinstance(known, float) and known <= share):
            more[WORK_KEY] = share

    def note_interruption(self) -> None:
        """The clock cut the computer player's next decision short: it cannot be repeated."""
        written = self.record.rounds[-1]
        known = written.extra.get(BY_CLOCK_KEY)
        cut = known if isinstance(known, list) else []
        written.extra[BY_CLOCK_KEY] = [*cut, len(written.actions)]

    def note_hint(self, step: int) -> None:
        """The player of the next action was shown a hint up to this step."""
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
            return (self._chances.take(cards_of(state.hands[opponent])),)
        return ()

    def _settle(self, action: Action, facts: Facts) -> None:
        """Move the deck's order along with what the engine has decided."""
        if action.verb == "under":
            self._deck.extend(action.cards)
        if action.n_drawn > 0:
            del self._deck[: len(facts.drawn)]
        if facts.reshuffled:
            row = self._truth.public.row[:-1]
            self._deck = list(self._chances.shuffle(row))
            self.record.rounds[-1].shuffles.append(tuple(self._deck))

    def _note(self, action: Action, step: engine.Step) -> None:
        written = self.record.rounds[-1]
        written.actions.append(str(action))
        if step.facts.taken is not None:
            written.taken.append(step.facts.taken)
        public = step.state.public
        self.record.score = public.score
        if public.result is not None:
            written.result = public.result
            self.match = finish_round(self.match, public, step.state.held)


def _kept(more: dict[str, Any], n_actions: int) -> dict[str, Any]:
    """What a round tells beside the format, without what belongs to actions that are taken back."""
    kept = dict(more)
    for key in (BY_CLOCK_KEY, HELPED_KEY):
        found = kept.get(key)
        if isinstance(found, list):
            kept[key] = [one for one in found if _number(one) < n_actions]
    return kept


def _number(entry: object) -> int:
    """Of the action that an entry is about."""
    first = entry[0] if isinstance(entry, list) and entry else entry
    return first if isinstance(first, int) else 0


def _branches(written: RoundRecord) -> list[Any]:
    known = written.extra.get(BRANCHES_KEY)
    return known if isinstance(known, list) else []
