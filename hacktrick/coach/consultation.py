"""Answers of the coach in the thinking process: judge a position, check it, try turns, explain.

Everything comes from one view. Work is cut into pieces of about 50 ms, so a move of the computer
never waits longer.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from hacktrick.ai.advice import Advice
from hacktrick.ai.interruptible import Interruptible
from hacktrick.ai.mirror import mirrored_hand, mirrored_public, mirrored_steps, round_orientation
from hacktrick.ai.solver.belief_tracker import INFERENCE_DOUBT, finished_turns
from hacktrick.ai.solver.public_belief import Floats, PublicBelief, hand_table_for
from hacktrick.ai.solver.solving_player import SolvingPlayer, shared_solver, win_prices
from hacktrick.coach import advisor, playouts
from hacktrick.coach.advisor import advise_in_steps, longer_solver, strongest_solver
from hacktrick.coach.hand_odds import ChanceByHand, HandOdds, PlayHabits, hand_odds_in_steps
from hacktrick.coach.hints import LevelChoices, level_choices_in_steps, turn_theme
from hacktrick.coach.judgement import TOLERATED_LOSS, Judgement
from hacktrick.coach.playouts import N_PLAYOUTS
from hacktrick.coach.reasons import Explanation, explain_in_steps
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import plus
from hacktrick.game.view import View, replay_view


def read_habits(view: View) -> PlayHabits | None:
    """What play tells. None before the start card, and while the word after a card of the other is
    awaited.

    Raises:
        ValueError: the own hand cannot be held; the view contradicts itself.
    """
    first, steps = replay_view(view)
    turns, pending = finished_turns(steps)
    if not turns or (pending and steps[-1].seat != view.seat):
        return None
    mirrored = bool(round_orientation(first, steps))
    if mirrored:
        turns, _ = finished_turns(mirrored_steps(steps))
    begun = mirrored_public(first) if mirrored else first
    found = shared_solver(view.rules).tracker.belief(
        view.seat, begun, turns, win_prices(first, view.duel)
    )
    own = steps[-1].hand
    for action in pending:
        assert action.verb == "play"
        own = plus(own, action.card)
    seen = mirrored_hand(own) if mirrored else own
    if hand_table_for(found.public).index[seen] not in found.hands[view.seat]:
        raise ValueError("the own hand does not fit the round")
    given = found.opponent_chances(view.seat, seen)
    alone = found.pair_chances().sum(1 - view.seat)
    return PlayHabits(
        _hands(found, 1 - view.seat, given, mirrored),
        _hands(found, view.seat, alone, mirrored),
        own,
    )


def _hands(found: PublicBelief, seat: int, chances: Floats, mirrored: bool) -> ChanceByHand:
    table = hand_table_for(found.public)
    pairs = [
        (mirrored_hand(hand) if mirrored else hand, float(chance))
        for hand, chance in zip(
            (table.hands[int(number)] for number in found.hands[seat]), chances, strict=True
        )
        if chance > 0
    ]
    return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))


MAX_LOOKS = 4
"""Looks of the position in hand: its hint, its check and its reasons need the same ones."""


CoachAnswer = Judgement | Explanation | HandOdds | LevelChoices | None
"""An answer; None: not yet, and something else may come between."""

_looks: dict[tuple[View, SolvingPlayer, float], Advice] = {}


def judge_position(view: View) -> Generator[CoachAnswer, None, None]:
    """The position by the solution that the highest level plays by.

    Raises:
        NoSolution: nothing to decide, or rules that the solver does not know.
    """
    yield Judgement((yield from _look(view, strongest_solver())))


def check_position(view: View) -> Generator[CoachAnswer, None, None]:
    """The second look, then the same with one that takes nothing but the facts.

    Raises:
        NoSolution: nothing to decide, or rules that the solver does not know.
    """
    first = yield from _look(view, strongest_solver())
    second = yield from _look(view, longer_solver())
    yield Judgement(first, second)
    yield Judgement(first, second, (yield from _look(view, strongest_solver(), 1.0)))


def try_mistakes(view: View) -> Generator[CoachAnswer, None, None]:
    """Every turn that seems a mistake, tried, the dearest last: those that are thought of first.

    Raises:
        NoSolution: nothing to decide, or rules that the solver does not know.
    """
    found = yield from _both_looks(view)
    for line in (found.second or found.first).lines:
        if found.untried(line.actions):
            found = yield from playouts.with_trial(view, found, line.actions)
            yield found


def count_hands(view: View) -> Generator[CoachAnswer, None, None]:
    """What the next opponent can hold."""
    # The solver's belief counts cards under the deck as cards of the deck like all others.
    reads = view.rules.is_solved and not any(text.startswith("under") for text in view.actions)
    habits = read_habits(view) if reads else None
    yield None
    yield (yield from hand_odds_in_steps(view, habits=habits))


def choose_as_levels(view: View) -> Generator[CoachAnswer, None, None]:
    """What some levels would do, for rules that the solver does not know."""
    yield (yield from level_choices_in_steps(view))


def explain_turn(view: View, made: Sequence[str] = ()) -> Generator[CoachAnswer, None, None]:
    """The second look, and why the best turn is better: than the one that begins with ``made``, or
    else than the best of another kind.

    Raises:
        NoSolution: nothing to decide, or rules that the solver does not know.
        NotationError: what was made is no action.
    """
    found = yield from _both_looks(view)
    yield found
    actions = [parse(text) for text in made] or list(_other(found))
    if actions:
        if found.untried(actions):
            found = yield from playouts.with_trial(view, found, actions)
            yield found
        yield (yield from explain_in_steps(view, found, actions, N_PLAYOUTS))


def forget_everything() -> None:
    """Look anew at everything."""
    _looks.clear()
    advisor.forget_solutions()
    playouts.forget_trials()


def _both_looks(view: View) -> Interruptible[Judgement]:
    first = yield from _look(view, strongest_solver())
    return Judgement(first, (yield from _look(view, longer_solver())))


def _look(
    view: View, agent: SolvingPlayer, doubt: float = INFERENCE_DOUBT
) -> Interruptible[Advice]:
    """Advice that is remembered for a while."""
    key = view, agent, doubt
    if key not in _looks:
        found = yield from advise_in_steps(view, agent, doubt, advisor.remembered_solution)
        while len(_looks) >= MAX_LOOKS:
            del _looks[next(iter(_looks))]
        _looks[key] = found
    return _looks[key]


def _other(judgement: Judgement) -> tuple[Action, ...]:
    """The best turn of another kind that costs something; nothing where there is none."""
    lines = (judgement.second or judgement.first).lines
    best = turn_theme(lines[0])
    for line in lines:
        loss = judgement.loss(line.actions)
        if loss and loss.equity >= TOLERATED_LOSS and turn_theme(line) != best:
            return line.actions
    return ()
