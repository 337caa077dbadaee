"""Sentences of reviews, replays and decision audits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hacktrick.app.match_reviews import AuditState, GuessFirstReview
from hacktrick.app.replay_session import (
    OPEN_PERSPECTIVE,
    BranchPlan,
    Perspective,
    ReplayPosition,
    ReplaySession,
)
from hacktrick.app.snapshot import HistoryEntry
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.review.round_review import LEDGER_LINES, ReviewedTurn, RoundReview
from hacktrick.fairness.computer_knowledge_at_decisions import AuditedDecision
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.editions import Rules
from hacktrick.game.state import Seat
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.coach_text import CoachSentences
from hacktrick.i18n.computer_players import level_name, nearest_existing_level
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.table_remarks import last_turn_of_other
from hacktrick.i18n.translator import N_, _, label_with_value, ngettext
from hacktrick.match.player_kinds import HUMAN, level_of
from hacktrick.match.player_kinds import player_for_level as player_text

MISTAKE_SIGNS: dict[str, str] = {"fine": "", "slip": "?!", "mistake": "?", "blunder": "??"}
"""The signs for classes of mistakes, as used in chess books."""

LEDGER_PART_NAMES: dict[str, str] = {
    "start": N_("At the start"),
    "deal": N_("The deal"),
    "draw": N_("Cards drawn"),
    "told": N_("What was said"),
    "reply": N_("{name}'s turns"),
    "mistakes": N_("Your mistakes"),
    "other": N_("{name}'s mistakes"),
    "sight": N_("Unexplained"),
    "end": N_("In the end"),
}
# Difference, in match chance, between the shown loss and the cost, from which it is explained.
NOTABLE_DIFFERENCE = 0.05
UNEXPLAINED_NOTE = N_("“Unexplained” is what the judge saw only later. It is not luck.")


class ReviewSentences:
    """The sentences of a round's review for one seat."""

    def __init__(self, rules: Rules, seats: Sequence[SeatInfo], seat: Seat) -> None:
        people = [n for n, info in enumerate(seats) if info.player == "human"]
        self.wording = MatchSentences(rules, seats, seat if people == [seat] else None)
        self.seat, self.other = seat, 1 - seat
        self.coach = CoachSentences(rules, self.wording.name(self.other))

    def seat_swap_explanation(self) -> str:
        """Return a sentence that explains playing a deal again from the other seat."""
        sentence = _(
            "The same deal, with {name} and {other} in swapped seats. It does not count "
            "for your rating."
        )
        return sentence.format(
            name=self.wording.name(self.seat), other=self.wording.name(self.other)
        )

    def chance_heading(self) -> str:
        """Return the heading of the curve with the reviewed player's chance to win the match."""
        yours, theirs = _("Your match chance"), _("Match chance of {name}")
        return self.wording.sentence_about_player(self.seat, yours, theirs)

    def knowledge_heading(self, turn: ReviewedTurn) -> str:
        """Return the heading above what the turn's player knew."""
        yours, theirs = _("As you knew it"), _("As {name} knew it")
        return self.wording.sentence_about_player(turn.seat, yours, theirs)

    def numbered_turn_text(self, turn: ReviewedTurn) -> str:
        """Return a description of a turn, with its number in the log."""
        made = self.coach.turn_text(turn.made)
        return label_with_value(turn_heading(turn.log_turn), made)

    def turn_with_player_text(self, turn: ReviewedTurn) -> str:
        """Return a description of a turn, with its number in the log and its player."""
        place = f"{turn_heading(turn.log_turn)}, {self.wording.name(turn.seat)}"
        return label_with_value(place, self.coach.turn_text(turn.made))

    def played_and_better_turn(self, turn: ReviewedTurn) -> tuple[str, str]:
        """Return two texts: the turn that was played, and the better turn."""
        return self.numbered_turn_text(turn), self.better_turn_text(turn)

    def better_turn_text(self, turn: ReviewedTurn) -> str:
        best = self.coach.turn_text(turn.options[0][0]) if turn.options else ""
        return _("better: {turn}").format(turn=best)

    def mistake_class_name(self, turn: ReviewedTurn) -> str:
        return self.coach.mistake_class_name(turn.mistake_class)

    def progress_sentence(self, review: RoundReview | None) -> str:
        """Return a sentence about the judge's progress with a review; "" when it is done."""
        if review is None:
            return _("Looking at the round …")
        if not review.is_checked:
            return _("A first look; possible mistakes are checked again.")
        return "" if review.is_complete else _("Working out the reasons …")

    def no_mistakes_sentence(self) -> str:
        return _("No turn cost enough to matter.")

    def no_mistakes_yet_sentence(self) -> str:
        """Return a sentence saying that none of the turns guessed so far was a mistake."""
        return _("No mistake so far.")

    def notable_turns_line(self, review: RoundReview | None) -> str:
        """Return a line with the number of turns worth a look, shown below the round's result."""
        if review is None or not review.is_checked:
            return _("Looking …")
        n = len(review.mistakes_worst_first())
        return _("Worth a look: {n}").format(n=n) if n else _("Nothing stands out")

    def reason_sentences(self, turn: ReviewedTurn) -> tuple[str, ...]:
        """Return the reasons why another turn is better; empty while they are unknown."""
        if turn.explanation is None:
            return ()
        better = turn.options[0][0] if turn.options else turn.explanation.best
        return self.coach.reason_or_gain_sentences(turn.explanation, better)

    def lower_checked_cost_sentence(self, turn: ReviewedTurn) -> str:
        """Return a sentence saying that a mistake costs less than its chances show.

        The chances are those of the first solution; the cost is the smaller cost of two solutions.
        The result is "" if the mistake does not cost less.
        """
        if not (turn.options and turn.is_mistake):
            return ""
        shown = turn.options[0][1].match - turn.value
        if shown - turn.match_loss < NOTABLE_DIFFERENCE:
            return ""
        cost = percent_text(turn.match_loss)
        return _("A longer search finds a smaller cost: {cost}.").format(cost=cost)

    def likeliest_reply_sentence(self, turn: ReviewedTurn) -> str:
        """Return a sentence about the opponent's most frequent reply to a turn that lost.

        The result is "" if there is no such reply.
        """
        if turn.explanation is None or not turn.explanation.reply:
            return ""
        sentence = _("{name} would then likely choose: {turn}.")
        reply = self.coach.turn_text(turn.explanation.reply)
        return sentence.format(name=self.wording.name(self.other), turn=reply)

    def hand_text(self, hand: Counts) -> str:
        return " ".join(map(str, cards_of(hand))) or "–"

    def guess_question(self) -> str:
        """Return the question of a review without spoilers, which asks for the player's choice."""
        return _("What would you do?")

    def guess_rule_sentence(self) -> str:
        """Return a sentence saying that a review without spoilers answers only after the guess."""
        return _("The judge answers once you have chosen.")

    def guess_wait_sentence(self) -> str:
        """Return a sentence saying that guessing must wait until the round has been checked."""
        return _("One moment: you can guess once the round is judged.")

    def guess_lines(
        self, guess_first_review: GuessFirstReview, turn: ReviewedTurn
    ) -> tuple[str, ...]:
        """Return lines about a turn of a review without spoilers, once the turn is revealed.

        The lines describe the player's guess and its quality, or the opponent's turn.
        """
        if turn.seat != self.seat:
            made = [one.concealed() if one.hidden_from == "others" else one for one in turn.made]
            sentence = _("{name} chose: {turn}.")
            return (
                sentence.format(name=self.wording.name(turn.seat), turn=self.coach.turn_text(made)),
            )
        guess = guess_first_review.guess_of_turn(turn.number - 1)
        if not guess:
            return ()
        is_right = guess_first_review.is_guess_right(turn.number - 1)
        verdict = _("That is as good as the best turn.") if is_right else ""
        answer = _("Your answer: {turn}.").format(turn=self.coach.turn_text(guess))
        return (answer, verdict) if verdict else (answer, self.better_turn_sentence(turn))

    def better_turn_sentence(self, turn: ReviewedTurn) -> str:
        best = self.coach.turn_text(turn.options[0][0]) if turn.options else ""
        return _("Better: {turn}.").format(turn=best)

    def guess_summary(self, guess_first_review: GuessFirstReview) -> str:
        """Return a sentence about the number of guesses that were as good as the best turn."""
        right, n = guess_first_review.n_right_and_all_guesses
        return _("End of the round. As good as the best turn: {right} of {n} answers.").format(
            right=right, n=n
        )

    def chance_change_lines(self, review: RoundReview) -> tuple[tuple[str, str], ...]:
        """Return the causes of changes in the chance to win, each with its percentage."""
        parts = review.chance_changes_by_cause()
        name = self.wording.name(self.other)
        ends = ("start", "end")
        return tuple(
            (
                _(LEDGER_PART_NAMES[key]).format(name=name),
                percent_text(parts[key], signed=key not in ends),
            )
            for key in LEDGER_LINES
        )

    def error_rate_sentence(self, review: RoundReview) -> str:
        """Return a sentence with the error rate in a round and its uncertainty."""
        rate, free = review.error_rate_and_choices()
        sentence = _("Error rate {rate} ± {error}, from {n} free decisions")
        return sentence.format(rate=round(rate), error=75, n=free)


