"""The reviews of a match, whose finished rounds the worker process judges on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Literal

from hacktrick.app.puzzle_practice import QuestionAttempt
from hacktrick.coach.branched_match import branch_match_at_view, swapped_seats_match
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.puzzles import PositionQuestion, mistake_question_key, question_of_turn
from hacktrick.coach.review.judged_round import FinishedRound, ReviewProgress
from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview, finished_rounds
from hacktrick.match.player_kinds import level_of
from hacktrick.match.record import Record, RecordError

if TYPE_CHECKING:
    from hacktrick.coach.thinking_client import Thinker
    from hacktrick.fairness.computer_knowledge_at_decisions import AuditedDecision
    from hacktrick.game.actions import Action
    from hacktrick.game.state import Seat
    from hacktrick.match.live_match import Match


FindReview = Callable[[FinishedRound], ReviewProgress | None]
SaveReview = Callable[[ReviewProgress], None]


def no_saved_review(finished: FinishedRound) -> ReviewProgress | None:
    """Return None, since a match outside the library has no saved review."""
    return None


def discard_review(reviewed: ReviewProgress) -> None:
    """Do nothing, since a match outside the library cannot save a review."""


class MatchReviews:
    """The rounds of one match and their reviews.

    Args:
        record: the match so far.
        find: returns the saved review of a round; None if there is none.
        keep: saves a finished review.

    Attributes:
        match_number: the number of the match in the library; None if the library does not have it.
    """

    def __init__(
        self,
        record: Record,
        thinker: Thinker,
        find: FindReview = no_saved_review,
        keep: SaveReview = discard_review,
    ) -> None:
        self.rules, self.seats = record.rules, record.seats
        self._thinker, self._find, self._save = thinker, find, keep
        self._finished: list[FinishedRound] = []
        self._found: dict[int, ReviewProgress] = {}
        self._made: dict[tuple[int, Seat], tuple[ReviewProgress, RoundReview]] = {}
        # The ticket and the round index of the pending request.
        self._asked: tuple[int, int] | None = None
        self.match_number: int | None = None
        self.add_finished_rounds(record)

    def __len__(self) -> int:
        """Return the number of finished rounds."""
        return len(self._finished)

    @property
    def reviewed_seats(self) -> tuple[Seat, ...]:
        """The seats with reviews: those of people, or all seats if only computers played."""
        return self._human_seats or tuple(range(len(self.seats)))

    @property
    def _human_seats(self) -> tuple[Seat, ...]:
        return tuple(n for n, seat in enumerate(self.seats) if level_of(seat.player) is None)

    def add_finished_rounds(self, record: Record) -> None:
        """Add the finished rounds of a longer record of the match."""
        self._record = record
        over = [one for one in record.rounds if one.result is not None]
        if len(over) == len(self._finished) or not record.rules.has_solver:
            return
        try:
            rounds = list(finished_rounds(replace(record, rounds=over), self.reviewed_seats))
        except RecordError:
            return
        for finished in rounds[len(self._finished) :]:
            self._finished.append(finished)
            kept = self._find(finished)
            if kept is not None:
                self._found[finished.judgement.number] = kept

    def review_of(self, round_index: int, seat: Seat) -> RoundReview | None:
        """Return the review of a round for a seat; None while no result exists.

        Args:
            round_index: the index of the round, from 0.
            seat: the seat whose turns are reviewed.
        """
        reviewed = self._found.get(round_index)
        if reviewed is None:
            return None
        made = self._made.get((round_index, seat))
        if made is None or made[0] is not reviewed:
            made = reviewed, RoundReview(self._finished[round_index], reviewed, seat)
            self._made[round_index, seat] = made
        return made[1]

    @property
    def incomplete_rounds(self) -> tuple[int, ...]:
        """The numbers, from 0, of the finished rounds whose review is missing or incomplete."""
        stages = {number: one.stage for number, one in self._found.items()}
        return tuple(n for n in range(len(self)) if stages.get(n) != "opened")

    def turn_with_action(self, round_index: int, action: int, seat: Seat) -> ReviewedTurn | None:
        """Return the turn of a reviewed round that contains an action; None without a review.

        Args:
            round_index: the index of the round, from 0.
            action: the number of the action in the round, from 0.
            seat: the seat whose turns are reviewed.
        """
        review = self.review_of(round_index, seat)
        turns = review.turns if review else ()
        return next((turn for turn in reversed(turns) if turn.first_action <= action), None)

    @property
    def is_match_over(self) -> bool:
        """Whether the match is over, so that it may be continued from any position."""
        return max(self._record.score) >= self.rules.target

    def attempt_at_turn(
        self, round_index: int, turn: ReviewedTurn, seat: Seat
    ) -> QuestionAttempt | None:
        """Return a turn of a review as a question to attempt; None if the round has no review.

        Args:
            round_index: the index of the round, from 0.
            turn: the turn of the review that the player wants to try again.
            seat: the seat whose turns are reviewed.
        """
        review = self.review_of(round_index, seat)
        if review is None:
            return None
        return QuestionAttempt(
            question_of_turn(review, turn, self._turn_key(round_index, turn)), self._thinker
        )

    def mistake_questions(self, round_index: int) -> Iterator[tuple[Seat, PositionQuestion]]:
        """Yield the mistakes that people made in a round, as questions with their seats."""
        reviews = ((seat, self.review_of(round_index, seat)) for seat in self._human_seats)
        known = [(seat, review) for seat, review in reviews if review is not None]
        for seat, review in known:
            for turn in review.mistakes_worst_first():
                if turn.mistake_class in ("mistake", "blunder"):
                    yield seat, question_of_turn(review, turn, self._turn_key(round_index, turn))

    def match_from_turn(
        self, round_index: int, turn: ReviewedTurn, seat: Seat, rng: Random
    ) -> Match | None:
        """Return a match that continues from the start of a turn; None if that is impossible.

        The cards that the turn's player did not know are drawn again.
        """
        review = self.review_of(round_index, seat)
        if review is None:
            return None
        return branch_match_at_view(
            self._record, round_index, review.view_at(turn), rng, self._record.key
        )

    @property
    def can_swap_seats(self) -> bool:
        """Whether a deal can be played again with the seats swapped.

        That needs a match between one person and one computer.
        """
        levels = [level_of(seat.player) for seat in self.seats]
        return len(levels) == 2 and levels.count(None) == 1

    def swapped_seats_match(self, round_index: int, rng: Random) -> Match | None:
        """Return a match that repeats a round's deal with the seats swapped; None if impossible."""
        return swapped_seats_match(self._record, round_index, rng) if self.can_swap_seats else None

    def n_actions_before_turn(self, round_index: int, turn: ReviewedTurn) -> int:
        """Return the number of actions of the round before a turn.

        An ask belongs to the turn that follows the ask.
        """
        review = self.review_of(round_index, self.reviewed_seats[0])
        turns = review.turns if review else (turn,)
        same = [one for one in turns if (one.log_turn, one.seat) == (turn.log_turn, turn.seat)]
        return min(one.first_action for one in same)

    def _turn_key(self, round_index: int, turn: ReviewedTurn) -> str:
        return mistake_question_key(self._record.key, round_index, turn.first_action)

    def request_review_unless_complete(self, round_index: int) -> None:
        """Request the review of a round, unless it is complete."""
        known = self._found.get(round_index)
        if self._asked and self._asked == (self._thinker.running_review_ticket(), round_index):
            return
        if 0 <= round_index < len(self._finished) and (known is None or known.stage != "opened"):
            self._asked = self._thinker.request_review(self._finished[round_index]), round_index

    def update(self) -> bool:
        """Collect new results for the requested review; return whether there were any."""
        if self._asked is None:
            return False
        updates = [
            one for one in self._thinker.pop_review_updates() if one.ticket == self._asked[0]
        ]
        number = self._asked[1]
        for one in updates:
            if one.value is None:
                self._asked = None
            else:
                self._found[number] = one.value
        if updates and number in self._found and self._found[number].stage != "looked":
            self._save(self._found[number])
        return bool(updates)

    def save_current_and_later_reviews(self, save: SaveReview) -> None:
        """Save the current reviews with ``save``, and all later reviews too."""
        self._save = save
        for reviewed in self._found.values():
            if reviewed.stage != "looked":
                save(reviewed)


