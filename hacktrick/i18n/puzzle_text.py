"""Sentences about puzzles and the daily round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from hacktrick.app.puzzle_practice import QuestionAttempt, QuestionSource
from hacktrick.app.question_and_study_sessions import AnswerRefusal, PracticeHint
from hacktrick.coach.daily_round import OPPONENT_LEVEL, DailyOutcome
from hacktrick.coach.puzzles import PositionQuestion
from hacktrick.game.actions import Action
from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.state import PublicState, RevealedFacts
from hacktrick.game.transitions import apply_public_part
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.i18n.computer_players import level_name, level_title
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import percent_text
from hacktrick.i18n.table_report import sum_sentences
from hacktrick.i18n.translator import N_, _, date_text, label_with_value, ngettext
from hacktrick.i18n.turn_instructions import command_in_force_tag
from hacktrick.match.player_kinds import LEVEL_NUMBERS

PUZZLE_KIND_NAMES: dict[str, str] = {
    "best": N_("The best turn"),
    "home": N_("Win now"),
    "hold": N_("Defend"),
    "must": N_("What must they hold?"),
    "word": N_("Which order?"),
    "ask": N_("Ask or not?"),
    "points": N_("One or two?"),
    "tempo": N_("Draw or play?"),
}

QUESTION_SENTENCES: dict[str, str] = {
    "best": N_("Find the best turn."),
    "home": N_("Win the round whatever {name} holds."),
    "hold": N_("One turn keeps {name} from winning. Which?"),
    "must": N_("Work out what {name} holds, then move."),
    "word": N_("Which order goes with this card?"),
    "ask": N_("Is asking worth a marker?"),
    "points": N_("One point now, or wait for two?"),
    "tempo": N_("Which is better in this position?"),
}


class PuzzleSentences:
    """The sentences of a question about a position, addressed to the player whose turn it is."""

    def __init__(self, question: PositionQuestion) -> None:
        self.wording = MatchSentences(question.rules, question.seats)
        self.question = question
        self.name = self.wording.name(1 - question.seat)
        self.coach = CoachSentences(question.rules, self.name)

    def kind_name(self) -> str:
        return puzzle_kind_name(self.question.kind)

    def question_sentence(self) -> str:
        """Return the sentence that asks the question."""
        return _(QUESTION_SENTENCES[self.question.kind]).format(name=self.name)

    def marker_and_deck_lines(self) -> tuple[str, ...]:
        """Return lines about each side's markers and captured markers, and the size of the deck."""
        table, me = self.question.public, self.question.seat
        counted = (
            (_("Markers left: you {own}, {name} {other}"), table.supply),
            (_("Captured: you {own}, {name} {other}"), table.captured),
        )
        lines = [
            line.format(own=numbers[me], other=numbers[1 - me], name=self.name)
            for line, numbers in counted
        ]
        return (*lines, _("Cards in the deck: {n}").format(n=table.deck_size))

    def score_sentence(self) -> str:
        score, me = self.question.public.score, self.question.seat
        sentence = _("Score {own}:{other}, first to {n}")
        return sentence.format(own=score[me], other=score[1 - me], n=self.question.rules.target)

    def command_in_force_lines(self) -> tuple[str, ...]:
        """Return a line about the command that binds this turn; empty if there is none."""
        order = command_in_force_tag(self.wording, self.question.public)
        return (order,) if order else ()

    def original_choice_sentence(self) -> str:
        """Return a sentence about the choice in the original match and how good it was.

        The result is "" if the question is not from a match.
        """
        question = self.question
        loss = question.loss(question.made) if question.made else None
        if loss is None:
            return ""
        best = question.options[0][1].match
        return _(
            "Your choice then: {turn}. {chance} to win the match; the best turn has {best}."
        ).format(
            turn=self.coach.turn_text(question.made),
            chance=percent_text(best - loss * question.unit),
            best=percent_text(best),
        )

    def hint_sentence(self, hint: PracticeHint) -> str:
        """Return a hint as a sentence: where to look, or how to begin."""
        if hint.first is None:
            return self.coach.hint_focus_question(hint.focus)
        return _("Begin with this: {turn}.").format(turn=self.coach.turn_text((hint.first,)))

    def refusal_sentence(self, problem: AnswerRefusal) -> str:
        """Return a sentence saying why a turn does not count as an answer."""
        if problem == "card_is_given":
            return _("The card is chosen already: only the end of the turn is asked for.")
        return _("That order would change nothing here. End the turn another way.")

    def last_try_sentence(self, attempt: QuestionAttempt) -> str:
        """Return a sentence about the last try: whether it was right, and its cost if not.

        The result is "" before the first try.
        """
        if attempt.state == "solved":
            made = self.coach.turn_text(attempt.tried[-1])
            if attempt.last_try_cost > 0:
                return _("Right: {turn} is as good as the best.").format(turn=made)
            return _("Right: {turn}.").format(turn=made)
        if attempt.state == "missed":
            return _("The solution: {turn}.").format(
                turn=self.coach.turn_text(self.question.options[0][0])
            )
        if attempt.state == "wrong":
            return _("Not the best: {turn} wins the match {chance} less often.").format(
                turn=self.coach.turn_text(attempt.tried[-1]),
                chance=percent_text(attempt.last_try_cost),
            )
        return ""

    def tries_left_sentence(self, attempt: QuestionAttempt) -> str:
        """Return a sentence saying how many tries are left."""
        n = attempt.tries_left
        return ngettext("One try left.", "{n} tries left.", n).format(n=n)

    def opponent_reply_sentence(self, attempt: QuestionAttempt) -> str:
        """Return a sentence about the opponent's probable reply to the last wrong turn.

        The result is "" if the reply is unknown.
        """
        if attempt.explanation is None or not attempt.explanation.reply:
            return ""
        reply = attempt.explanation.reply
        public = self._public_after(attempt.tried[-1])
        if reply[0].verb != "play" or public is None or not public.row:
            return _("{name} would reply: {turn}.").format(
                name=self.name, turn=self.coach.turn_text(reply)
            )
        after = self._public_after((*attempt.tried[-1], reply[0]))
        key, taken = public.row[-1] + reply[0].card, 0
        if 1 <= key <= len(public.board):
            taken = public.markers_on(key, self.question.seat)
        if after is not None and after.result is not None:
            sentence = N_("{name} would reply with a {card}: {key} {n} wins the round.")
        elif taken:
            sentence = N_("{name} would reply with a {card} and take your marker on {key} {n}.")
        else:
            sentence = N_("{name} would reply with a {card}: {key} {n}.")
        return self.wording.say(sentence, name=self.name, card=reply[0].card, n=key)

    def _public_after(self, actions: Sequence[Action]) -> PublicState | None:
        """Return the public state after some actions; None if it depends on hidden cards."""
        public = self.question.public
        for action in actions:
            if action.verb == "ask":
                return None
            facts = (
                RevealedFacts(drawn=(UNKNOWN_CARD,)) if action.verb == "draw" else RevealedFacts()
            )
            public = apply_public_part(public, action, facts)
        return public

    def explanation_text(self, attempt: QuestionAttempt) -> str:
        """Return the reasons why the best turn is better than the tried one, as text.

        The result is "" until the question is over.
        """
        if attempt.explanation is None or not attempt.is_over:
            return ""
        return " ".join(
            self.coach.reason_or_gain_sentences(attempt.explanation, self.question.options[0][0])
        )

    def opponent_cards_sentence(self) -> str:
        """Return a sentence about the cards of the opponent; "" if they must not be revealed."""
        held = self.question.opponent_hand
        if held is None:
            return ""
        cards = " ".join(str(card) for card, n in enumerate(held) for _n in range(n))
        if not cards:
            return _("{name} held no cards.").format(name=self.name)
        return _("{name} held {cards}.").format(name=self.name, cards=cards)

    def turn_chance_line(self, actions: Sequence[Action], chance: float) -> str:
        return _("{turn}: {chance} %").format(
            turn=self.coach.turn_text(actions), chance=round(100 * chance)
        )


