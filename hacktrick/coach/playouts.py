"""Compares two turns by play-outs: many rounds played to the end with redrawn hidden cards.

Both turns get the same deals and the same random numbers, which reduces the variance of their
difference. When a seeming mistake is compared with the best turn in this way, its loss is at most
the mean difference plus two standard errors.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import TypeVar

from hacktrick.ai.advice import Advice, HandChances, MatchChancesByResult
from hacktrick.ai.agent import Interruptible, run_to_end
from hacktrick.ai.decision_position import Position, read_position
from hacktrick.ai.levels.catalogue import LEVELS
from hacktrick.ai.levels.styles import style_of_decider
from hacktrick.ai.match_equity import RoundUtility
from hacktrick.ai.possible_worlds import (
    DealSampler,
    World,
    WorldWeigher,
    has_unknown_cards_under_deck,
    remaining_announced_sum,
)
from hacktrick.ai.search.planner import Planner
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.game.actions import CODES, Action
from hacktrick.game.cards import Card, Counts, cards_of, counts_of
from hacktrick.game.engine import apply_legal, observe, start_round
from hacktrick.game.legality import legal_actions, must_play
from hacktrick.game.state import Deal, PublicState, Seat, State, seating_for
from hacktrick.game.view import Event, RoundStart, SeenStep, View, make_view, replay_view

PLAYOUT_LEVEL = 6
"""The level that plays all seats in play-outs."""

TIE_DIGITS = 6  # values equal to this many digits are ties, which are broken at random


class ImaginedRound:
    """A round in which all cards are known, for play-outs.

    The codes that others keep for later rounds are unknown. Any of the remaining codes stand for
    them, since these codes do not affect this round.

    Args:
        view: the round so far.
        hands: the hands as dealt, by seat.
        drawn: all cards drawn from the deck since, in order.
        seed: determines the order of the deck. Rounds with the same seed and deal draw the same
            cards, whatever is played.
    """

    def __init__(
        self, view: View, hands: tuple[tuple[Card, ...], ...], drawn: Sequence[Card], seed: int = 0
    ) -> None:
        first, steps = replay_view(view)
        rules = view.rules
        seating = seating_for(rules, view.leader, view.starter, view.duel)
        dealt = [counts_of(hand, rules.values) for hand in hands]
        gone = [sum(column) for column in zip(*dealt, strict=True)]
        aside = counts_of((*view.aside, *first.row), rules.values)
        deck = tuple(rules.copies - n - m for n, m in zip(gone, aside, strict=True))
        held = codes_held_at_start(view, steps)
        whole = Deal(tuple(dealt), view.aside, deck)
        self.state: State = start_round(rules, seating, whole, first.score, held)
        if view.start_position is not None:
            self.state = self.state._replace(public=first)
        self._start = RoundStart(
            *(rules, view.seats, view.leader, view.starter, view.duel, hands, view.aside),
            *(held, view.spent, view.start_position),
        )
        self._first, self._seed = self.state.public, seed
        self._events: list[Event] = []
        self._seen: tuple[list[SeenStep], ...] = tuple([] for _ in range(rules.n_seats))
        self._deck: list[Card] = []  # the last element is the next card
        left = list(drawn)
        for step in steps:
            if step.action.verb == "swap":
                assert step.facts.taken is not None
                self._apply_with_chance(step.action, (step.facts.taken,))
                continue
            n = self._n_drawn_from_deck(step.action)
            self._apply_with_chance(step.action, tuple(left[:n]))
            left = left[n:]
        self._shuffle()

    def copy(self) -> ImaginedRound:
        """Return a copy that can be continued independently."""
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

    def steps_seen_by(self, seat: Seat) -> Sequence[SeenStep]:
        """Return the actions of the round so far as ``seat`` saw them."""
        return self._seen[seat]

    def view(self, seat: Seat) -> View:
        return make_view(self._start, self._events, self.public, seat)

    def position(self, seat: Seat) -> Position:
        """Return the position of ``seat``, read from its view."""
        seen, view = observe(self.state, seat), self.view(seat)
        side = self.public.seating.side_of[seat]
        worth = RoundUtility(self.public, side, view.duel, style_of_decider(view).double_win_bonus)
        steps = tuple(self._seen[seat])
        return Position(
            view, self._first, steps, seen, legal_actions(seen), worth, view.start_position
        )

    def submit(self, action: Action) -> None:
        """Apply ``action`` for the seat to act."""
        if action.verb == "swap":
            self._apply_with_chance(action, (self._take_random_opponent_card(),))
            return
        n = self._n_drawn_from_deck(action)
        if n and len(self._deck) != sum(self.state.deck):
            self._shuffle()
        self._apply_with_chance(action, tuple(self._deck.pop() for _ in range(n)))

    def _n_drawn_from_deck(self, action: Action) -> int:
        """Return how many of the drawn cards come from the shuffled deck.

        The other drawn cards are those that were put under the deck.
        """
        return min(action.n_drawn, sum(self.state.deck))

    def _take_random_opponent_card(self) -> Card:
        """Choose a random card of the opponent's hand, for a swap (Coco van Vaeck)."""
        (other,) = self.public.seating.opponents_of(self.public.seat)
        rng = Random(f"{self._seed} taken {len(self._events)}")
        return rng.choice(cards_of(self.state.hands[other]))

    def _shuffle(self) -> None:
        """Shuffle the deck, in an order that depends only on the seed and the start card."""
        self._deck = list(cards_of(self.state.deck))
        Random(f"{self._seed} {self.public.row[:1]}").shuffle(self._deck)

    def _apply_with_chance(self, action: Action, chance: tuple[Card, ...]) -> None:
        before, actor = self.public, self.public.seat
        step = apply_legal(self.state, action, chance)
        self._events.append(Event(actor, action, step.facts))
        self.state = step.state
        hidden = step.facts._replace(drawn=())
        for seat, seen in enumerate(self._seen):
            facts = step.facts if seat == actor else hidden
            seen.append(SeenStep(actor, action, facts, before, self.public, self.hand(seat)))