class GuessFirstReview:
    """Leads through a review turn by turn, and lets the player guess each of their own turns.

    The judgement of a turn is shown after the guess. Later turns stay hidden.

    Args:
        review: the current review of the round, which becomes more complete over time.

    Attributes:
        index: the index of the current turn.
    """

    def __init__(self, review: RoundReview) -> None:
        self.review = review
        self.index = 0
        self._guesses: dict[int, tuple[Action, ...]] = {}

    @property
    def current_turn(self) -> ReviewedTurn:
        """The turn of the review that is now on the screen."""
        return self.review.turns[self.index]

    @property
    def awaits_guess(self) -> bool:
        """Whether the player still has to guess the current turn."""
        return self._is_own_turn_with_choice(self.current_turn) and self.index not in self._guesses

    @property
    def is_at_end(self) -> bool:
        """Whether the current turn is the last one."""
        return self.index + 1 >= len(self.review.turns)

    @property
    def turns_to_guess_from(self) -> tuple[tuple[Action, ...], ...]:
        """The turns to choose from, in alphabetical order, which reveals nothing."""
        turns = [actions for actions, _forecast, _share in self.current_turn.options]
        return tuple(sorted(turns, key=lambda actions: tuple(map(str, actions))))

    @property
    def revealed_turns(self) -> tuple[ReviewedTurn, ...]:
        """The turns whose judgements may be shown."""
        earlier = self.review.turns[: self.index]
        return earlier if self.awaits_guess else (*earlier, self.current_turn)

    @property
    def n_right_and_all_guesses(self) -> tuple[int, int]:
        """The number of guesses as good as the best turn, and the number of all guesses.

        Turns that were shown without a guess do not count.
        """
        right = sum(
            self._is_as_good_as_best(n, guess) for n, guess in self._guesses.items() if guess
        )
        return right, sum(map(bool, self._guesses.values()))

    def guess(self, actions: tuple[Action, ...]) -> None:
        """Guess the current turn; an empty guess only shows the judgement."""
        if self.awaits_guess:
            self._guesses[self.index] = actions

    def guess_of_turn(self, index: int) -> tuple[Action, ...]:
        """Return the guess for a turn; an empty tuple if there is none."""
        return self._guesses.get(index, ())

    def is_guess_right(self, index: int) -> bool:
        """Return whether the guess for a turn was as good as the best turn."""
        return self._is_as_good_as_best(index, self.guess_of_turn(index))

    def advance_to_next_turn(self) -> bool:
        """Go on to the next turn; return False if there is none or a guess is still missing."""
        if self.awaits_guess or self.is_at_end:
            return False
        self.index += 1
        return True

    def as_question(self, turn: ReviewedTurn) -> PositionQuestion:
        """Return a turn as a question that contains only what its player knew."""
        asked = question_of_turn(self.review, turn, "")
        return replace(asked, made=(), opponent_hand=None)

    def _is_own_turn_with_choice(self, turn: ReviewedTurn) -> bool:
        return turn.seat == self.review.seat and len(turn.options) > 1

    def _is_as_good_as_best(self, index: int, guess: tuple[Action, ...]) -> bool:
        return bool(guess) and self.as_question(self.review.turns[index]).is_right(guess)


