"""Plays a position on many times with redrawn hidden cards, to compare two turns.

Both turns get the same deals and dice. A trial limits the cost of a seeming mistake to the mean
difference plus two standard errors.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import TypeVar

from hacktrick.ai.advice import Advice, HandChances, MatchStakes
from hacktrick.ai.decision_position import Position, read_position
from hacktrick.ai.interruptible import Interruptible, run_to_end
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.levels.styles import style_of_decider
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.ai.search.planner import Planner
from hacktrick.ai.worlds import (
    DealSampler,
    World,
    WorldWeigher,
    has_untraceable_moves,
    last_announced_sum,
)
from hacktrick.coach.judgement import Judgement
from hacktrick.game.actions import CODES, Action
from hacktrick.game.cards import Card, Counts, cards_of, counts_of
from hacktrick.game.engine import apply_legal, observe, start
from hacktrick.game.legality import legal_actions, must_play
from hacktrick.game.rules import Seat, seating_for
from hacktrick.game.state import Deal, PublicState, State
from hacktrick.game.view import Event, RoundStart, SeenStep, View, make_view, replay_view

PLAYOUT_LEVEL = 6
"""The level that plays both sides: it counts every hand, and says commands."""

TIE_DIGITS = 6  # digits: values that agree in so many are left to chance


class ImaginedRound:
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
        first, steps = replay_view(view)
        rules = view.rules
        seating = seating_for(rules, view.leader, view.starter, view.duel)
        dealt = [counts_of(hand, rules.values) for hand in hands]
        gone = [sum(column) for column in zip(*dealt, strict=True)]
        aside = counts_of(view.aside, rules.values)
        deck = tuple(rules.copies - n - m for n, m in zip(gone, aside, strict=True))
        held = codes_held(view, steps)
        whole = Deal(tuple(dealt), view.aside, deck)
        self.state: State = start(rules, seating, whole, first.score, held)
        self._start = RoundStart(
            *(rules, view.seats, view.leader, view.starter, view.duel, hands, view.aside),
            *(held, view.spent),
        )
        self._first, self._seed = self.state.public, seed
        self._events: list[Event] = []
        self._seen: tuple[list[SeenStep], ...] = tuple([] for _ in range(rules.n_seats))
        self._deck: list[Card] = []  # in the order in which its cards come, the next one last
        left = list(drawn)
        for step in steps:
            if step.action.verb == "swap":
                assert step.facts.taken is not None
                self._perform(step.action, (step.facts.taken,))
                continue
            n = self._from_deck(step.action)
            self._perform(step.action, tuple(left[:n]))
            left = left[n:]
        self._shuffle()

    def copy(self) -> ImaginedRound:
        """The same round, to be played on in another way."""
        other = ImaginedRound.__new__(ImaginedRound)
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

    def steps(self, seat: Seat) -> Sequence[SeenStep]:
        """The actions of the round as ``seat`` saw them."""
        return self._seen[seat]

    def view(self, seat: Seat) -> View:
        return make_view(self._start, self._events, self.public, seat)

    def position(self, seat: Seat) -> Position:
        """What ``seat`` would read from its view."""
        seen, view = observe(self.state, seat), self.view(seat)
        side = self.public.seating.side_of[seat]
        worth = RoundUtility(self.public, side, view.duel, style_of_decider(view).double_win_bonus)
        steps = tuple(self._seen[seat])
        return Position(view, self._first, steps, seen, legal_actions(seen), worth)

    def submit(self, action: Action) -> None:
        """The seat to act does ``action``."""
        if action.verb == "swap":
            self._perform(action, (self._taken_blindly(),))
            return
        n = self._from_deck(action)
        if n and len(self._deck) != sum(self.state.deck):
            self._shuffle()
        self._perform(action, tuple(self._deck.pop() for _ in range(n)))

    def _from_deck(self, action: Action) -> int:
        """How many cards of the deck come into the hand; those under it come after them."""
        return min(action.n_drawn, sum(self.state.deck))

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
        step = apply_legal(self.state, action, chance)
        self._events.append(Event(actor, action, step.facts))
        self.state = step.state
        hidden = step.facts._replace(drawn=())
        for seat, seen in enumerate(self._seen):
            facts = step.facts if seat == actor else hidden
            seen.append(SeenStep(actor, action, facts, before, self.public, self.hand(seat)))


def codes_held(view: View, steps: Sequence[SeenStep]) -> tuple[tuple[str, ...], ...]:
    """The codes that each seat held as the round began, for all that a view shows: what others have
    kept may be any that are left, and changes nothing in the round."""
    laid = {s.seat: s.action.code for s in steps if s.action.verb == "lay" and s.action.code}
    known = {*view.held, *view.spent, *laid.values()}
    left = [code for code in CODES if code not in known]
    found = []
    for seat, n in enumerate(view.held_counts or (0,) * view.rules.n_seats):
        shown = (laid[seat],) if seat in laid else ()
        kept = [left.pop() for _ in range(n - len(shown))] if seat != view.seat else []
        found.append(view.held if seat == view.seat else (*shown, *kept))
    return tuple(found)


class LevelPlayers:
    """Both seats of rounds in the mind, played by a level.

    ``PLAYOUT_LEVEL`` chooses by what lies open, its own hand and the last sum of the other, and is
    asked once about each such moment: in rounds with the same beginning the same ones come again.
    """

    def __init__(self, number: int = PLAYOUT_LEVEL) -> None:
        self._level = LEVELS[number]
        agent = self._level.agent
        self._planner = agent if number == PLAYOUT_LEVEL and isinstance(agent, Planner) else None
        self._best: dict[object, tuple[Action, ...]] = {}

    def choose(self, table: ImaginedRound, rng: Random) -> Action:
        """What the seat to act does; ``rng`` settles what is all the same."""
        seat = table.public.seat
        others = table.public.seating.opponents_of(seat)
        if self._planner is None or len(table.public.hand_sizes) > 2:
            agent, budget = self._level.agent, self._level.budget
            return agent.choose(table.view(seat), budget, rng.getrandbits(30)).action
        key = table.public, table.hand(seat), last_announced_sum(table.steps(seat), others[0])
        if key not in self._best:
            self._best[key] = self._thought(self._planner, table)
        best = self._best[key]
        return best[0] if len(best) == 1 else rng.choice(best)

    def _thought(self, planner: Planner, table: ImaginedRound) -> tuple[Action, ...]:
        """The best actions: more than one where they are worth the same. The same whichever round
        comes to the moment first."""
        position = table.position(table.public.seat)
        found = planner.decide(position, self._level.budget, 0)
        most = round(found.values[0][1], TIE_DIGITS)
        return tuple(action for action, value in found.values if round(value, TIE_DIGITS) == most)


N_PLAYOUTS = 60
"""How often a position is played on with either turn, at most: less where it is clear sooner."""

MIN_PLAYOUTS = 20  # deals that are played at least
BATCH = 10  # deals between two looks whether they will do
N_STANDARD_ERRORS = 2.0  # standard errors that a difference must be beyond
CLEAR_ERRORS = 3.0  # the same where it is enough before all deals are played


@dataclass(frozen=True, slots=True)
class PlayoutResult:
    """What happened once a turn was made, for the seat that made it. Points lost are below 0."""

    points: int
    wins_next: bool  # the own next turn wins
    other_wins_next: bool  # the next turn of the other wins
    takes: bool  # the own next turn takes a marker; ``other_takes``: that of the other
    other_takes: bool
    obliged: bool  # the own next turn had to be a card
    reply: tuple[Action, ...] = ()  # the next turn of the other
    staked: bool = False  # both had a point on the table (Hai Doo)


StopRule = Callable[[Sequence[tuple[PlayoutResult, ...]]], bool]


class PlayoutSampler:
    """What may come of a position: deals that look like it, and how each goes on after a turn.

    They are made when somebody first needs them, and kept. What comes of a turn in the n-th deal
    depends on nothing that was looked at before.

    Args:
        seed: of the deals and of all dice.
        weigh: where other worlds than those of the facts are likely; ``level``: who plays on.

    Raises:
        ValueError: something was done that cannot be told (cards put under the deck by another),
            so that no deal can be drawn.
    """

    def __init__(
        self, view: View, seed: str, weigh: WorldWeigher | None = None, level: int = PLAYOUT_LEVEL
    ) -> None:
        if has_untraceable_moves(view):
            raise ValueError("nobody can tell which cards went under the deck")
        self._view, self._weigh = view, weigh
        self._deals, self._dice, self._players = (
            DealSampler(view),
            Random(seed),
            LevelPlayers(level),
        )
        self._begun: list[tuple[ImaginedRound, int]] = []
        self._courses: dict[tuple[Action, ...], list[PlayoutResult]] = {}

    def course(self, n: int, line: Sequence[Action]) -> Interruptible[PlayoutResult]:
        """How the deal ``n``, from 0 on, goes on after a turn."""
        found = self._courses.setdefault(tuple(line), [])
        while len(found) <= n:
            begun, number = self._deal(len(found))
            rng = Random(number)
            seat = self._view.seat
            found.append((yield from _played_on(begun.copy(), seat, line, self._players, rng)))
        return found[n]

    def _deal(self, n: int) -> tuple[ImaginedRound, int]:
        """A round up to the position, and the seed of the dice that follow."""
        while len(self._begun) <= n:
            dealt = self._deals.draw(self._dice, self._weigh)
            number = self._dice.getrandbits(60)
            self._begun.append(
                (ImaginedRound(self._view, dealt.hands, dealt.drawn, number), number)
            )
        return self._begun[n]


def play_out(
    view: View,
    lines: Sequence[Sequence[Action]],
    n: int,
    seed: str,
    weigh: WorldWeigher | None = None,
    level: int = PLAYOUT_LEVEL,
) -> list[tuple[PlayoutResult, ...]]:
    """Each of ``n`` deals played on after every one of ``lines``: one course a line.

    Args:
        weigh: where other worlds than those of the facts are likely; ``level``: who plays on.

    Raises:
        ValueError: no deal can be drawn.
    """
    return run_to_end(play_out_in_steps(PlayoutSampler(view, seed, weigh, level), lines, n))


def play_out_in_steps(
    futures: PlayoutSampler,
    lines: Sequence[Sequence[Action]],
    n: int,
    enough: StopRule | None = None,
) -> Interruptible[list[tuple[PlayoutResult, ...]]]:
    """The same in pieces: one decision of a play-out is a piece.

    Args:
        enough: whether what came of the deals so far will do; asked now and then.
    """
    found: list[tuple[PlayoutResult, ...]] = []
    for done in range(n):
        yield
        if done and done % BATCH == 0 and enough and enough(found):
            break
        each = []
        for line in lines:
            each.append((yield from futures.course(done, line)))
        found.append(tuple(each))
    return found


def _played_on(
    table: ImaginedRound, me: Seat, line: Sequence[Action], players: LevelPlayers, rng: Random
) -> Interruptible[PlayoutResult]:
    seen = _TurnWatcher(table, me)
    for action in line:
        table.submit(action)
    seen.begin()
    while table.public.result is None:
        seat = table.public.seat
        action = players.choose(table, rng)
        yield
        seen.before()
        table.submit(action)
        seen.after(seat, action)
    return seen.course()


class _TurnWatcher:
    """Watches the next turn of either seat."""

    def __init__(self, table: ImaginedRound, me: Seat) -> None:
        self._table, self._me = table, me
        self._now = table.public.turn
        self._turn = [-1, -1]  # of the seat, the other: the turn that is watched
        self._won = [False, False]
        self._took = [False, False]
        self._obliged = self._staked = False
        self._reply: list[Action] = []

    def begin(self) -> None:
        self._captured = self._table.public.captured

    def before(self) -> None:
        public = self._table.public
        self._staked = all(public.stakes)
        who = 0 if public.seat == self._me else 1
        if self._turn[who] < 0 and public.turn > self._now:
            self._turn[who] = public.turn
            if who == 0:
                self._obliged = must_play(public, self._table.state.hands[self._me])
        self._watched = self._turn[who] == public.turn

    def after(self, seat: Seat, action: Action) -> None:
        public = self._table.public
        side, who = public.seating.side_of[seat], 0 if seat == self._me else 1
        if self._watched:
            self._reply += [action] if who else []
            self._took[who] |= public.captured[side] > self._captured[side]
            result = public.result
            self._won[who] |= result is not None and result.side == side
        self._captured = public.captured

    def course(self) -> PlayoutResult:
        public = self._table.public
        result = public.result
        assert result is not None
        sign = 1 if result.side == public.seating.side_of[self._me] else -1
        points = sign * result.points
        return PlayoutResult(
            *(points, self._won[0], self._won[1], self._took[0], self._took[1]),
            *(self._obliged, tuple(self._reply), self._staked),
        )


@dataclass(frozen=True, slots=True)
class PlayoutComparison:
    """How often something came of two turns, out of ``n`` deals each.

    Attributes:
        first, second: of a hundred.
        error: the standard error of their difference, of a hundred.
    """

    first: float
    second: float
    error: float
    n: int

    @property
    def difference(self) -> float:
        return self.first - self.second


def compare_playouts(
    found: Sequence[tuple[PlayoutResult, ...]], name: str, above: int = 0
) -> PlayoutComparison:
    """How often ``name`` (a field of ``PlayoutResult``) came of the first and of the second line.

    Args:
        above: for ``points``: how often more than so many.
    """
    pairs = [(_told(one, name, above), _told(other, name, above)) for one, other in found]
    n = max(1, len(pairs))
    first, second = (sum(pair[k] for pair in pairs) / n for k in (0, 1))
    mean = first - second
    spread = sum((a - b - mean) ** 2 for a, b in pairs) / max(1, n - 1)
    return PlayoutComparison(100 * first, 100 * second, 100 * sqrt(spread / n), len(pairs))


def _told(course: PlayoutResult, name: str, above: int) -> int:
    value = getattr(course, name)
    return int(value > above if name == "points" else value)


def commonest_punishment(
    found: Sequence[tuple[PlayoutResult, ...]], line: int
) -> tuple[Action, ...]:
    """What the other did most often after a line, where that came out badly; nothing where it never
    did. A question and what follows it are told up to the question."""
    replies = Counter(each[line].reply for each in found if each[line].points < 0)
    return replies.most_common(1)[0][0] if replies else ()


def playout_match_chance(stakes: MatchStakes, course: PlayoutResult) -> float:
    """The chance to win the match after a course."""
    stakes = stakes.when_staked(course.staked)
    won = {1: stakes.win_1, 2: stakes.win_2, -1: stakes.lose_1, -2: stakes.lose_2}
    return won[max(-2, min(2, course.points))]


def mean_gain(
    found: Sequence[tuple[PlayoutResult, ...]], stakes: MatchStakes
) -> tuple[float, float]:
    """How much better the first line came out than the second, as a chance of the match, and the
    standard error of that."""
    differences = [
        playout_match_chance(stakes, one) - playout_match_chance(stakes, other)
        for one, other in found
    ]
    n = max(1, len(differences))
    mean = sum(differences) / n
    spread = sum((value - mean) ** 2 for value in differences) / max(1, n - 1)
    return mean, sqrt(spread / n)


MAX_SAMPLERS = 4  # whose futures are kept: those of the one in hand, and of a turn to be explained
MAX_TRIALS = 64  # whose results are kept: those of a round

TurnActions = tuple[Action, ...]
K = TypeVar("K")
V = TypeVar("V")

_futures: OrderedDict[View, PlayoutSampler] = OrderedDict()
_most: OrderedDict[tuple[View, TurnActions, TurnActions], float] = OrderedDict()


class HabitWeights:
    """How much likelier worlds are by the other's habits (``inferred``) than by the facts."""

    def __init__(self, facts: HandChances, inferred: HandChances) -> None:
        chances = dict(inferred)
        self._ratio = {
            hand: chances.get(hand, 0.0) / chance for hand, chance in facts if chance > 0
        }

    def of(self, world: World) -> float:
        return max((self._ratio.get(hand, 0.0) for hand in world.hands), default=0.0) + 1e-9