def codes_held_at_start(view: View, steps: Sequence[SeenStep]) -> tuple[tuple[str, ...], ...]:
    """Return the codes that each seat held at the start of the round.

    The codes that other players still keep are unknown. Any of the remaining codes stand for them,
    since these codes do not affect the round.

    Args:
        steps: the actions of the round so far, as the seat of ``view`` saw them.
    """
    laid = {s.seat: s.action.code for s in steps if s.action.verb == "lay" and s.action.code}
    known = {*view.held, *view.spent, *laid.values()}
    left = [code for code in CODES if code not in known]
    found = []
    for seat, n in enumerate(view.held_counts or (0,) * view.rules.n_seats):
        shown = (laid[seat],) if seat in laid else ()
        kept = [left.pop() for _ in range(n - len(shown))] if seat != view.seat else []
        found.append(view.held if seat == view.seat else (*shown, *kept))
    return tuple(found)


class PlayoutPlayers:
    """Plays all seats of imagined rounds as computer players of one level.

    A decision of the level ``PLAYOUT_LEVEL`` depends only on the public state, the player's own
    hand and the opponent's announced sum. These decisions are cached, since many rounds begin
    alike.
    """

    def __init__(self, level: int = PLAYOUT_LEVEL) -> None:
        self._level = LEVELS[level]
        agent = self._level.agent
        self._planner = agent if level == PLAYOUT_LEVEL and isinstance(agent, Planner) else None
        self._best: dict[object, tuple[Action, ...]] = {}

    def choose(self, table: ImaginedRound, rng: Random) -> Action:
        """Choose an action for the seat to act; ``rng`` chooses among equally good actions."""
        seat = table.public.seat
        others = table.public.seating.opponents_of(seat)
        if self._planner is None or len(table.public.hand_sizes) > 2:
            agent, budget = self._level.agent, self._level.budget
            return agent.choose(table.view(seat), budget, rng.getrandbits(30)).action
        key = (
            table.public,
            table.hand(seat),
            remaining_announced_sum(table.steps_seen_by(seat), others[0]),
        )
        if key not in self._best:
            self._best[key] = self._best_actions(self._planner, table)
        best = self._best[key]
        return best[0] if len(best) == 1 else rng.choice(best)

    def _best_actions(self, planner: Planner, table: ImaginedRound) -> tuple[Action, ...]:
        """Return all actions that share the highest value."""
        position = table.position(table.public.seat)
        found = planner.decide_in_position(position, self._level.budget, 0)
        most = round(found.values[0][1], TIE_DIGITS)
        return tuple(action for action, value in found.values if round(value, TIE_DIGITS) == most)