def whose_turns_question() -> str:
    """Return the question whose turns a review should show."""
    return _("Whose turns do you want to see?")


def percent_text(share: float, signed: bool = False) -> str:
    """Return a share as a whole percentage.

    Args:
        signed: whether positive numbers get a plus sign.

    >>> percent_text(0.274), percent_text(-0.274, signed=True), percent_text(0.001, signed=True)
    ('27 %', '−27 %', '0 %')
    """
    number = round(100 * share)
    sign = "−" if number < 0 else "+" if signed and number > 0 else ""
    return f"{sign}{abs(number)} %"


def turn_heading(turn: int) -> str:
    """Return the name of a turn by its number in the log, where 0 is the start card."""
    return _("Turn {n}").format(n=turn) if turn else _("Start of the round")


def position_before_turn_label(turn: int) -> str:
    """Return the name of the position before a turn, by its number; 0 is the start card."""
    return _("Before turn {n}").format(n=turn) if turn else _("Before the start card")


def curve_point_text(turn: int, known: float, opened: float | None, mistake: str) -> str:
    """Return a description of a point of the curve, which shows the match chance before each turn.

    Args:
        turn: the number of the turn in the log; 0 for the start card.
        known: the chance given what was known then.
        opened: the chance with open cards; None while it is not known.
        mistake: the class of the mistake made in this turn; "" for none.
    """
    parts = [label_with_value(turn_heading(turn), percent_text(known))]
    if opened is not None:
        parts.append(label_with_value(_("all cards open"), percent_text(opened)))
    return ", ".join([*parts, mistake] if mistake else parts)


