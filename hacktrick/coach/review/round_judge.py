"""Judges a finished round in stages: values, a check of mistakes, reasons, open cards.

While a round is played, the module also solves positions in advance for the review, from views
alone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from hacktrick.ai.advice import MatchChancesByResult
from hacktrick.ai.agent import Interruptible, T
from hacktrick.ai.decision_position import (
    Position,
    can_play_second_card,
    position_of_view,
    read_position,
)
from hacktrick.ai.match_equity import match_chance_after
from hacktrick.ai.possible_worlds import has_unknown_cards_under_deck
from hacktrick.ai.solver.forecasts import match_chances_by_result
from hacktrick.ai.solver.solved_position import (
    NoSolution,
    PositionSolver,
    SolvedPosition,
    solve_open_hands_in_steps,
    solve_position_in_steps,
)
from hacktrick.ai.solver.solving_player import SolvingPlayer, hand_at_turn_start
from hacktrick.coach.advisor import (
    advise_in_steps,
    cached_or_new_solution,
    mistake_checking_solver,
    strongest_solver,
)
from hacktrick.coach.judgement import (
    MARKED_CLASSES,
    TOLERATED_LOSS,
    PositionJudgement,
    is_beginning_of_turn,
    judge_id,
    mistake_class,
    smallest_confirmed_loss,
)
from hacktrick.coach.playouts import (
    N_PLAYOUTS,
    UNTRIED_LOSS,
    greatest_playout_loss_in_steps,
    judge_by_playouts_if_needed,
)
from hacktrick.coach.reason_finder import Explanation, explain_in_steps
from hacktrick.coach.review.judged_round import (
    DecisionPoint,
    FinishedRound,
    JudgedDecision,
    LuckChange,
    LuckKind,
    ReviewProgress,
    ReviewStage,
    RoundJudgement,
    TurnChances,
    ValuedTurn,
    decision_themes,
    split_into_turns,
)
from hacktrick.game.actions import Action, Verb
from hacktrick.game.cards import Counts, counts_of
from hacktrick.game.state import Seat
from hacktrick.game.view import View

REVEALING_ACTIONS: tuple[Verb, ...] = ("ask", "start", "swap", "under")
"""The verbs of actions after which the player has new information or new cards."""


class RoundJudge:
    """Judges a round turn by turn; its methods yield the number of actions judged so far.

    Changes of the match chance are split into mistakes and luck, as in luck-adjusted analysis of
    backgammon.

    Args:
        finished: the round to judge; the methods fill in its ``judgement``.
        agent: the solver.
        solve: computes or looks up the solution of a position with ``agent``.
    """

    def __init__(
        self,
        finished: FinishedRound,
        agent: SolvingPlayer,
        solve: PositionSolver = solve_position_in_steps,
    ) -> None:
        self.judgement, self._result = finished.judgement, finished.result
        self._seats, self._agent = finished.seats, agent
        self._turns = list(split_into_turns(finished.decision_points))
        self._solve = solve
        # The match chance of each seat, by what that seat knows.
        self._current_chances = list(finished.judgement.start)
        # The mover's match chance after each turn, by the number of the turn's first action.
        self._reached: dict[int, float] = {}

    def judge_turns_in_steps(self) -> Iterator[int]:
        """Fill in the values and losses of all decisions, and the luck."""
        judged, done = None, 0
        for place, turn in enumerate(self._turns):
            if judged is None:
                judged = yield from _with_progress(self._solve_turn_start(turn[0]), 0)
                self._add_deal_luck(turn[0], judged)
            then = self._turns[place + 1][0] if place + 1 < len(self._turns) else None
            after = (
                None
                if then is None
                else (yield from _with_progress(self._solve_turn_start(then), done))
            )
            self.judgement.turn_chances.append(
                TurnChances(turn[0].number, turn[0].seat, _as_pair(self._current_chances))
            )
            self._judge_turn(turn, judged, then, after)
            judged, done = after, turn[-1].number + 1
            yield done
        self.judgement.end = _as_pair(self._current_chances)
        self.judgement.result = self._result

    def check_mistakes_in_steps(self, longer: SolvingPlayer) -> Iterator[int]:
        """Solve seeming mistakes again with a longer solver, then play out those that remain."""
        for turn in sorted(self._turns, key=self._loss_by_first_solution, reverse=True):
            if (
                turn[0].seat in self._seats
                and self._loss_by_first_solution(turn) >= TOLERATED_LOSS * self.judgement.unit
            ):
                judged = yield from _with_progress(
                    self._solve(read_position(turn[0].view), longer), turn[0].number
                )
                yield from _with_progress(self._confirm_loss(turn, judged), turn[0].number)
                yield turn[-1].number + 1

    def judge_open_hands_in_steps(self) -> Iterator[int]:
        """Fill in the chances with all cards open."""
        for place, turn in enumerate(self._turns):
            first = turn[0]
            opening = solve_open_hands_in_steps(read_position(first.view), first.hands, self._agent)
            judged = yield from _with_progress(opening, first.number)
            shown = _as_pair([_chance_with_best_turn(judged, first, seat) for seat in (0, 1)])
            self.judgement.turn_chances[place] = replace(
                self.judgement.turn_chances[place], open_chances=shown
            )
            yield turn[-1].number + 1

    def _solve_turn_start(self, point: DecisionPoint) -> Interruptible[SolvedPosition]:
        position = read_position(point.view)
        self._first = position.round_start
        self.judgement.unit = match_chances_by_result(position.round_start, 0).equity_unit
        return self._solve(position, self._agent)

    def _add_deal_luck(self, point: DecisionPoint, solution: SolvedPosition) -> None:
        for seat in (0, 1):
            value = _chance_with_best_turn(solution, point, seat)
            dealt = luck_of_deal(solution, seat, point.hands[seat])
            self._add_luck(-1, seat, "deal", dealt)
            self._add_luck(-1, seat, "sight", value - self._current_chances[seat] - dealt)
            self._current_chances[seat] = value

    def _judge_turn(
        self,
        turn: Sequence[DecisionPoint],
        solution: SolvedPosition,
        next_point: DecisionPoint | None,
        after: SolvedPosition | None,
    ) -> None:
        me, other = turn[0].seat, 1 - turn[0].seat
        number = turn[-1].number
        reached = self._chances_after(turn, solution, next_point, after)
        self._reached[turn[0].number] = reached[me]
        decided = judged_decisions(turn, solution, reached[me])
        self._current_chances[me] -= sum(decision.loss for decision in decided)
        self._current_chances[other] += sum(decision.loss for decision in decided)
        for one in decided:
            one.themes = decision_themes(one.decision_point, one.options, solution)
        self.judgement.decisions += decided
        rest = reached[me] - self._current_chances[me]
        if turn[0].action.verb == "draw":
            drawn = 0.0
            if next_point is not None and after is not None:
                drawn = luck_of_draw(turn[0], next_point, after)
            self._add_luck(number, me, "draw", drawn)
            rest -= drawn
        self._add_luck(number, me, _luck_kind(turn[0].action), rest)
        self._add_luck(number, other, "reply", reached[other] - self._current_chances[other])
        self._current_chances = reached

    def _loss_by_first_solution(self, turn: Sequence[DecisionPoint]) -> float:
        """Return what a turn costs according to the first solution, as a match chance."""
        return sum(one.loss for one in self._unforced_decisions(turn))

    def _confirm_loss(
        self, turn: Sequence[DecisionPoint], solution: SolvedPosition
    ) -> Interruptible[None]:
        """Reduce the loss of a turn to what a longer solution and play-outs confirm.

        The turn's decisions share the confirmed loss in proportion.
        """
        lost = self._loss_by_first_solution(turn)
        again = judged_decisions(turn, solution, self._reached[turn[0].number])
        confirmed = smallest_confirmed_loss((lost, sum(one.loss for one in again)))
        if mistake_class(confirmed / self.judgement.unit, confirmed) in MARKED_CLASSES:
            confirmed = smallest_confirmed_loss(
                (confirmed,), (yield from self._playout_loss(turn, solution))
            )
        for one in self._unforced_decisions(turn):
            one.checked_loss = one.loss * confirmed / lost

    def _playout_loss(
        self, turn: Sequence[DecisionPoint], solution: SolvedPosition
    ) -> Interruptible[float]:
        """Return the most that a turn costs according to play-outs, as a match chance."""
        if has_unknown_cards_under_deck(turn[0].view):
            return UNTRIED_LOSS
        made = tuple(point.action for point in turn)
        options = solution.turn_options(turn[0].hands[turn[0].seat])
        line = next(
            (actions for actions, _, _ in options if is_beginning_of_turn(actions, made)), made
        )
        where = match_chances_by_result(self._first, turn[0].seat)
        return (yield from greatest_playout_loss_in_steps(turn[0].view, options[0][0], line, where))

    def _unforced_decisions(self, turn: Sequence[DecisionPoint]) -> list[JudgedDecision]:
        """Return the decisions of a turn in which the player had a choice."""
        numbers = {point.number for point in turn}
        return [
            one
            for one in self.judgement.decisions
            if one.decision_point.number in numbers and not one.is_forced
        ]

    def _chances_after(
        self,
        turn: Sequence[DecisionPoint],
        solution: SolvedPosition,
        next_point: DecisionPoint | None,
        after: SolvedPosition | None,
    ) -> list[float]:
        """Return each seat's match chance after the turn, given what that seat then knows."""
        if next_point is not None and after is not None:
            return [_chance_with_best_turn(after, next_point, seat) for seat in (0, 1)]
        if self._result is not None:
            ended = self._result.side, self._result.points
            staked = int(all(read_position(turn[-1].view).public.stakes))
            return [match_chance_after(self._first, *ended, seat, staked) for seat in (0, 1)]
        return self._chances_if_unfinished(turn, solution)

    def _chances_if_unfinished(
        self, turn: Sequence[DecisionPoint], solution: SolvedPosition
    ) -> list[float]:
        """Return the match chances after the last turn of an unfinished round."""
        me = turn[0].seat
        lost = sum(one.loss for one in judged_decisions(turn, solution, self._current_chances[me]))
        return [
            now - lost if seat == me else now + lost
            for seat, now in enumerate(self._current_chances)
        ]

    def _add_luck(self, decision_number: int, seat: Seat, kind: LuckKind, change: float) -> None:
        self.judgement.luck.append(LuckChange(decision_number, seat, kind, change))


