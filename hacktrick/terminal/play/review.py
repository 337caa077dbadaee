"""Reviews at the terminal: the judge's figures, the worst turns, and a second try at them."""

from __future__ import annotations

from collections.abc import Callable

from hacktrick.app.match_reviews import GuessFirstReview, MatchReviews
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.puzzle_practice import QuestionAttempt
from hacktrick.app.study_session import diagram_of_views
from hacktrick.coach.review.round_review import ReviewedTurn, RoundReview
from hacktrick.game.state import Seat
from hacktrick.i18n import terminal_text
from hacktrick.i18n.library_and_statistics_text import POSITION_SEARCH
from hacktrick.i18n.puzzle_text import PuzzleSentences, position_lines
from hacktrick.i18n.review_text import (
    MISTAKE_SIGNS,
    ReviewSentences,
    percent_text,
    whose_turns_question,
)
from hacktrick.i18n.terminal_text import next_step_question
from hacktrick.i18n.translator import _, label_with_value
from hacktrick.terminal.play.console import Terminal, ask_choice
from hacktrick.terminal.play.replay import TextPositionBrowser

POLL_SECONDS = 0.05  # seconds between two checks whether the judge has finished
JUDGE_TIMEOUT = 60.0  # seconds to wait for the judge


class TextReview:
    """Prints the reviews of a match's finished rounds from the viewpoint of ``seat``."""

    def __init__(self, terminal: Terminal, reviews: MatchReviews, seat: Seat | None = None) -> None:
        self._terminal, self._reviews = terminal, reviews
        self._seat = reviews.reviewed_seats[0] if seat is None else seat
        self._round_index = len(reviews) - 1
        self._at = -1  # the index of the turn that was shown last

    @property
    def _words(self) -> ReviewSentences:
        return ReviewSentences(self._reviews.rules, self._reviews.seats, self._seat)

    def print_round(self, text: str = "") -> None:
        """Print the figures of a round and its worst turns.

        Args:
            text: the number of the round, from 1. Any other text stands for the round printed
                before, and at first for the last round.
        """
        if text.isdecimal() and 1 <= int(text) <= len(self._reviews):
            self._round_index = int(text) - 1
        self._at = -1
        review = self._wait_for_review()
        if review is None:
            self._terminal.say(terminal_text.round_not_judged_sentence())
            return
        title = terminal_text.round_of_total_title(self._round_index + 1, len(self._reviews))
        lines = (label_with_value(*line) for line in self._words.chance_change_lines(review))
        self._terminal.say("", title, *lines, self._words.error_rate_sentence(review))
        moments = review.mistakes_worst_first()
        if not moments:
            self._terminal.say(self._words.no_mistakes_sentence())
        for turn in moments:
            self._terminal.say(self._turn_line(turn))

    def print_next_mistake(self) -> None:
        """Print the next of the worst turns, with the reasons why another turn is better."""
        review = self._wait_for_review()
        moments = review.mistakes_worst_first() if review else ()
        if review is None or not moments:
            self._terminal.say(self._words.no_mistakes_sentence())
            return
        self._at = (self._at + 1) % len(moments)
        turn = moments[self._at]
        self._terminal.say("", self._turn_line(turn))
        self._terminal.say(*self._option_lines(turn))
        possible_hands, truth = review.opponent_hands_at(turn)
        known = ", ".join(
            f"{self._words.hand_text(c.hand)} {percent_text(c.chance)}" for c in possible_hands[:6]
        )
        name = self._words.wording.name(turn.seat)
        self._terminal.say(
            terminal_text.known_hand_line(name, known),
            terminal_text.actual_hand_line(self._words.hand_text(truth)),
            *filter(None, (self._words.lower_checked_cost_sentence(turn),)),
            *self._words.reason_sentences(turn),
        )

    def retry_last_shown_turn(self) -> None:
        """Ask for a better turn than the last one shown.

        If no turn was shown yet, ask for a better turn than the worst one.
        """
        review = self._wait_for_review()
        moments = review.mistakes_worst_first() if review else ()
        if not moments:
            self._terminal.say(self._words.no_mistakes_sentence())
            return
        turn = moments[max(0, self._at)]
        quiz = self._reviews.attempt_at_turn(self._round_index, turn, self._seat)
        if quiz is not None:
            ask_position_question(self._terminal, quiz)

    def guess_turns(self) -> None:
        """Print the round turn by turn; before each turn of the player, ask for their choice."""
        review = self._wait_for_review()
        if review is None:
            self._terminal.say(terminal_text.round_not_judged_sentence())
            return
        guesses = GuessFirstReview(review)
        while True:
            turn = guesses.current_turn
            if guesses.awaits_guess:
                self._ask_guess(guesses, turn)
            self._terminal.say(*self._words.guess_lines(guesses, turn))
            if turn.seat == self._seat:
                made = self._words.numbered_turn_text(turn)
                self._terminal.say(made, *self._option_lines(turn))
            if not guesses.advance_to_next_turn():
                break
        self._terminal.say("", self._words.guess_summary(guesses))

    def _ask_guess(self, guesses: GuessFirstReview, turn: ReviewedTurn) -> None:
        quiz = QuestionAttempt(guesses.as_question(turn))
        self._terminal.say("", *position_lines(quiz, PuzzleSentences(quiz.question)))
        answers = [self._words.coach.turn_text(actions) for actions in guesses.turns_to_guess_from]
        place = ask_choice(self._terminal, self._words.guess_question(), answers)
        guesses.guess(guesses.turns_to_guess_from[place])

    def _option_lines(self, turn: ReviewedTurn) -> list[str]:
        """Return the best turns as lines, each with its chance to win the match."""
        return [
            f"  {self._words.coach.turn_text(actions)}: {percent_text(where.match)}"
            for actions, where, _share in turn.options[:4]
        ]

    def ask_turn_and_show_occurrences(self, services: ProgramServices) -> bool:
        """Ask for a turn of the player, and print saved rounds that reached the position before it.

        Returns:
            Whether the player has begun a match from one of them.
        """
        review = self._wait_for_review()
        if review is None:
            self._terminal.say(terminal_text.round_not_judged_sentence())
            return False
        turns = [turn for turn in review.turns if turn.seat == self._seat]
        if not turns:  # a round from a position may end before the player's first turn
            self._terminal.say(terminal_text.nothing_to_report_sentence())
            return False
        answers = [self._words.numbered_turn_text(turn) for turn in turns]
        place = ask_choice(self._terminal, terminal_text.look_before_turn_question(), answers, 0)
        search = TextPositionBrowser(self._terminal, services)
        search.browse_rounds(diagram_of_views((review.view_at(turns[place]),)))
        return search.has_begun_match

    def offer_swapped_seats(self, services: ProgramServices) -> bool:
        """Offer the same deal from the other seat; return whether the player begins that match."""
        self._terminal.say("", self._words.seat_swap_explanation())
        answers = [_("Swap seats"), _("Back")]
        if ask_choice(self._terminal, next_step_question(), answers, 0):
            return False
        return services.play_with_swapped_seats(self._reviews, self._round_index) is not None

    def _turn_line(self, turn: ReviewedTurn) -> str:
        made, better = self._words.played_and_better_turn(turn)
        cost = percent_text(-turn.match_loss, signed=True)
        return f"{MISTAKE_SIGNS[turn.mistake_class]:>2} {made}; {better} ({cost})"

    def _wait_for_review(self) -> RoundReview | None:
        """Wait until the judge has checked the mistakes; return None if that takes too long."""
        self._reviews.request_review_unless_complete(self._round_index)
        passed, is_announced = 0.0, False
        while passed < JUDGE_TIMEOUT:
            self._reviews.update()
            review = self._reviews.review_of(self._round_index, self._seat)
            if review is not None and review.is_checked:
                return review
            if not is_announced:
                self._terminal.say(self._words.progress_sentence(None))
                is_announced = True
            self._terminal.wait(POLL_SECONDS)
            passed += POLL_SECONDS
        return None