N_PLAYOUTS = 60
"""The most deals to play out for a comparison; fewer if the result is clear earlier."""

UNTRIED_LOSS = 0.0
"""The loss of turns that cannot be played out: without play-outs, no turn counts as a mistake."""

MIN_PLAYOUTS = 20  # minimum number of deals to play out
BATCH = 10  # number of deals between two checks of whether the results suffice
N_STANDARD_ERRORS = 2.0  # a difference of more standard errors than this is significant
CLEAR_ERRORS = 3.0  # a stricter limit than ``N_STANDARD_ERRORS``, for stopping early


@dataclass(frozen=True, slots=True)
class PlayoutResult:
    """What happened in one play-out after a turn, from the view of the seat that made the turn.

    Attributes:
        points: the points won, negative if lost.
        wins_next: whether the seat won in its next turn.
        opponent_wins_next: whether the opponent won in their next turn.
        captures_next: whether the seat captured a marker in its next turn.
        opponent_captures_next: whether the opponent captured a marker in their next turn.
        must_play_next: whether the seat had to play a card in its next turn.
        reply: the opponent's next turn.
        is_staked: whether a stake had been called (Hai Doo).
    """

    points: int
    wins_next: bool
    opponent_wins_next: bool
    captures_next: bool
    opponent_captures_next: bool
    must_play_next: bool
    reply: tuple[Action, ...] = ()
    is_staked: bool = False


StopRule = Callable[[Sequence[tuple[PlayoutResult, ...]]], bool]


class PlayoutSampler:
    """Draws deals that agree with a view, and plays them out after any turn.

    Results are cached. A deal with a given number always has the same cards and random numbers.

    Args:
        view: the view at the start of the turn.
        seed: determines the deals and all random numbers.
        weigh: returns a factor for the probability of each world; None counts the facts alone.
        level: the level that plays the rounds to the end.

    Raises:
        ValueError: no deal can be drawn, since another player put cards under the deck.
    """

    def __init__(
        self, view: View, seed: str, weigh: WorldWeigher | None = None, level: int = PLAYOUT_LEVEL
    ) -> None:
        if has_unknown_cards_under_deck(view):
            raise ValueError("nobody can tell which cards went under the deck")
        self._view, self._weigh = view, weigh
        self._deals, self._dice, self._players = (
            DealSampler(view),
            Random(seed),
            PlayoutPlayers(level),
        )
        self._begun: list[tuple[ImaginedRound, int]] = []
        self._courses: dict[tuple[Action, ...], list[PlayoutResult]] = {}

    def playout_of_deal(
        self, deal_number: int, turn: Sequence[Action]
    ) -> Interruptible[PlayoutResult]:
        """Return what happens in deal number ``deal_number``, from 0, after ``turn``."""
        found = self._courses.setdefault(tuple(turn), [])
        while len(found) <= deal_number:
            begun, number = self._deal(len(found))
            rng = Random(number)
            seat = self._view.seat
            found.append((yield from _play_to_end(begun.copy(), seat, turn, self._players, rng)))
        return found[deal_number]

    def _deal(self, deal_number: int) -> tuple[ImaginedRound, int]:
        """Return the round at the position of the view, and the seed for its random numbers."""
        while len(self._begun) <= deal_number:
            dealt = self._deals.sample_deal(self._dice, self._weigh)
            number = self._dice.getrandbits(60)
            self._begun.append(
                (ImaginedRound(self._view, dealt.hands, dealt.drawn, number), number)
            )
        return self._begun[deal_number]