def known_fact_lines(question: PositionQuestion) -> list[str]:
    """Return lines about everything that the player in a question knows besides cards and keys.

    These are the score, the markers, the sums and the command that binds the player.
    """
    words, quiz = PuzzleSentences(question), QuestionAttempt(question)
    sums = [line for one in quiz.announced_sums() for line in sum_sentences(words.wording, one)]
    return [
        words.score_sentence(),
        *words.marker_and_deck_lines(),
        *sums,
        *words.command_in_force_lines(),
    ]


def position_lines(attempt: QuestionAttempt, sentences: PuzzleSentences) -> list[str]:
    """Return lines that describe the position of a question; the player's own cards come last.

    Args:
        sentences: the sentences of the question.
    """
    question, wording = attempt.question, sentences.wording
    table = question.public

    def cards_line(name: str, cards: Sequence[int]) -> str:
        return label_with_value(name, " ".join(map(str, cards)))

    keys = []
    for key, markers in enumerate(table.board, 1):
        for side, n in enumerate(markers):
            if n:
                double = "*" if table.double[side] == key else ""
                keys.append(f"{key} {wording.name(side)} {n}{double}")
    sums = [line for one in attempt.announced_sums() for line in sum_sentences(wording, one)]
    return [
        sentences.score_sentence(),
        cards_line(_("Row"), table.row),
        cards_line(_("Set aside"), table.aside),
        label_with_value(_("Markers"), ", ".join(keys) or "–"),
        *sentences.marker_and_deck_lines(),
        *sums,
        *sentences.command_in_force_lines(),
        cards_line(_("Your cards"), question.hand),
    ]


