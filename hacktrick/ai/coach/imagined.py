"""A round in the mind: from a deal that may be the true one up to a view, and on from there.

What either seat knows is kept step by step, as ``game.view.follow`` would read it from the seat's
view, so that whoever plays on does not read the whole round anew at every decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hacktrick.ai.levels import LEVELS
from hacktrick.ai.memory import last_sum
from hacktrick.ai.planner import Planner
from hacktrick.ai.position import Position
from hacktrick.ai.style import own_style
from hacktrick.ai.worth import Worth
from hacktrick.game.actions import CODES, Action, Draw, Lay, Swap, Under
from hacktrick.game.cards import Card, Counts, cards_of, counts_of
from hacktrick.game.engine import observe, perform, start
from hacktrick.game.legal import legal_actions
from hacktrick.game.rules import Seat, seating_for
from hacktrick.game.state import Deal, PublicState, State
from hacktrick.game.view import Event, RoundStart, Seen, View, follow, make_view

PLAYS_ON = 6
"""The level that plays both sides: it counts every hand, and says commands."""

ALIKE = 6  # digits: values that agree in so many are left to chance


class Round:
    """A round of which everything is known. Codes that nobody has laid are any that are left.

    Args:
        view: how far it has come; ``hands``: what was dealt; ``drawn``: all cards drawn from the
            deck since, in their order.
        seed: of the order of the cards that are still to be drawn: two rounds with the same seed
            and deal draw the same cards from their deck, whatever is played.
    """

    def __init__(
        self, view: View, hands: tuple[tuple[Card, ...], ...], drawn: Sequence[Card], seed: int = 0
    ) -> None:
        first, steps = follow(view)
        rules = view.rules
        seating = seating_for(rules, view.leader, view.starter, view.duel)
        dealt = [counts_of(hand, rules.values) for hand in hands]
        gone = [sum(column) for column in zip(*dealt, strict=True)]
        aside = counts_of(view.aside, rules.values)
        deck = tuple(rules.copies - n - m for n, m in zip(gone, aside, strict=True))
        held = held_in(view, steps)
        whole = Deal(tuple(dealt), view.aside, deck)
        self.state: State = start(rules, seating, whole, first.score, held)
        self._start = RoundStart(
            *(rules, view.seats, view.leader, view.starter, view.duel, hands, view.aside),
            *(held, view.spent),
        )
        self._first, self._seed = self.state.public, seed
        self._events: list[Event] = []
        self._seen: tuple[list[Seen], ...] = tuple([] for _ in range(rules.n_seats))
        self._deck: list[Card] = []  # in the order in which its cards come, the next one last
        left = list(drawn)
        for step in steps:
            if isinstance(step.action, Swap):
                assert step.facts.taken is not None
                self._perform(step.action, (step.facts.taken,))
                continue
            n = self._from_deck(step.action)
            self._perform(step.action, tuple(left[:n]))
            left = left[n:]
        self._shuffle()

    def copy(self) -> Round:
        """The same round, to be played on in another way."""
        other = Round.__new__(Round)
        other.state, other._start, other._first = self.state, self._start, self._first
        other._seed, other._events = self._seed, list(self._events)
        other._seen = tuple(list(seen) for seen in self._seen)
        other._deck = list(self._deck)
        return other

    @property
    def public(self) -> PublicState:
        return self.state.public

    def hand(self, seat: Seat) -> Counts:
        return self.state.hands[seat]

    def steps(self, seat: Seat) -> Sequence[Seen]:
        """The actions of the round as ``seat`` saw them."""
        return self._seen[seat]

    def view(self, seat: Seat) -> View:
        return make_view(self._start, self._events, self.public, seat)

    def position(self, seat: Seat) -> Position:
        """What ``seat`` would read from its view."""
        seen, view = observe(self.state, seat), self.view(seat)
        side = self.public.seating.side_of[seat]
        worth = Worth(self.public, side, view.duel, own_style(view).second)
        steps = tuple(self._seen[seat])
        return Position(view, self._first, steps, seen, legal_actions(seen), worth)

    def submit(self, action: Action) -> None:
        """The seat to act does ``action``."""
        if isinstance(action, Swap):
            self._perform(action, (self._taken_blindly(),))
            return
        n = self._from_deck(action)
        if n and len(self._deck) != sum(self.state.deck):
            self._shuffle()
        self._perform(action, tuple(self._deck.pop() for _ in range(n)))

    def _from_deck(self, action: Action) -> int:
        """How many cards of the deck come into the hand; those under it come after them."""
        wanted = len(action.cards) if isinstance(action, Under) else int(isinstance(action, Draw))
        return min(wanted, sum(self.state.deck))

    def _taken_blindly(self) -> Card:
        """A card of the other, for one of the own (Coco van Vaeck)."""
        (other,) = self.public.seating.opponents_of(self.public.seat)
        rng = Random(f"{self._seed} taken {len(self._events)}")
        return rng.choice(cards_of(self.state.hands[other]))

    def _shuffle(self) -> None:
        """The deck has been made anew."""
        self._deck = list(cards_of(self.state.deck))
        Random(f"{self._seed} {self.public.row[:1]}").shuffle(self._deck)

    def _perform(self, action: Action, chance: tuple[Card, ...]) -> None:
        before, actor = self.public, self.public.seat
        step = perform(self.state, action, chance)
        self._events.append(Event(actor, action, step.facts))
        self.state = step.state
        hidden = step.facts._replace(drawn=())
        for seat, seen in enumerate(self._seen):
            facts = step.facts if seat == actor else hidden
            seen.append(Seen(actor, action, facts, before, self.public, self.hand(seat)))


def held_in(view: View, steps: Sequence[Seen]) -> tuple[tuple[str, ...], ...]:
    """The codes that each seat held as the round began, for all that a view shows: what others have
    kept may be any that are left, and changes nothing in the round."""
    laid = {s.seat: s.action.code for s in steps if isinstance(s.action, Lay) and s.action.code}
    known = {*view.held, *view.spent, *laid.values()}
    left = [code for code in CODES if code not in known]
    found = []
    for seat, n in enumerate(view.held_counts or (0,) * view.rules.n_seats):
        shown = (laid[seat],) if seat in laid else ()
        kept = [left.pop() for _ in range(n - len(shown))] if seat != view.seat else []
        found.append(view.held if seat == view.seat else (*shown, *kept))
    return tuple(found)


class Players:
    """Both seats of rounds in the mind, played by a level.

    ``PLAYS_ON`` chooses by what lies open, its own hand and the last sum of the other, and is asked
    once about each such moment: in rounds with the same beginning the same ones come again.
    """

    def __init__(self, number: int = PLAYS_ON) -> None:
        self._level = LEVELS[number]
        agent = self._level.agent
        self._planner = agent if number == PLAYS_ON and isinstance(agent, Planner) else None
        self._best: dict[object, tuple[Action, ...]] = {}

    def choose(self, table: Round, rng: Random) -> Action:
        """What the seat to act does; ``rng`` settles what is all the same."""
        seat = table.public.seat
        others = table.public.seating.opponents_of(seat)
        if self._planner is None or len(table.public.hand_sizes) > 2:
            agent, budget = self._level.agent, self._level.budget
            return agent.choose(table.view(seat), budget, rng.getrandbits(30)).action
        key = table.public, table.hand(seat), last_sum(table.steps(seat), others[0])
        if key not in self._best:
            self._best[key] = self._thought(self._planner, table)
        best = self._best[key]
        return best[0] if len(best) == 1 else rng.choice(best)

    def _thought(self, planner: Planner, table: Round) -> tuple[Action, ...]:
        """The best actions: more than one where they are worth the same. The same whichever round
        comes to the moment first."""
        position = table.position(table.public.seat)
        found = planner.decide(position, self._level.budget, 0)
        most = round(found.values[0][1], ALIKE)
        return tuple(action for action, value in found.values if round(value, ALIKE) == most)