def with_trial(
    view: View, judgement: Judgement, made: Sequence[Action]
) -> Interruptible[Judgement]:
    """The judgement with a trial of the turn that begins like this, where it needs one and can have
    one: not where another has put cards under the deck, as then no deal can be drawn."""
    line = judgement.line(made)
    if line is None or not judgement.untried(line) or has_untraceable_moves(view):
        return judgement
    best = (judgement.second or judgement.first).lines[0].actions
    most = yield from trial_loss_in_steps(view, best, line, judgement.stakes)
    return judgement.with_trial(line, most)


def habit_weights(advice: Advice) -> HabitWeights:
    """By what an advice says of the other's hand."""
    return HabitWeights(advice.facts, advice.inferred)


def trial_loss_in_steps(
    view: View, best: Sequence[Action], made: Sequence[Action], stakes: MatchStakes
) -> Interruptible[float]:
    """What a turn costs at most, as a chance of the match, by what comes of it and of the best one;
    found out once.

    Raises:
        ValueError: no deal can be drawn (cards put under the deck by another).
    """
    begun, lines = from_turn_start(view, (best, made))
    key = begun, lines[0], lines[1]
    if key not in _most:
        futures = yield from playout_sampler_in_steps(begun)

        def enough(seen: Sequence[tuple[PlayoutResult, ...]]) -> bool:
            gain, error = mean_gain(seen, stakes)
            return len(seen) >= MIN_PLAYOUTS and abs(gain) > CLEAR_ERRORS * error

        seen = yield from play_out_in_steps(futures, lines, N_PLAYOUTS, enough)
        gain, error = mean_gain(seen, stakes)
        _most[key] = max(0.0, gain + N_STANDARD_ERRORS * error)
        _shrink(_most, MAX_TRIALS)
    return _most[key]