AuditState = Literal["waiting", "same", "other", "no_proof", "clock", "elsewhere"]


class DecisionAuditRun:
    """Repeats the computer's decisions one by one and compares each with the original.

    ``update`` must be called once a frame.

    Attributes:
        decisions: the decisions to repeat.
        states: by decision, the result of the comparison.
        hand_odds: by decision, the hands that the next opponent could have held, as counted from
            the view; None until they are counted, and before a sum was announced.
    """

    def __init__(self, decisions: Sequence[AuditedDecision], thinker: Thinker) -> None:
        self.decisions = tuple(decisions)
        self.states: list[AuditState] = [one.not_repeatable or "waiting" for one in self.decisions]
        self.hand_odds: list[HandOdds | None] = [None] * len(self.decisions)
        self._thinker = thinker
        self._asked: int | None = None
        self._counted = -1  # the index of the last decision whose possible hands were requested
        self._ticket = 0

    def update(self) -> bool:
        """Collect new results; return whether there were any."""
        decided, thought = self._collect_decision(), self._collect_hand_odds()
        return decided or thought

    def _collect_hand_odds(self) -> bool:
        found = False
        for update in self._thinker.pop_analysis_updates():
            if update.ticket == self._ticket and isinstance(update.value, HandOdds):
                self.hand_odds[self._counted], found = update.value, True
                self._ticket = 0
        if not self._ticket:
            self._start_counting_hands()
        return found

    def _start_counting_hands(self) -> None:
        """Start to count the hands for the next view in which a sum was announced."""
        while self._counted + 1 < len(self.decisions):
            self._counted += 1
            view = self.decisions[self._counted].view
            if view.said:
                self._ticket = self._thinker.request_analysis("odds", view)
                return

    def _collect_decision(self) -> bool:
        if self._asked is None:
            self._request_next_decision()
            return False
        answer = self._thinker.poll_decision()
        if answer is None:
            return False
        n, self._asked = self._asked, None
        if answer.decision.is_cut_short:  # the machine was too busy to finish in time
            self.states[n] = "clock"
        elif answer.action == self.decisions[n].action:
            self.states[n] = "same"
        else:
            self.states[n] = "other" if self.decisions[n].is_made_here else "elsewhere"
        return True

    def close(self) -> None:
        """Stop repeating decisions and counting hands."""
        self._thinker.cancel_decision()
        self._thinker.cancel_analyses()

    def _request_next_decision(self) -> None:
        if "waiting" not in self.states:
            return
        n = self.states.index("waiting")
        sight = self.decisions[n]
        self._asked = n
        self._thinker.request_decision(sight.level, sight.view, sight.seed, sight.budget)