def note_line(text: str) -> str:
    """Return a player's note on a turn in quotation marks; "" if there is no note."""
    return _("Note: {text}").format(text=text) if text else ""


def must_guess_first_sentence() -> str:
    """Return a sentence saying why a page with spoilers stays closed until the player guesses."""
    return _("This tells too much while you guess.")


def note_needs_saved_match_sentence() -> str:
    """Return a sentence saying that only a turn of a saved match can have a note."""
    return _("Only matches in your library can have notes.")


def perspective_name(replay: ReplaySession, perspective: Perspective) -> str:
    """Return the name of a perspective from which a replay can be watched."""
    if isinstance(perspective, int):
        return replay.seats[perspective].name
    return _("all cards open") if perspective == OPEN_PERSPECTIVE else _("a spectator")


def perspective_sentence(replay: ReplaySession) -> str:
    """Return a sentence saying whose knowledge a replay shows."""
    eye = replay.perspective
    if isinstance(eye, int):
        return _("As {name} knew it").format(name=replay.seats[eye].name)
    return _("All cards open") if eye == OPEN_PERSPECTIVE else _("As a spectator saw it")


def replay_place_text(replay: ReplaySession) -> str:
    """Return the round and the action at which a replay stands, with their totals, as text."""
    return _("Round {number} of {count}, action {n} of {all}").format_map(_place_fields(replay))