def judged_decisions(
    turn: Sequence[DecisionPoint], solution: SolvedPosition, chance_reached: float
) -> list[JudgedDecision]:
    """Return the decisions of one player's turn with their values and losses.

    Args:
        chance_reached: the player's match chance after the turn, which replaces its value if the
            solution does not contain the turn.
    """
    hand = turn[0].hands[turn[0].seat]
    found = []
    for n, point in enumerate(turn):
        pending = tuple(earlier.action for earlier in turn[:n])
        options = solution.turn_options(hand, pending)
        best, value = best_and_played_match_chance(options, point.action, chance_reached)
        share = sum(
            share for actions, _, share in options if is_beginning_of_turn(actions, (point.action,))
        )
        where = options[0][1] if options else solution.forecast(point.seat, hand)
        found.append(JudgedDecision(point, where, options, value, best - value, share))
    return found


def best_and_played_match_chance(
    options: Sequence[ValuedTurn], action: Action, chance_reached: float
) -> tuple[float, float]:
    """Return the match chances after two turns: the best one, and the best that starts as played.

    Args:
        options: the possible turns with their values.
        action: the first action of the played turn.
        chance_reached: the chance after the played turn, used if no turn in ``options`` begins with
            ``action``.
    """
    best = max((where.match for _, where, _ in options), default=chance_reached)
    played = [
        where.match for actions, where, _ in options if is_beginning_of_turn(actions, (action,))
    ]
    return best, max(played, default=min(best, chance_reached))