def from_turn_start(
    view: View, lines: Sequence[Sequence[Action]]
) -> tuple[View, list[TurnActions]]:
    """Turns from the view in which they began: a word is tried together with the card before it,
    whether that lies already or not."""
    position = read_position(view)
    if not position.awaits_command:
        return view, [tuple(line) for line in lines]
    begun = replace(view, actions=view.actions[:-1])
    return begun, [(position.steps[-1].action, *line) for line in lines]


def playout_sampler_in_steps(view: View) -> Interruptible[PlayoutSampler]:
    """What may come of a position that a turn begins from, read with the other's habits: the same
    for all who ask.

    Raises:
        ValueError: no deal can be drawn (cards put under the deck by another).
    """
    if view not in _futures:
        weights = yield from _weighing(view)
        _futures[view] = PlayoutSampler(view, f"why {len(view.actions)}", weights.of)
        _shrink(_futures, MAX_SAMPLERS)
    _futures.move_to_end(view)
    return _futures[view]


def _weighing(view: View) -> Interruptible[HabitWeights]:
    from hacktrick.ai.solver.solved_position import opponent_hands, position_beliefs_in_steps

    position = read_position(view)
    facts, inferred, mirrored = yield from position_beliefs_in_steps(position)
    hands = (opponent_hands(position, one, mirrored) for one in (facts, inferred))
    return HabitWeights(*(tuple(one.items()) for one in hands))


def forget_trials() -> None:
    """Try everything anew."""
    _futures.clear()
    _most.clear()


def _shrink(kept: OrderedDict[K, V], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