def answer_headline(attempt: QuestionAttempt) -> str:
    """Return the verdict on the last answer in a word or two; "" if there is none."""
    named = {"solved": _("Right!"), "wrong": _("Not the best"), "missed": _("The solution")}
    return named.get(attempt.state, "")


def chances_heading() -> str:
    """Return the heading above turns with their chances."""
    return _("Chances to win the match:")


def nothing_to_save_sentence() -> str:
    """Return a sentence saying that a question has no match to save as a copy."""
    return _("There is no match to save here.")


PUZZLE_PLAYERS = {"You", "Opponent"}
"""The players' names in the shipped puzzles; both were played by ``PUZZLE_LEVEL``."""
PUZZLE_LEVEL = 9


def name_puzzle_players(attempt: QuestionAttempt, person_name: str) -> None:
    """Name the players of a shipped puzzle: its solver, and the level ``PUZZLE_LEVEL``.

    Args:
        person_name: the name of the solver.
    """
    if {seat.name for seat in attempt.question.seats} == PUZZLE_PLAYERS:
        opponent = SeatInfo(level_name(PUZZLE_LEVEL), f"level:{PUZZLE_LEVEL}")
        attempt.set_players_shown(person_name, opponent)


def puzzle_kind_name(kind: str) -> str:
    """Return the name of a kind of puzzles."""
    return _(PUZZLE_KIND_NAMES[kind])


def player_name_or_someone(name: str) -> str:
    """Return a player's name, or "Someone" if it is empty."""
    return name or _("Someone")


def puzzle_heading(source: QuestionSource) -> str:
    """Return the heading above a question in a series."""
    quiz = source.attempt
    if source.origin == "retry":
        return _("Turn {n} again").format(n=source.place) if source.place else _("The start again")
    kind = (
        f"{difficulty_dots(quiz.question.miss_share)}  {PuzzleSentences(quiz.question).kind_name()}"
    )
    if source.origin == "today":
        return _("Today's puzzle: {kind}").format(kind=kind)
    if not source.total:
        return kind
    return _("{kind} {n}/{total}").format(kind=kind, n=source.place, total=source.total)