def luck_of_draw(point: DecisionPoint, next_point: DecisionPoint, after: SolvedPosition) -> float:
    """Return the luck of a drawn card: the match chance with it, minus the mean over the deck.

    Args:
        point: the position before the draw.
        next_point: the position after the draw.
        after: the solution of ``next_point``.
    """
    me = point.seat
    more = zip(next_point.hands[me], point.hands[me], strict=True)
    drawn = next((card for card, (now, before) in enumerate(more) if now > before), None)
    chances = draw_and_match_chances_by_card(point, after)
    mean = sum(share * value for share, value in chances.values())
    return 0.0 if drawn not in chances else chances[drawn][1] - mean


def draw_and_match_chances_by_card(
    point: DecisionPoint, after: SolvedPosition
) -> dict[int, tuple[float, float]]:
    """Return, for each card, the chance to draw it and the drawer's match chance with it."""
    deck = deck_before(point)
    hand, found = point.hands[point.seat], {}
    for card, copies in enumerate(deck):
        with_it = tuple(n + (value == card) for value, n in enumerate(hand))
        if copies and after.can_hold(point.seat, with_it):
            found[card] = copies / sum(deck), after.forecast(point.seat, with_it).match
    whole = sum(share for share, _ in found.values())
    return {card: (share / whole, value) for card, (share, value) in found.items()}


