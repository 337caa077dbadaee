"""Reports on mistakes for human readers: the reasons, their figures, and those of a retest.

Reasons found by play-outs are tested by new play-outs. How much a turn reveals to the opponent is
counted again in new deals, from the opponent's view. The values of such information, and of an
announced sum, come from the longer solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from hacktrick.ai.agent import run_to_end
from hacktrick.ai.decision_position import read_position
from hacktrick.ai.possible_worlds import DealSampler, believed_worlds
from hacktrick.coach.advisor import mistake_checking_solver
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.coach.playouts import (
    ImaginedRound,
    PlayoutResult,
    compare_playouts,
    inference_weights,
)
from hacktrick.coach.position_analysis import infer_hands_from_play
from hacktrick.coach.reason_finder import (
    BETTER_IF_LESS,
    BETTER_IF_MORE,
    Explanation,
    Reason,
    asking_value,
    hand_exposure_price,
    playout_difference_reasons,
)
from hacktrick.game.actions import Action
from hacktrick.game.notation.diagram import diagram_of_view, text_of
from hacktrick.game.state import Seat
from hacktrick.game.view import View, replay_view
from hacktrick.i18n.coach_text import CoachSentences

GUESSES = 20  # number of fresh deals in which the opponent's view is examined
FIELDS = {code: (name, above) for code, name, above in (*BETTER_IF_MORE, *BETTER_IF_LESS)}
FIELDS["comes_out_better"] = ("points", 0)


class RetestedReason(NamedTuple):
    """A reason with the figures of a second test.

    Attributes:
        figures: the figures of the best turn and of the turn made; None if the reason is exact or
            rests on a level's choice.
        error: the standard error of their difference.
        is_reversed: whether the retest supports the opposite.
        price: the value of the revealed information, as a match chance; None if unknown.
    """

    reason: Reason
    figures: tuple[float, float] | None
    error: float = 0.0
    is_reversed: bool = False
    price: float | None = None


class Mistake(NamedTuple):
    """A mistake with the reasons and figures that describe it.

    Attributes:
        unit: the match chance that corresponds to one unit of equity.
        gained: the gain over ``n`` play-outs of a ``level`` and its standard error, as chances of
            the match.
    """

    view: View
    why: Explanation
    unit: float
    gained: tuple[float, float]
    n: int
    level: int
    retested: tuple[RetestedReason, ...]


def retest_reason(
    view: View,
    judgement: PositionJudgement,
    reason: Reason,
    why: Explanation,
    fresh: Sequence[tuple[PlayoutResult, ...]],
) -> RetestedReason:
    """Test a reason again with data from which it was not derived."""
    if reason.source == "playouts":
        both = compare_playouts(fresh, *FIELDS[reason.code])
        turned = do_new_playouts_contradict(reason, fresh)
        return RetestedReason(reason, (both.first, both.second), both.error, turned)
    if reason.code in ("tells_less", "reads_less"):
        return _retest_hand_disclosure(view, judgement, reason, why)
    if reason.source == "price":
        return _retest_ask_reason(view, judgement, reason)
    return RetestedReason(reason, None)


def do_new_playouts_contradict(reason: Reason, fresh: Sequence[tuple[PlayoutResult, ...]]) -> bool:
    """Return whether fresh play-outs support the opposite of a reason from other play-outs."""
    backwards = [(second, first) for first, second in fresh]
    return any(other.code == reason.code for other in playout_difference_reasons(backwards))


def _retest_hand_disclosure(
    view: View, judgement: PositionJudgement, reason: Reason, why: Explanation
) -> RetestedReason:
    position = read_position(view)
    price = run_to_end(
        hand_exposure_price(position, judgement, why.best, why.played, mistake_checking_solver())
    )
    reads = reason.code == "reads_less"
    weights = inference_weights(judgement.second or judgement.first)
    deals, dice = DealSampler(view), Random("guesses")
    seen: list[tuple[float, ...]] = []
    for number in range(GUESSES):
        dealt = deals.sample_deal(dice, weights.weight_of_world if reads else None)
        begun = ImaginedRound(view, dealt.hands, dealt.drawn, number)
        turns = (why.best, why.played)
        seen.append(
            tuple(chance_of_guessing_hand(begun.copy(), view.seat, turn, reads) for turn in turns)
        )
    first, second = (100 * sum(one[k] for one in seen) / len(seen) for k in (0, 1))
    wrong = second <= first or price is None or price <= 0
    return RetestedReason(reason, (first, second), 0.0, wrong, price)


def chance_of_guessing_hand(
    table: ImaginedRound, seat: Seat, turn: Sequence[Action], reads: bool
) -> float:
    """Return the probability that the opponent assigns to a seat's true hand after a turn."""
    for action in turn:
        table.submit(action)
    view = table.view(1 - seat)
    if reads:
        habits = infer_hands_from_play(view)
        return habits.opponent.get(table.hand(seat), 0.0) if habits else 0.0
    worlds = believed_worlds(view, *replay_view(view))
    return sum(chance for world, chance in worlds.items() if world.hands[seat] == table.hand(seat))


def _retest_ask_reason(view: View, judgement: PositionJudgement, reason: Reason) -> RetestedReason:
    asked = run_to_end(asking_value(read_position(view), judgement, mistake_checking_solver()))
    if asked is None:
        return RetestedReason(reason, None, 0.0, True)
    pays = reason.code == "ask_pays"
    first, second = (asked.answer, asked.marker) if pays else (asked.marker, asked.answer)
    return RetestedReason(reason, (first, second), 0.0, second >= first)


def report_lines(mistake: Mistake, number: int) -> Iterator[str]:
    """Yield the lines of text that describe a mistake."""
    view, why = mistake.view, mistake.why
    coach = CoachSentences(view.rules, "Other")
    gain, error = (value / mistake.unit for value in mistake.gained)
    yield f"{number}. {text_of(diagram_of_view(view))}  score {view.score[0]}:{view.score[1]}"
    yield (
        f"   {_turn_text(why.played)} instead of {_turn_text(why.best)}: {why.loss.mistake_class}, "
        f"claimed {why.loss.equity:.2f} ({100 * why.loss.match:.1f} % of the match), came true "
        f"{gain:.2f} +- {error:.2f} in {mistake.n} deals with level {mistake.level}"
    )
    for reason in mistake.retested:
        yield f"   * {coach.reason_sentence(reason.reason)}"
        yield f"     {reason.reason.code}: {_figures_text(reason)}"
    if why.is_contradicted_by_playouts or not mistake.retested:
        yield f"   * {coach.reason_sentences(why)[-1]}"


def _turn_text(actions: Sequence[Action]) -> str:
    return ", ".join(map(str, actions))


def _figures_text(retested: RetestedReason) -> str:
    reason = retested.reason
    before = f"{reason.best:.4g} / {reason.played:.4g}"
    if retested.figures is None:
        return f"{before}, exact" if not retested.is_reversed else f"{before}, not to be had again"
    after = f"{retested.figures[0]:.4g} / {retested.figures[1]:.4g}"
    error = f" +- {retested.error:.1f}" if retested.error else ""
    price = "" if retested.price is None else f", worth {100 * retested.price:.1f} %"
    return f"{before}, again {after}{error}{price}{' REVERSED' if retested.is_reversed else ''}"