def puzzle_short_heading(source: QuestionSource) -> str:
    """Return a heading without the kind of question, which is already named beside the question."""
    if source.origin == "today":
        return _("Today's puzzle")
    if source.origin == "retry":
        return ""
    dots = difficulty_dots(source.attempt.question.miss_share)
    return f"{dots} {source.place}/{source.total}" if source.total else dots


def puzzle_share_line(source: QuestionSource) -> str:
    """Return a line for sharing the result of the puzzle of the day, without the answer.

    The line is "" for other puzzles, and until the puzzle is over.
    """
    quiz = source.attempt
    if source.origin != "today" or not quiz.is_over:
        return ""
    hard = difficulty_dots(quiz.question.miss_share)
    if quiz.state == "missed":
        return _("Hack Trick {day} {hard} not solved").format(day=date_text(source.day), hard=hard)
    sentence = ngettext(
        "Hack Trick {day} {hard} solved, {n} try",
        "Hack Trick {day} {hard} solved, {n} tries",
        len(quiz.tried),
    )
    return sentence.format(day=date_text(source.day), hard=hard, n=len(quiz.tried))


def daily_puzzle_line(tries: int | None) -> str:
    """Return the line below the name of today's puzzle, about the player's success.

    Args:
        tries: the number of tries that solved it; 0 if it was not solved, None if it was not tried.
    """
    if tries is None:
        return _("Same puzzle for everyone")
    ways = (_("Not solved"), _("Solved on the first try"), _("Solved on the second try"))
    return ways[tries] if tries < len(ways) else _("Solved on the third try")


def solved_count_line(n_solved: int, total: int) -> str:
    """Return a line with the number of solved puzzles, which says that only first tries count.

    Args:
        n_solved: the number of puzzles solved at the first try.
        total: the number of all puzzles.
    """
    return _("Solved on the first try: {n} of {total}").format(n=n_solved, total=total)


def solved_count_text(n_solved: int, total: int) -> str:
    """Return the number of solved puzzles of a kind as text, for use below a ``solved_count_line``.

    Args:
        n_solved: the number of puzzles solved at the first try.
        total: the number of all puzzles of the kind.
    """
    return _("{n} of {total}").format(n=n_solved, total=total)


def difficulty_dots(miss_share: float) -> str:
    """Return the difficulty of a question as filled and empty dots.

    Args:
        miss_share: the share of levels that answer wrongly, from 0 to 1.

    >>> difficulty_dots(0.1), difficulty_dots(0.9)
    ('●○○○', '●●●●')
    """
    filled = 1 + sum(miss_share > limit for limit in (0.2, 0.45, 0.7))
    return "●" * filled + "○" * (4 - filled)


class DailyResultRow(NamedTuple):
    """A player or level with their result in the daily round; ``won`` is None if it is unknown."""

    name: str
    outcome: str
    won: bool | None = None


def daily_round_player_names(player: str) -> tuple[str, str]:
    """Return the names in the daily round: the player's and the opponent's."""
    other = level_name(OPPONENT_LEVEL)
    name = player.strip() or _("Player {n}").format(n=1)
    return (name if name != other else f"{name} 1"), other


def daily_round_intro() -> str:
    """Return a few sentences that explain the daily round."""
    sentence = _(
        "Everyone plays this deal against {name} today. One round, and only your first "
        "try counts. Afterwards you see what each level did in your place."
    )
    return sentence.format(name=level_name(OPPONENT_LEVEL))