def deck_before(point: DecisionPoint) -> Counts:
    """Return the cards in the deck before an action, by value.

    The deck is known because the round is finished.
    """
    position = read_position(point.view)
    rules, public = point.view.rules, position.public
    gone = counts_of((*public.row, *public.aside), rules.values)
    held = [sum(column) for column in zip(*point.hands, strict=True)]
    return tuple(rules.copies - n - m for n, m in zip(gone, held, strict=True))


def luck_of_deal(solution: SolvedPosition, seat: Seat, hand: Counts) -> float:
    """Return the luck of a dealt hand: the match chance with it, minus the mean over all hands."""
    hands = solution.hand_and_match_chances(seat)
    mean = sum(share * value for _, share, value in hands)
    return solution.forecast(seat, hand).match - mean


def _chance_with_best_turn(solution: SolvedPosition, point: DecisionPoint, seat: Seat) -> float:
    """Return the match chance of a seat if the mover makes their best turn."""
    return _best_match_chance(solution, seat, point.hands[seat])


def _best_match_chance(solution: SolvedPosition, seat: Seat, hand: Counts) -> float:
    if seat == solution.position.public.seat:
        options = solution.turn_options(hand)
        if options:
            return max(where.match for _, where, _ in options)
    return solution.forecast(seat, hand).match


def _luck_kind(action: Action) -> LuckKind:
    return "told" if action.verb in REVEALING_ACTIONS else "sight"


def _as_pair(values: Sequence[float]) -> tuple[float, float]:
    return values[0], values[1]


def _with_progress(pieces: Interruptible[T], done: int) -> Generator[int, None, T]:
    """Run a computation to its end and return its result; yield ``done`` at each of its steps.

    Args:
        pieces: the computation.
        done: the number of actions judged so far.
    """
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            found: T = end.value
            return found
        yield done


MAX_EXPLAINED = 3  # maximum number of mistakes of a round that get reasons; the worst come first

_last_turn_views: dict[Seat, View] = {}  # the view of each seat at its last turn


def solve_ahead_in_steps(view: View) -> Iterator[None]:
    """Solve the position of a view in advance, whichever seat acts, and cache the solution.

    Then check the last turn of the view's seat if it seems a mistake. The generator yields so that
    the caller can stop in between.
    """
    try:
        position = position_of_view(view)
        yield from cached_or_new_solution(position, strongest_solver())
        before = _last_turn_views.get(view.seat)
        if before is not None and (made := _turn_made_since(before, position)):
            del _last_turn_views[view.seat]
            yield from _solve_doubtful_turn(before, made)
        if position.public.seat == view.seat:
            _last_turn_views[view.seat] = view
    except (NoSolution, ValueError):
        return


def _turn_made_since(before: View, position: Position) -> tuple[Action, ...]:
    """Return the seat's turn since ``before``; empty if that view was of another round."""
    n = len(before.actions)
    if position.view.actions[:n] != before.actions or position.view.hand != before.hand:
        return ()
    made = [step.action for step in position.steps[n : n + 2]]
    # A command after a draw is a separate move, since the player decides it with the drawn card.
    ends_with_command = len(made) > 1 and made[0].verb == "play" and made[1].stage == "end"
    return tuple(
        made
        if ends_with_command and not can_play_second_card(position.steps[n].after)
        else made[:1]
    )


def _solve_doubtful_turn(view: View, actions_made: tuple[Action, ...]) -> Iterator[None]:
    """Solve the position of a turn; if the turn seems a mistake, solve the position for longer.

    If both solutions call the turn a mistake, also play it out. The results stay in caches, where a
    later review finds them. The generator yields so that the caller can stop in between.

    Args:
        view: what the player saw at their turn.
        actions_made: the actions of the turn.
    """
    position = read_position(view)
    judged = yield from cached_or_new_solution(position, strongest_solver())
    options = judged.turn_options(hand_at_turn_start(position))
    values = [
        where.match for actions, where, _ in options if is_beginning_of_turn(actions, actions_made)
    ]
    doubtful = TOLERATED_LOSS * match_chances_by_result(position.round_start, view.seat).equity_unit
    if not values or options[0][1].match - values[0] >= doubtful:
        again = (
            yield from cached_or_new_solution(position, mistake_checking_solver())
        ).turn_options(hand_at_turn_start(position))
        where = match_chances_by_result(position.round_start, view.seat)
        yield from _play_out_seeming_mistake(view, (options, again), actions_made, where)