def play_out(
    view: View,
    turns: Sequence[Sequence[Action]],
    n_rounds: int,
    seed: str,
    weigh: WorldWeigher | None = None,
    level: int = PLAYOUT_LEVEL,
) -> list[tuple[PlayoutResult, ...]]:
    """Play out ``n_rounds`` deals after each of ``turns``.

    Args:
        turns: the turns to compare.
        weigh: returns a factor for the probability of each world; None counts the facts alone.
        level: the level that plays the rounds to the end.

    Returns:
        For each deal, one result per turn.

    Raises:
        ValueError: no deal can be drawn, since another player put cards under the deck.
    """
    return run_to_end(play_out_in_steps(PlayoutSampler(view, seed, weigh, level), turns, n_rounds))


def play_out_in_steps(
    sampler: PlayoutSampler,
    turns: Sequence[Sequence[Action]],
    n_rounds: int,
    enough: StopRule | None = None,
) -> Interruptible[list[tuple[PlayoutResult, ...]]]:
    """Like ``play_out``, but as a generator that yields after every decision.

    Args:
        enough: returns whether the results so far suffice; called after every ``BATCH`` deals.
    """
    found: list[tuple[PlayoutResult, ...]] = []
    for done in range(n_rounds):
        yield
        if done and done % BATCH == 0 and enough and enough(found):
            break
        each = []
        for turn in turns:
            each.append((yield from sampler.playout_of_deal(done, turn)))
        found.append(tuple(each))
    return found


def _play_to_end(
    table: ImaginedRound, me: Seat, turn: Sequence[Action], players: PlayoutPlayers, rng: Random
) -> Interruptible[PlayoutResult]:
    seen = _NextTurnRecorder(table, me)
    for action in turn:
        table.submit(action)
    seen.record_markers_captured_so_far()
    while table.public.result is None:
        seat = table.public.seat
        action = players.choose(table, rng)
        yield
        seen.record_before_action()
        table.submit(action)
        seen.note_captures_wins_and_reply(seat, action)
    return seen.playout_result()


class _NextTurnRecorder:
    """Records what the mover and the opponent do in their next turns."""

    def __init__(self, table: ImaginedRound, me: Seat) -> None:
        self._table, self._me = table, me
        self._now = table.public.turn
        self._turn = [-1, -1]  # the number of the recorded turn of the seat, and of the opponent
        self._won = [False, False]
        self._took = [False, False]
        self._obliged = self._staked = False
        self._reply: list[Action] = []

    def record_markers_captured_so_far(self) -> None:
        self._captured = self._table.public.captured

    def record_before_action(self) -> None:
        public = self._table.public
        self._staked = all(public.stakes)
        who = 0 if public.seat == self._me else 1
        if self._turn[who] < 0 and public.turn > self._now:
            self._turn[who] = public.turn
            if who == 0:
                self._obliged = must_play(public, self._table.state.hands[self._me])
        self._watched = self._turn[who] == public.turn

    def note_captures_wins_and_reply(self, seat: Seat, action: Action) -> None:
        public = self._table.public
        side, who = public.seating.side_of[seat], 0 if seat == self._me else 1
        if self._watched:
            self._reply += [action] if who else []
            self._took[who] |= public.captured[side] > self._captured[side]
            result = public.result
            self._won[who] |= result is not None and result.side == side
        self._captured = public.captured

    def playout_result(self) -> PlayoutResult:
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
    """The frequency of an event after each of two turns, in ``n`` deals.

    Attributes:
        first, second: the frequency after each turn, per hundred deals.
        error: the standard error of their difference, per hundred deals.
    """

    first: float
    second: float
    error: float
    n: int

    @property
    def difference_per_hundred(self) -> float:
        """The frequency after the first turn minus that after the second, per hundred deals."""
        return self.first - self.second