def short_replay_place_text(replay: ReplaySession) -> str:
    """Return the round and the action at which a replay stands, as text in a short form."""
    return _("Round {number}/{count}, action {n}/{all}").format_map(_place_fields(replay))


def _place_fields(replay: ReplaySession) -> dict[str, int]:
    number, action = replay.position
    n_actions = replay.n_actions_in_round(number)
    return {"number": number + 1, "count": replay.n_rounds, "n": action, "all": n_actions}


def last_action_text(replay: ReplaySession, wording: MatchSentences) -> str:
    """Return a description of the last action before the place of a replay.

    The text says only what the replay's perspective knows. A pass is described with its whole turn.
    """
    entries, public = replay.entries, replay.public
    if not entries:
        return _("The cards are dealt.")
    if entries[-1].event.action.verb == "pass" and public.result is None:
        turn = last_turn_of_other(wording, entries, None)
        return turn.sentence if turn is not None else ""
    if public.result is None:
        return (*wording.event_lines(entries[-1]), wording.event_line(entries[-1]))[0]
    side = wording.side_name(public, public.result.side)
    if len(public.seating.seats_of(public.result.side)) == 2:
        return _("{names} win the round").format(names=side)
    return _("{name} wins the round").format(name=side)


USUAL_LEVEL = 6


@dataclass(slots=True)
class BranchChoices:
    """The player's choices for continuing a match from a replay.

    Attributes:
        names: the names in the original match, by seat.
        players: the players in the original match, by seat.
        place: the place of the replay.
        seat: the seat that the player takes.
        level: the level of all other players.
        is_dealt_anew: whether hidden cards are dealt again.
        is_from_deal: whether to continue from the deal of the round instead of ``place``.
    """

    names: tuple[str, ...]
    players: tuple[str, ...]
    place: ReplayPosition
    seat: Seat
    level: int
    is_dealt_anew: bool = True
    is_from_deal: bool = False

    def branch_plan(self) -> BranchPlan:
        place = ReplayPosition(self.place.round, 0) if self.is_from_deal else self.place
        return BranchPlan(place, self._new_seats(), self.seat if self.is_dealt_anew else None)

    def _new_seats(self) -> tuple[SeatInfo, ...]:
        """Return the seats of the new match: a person in the chosen seat, else computers."""
        level, names = level_name(self.level), []
        computer = player_text(self.level)
        for n in range(len(self.names)):
            names.append(self._own_name() if n == self.seat else level)
        repeated = {name for name in names if names.count(name) > 1}
        return tuple(
            SeatInfo(
                f"{name} {n + 1}" if name in repeated else name,
                HUMAN if n == self.seat else computer,
            )
            for n, name in enumerate(names)
        )

    def _own_name(self) -> str:
        people = [
            name
            for name, player in zip(self.names, self.players, strict=True)
            if level_of(player) is None
        ]
        if level_of(self.players[self.seat]) is None:
            return self.names[self.seat]
        return people[0] if people else _("Player {n}").format(n=self.seat + 1)


def default_branch_choices(replay: ReplaySession) -> BranchChoices:
    """Return the default choices: the seat whose perspective is shown, and the original level."""
    levels = [level_of(seat.player) for seat in replay.seats]
    known = [level for level in levels if level is not None]
    seat = replay.perspective if isinstance(replay.perspective, int) else None
    if seat is None:
        seat = levels.index(None) if None in levels else 0
    level = nearest_existing_level(known[0] if known else USUAL_LEVEL)
    names = tuple(one.name for one in replay.seats)
    players = tuple(one.player for one in replay.seats)
    return BranchChoices(names, players, replay.position, seat, level)


