"""Sessions that show a single position on the table screen: a question to answer, or a study.

These sessions are made from views, so hidden cards stay hidden. Their tables belong to no match and
save nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

from hacktrick.app.computer_turn import MIN_TURN_SECONDS
from hacktrick.app.match_session import MatchSession
from hacktrick.app.snapshot import key_reached
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import UNKNOWN_CARD, cards_of
from hacktrick.game.legality import IllegalAction, legal_actions, refusal_reason
from hacktrick.game.match_rules import LeaderAndStarter, MatchState
from hacktrick.game.view import Event, observation_of, redacted_event, replay_view
from hacktrick.match.record import Record
from hacktrick.match.table_interface import TableWithoutChance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hacktrick.app.profiles import SeatMarkerStyles
    from hacktrick.app.program_services import ProgramServices
    from hacktrick.app.puzzle_practice import QuestionSource
    from hacktrick.app.study_session import StudySession
    from hacktrick.coach.hints import HintFocus
    from hacktrick.coach.puzzles import PositionQuestion
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.game.cards import Card
    from hacktrick.game.editions import Rules
    from hacktrick.game.keypad import Key
    from hacktrick.game.state import Observation, PublicState, RevealedFacts, Seat
    from hacktrick.game.view import SeatInfo, SeenStep, StartPosition, View

SHOWN_VERBS = ("play", "pass", "command")
"""The player's actions that a table can carry out without knowing any hidden card."""
REPLY_VERBS = (*SHOWN_VERBS, "draw")
"""The opponent's actions that a table can carry out without knowing any hidden card."""
HINT_STEPS = 2