def _play_out_seeming_mistake(
    view: View,
    solutions: Sequence[Sequence[ValuedTurn]],
    actions_made: tuple[Action, ...],
    chances_by_result: MatchChancesByResult,
) -> Iterator[None]:
    """Play a turn out against the best turn if all solutions call it a mistake; cache the loss.

    Args:
        view: what the player saw at their turn.
        solutions: the turns with their values, best first, according to each solution.
        actions_made: the actions of the turn.
    """
    lines = [
        next((turn for turn in turns if is_beginning_of_turn(turn[0], actions_made)), None)
        for turns in solutions
    ]
    losses = [
        turns[0][1].match - line[1].match
        for turns, line in zip(solutions, lines, strict=True)
        if line
    ]
    if (
        len(losses) == len(solutions)
        and mistake_class(min(losses) / chances_by_result.equity_unit, min(losses))
        in MARKED_CLASSES
    ):
        assert lines[-1] is not None
        yield from greatest_playout_loss_in_steps(
            view, solutions[-1][0][0], lines[-1][0], chances_by_result
        )


def review_in_steps(finished: FinishedRound) -> Iterator[ReviewProgress | None]:
    """Yield the stages of a finished round's review, and None in between.

    Raises:
        NoSolution: the solver does not support the rules.
    """
    judge = RoundJudge(finished, strongest_solver(), cached_or_new_solution)
    judgement, whys = judge.judgement, dict[int, Explanation]()
    name = judge_id(finished.rules)

    def progress_at(stage: ReviewStage) -> ReviewProgress:
        return ReviewProgress(stage, name, judgement, dict(whys))

    for _ in judge.judge_turns_in_steps():
        yield None
    yield progress_at("looked")
    for _ in judge.check_mistakes_in_steps(mistake_checking_solver()):
        yield None
    yield progress_at("checked")
    for turn in _marked_turns(finished, judgement)[:MAX_EXPLAINED]:
        why = yield from _explain_turn(turn)
        if why is not None:
            whys[turn[0].number] = why
            yield progress_at("explained")
    for _ in judge.judge_open_hands_in_steps():
        yield None
    yield progress_at("opened")


def _marked_turns(finished: FinishedRound, judgement: RoundJudgement) -> list[list[DecisionPoint]]:
    """Return the reviewed seats' turns that are marked as mistakes, worst first."""
    turns = [
        turn
        for turn in split_into_turns(finished.decision_points)
        if turn[0].seat in finished.seats
    ]
    lost = {turn[0].number: _mistake_loss(judgement, turn) for turn in turns}
    bad = [turn for turn in turns if lost[turn[0].number]]
    return sorted(bad, key=lambda turn: -lost[turn[0].number])


def _mistake_loss(judgement: RoundJudgement, turn: Sequence[DecisionPoint]) -> float:
    """Return the sum of a turn's confirmed losses, without decisions that count as fine."""
    numbers = {point.number for point in turn}
    made = [one for one in judgement.decisions if one.decision_point.number in numbers]
    return sum(one.confirmed_loss for one in made if one.mistake_class(judgement.unit) != "fine")


def _explain_turn(turn: Sequence[DecisionPoint]) -> Interruptible[Explanation | None]:
    view, made = turn[0].view, [point.action for point in turn]
    first = yield from advise_in_steps(view, strongest_solver(), solve=cached_or_new_solution)
    second = yield from advise_in_steps(
        view, mistake_checking_solver(), solve=cached_or_new_solution
    )
    found = yield from judge_by_playouts_if_needed(view, PositionJudgement(first, second), made)
    return (yield from explain_in_steps(view, found, made, N_PLAYOUTS))


def review_until_checked_stage(finished: FinishedRound) -> ReviewProgress:
    """Return a review as far as the stage "checked": without reasons and open cards."""
    return next(
        one for one in review_in_steps(finished) if one is not None and one.stage == "checked"
    )
