"""The coach during a match: hints, odds, explanations and the tutor for the player at the screen.

All answers are computed from that player's view alone. Answers are dropped as soon as the position
changes or another player comes to the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hacktrick.ai.advice import Forecast
from hacktrick.app.settings import TUTOR_LIMITS
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.hints import (
    HintFocus,
    HintIdea,
    HintTurns,
    LevelChoices,
    hint_focus,
    hint_idea,
    hint_turns,
    judged_hint_focus,
)
from hacktrick.coach.judgement import (
    GENTLE,
    STRICT,
    LossSize,
    PositionJudgement,
    loss_size_for_tutor,
)
from hacktrick.coach.reason_finder import Explanation
from hacktrick.coach.thinking_worker import AnalysisKind
from hacktrick.game.state import Seat
from hacktrick.game.view import replay_view

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import AnalysisValue, Thinker
    from hacktrick.game.actions import Action
    from hacktrick.game.view import View

HINT_STEPS = 3  # where to look, the idea, and the turn
COUNTING_AIDS = ("standard", "learning")
"""The values of the setting ``aids`` with which the coach counts the possible cards of others."""
PositionKey = tuple[int, Seat | None]  # the version of the match, and the seat at the screen


@dataclass(frozen=True, slots=True)
class CoachFindings:
    """The coach's findings about the current position.

    Attributes:
        judgement: the values of the possible turns, which become more reliable over time.
        level_choices: the choices of some levels, under rules that the solver cannot judge.
        odds: the hands that the opponent can hold, with their chances.
        explanation: the reasons why the best turn is better than another one.
        explained_turn: the player's turn that ``explanation`` compares with the best one; empty if
            it compares the best turns of two kinds.
        forecast: the chances of the player on turn, from a quick estimate.
        pending: the kinds of questions that have not been answered yet.
        requested: the kinds of questions that have been asked.
    """

    judgement: PositionJudgement | None = None
    level_choices: LevelChoices | None = None
    odds: HandOdds | None = None
    explanation: Explanation | None = None
    explained_turn: tuple[str, ...] = ()
    forecast: Forecast | None = None
    pending: frozenset[AnalysisKind] = frozenset()
    requested: frozenset[AnalysisKind] = frozenset()


class LiveCoach:
    """Asks the worker process about the player's position and keeps the answers.

    Args:
        view_of: returns the view of the player at the screen, or None while no cards are open.
        moment: returns a key of the current position; when the key changes, findings are dropped.
        may_act: returns whether it is that player's turn.
        key: returns a key of the current decision, so that the tutor always judges a decision
            alike.

    Attributes:
        silent: whether the tutor has been silenced for this match.
    """

    def __init__(
        self,
        thinker: Thinker,
        view_of: Callable[[], View | None],
        moment: Callable[[], PositionKey],
        may_act: Callable[[], bool],
        key: Callable[[], str],
    ) -> None:
        self._thinker, self._make_view, self._moment = thinker, view_of, moment
        self._viewed: tuple[PositionKey, View | None] | None = None
        self._may_act, self._key = may_act, key
        self._known_of: PositionKey | None = None
        self._known = CoachFindings()
        self._tickets: dict[int, AnalysisKind] = {}
        # The decision about which the tutor has already warned.
        self._asked_about: PositionKey | None = None
        self.silent = False  # whether the tutor has been silenced for this match

    @property
    def findings(self) -> CoachFindings:
        """The answers about the current position that have arrived so far."""
        if self._known_of != self._moment():
            self.drop_findings()
        return self._known

    def _player_view(self) -> View | None:
        """Return the player's view, which is made once for each position."""
        moment = self._moment()
        if self._viewed is None or self._viewed[0] != moment:
            self._viewed = moment, self._make_view()
        return self._viewed[1]

    @property
    def can_give_hint(self) -> bool:
        """Whether the player whose cards are open has a decision to make."""
        return self._may_act() and self._player_view() is not None

    @property
    def has_announced_sum(self) -> bool:
        """Whether a sum was announced, so that possible hands can be counted."""
        view = self._player_view()
        return view is not None and bool(view.said)

    def request_judgement(self) -> None:
        """Request a judgement of the position.

        Under rules that the solver cannot judge, request the choices of a few levels instead.
        """
        view = self._player_view()
        if view is not None and self.can_give_hint:
            self._request_analysis(
                "judge" if view.rules.has_solver and not _is_code_phase(view) else "levels"
            )

    def request_forecast(self, make_view: Callable[[], View]) -> None:
        """Request the match chances of a player whose cards everybody at the screen can see.

        Args:
            make_view: returns that player's view.
        """
        if "estimate" not in self.findings.requested:
            view = make_view()
            if view.rules.has_solver and not _is_code_phase(view):
                self._request_analysis("estimate", view=view)

    def request_deeper_judgement(self) -> None:
        """Request everything that makes the judgement more reliable.

        That is a longer solution, a solution that ignores the opponent's habits, and play-outs of
        turns that seem to be mistakes.
        """
        if self.can_give_hint:
            self._request_analysis("check")
            self._request_analysis("try")

    def request_hand_odds(self) -> None:
        """Request the hands that the opponent can hold, with their chances."""
        if self.has_announced_sum:
            self._request_analysis("odds")

    def request_explanation(self, actions_made: Sequence[Action] = ()) -> None:
        """Request the reasons why the best turn beats one that begins with ``actions_made``.

        Without ``actions_made``, the best turn is compared with the best turn of another kind.
        """
        texts = tuple(map(str, actions_made))
        known = self.findings
        if self.can_give_hint and (
            "explain" not in known.requested or known.explained_turn != texts
        ):
            self._known = replace(
                known,
                explanation=None,
                explained_turn=texts,
                requested=known.requested - {"explain"},
            )
            self._request_analysis("explain", texts)

    def update(self) -> bool:
        """Collect the answers that have arrived; return whether there were any.

        This method must be called once a frame.
        """
        known = self.findings
        if not self._tickets:
            return False  # the coach awaits no answer, so the thinker's answers are for others
        for update in self._thinker.pop_analysis_updates():
            kind = self._tickets.get(update.ticket)
            if kind is not None:
                self._store_answer(kind, update.value)
        return self._known is not known

    def drop_findings(self) -> None:
        """Drop all findings and pending questions."""
        if self._known.requested:
            self._thinker.cancel_analyses()
        self._known, self._known_of, self._tickets = CoachFindings(), self._moment(), {}

    def _request_analysis(
        self, kind: AnalysisKind, actions_made: tuple[str, ...] = (), view: View | None = None
    ) -> None:
        known, view = self.findings, view or self._player_view()
        if view is None or kind in known.requested:
            return
        self._tickets[self._thinker.request_analysis(kind, view, actions_made)] = kind
        self._known = replace(
            known, pending=known.pending | {kind}, requested=known.requested | {kind}
        )

    def _store_answer(
        self,
        kind: AnalysisKind,
        value: AnalysisValue,
    ) -> None:
        known = self._known
        if isinstance(value, PositionJudgement):
            self._known = replace(known, judgement=merged_judgement(known.judgement, value))
        elif isinstance(value, Explanation):
            self._known = replace(known, explanation=value)
        elif isinstance(value, Forecast):
            self._known = replace(known, forecast=value)
        elif isinstance(value, HandOdds):
            self._known = replace(known, odds=value)
        elif isinstance(value, LevelChoices):
            self._known = replace(known, level_choices=value)
        else:
            self._known = replace(known, pending=known.pending - {kind})

    @property
    def hint_focus(self) -> HintFocus | None:
        """Step 1 of the hint: where to look; None if there is no decision to make.

        This step is available at once, and becomes more precise with the judgement.
        """
        view = self._player_view()
        if not self.can_give_hint or view is None:
            return None
        judgement = self.findings.judgement
        return hint_focus(view) if judgement is None else judged_hint_focus(view, judgement)

    @property
    def hint_idea(self) -> HintIdea | None:
        """Step 2 of the hint: the idea; None until the position is judged."""
        judgement = self.findings.judgement
        return None if judgement is None else hint_idea(judgement)

    @property
    def hint_turns(self) -> HintTurns | None:
        """Step 3 of the hint: the best turns; None until the position is judged."""
        judgement = self.findings.judgement
        return None if judgement is None else hint_turns(judgement)

    def tutor_warning(self, actions_made: Sequence[Action], threshold: float) -> LossSize | None:
        """Return how much a turn loses if the tutor warns of it; None if the tutor is silent.

        The tutor speaks at most once for each decision, and only if the judgement is available.

        Args:
            actions_made: the actions of the turn.
            threshold: the smallest loss, in equity, that deserves a warning.
        """
        judgement = self.findings.judgement
        if self.silent or judgement is None or self._asked_about == self._known_of:
            return None
        loss = loss_size_for_tutor(judgement, actions_made, threshold, self._key())
        if loss is not None:
            self._asked_about = self._known_of
        return loss

    def is_costly_turn(self, actions: Sequence[Action], threshold: float) -> bool:
        """Return whether a turn loses at least ``threshold`` of equity, by the findings so far."""
        judgement = self.findings.judgement
        return judgement is not None and (
            loss_size_for_tutor(judgement, actions, threshold, self._key()) is not None
        )


def _is_code_phase(view: View) -> bool:
    """Return whether the round is in the phase in which codes are laid."""
    first, steps = replay_view(view)
    return (steps[-1].after if steps else first).phase == "codes"


def tutor_threshold(tutor: str) -> float | None:
    """Return the smallest loss, in equity, about which the tutor warns; None if it never warns.

    Args:
        tutor: the value of the setting ``tutor``.
    """
    if tutor in TUTOR_LIMITS:
        # The limits are in percent of a round, and a whole round is worth 2 units of equity.
        return 2 * TUTOR_LIMITS[tutor] / 100
    return {"gentle": GENTLE, "strict": STRICT}.get(tutor)


def merged_judgement(known: PositionJudgement | None, new: PositionJudgement) -> PositionJudgement:
    """Merge two judgements of a position, which may arrive in any order.

    Args:
        new: the judgement that has just arrived.
        known: the judgement so far; None if there is none.
    """
    if known is None:
        return new
    playout_losses = (
        *new.playout_losses,
        *(one for one in known.playout_losses if one not in new.playout_losses),
    )
    looks = new.second or known.second, new.advice_by_counting or known.advice_by_counting
    return PositionJudgement(new.first, *looks, playout_losses)