class SingleViewTable(TableWithoutChance):
    """A ``MatchTable`` (``match.table_interface``) for a position as one seat knows it."""

    rewind_refusal = "a position is set up anew instead"

    def __init__(self, view: View) -> None:
        self._view = view
        self.version = 0

    def show_view(self, view: View) -> None:
        """Show the position of another view."""
        self._view = view
        self.version += 1

    def apply_action(self, action: Action) -> None:
        """Carry out an action of the seat on turn, even if that seat does not hold the card.

        The action must not depend on hidden cards.

        Raises:
            ValueError: the action does not fit the position.
        """
        view = replace(self._view, actions=(*self._view.actions, str(action)))
        replay_view(view)
        self.show_view(view)

    @property
    def seat(self) -> Seat:
        """The seat whose view the table shows."""
        return self._view.seat

    @property
    def start_position(self) -> StartPosition | None:
        return self._view.start_position

    @property
    def rules(self) -> Rules:
        return self._view.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return self._view.seats

    @property
    def public(self) -> PublicState:
        return observation_of(self._view).public

    @property
    def round_number(self) -> int:
        """Always 1, since the position does not belong to a match."""
        return 1

    @property
    def is_round_over(self) -> bool:
        """Always False, since even a turn that wins the round is only tried."""
        return False

    @property
    def is_over(self) -> bool:
        return False

    @property
    def match_state(self) -> MatchState:
        rules, view = self.rules, self._view
        plan = LeaderAndStarter(view.leader, view.starter, view.duel)
        held: tuple[tuple[str, ...], ...] = ((),) * rules.n_seats
        return MatchState(rules, view.score, 0, plan, held, (), (), ())

    @property
    def record(self) -> Record:
        """A record without rounds: the hidden cards of the round are unknown here."""
        return Record(self.rules, self.seats, [], self._view.score, ())

    def observe(self, seat: Seat) -> Observation:
        """Return what the seat of the view sees.

        Raises:
            ValueError: ``seat`` is not the seat of the view.
        """
        self._check_seat(seat)
        return observation_of(self._view)

    def view(self, seat: Seat) -> View:
        """Return the view.

        Raises:
            ValueError: ``seat`` is not the seat of the view.
        """
        self._check_seat(seat)
        return self._view

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the actions of the round as ``seat`` knows them; None stands for a spectator.

        Raises:
            ValueError: ``seat`` is neither the seat of the view nor None.
        """
        if seat is not None:
            self._check_seat(seat)
        _first, steps = replay_view(self._view)
        revealed = any(step.facts.revealed is not None for step in steps)
        events = (_event_of_step(step, self._view.seat) for step in steps)
        return tuple(redacted_event(event, seat, revealed) for event in events)

    def final_hands(self) -> tuple[tuple[Card, ...], ...]:
        """Fail, since the round is never over."""
        raise ValueError("the hands are private")

    def submit(self, seat: Seat, action: Action) -> RevealedFacts | None:
        """Carry out an action of the seat whose view the table shows.

        Raises:
            IllegalAction: the rules do not allow the action.
        """
        seen = self.observe(seat)
        if action not in legal_actions(seen):
            raise IllegalAction(action, refusal_reason(seen, action))
        self.apply_action(action)
        return None

    def deal_next_round(self) -> None:
        """Fail, since there is only one round."""
        raise ValueError("there is no next round")

    def _check_seat(self, seat: Seat) -> None:
        if seat != self._view.seat:
            raise ValueError("only one seat's cards are known here")


def _event_of_step(step: SeenStep, seat: Seat) -> Event:
    """Return a step as an event that ``seat`` knows; cards drawn by others are unknown."""
    facts = step.facts
    if step.seat != seat and step.action.n_drawn:
        facts = facts._replace(drawn=(UNKNOWN_CARD,) * step.action.n_drawn)
    return Event(step.seat, step.action, facts)


AnswerRefusal = Literal["", "card_is_given", "not_judged"]


class PracticeHint(NamedTuple):
    """A hint for answering a question.

    Attributes:
        focus: where to look.
        first: the first action of the best turn; None before the last step of the hint.
    """

    focus: HintFocus
    first: Action | None


class QuestionSession(MatchSession):
    """The session of one question of a series.

    Args:
        source: provides the question; its ``advance`` must be called before the next session is
            made.
    """

    def __init__(
        self,
        source: QuestionSource,
        thinker: Thinker,
        pace: str = "normal",
        marker_styles: SeatMarkerStyles | None = None,
    ) -> None:
        self.source, self.attempt = source, source.attempt
        self._table = SingleViewTable(self.attempt.question.view)
        # The opponent's actions in reply to a wrong turn that are still to be shown.
        self._reply: list[Action] = []
        self._replied = False  # whether showing the reply has begun
        self._waited = 0.0
        self.hint_step = 0
        dice = Random(0)  # never used, since no computer player decides here
        super().__init__(self._table, thinker, lambda text: None, dice, pace, marker_styles)

    @property
    def question(self) -> PositionQuestion:
        return self.attempt.question

    # Methods for the people at the screen.

    @cached_property
    def local_seats(self) -> tuple[Seat, ...]:
        """The seat that the question is about, even if a computer played it in the match."""
        return (self.question.seat,)

    @property
    def is_thinking(self) -> bool:
        """Whether the opponent's reply to a wrong turn is still to come."""
        return bool(self._reply)

    @property
    def may_act(self) -> bool:
        return self.attempt.state == "open"

    @property
    def view_to_study(self) -> View | None:
        """The view that the player on turn in the question had; the study opens there."""
        return self.question.view

    # Methods that answer the question.

    def answer_refusal(self, actions: Sequence[Action]) -> AnswerRefusal:
        """Return the reason why a turn is not an answer to the question; "" if it is an answer."""
        question = self.question
        if question.loss(actions) is not None:
            return ""
        firsts = question.first_actions()
        if len(firsts) == 1 and actions[0] != firsts[0]:
            return "card_is_given"
        return "not_judged"

    @property
    def prescribed_first_action(self) -> Action | None:
        """The card to play if only the end of the turn is in question, otherwise None."""
        firsts = self.question.first_actions()
        return firsts[0] if len(firsts) == 1 and self.question.commands_after(firsts[0]) else None

    def answer_with_turn(self, actions: Sequence[Action]) -> None:
        """Judge a whole turn as the answer; ``try_apply`` then shows its actions on the table."""
        self._replied, self._waited = False, 0.0
        self.attempt.judge_answer(actions)

    def try_apply(self, action: Action) -> bool:
        """Carry out an action of the answer on the table.

        Returns:
            False if the action needs a hidden card or the round is over.
        """
        if action.verb not in SHOWN_VERBS or self.public.result is not None:
            return False
        self._table.apply_action(action)
        return True

    def try_again(self) -> None:
        """Go back to the question after a wrong turn."""
        self.attempt.try_again()
        self.reset_position()

    def reset_position(self) -> None:
        """Put the position of the question on the table again."""
        self._reply, self._replied = [], False
        self._table.show_view(self.question.view)

    @property
    def best_turn(self) -> tuple[Action, ...]:
        """The best turn, which answers the question."""
        return self.question.options[0][0]

    @property
    def last_reached_key(self) -> Key | None:
        """The key reached by the last card played since the question; None if there was none."""
        since = self.public_history[len(self.question.view.actions) :]
        keys = [key for entry in since if (key := key_reached(entry)) is not None]
        return keys[-1] if keys else None

    def show_next_hint(self) -> None:
        """Show one more step of the hint."""
        self.hint_step = min(HINT_STEPS, self.hint_step + 1)

    @property
    def hint(self) -> PracticeHint | None:
        """The hint so far; None before its first step and once the answer is known."""
        if not self.hint_step or self.attempt.state != "open":
            return None
        from hacktrick.coach.hints import hint_focus

        first = self.best_turn[0] if self.hint_step == HINT_STEPS else None
        return PracticeHint(hint_focus(self.question.view), first)

    # Methods of ``MatchSession`` that questions override.

    def submit(self, action: Action, *, keeps_cards_open: bool = False) -> None:
        """Refuse every single action: ``answer_with_turn`` takes the whole turn.

        Raises:
            ValueError: always.
        """
        raise ValueError("a question is answered by a whole turn")

    def update(self, dt: float, is_screen_at_rest: bool) -> bool:
        """Carry out the reply to a wrong turn on the table, action by action.

        Returns:
            Whether the table has changed.
        """
        self.attempt.update()
        why = self.attempt.explanation
        if self.attempt.state == "wrong" and why is not None and not self._replied:
            self._replied = True
            self._reply = self._executable_actions(why.reply)
        self._waited += dt
        if not self._reply or not is_screen_at_rest or self._waited < MIN_TURN_SECONDS[self.pace]:
            return False
        self._waited = 0.0
        self._table.apply_action(self._reply.pop(0))
        return True

    def skip_extra_wait(self) -> None:
        super().skip_extra_wait()
        self._waited = max(MIN_TURN_SECONDS.values())

    def _executable_actions(self, reply: Sequence[Action]) -> list[Action]:
        """Return the first actions of a reply, as far as the table can carry them out.

        The result is empty if the player's turn ended the round or could not be carried out.
        """
        if self.public.seat == self.question.seat or self.public.result is not None:
            return []
        shown: list[Action] = []
        for action in reply:
            if action.verb not in REPLY_VERBS:
                break
            shown.append(parse(str(action)))
        return shown

    def _visible_hands(self) -> tuple[tuple[Card, ...], ...] | None:
        """Return both hands once the answer is known.

        The result is None before that, and also if the opponent's hand is unknown.
        """
        question, held = self.question, self.question.opponent_hand
        if not self.attempt.is_over or held is None:
            return None
        own = cards_of(self._table.observe(question.seat).hand)
        return (own, cards_of(held)) if question.seat == 0 else (cards_of(held), own)

    def _decision_key(self) -> str:
        return self.question.key

    def _save(self) -> None:
        """Do nothing, since a question is not a match."""