MAX_HANDS = 4  # maximum number of hands in a sentence


def repeated_decision_sentence(state: AuditState) -> str:
    """Return a sentence saying whether the repeated decision gave the same action."""
    return {
        "waiting": _("rechecking …"),
        "same": _("rechecked from this view alone: same decision"),
        "other": _("rechecked from this view alone: another decision"),
        "no_proof": _("not rechecked: the round was dealt by plain chance"),
        "clock": _("not rechecked: the clock cut it short"),
        "elsewhere": _("cannot be rechecked here: another program or computer decided"),
    }[state]


def decision_text(wording: MatchSentences, entry: HistoryEntry) -> str:
    """Return a description of a player's decision."""
    lines = wording.event_lines(entry)
    if lines:
        return lines[0]
    return _("{name} gives no order.").format(name=wording.name(entry.event.seat))


def knowledge_lines(wording: MatchSentences, decision: AuditedDecision) -> tuple[str, ...]:
    """Return lines about the cards that a computer player knew, and those that it could not see."""
    own = _("{name} held {cards}.").format(
        name=wording.name(decision.seat), cards=_cards_text(decision.hands[decision.seat])
    )
    hidden = [
        wording.sentence_about_player(
            seat,
            _("It could not see your cards: {cards}."),
            _("It could not see {name}'s cards: {cards}."),
            cards=_cards_text(hand),
        )
        for seat, hand in enumerate(decision.hands)
        if seat != decision.seat and hand
    ]
    return (own, *_known_sum_lines(wording, decision), *hidden)


def possible_hand_lines(wording: MatchSentences, odds: HandOdds | None) -> tuple[str, ...]:
    """Return lines about the hands possible by counting, and the risk that one wins."""
    if odds is None:
        return ()
    ranked = sorted(odds.counted_hands, key=lambda possible: -possible.chance)
    hand = _("{cards} ({chance} %)")
    hands = [
        hand.format(cards=_cards_text(cards_of(possible.hand)), chance=round(100 * possible.chance))
        for possible in ranked[:MAX_HANDS]
    ]
    n_more, listed = len(ranked) - len(hands), ", ".join(hands)
    yours = _("By counting, you could have held {listed}.")
    theirs = _("By counting, {name} could have held {listed}.")
    if n_more:
        yours = ngettext(
            "By counting, you could have held {listed}, or {n} more hand.",
            "By counting, you could have held {listed}, or {n} more hands.",
            n_more,
        )
        theirs = ngettext(
            "By counting, {name} could have held {listed}, or {n} more hand.",
            "By counting, {name} could have held {listed}, or {n} more hands.",
            n_more,
        )
    possible = wording.sentence_about_player(odds.seat, yours, theirs, listed=listed, n=n_more)
    fear = sum(possible.chance for possible in ranked if possible.threat == "wins")
    if fear:
        yours, theirs = (
            _("Risk that you win at once: {chance} %."),
            _("Risk that {name} wins at once: {chance} %."),
        )
    else:
        yours, theirs = _("You could not win at once."), _("{name} could not win at once.")
    return (
        possible,
        wording.sentence_about_player(odds.seat, yours, theirs, chance=round(100 * fear)),
    )


def _cards_text(hand: tuple[int, ...]) -> str:
    return " ".join(map(str, hand)) or _("none")


def _known_sum_lines(wording: MatchSentences, decision: AuditedDecision) -> list[str]:
    """Return a line about the last announced sum of each other player."""
    yours, theirs = _("It had heard your sum: {sum}."), _("It had heard {name}'s sum: {sum}.")
    return [
        wording.sentence_about_player(seat, yours, theirs, sum=sum_)
        for seat, sum_ in decision.announced_sums.items()
    ]