def show_reviews(terminal: Terminal, services: ProgramServices, reviews: MatchReviews) -> bool:
    """Show the reviews of a finished match until the player goes back.

    Returns:
        Whether the player has begun another match from it.
    """
    seats, chosen = reviews.reviewed_seats, 0
    if len(seats) > 1:
        names = [reviews.seats[seat].name for seat in seats]
        chosen = ask_choice(terminal, whose_turns_question(), names, 0)
    review = TextReview(terminal, reviews, seats[chosen])
    review.print_round()
    actions = (
        review.print_next_mistake,
        review.retry_last_shown_turn,
        review.guess_turns,
        *(_round_shower(review, n) for n in range(len(reviews))),
    )
    rounds = (terminal_text.round_of_total_title(n + 1, len(reviews)) for n in range(len(reviews)))
    answers = [_("Next mistake"), _("Try it again"), _("Guess first"), *rounds, _(POSITION_SEARCH)]
    if reviews.can_swap_seats:
        answers.append(_("The same deal from the other seat"))
    answers.append(_("Back"))
    while (place := ask_choice(terminal, next_step_question(), answers, 0)) < len(answers) - 1:
        if place < len(actions):
            actions[place]()
        elif (
            review.ask_turn_and_show_occurrences
            if place == len(actions)
            else review.offer_swapped_seats
        )(services):
            return True
    return False


def _round_shower(review: TextReview, round_index: int) -> Callable[[], None]:
    return lambda: review.print_round(str(round_index + 1))


def ask_position_question(terminal: Terminal, attempt: QuestionAttempt) -> None:
    """Ask a question about a position until it is solved or given up."""
    words = PuzzleSentences(attempt.question)
    terminal.say("", *position_lines(attempt, words))
    turns = [actions for actions, _where, _share in attempt.question.options]
    turns.sort(key=lambda actions: tuple(map(str, actions)))
    while not attempt.is_over:
        answers = [*(words.coach.turn_text(actions) for actions in turns), _("Show the answer")]
        place = ask_choice(terminal, words.question_sentence(), answers)
        if place == len(turns):
            attempt.give_up()
        else:
            attempt.judge_answer(turns[place])
        terminal.say(words.last_try_sentence(attempt))
        attempt.try_again()
    best = attempt.question.options[:4]
    terminal.say(*(words.turn_chance_line(actions, where.match) for actions, where, _share in best))
    terminal.say(*(line for line in (words.opponent_cards_sentence(),) if line))
    attempt.cancel_explanation()