def recent_days_sentence(recent: Sequence[DailyOutcome | None], in_a_row: int) -> str:
    """Return a sentence about the results of the last seven days.

    The sentence also says on how many consecutive days the player played. It is "" if they did not
    play on any of these days.

    Args:
        recent: the result of each day; None for a day without a round.
        in_a_row: the number of consecutive days.
    """
    n_won = sum(one is not None and one.is_won for one in recent)
    n_lost = sum(one is not None and not one.is_won for one in recent)
    if not n_won + n_lost:
        return ""
    sentence = _("Last seven days: {won} won, {lost} lost.").format(won=n_won, lost=n_lost)
    if in_a_row < 2:
        return sentence
    days = ngettext("{n} day in a row.", "{n} days in a row.", in_a_row).format(n=in_a_row)
    return f"{sentence} {days}"


def daily_outcome_text(outcome: DailyOutcome) -> str:
    """Return a short description of the outcome of a daily round."""
    if outcome.is_won:
        sentence = ngettext(
            "won by {points} in {n} turn", "won by {points} in {n} turns", outcome.turns
        )
    else:
        sentence = ngettext(
            "lost by {points} in {n} turn", "lost by {points} in {n} turns", outcome.turns
        )
    return sentence.format(points=outcome.points, n=outcome.turns)


def daily_result_rows(
    own_result: DailyOutcome | None, levels: Mapping[int, DailyOutcome], playing: int | None
) -> tuple[DailyResultRow, ...]:
    """Return the results of the player and of each level; empty until the player has played.

    Args:
        own_result: the player's result; None if they have not played.
        levels: the result of each level that has played.
        playing: the level that is playing the round now.
    """
    if own_result is None:
        return ()
    found = [DailyResultRow(_("You"), daily_outcome_text(own_result), own_result.is_won)]
    for level in LEVEL_NUMBERS:
        known, name = levels.get(level), level_title(level)
        if known is None:
            found.append(DailyResultRow(name, _("is playing") if level == playing else "–"))
        else:
            found.append(DailyResultRow(name, daily_outcome_text(known), known.is_won))
    return tuple(found)


def won_and_lost_levels_lines(levels: Mapping[int, DailyOutcome]) -> tuple[str, ...]:
    """Return a line about the levels that won in the player's place, and one about the others."""
    lines = []
    for won in (True, False):
        numbers = [level for level in sorted(levels) if levels[level].is_won is won]
        if won:
            line = ngettext("Won by level {levels}.", "Won by the levels {levels}.", len(numbers))
        else:
            line = ngettext("Lost by level {levels}.", "Lost by the levels {levels}.", len(numbers))
        if numbers:
            lines.append(line.format(levels=", ".join(map(str, numbers))))
    return tuple(lines)


def surpassed_levels_sentence(own_result: DailyOutcome, levels: Mapping[int, DailyOutcome]) -> str:
    """Return a sentence saying how many levels the player has surpassed.

    The result is "" until all levels have played.
    """
    if len(levels) < len(LEVEL_NUMBERS):
        return ""
    better = sum(own_result.sort_key > one.sort_key for one in levels.values())
    alike = sum(own_result.sort_key == one.sort_key for one in levels.values())
    sentence = _("Better than {n} of {all} levels, as good as {m}.")
    if not alike:
        sentence = _("Better than {n} of {all} levels.")
    return sentence.format(n=better, m=alike, all=len(levels))


def daily_share_line(
    day: date, own_result: DailyOutcome | None, levels: Mapping[int, DailyOutcome]
) -> str:
    """Return a line for sharing a daily result without the cards; "" until the round is over.

    Args:
        own_result: the player's result; None until their round is over.
        levels: the results of the levels in the same deal.
    """
    if own_result is None:
        return ""
    sentence = _("Hack Trick round {day}: {outcome}")
    line = sentence.format(day=date_text(day), outcome=daily_outcome_text(own_result))
    better = sum(own_result.sort_key > one.sort_key for one in levels.values())
    if len(levels) < len(LEVEL_NUMBERS):
        return line
    sentence = _("{line}, better than {n} of {all} levels")
    return sentence.format(line=line, n=better, all=len(levels))