def open_question(services: ProgramServices, source: QuestionSource) -> QuestionSession:
    """Open a session in which the player answers the current question of ``source``."""
    looks = services.profiles.marker_styles_for(source.attempt.question.seats)
    pace = services.preferences.settings.pace
    return QuestionSession(source, services.thinker.claim_thinker(), pace, looks)


class StudyTableSession(MatchSession):
    """The session of a study: the table shows the study's current position.

    The viewer is the seat to act if the study knows its cards, otherwise the seat that studies.

    Args:
        names: by seat, the names of players who have no name in the position.
    """

    is_coached = False

    def __init__(
        self,
        study: StudySession,
        names: Sequence[str],
        thinker: Thinker,
        pace: str = "normal",
        marker_styles: SeatMarkerStyles | None = None,
    ) -> None:
        self.study, self._names = study, tuple(names)
        self._views = study.study.current_node.views
        self._table = SingleViewTable(self._view_with_player_names())
        dice = Random(0)  # never used, since no computer player decides here
        super().__init__(self._table, thinker, lambda text: None, dice, pace, marker_styles)

    def _view_with_player_names(self) -> View:
        view = self.study.study.current_node.acting_or_studying_view
        named = zip(view.seats, self._names, strict=True)
        return replace(
            view,
            seats=tuple(
                seat if seat.name not in ("", "?") else replace(seat, name=name)
                for seat, name in named
            ),
        )

    # Methods for the people at the screen.

    @cached_property
    def local_seats(self) -> tuple[Seat, ...]:
        """The seats whose cards the study knows."""
        return tuple(sorted(view.seat for view in self._views))

    @property
    def viewer(self) -> Seat:
        return self._table.seat

    @property
    def awaited_human(self) -> None:
        """Always None, since nobody hides cards from anybody in a study."""
        return None

    @property
    def is_thinking(self) -> bool:
        """Whether a level has been asked and has not answered yet."""
        return self.study.is_level_thinking

    @property
    def may_act(self) -> bool:
        return self.public.seat == self.viewer and not self.is_thinking

    # Methods that follow the study.

    def show_present_position(self) -> bool:
        """Show the study's current position; return whether it has changed since the last call."""
        views = self.study.study.current_node.views
        if views is self._views:
            return False
        self._views = views
        self._table.show_view(self._view_with_player_names())
        return True

    def submit(self, action: Action, *, keeps_cards_open: bool = False) -> None:
        """Refuse every action: the study plays them and the session only shows them.

        Raises:
            ValueError: always.
        """
        raise ValueError("a study plays its actions itself")

    def update(self, dt: float, is_screen_at_rest: bool) -> bool:
        """Collect the results of judge and level; return whether the position has changed."""
        self.study.update()
        return self.show_present_position()

    def _visible_hands(self) -> tuple[tuple[Card, ...], ...] | None:
        if len(self._views) < len(self.seats):
            return None
        by_seat = sorted(self._views, key=lambda view: view.seat)
        return tuple(cards_of(observation_of(view).hand) for view in by_seat)

    def _decision_key(self) -> str:
        return str(self.version)

    def _save(self) -> None:
        """Do nothing, since a study is saved only on request."""


def open_study_table(
    services: ProgramServices, study: StudySession, names: Sequence[str]
) -> StudyTableSession:
    """Create a session that shows a study."""
    view = study.study.current_node.acting_or_studying_view
    looks = services.profiles.marker_styles_for(view.seats)
    pace = services.preferences.settings.pace
    return StudyTableSession(study, names, study.thinker, pace, looks)