def compare_playouts(
    results: Sequence[tuple[PlayoutResult, ...]], event_name: str, above: int = 0
) -> PlayoutComparison:
    """Compare the frequency of an event after the first turn and after the second turn.

    Args:
        results: for each deal, the results of both turns.
        event_name: the field of ``PlayoutResult`` that tells whether the event happened.
        above: with the field ``points``, the event is winning more points than this.
    """
    pairs = [
        (_result_value(one, event_name, above), _result_value(other, event_name, above))
        for one, other in results
    ]
    n = max(1, len(pairs))
    first, second = (sum(pair[k] for pair in pairs) / n for k in (0, 1))
    mean = first - second
    spread = sum((a - b - mean) ** 2 for a, b in pairs) / max(1, n - 1)
    return PlayoutComparison(100 * first, 100 * second, 100 * sqrt(spread / n), len(pairs))


def _result_value(result: PlayoutResult, event_name: str, above: int) -> int:
    value = getattr(result, event_name)
    return int(value > above if event_name == "points" else value)


def commonest_punishing_reply(
    results: Sequence[tuple[PlayoutResult, ...]], turn_index: int
) -> tuple[Action, ...]:
    """Return the opponent's most frequent reply to a turn in the rounds that the turn then lost.

    The reply is empty if no round was lost. If the opponent asked first, the reply contains only
    the ask.

    Args:
        turn_index: the index of the turn in each row of ``results``.
    """
    replies = Counter(each[turn_index].reply for each in results if each[turn_index].points < 0)
    return replies.most_common(1)[0][0] if replies else ()


def playout_match_chance(chances_by_result: MatchChancesByResult, result: PlayoutResult) -> float:
    """Return the chance to win the match, given the end of a play-out."""
    chances_by_result = chances_by_result.chances_if_staked(result.is_staked)
    won = {
        1: chances_by_result.win_1,
        2: chances_by_result.win_2,
        -1: chances_by_result.lose_1,
        -2: chances_by_result.lose_2,
    }
    return won[max(-2, min(2, result.points))]


def mean_gain_and_error(
    results: Sequence[tuple[PlayoutResult, ...]], chances_by_result: MatchChancesByResult
) -> tuple[float, float]:
    """Return the mean gain of the first turn over the second, and its standard error.

    Both are match chances.
    """
    differences = [
        playout_match_chance(chances_by_result, one)
        - playout_match_chance(chances_by_result, other)
        for one, other in results
    ]
    n = max(1, len(differences))
    mean = sum(differences) / n
    spread = sum((value - mean) ** 2 for value in differences) / max(1, n - 1)
    return mean, sqrt(spread / n)


MAX_SAMPLERS = 4  # number of positions whose play-outs are cached
MAX_CACHED_PLAYOUT_LOSSES = 64  # enough for all turns of a round

TurnActions = tuple[Action, ...]
K = TypeVar("K")
V = TypeVar("V")

_samplers: OrderedDict[View, PlayoutSampler] = OrderedDict()
_playout_losses: OrderedDict[tuple[View, TurnActions, TurnActions], float] = OrderedDict()


class InferenceWeights:
    """Factors by which the opponent's way of playing changes the probabilities of worlds.

    Args:
        counted_hands: the opponent's possible hands with their chances by counting alone.
        inferred_hands: the same hands with their chances inferred from play.
    """

    def __init__(self, counted_hands: HandChances, inferred_hands: HandChances) -> None:
        chances = dict(inferred_hands)
        self._ratio = {
            hand: chances.get(hand, 0.0) / chance for hand, chance in counted_hands if chance > 0
        }

    def weight_of_world(self, world: World) -> float:
        """Return the factor for the probability of a world."""
        return max((self._ratio.get(hand, 0.0) for hand in world.hands), default=0.0) + 1e-9


def judge_by_playouts_if_needed(
    view: View, judgement: PositionJudgement, actions_made: Sequence[Action]
) -> Interruptible[PositionJudgement]:
    """Return the judgement, with play-outs of the turn that was made if it needs them.

    If another player has put cards under the deck, the turn cannot be played out, and its loss is
    ``UNTRIED_LOSS``.
    """
    turn = judgement.turn_beginning_with(actions_made)
    if turn is None or not judgement.needs_playouts(turn):
        return judgement
    if has_unknown_cards_under_deck(view):
        return judgement.with_loss_limit_from_playouts(turn, UNTRIED_LOSS)
    best = (judgement.second or judgement.first).turns[0].actions
    most = yield from greatest_playout_loss_in_steps(view, best, turn, judgement.chances_by_result)
    return judgement.with_loss_limit_from_playouts(turn, most)


def inference_weights(advice: Advice) -> InferenceWeights:
    """Return the factors for the probabilities of worlds, from the inference in an advice."""
    return InferenceWeights(advice.counted_hands, advice.inferred_hands)


def greatest_playout_loss_in_steps(
    view: View,
    best: Sequence[Action],
    actions_made: Sequence[Action],
    chances_by_result: MatchChancesByResult,
) -> Interruptible[float]:
    """Return the most that the turn ``actions_made`` costs, by play-outs against the turn ``best``.

    The loss is a match chance. Results are cached. The generator yields so that the caller can stop
    in between.

    Raises:
        ValueError: no deal can be drawn, since another player put cards under the deck.
    """
    begun, turns = rewound_to_turn_start(view, (best, actions_made))
    key = begun, turns[0], turns[1]
    if key not in _playout_losses:
        futures = yield from playout_sampler_in_steps(begun)

        def has_enough_playouts(results: Sequence[tuple[PlayoutResult, ...]]) -> bool:
            gain, error = mean_gain_and_error(results, chances_by_result)
            return len(results) >= MIN_PLAYOUTS and abs(gain) > CLEAR_ERRORS * error

        seen = yield from play_out_in_steps(futures, turns, N_PLAYOUTS, has_enough_playouts)
        gain, error = mean_gain_and_error(seen, chances_by_result)
        _playout_losses[key] = max(0.0, gain + N_STANDARD_ERRORS * error)
        _drop_oldest_entries(_playout_losses, MAX_CACHED_PLAYOUT_LOSSES)
    return _playout_losses[key]


def rewound_to_turn_start(
    view: View, turns: Sequence[Sequence[Action]]
) -> tuple[View, list[TurnActions]]:
    """Return the view at the start of the turn, and the turns completed from there.

    If the card of the turn has already been played, it is taken back and put before each turn, so
    that a command is tried together with its card.

    Args:
        turns: the rest of the turn, in each of several versions.
    """
    position = read_position(view)
    if not position.awaits_command_after_play:
        return view, [tuple(turn) for turn in turns]
    begun = replace(view, actions=view.actions[:-1])
    return begun, [(position.steps[-1].action, *turn) for turn in turns]


def playout_sampler_in_steps(view: View) -> Interruptible[PlayoutSampler]:
    """Return the shared sampler of a position, with inference from the opponent's play.

    The generator yields so that the caller can stop in between.

    Raises:
        ValueError: no deal can be drawn, since another player put cards under the deck.
    """
    if view not in _samplers:
        weights = yield from _inference_weights_in_steps(view)
        _samplers[view] = PlayoutSampler(view, f"why {len(view.actions)}", weights.weight_of_world)
        _drop_oldest_entries(_samplers, MAX_SAMPLERS)
    _samplers.move_to_end(view)
    return _samplers[view]


def _inference_weights_in_steps(view: View) -> Interruptible[InferenceWeights]:
    from hacktrick.ai.solver.solved_position import (
        counted_and_inferred_beliefs_in_steps,
        opponent_hands,
    )

    position = read_position(view)
    facts, inferred, mirrored = yield from counted_and_inferred_beliefs_in_steps(position)
    hands = (opponent_hands(position, one, mirrored) for one in (facts, inferred))
    return InferenceWeights(*(tuple(one.items()) for one in hands))


def clear_playout_caches() -> None:
    """Clear the caches of play-outs and of the losses found by them."""
    _samplers.clear()
    _playout_losses.clear()


def _drop_oldest_entries(cache: OrderedDict[K, V], max_entries: int) -> None:
    while len(cache) > max_entries:
        cache.popitem(last=False)
