"""The study board in words: what is wrong with a position, what the judge thinks, and labels."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.ai.advice import Forecast, TurnLine
from hacktrick.app.study_session import MARKS, ROOT, Assessment, LikelyTurn, Study
from hacktrick.app.study_setup import SetUp, SetUpProblem, SetUpReason
from hacktrick.coach.possible_moves import Outcome, public_of
from hacktrick.game.actions import Action, parse
from hacktrick.game.cards import UNKNOWN_CARD, Card
from hacktrick.game.rules import Rules, Seat
from hacktrick.game.state import Facts
from hacktrick.game.view import Event, KnownSum, SeatInfo
from hacktrick.i18n.coach_text import CoachSentences, hand_text
from hacktrick.i18n.rulebook.code_pages import CODE_WORDS
from hacktrick.i18n.rulebook.editions import edition_title
from hacktrick.i18n.translator import N_, _

MAX_TURNS = 6
MAX_HANDS = 8

PROBLEMS: dict[SetUpReason, str] = {
    "EMPTY": N_("There is nothing to read."),
    "TOO_LONG": N_("The line is too long for a position."),
    "UNKNOWN_EDITION": N_("There is no edition “{word}”."),
    "UNKNOWN_OPTION": N_("The edition has no option “{word}”."),
    "NOT_A_FIELD": N_("“{word}” is not a name with a value."),
    "UNKNOWN_FIELD": N_("“{word}” is not part of a position."),
    "FIELD_TWICE": N_("“{word}” is there twice."),
    "FIELD_MISSING": N_("“{word}” is missing."),
    "NOT_IN_THIS_EDITION": N_("Codes belong to Battle of Wits."),
    "NOT_IN_THIS_PHASE": N_("“{word}” does not belong here."),
    "WRONG_NUMBER_OF_PARTS": N_("“{word}” needs one part for each player."),
    "NOT_A_NUMBER": N_("“{word}” is not a number that fits here."),
    "UNKNOWN_WORD": N_("“{word}” means nothing here."),
    "NOT_A_CARD": N_("“{word}” is not a card."),
    "TOO_MANY_COPIES": N_("There are only three cards of {word}."),
    "WRONG_NUMBER_OF_CARDS": N_("That is not a possible number of cards."),
    "SAME_CARD_TWICE": N_("In the row, {word} cannot follow itself."),
    "NO_DECK_LEFT": N_("No card is left for the deck."),
    "NOT_A_KEY": N_("“{word}” is not a key."),
    "KEY_TWICE": N_("Key {word} cannot hold markers of both sides."),
    "NOT_MARKERS": N_("“{word}” is not markers of one side."),
    "DOUBLE_TWICE": N_("A double can only be in one place."),
    "TOO_MANY_MARKERS": N_("A side has no more than ten markers."),
    "NO_MARKER_FOR_THE_DOUBLE": N_("The double in the supply counts as one of its markers."),
    "CODE_TWICE": N_("There is only one code of each kind."),
    "NO_SUCH_SEATING": N_("These players cannot lead and start."),
    "SEAT_DOES_NOT_ACT": N_("It cannot be that player’s turn."),
    "SUM_DOES_NOT_FIT": N_("The announced sum does not fit the cards."),
    "NOT_THE_START_OF_A_TURN": N_("A study begins at the start of a turn."),
    "OWN_CARDS_UNKNOWN": N_("All cards of the player who studies must be known."),
    "OWN_SUM_DOES_NOT_FIT": N_("Your cards do not fit the sum you announced."),
    "OTHER_SUM_DOES_NOT_FIT": N_("No hand of the other player fits what is known."),
    "ALREADY_WON": N_("This round has been won already."),
    "MATCH_IS_OVER": N_("At this score the match is over."),
    "NO_MARKERS_LEFT": N_("A side without markers has lost the round."),
}

DEPTHS: dict[str, str] = {
    "none": N_("Looking …"),
    "glance": N_("A first glance, one turn ahead."),
    "judged": N_("Judged like the highest level."),
    "checked": N_("Checked by a longer look."),
    "tried": N_("Checked, and mistakes played out."),
}

NO_JUDGE = N_("There is no judge for these rules.")
RUNNING_MATCH = N_("A running match cannot be studied: the judge would be an adviser.")
NO_HAND = N_("Choose whose cards you see: an onlooker knows no hand.")
ROUND_OVER = N_("The round is over here. Go back to a turn.")
FIXED_CARDS = N_("Fixed cards count as shown to all; earlier play is set aside.")
COPIED_LINE = N_("The line of the position is copied.")
NOT_A_POSITION = N_("The clipboard holds no position.")
KEPT = N_("The study is kept in your library.")
NOT_KEPT = N_("The study could not be kept.")
NO_CARDS_TO_DRAW = N_("The hidden cards cannot be dealt here.")
NOTHING_TO_UNDO = N_("There is nothing to undo.")
NOTHING_TO_REDO = N_("There is nothing to do again.")
NOT_POSSIBLE = N_("That is not possible here.")


def problem_sentence(problem: SetUpProblem) -> str:
    """Why a position cannot be, in one sentence."""
    return _(PROBLEMS[problem.reason]).format(word=problem.word[:40])


def edition_name(preset: str) -> str:
    """The name of an edition."""
    return edition_title(preset)


def code_name(code: str) -> str:
    """The name of a code."""
    return CODE_WORDS[code].name


def percent(chance: float) -> str:
    """A chance as a whole percentage, without its sign."""
    return str(round(100 * chance))


class StudySentences:
    """The sentences of a study.

    Args:
        viewer: the seat that studies.
    """

    def __init__(self, rules: Rules, seats: Sequence[SeatInfo], viewer: Seat) -> None:
        self.rules, self.seats, self.viewer = rules, seats, viewer
        others = [seat for seat in range(len(seats)) if seat != viewer]
        self._coach = CoachSentences(rules, self.name(others[0]))

    def name(self, seat: Seat) -> str:
        """The name of a player."""
        if self.seats[seat].name:
            return self.seats[seat].name
        return _("You") if seat == self.viewer else _("The other")

    def turn(self, actions: Sequence[Action]) -> str:
        """A turn in a few words."""
        return self._coach.turn_text(actions)

    def chances(self, forecast: Forecast) -> tuple[str, str, str]:
        """The chances to win one point, to win more, and to lose, as percentages."""
        lost = forecast.lose_1 + forecast.lose_2
        return percent(forecast.win_1), percent(forecast.win_2), percent(lost)

    def turn_line(self, line: TurnLine) -> str:
        """A turn with its chances."""
        one, two, lost = self.chances(line.forecast)
        sentence = _("{turn}: match {match} %; win 1: {one} %, win 2: {two} %, lose: {lost} %")
        match = percent(line.forecast.match)
        return sentence.format(turn=self.turn(line.actions), match=match, one=one, two=two, lost=lost)

    def depth(self, assessment: Assessment) -> str:
        """How deep the judge has looked."""
        if assessment.choices is not None:
            return _(NO_JUDGE)
        return _(DEPTHS[assessment.depth])

    def turn_lines(self, assessment: Assessment) -> list[str]:
        """The best turns, or what the other or the levels are likely to do."""
        if assessment.choices is not None:
            return list(self._coach.level_choice_lines(assessment.choices)[1:])
        if assessment.replies is not None:
            return [
                _("{turn}: {chance} %").format(turn=self.turn(actions), chance=percent(chance))
                for actions, chance in assessment.replies.replies[:MAX_TURNS]
                if chance >= 0.005
            ]
        return [self.turn_line(line) for line in assessment.lines[:MAX_TURNS]]

    def hand_lines(self, assessment: Assessment) -> list[tuple[str, float]]:
        """The likely hands of the other, likeliest first, with their chances."""
        odds = assessment.odds
        if odds is None:
            return []
        chips = sorted(odds.habits or odds.facts, key=lambda chip: -chip.chance)
        return [(hand_text(chip.hand), chip.chance) for chip in chips[:MAX_HANDS]]

    def likely_line(self, turns: Sequence[LikelyTurn]) -> str:
        """The line that is likely to follow; "" if nothing is known of it."""
        words = [
            _("{name}: {turn}").format(name=self.name(one.seat), turn=self.turn(one.actions))
            for one in turns
        ]
        return " → ".join(words)

    def reasons(self, assessment: Assessment) -> tuple[str, ...]:
        """Why the best turn is better than the one that was asked about, in the words of hints."""
        why = assessment.explanation
        if why is None:
            return ()
        heading = _("{best} rather than {other}:").format(
            best=self.turn(why.best), other=self.turn(why.played)
        )
        return (heading, *self._coach.reason_sentences(why))

    def verdict(self, assessment: Assessment, actions: Sequence[Action]) -> str:
        """The class of a turn by the judge; "" while it is not known."""
        judgement = assessment.judgement
        if judgement is None or assessment.depth in ("none", "glance"):
            return ""
        loss = judgement.loss(actions)
        return "" if loss is None else self._coach.mistake_class_name(loss.verdict)

    def event(self, event: Event) -> str:
        """An action that was tried, with what it revealed."""
        facts, name = event.facts, self.name(event.seat)
        text = self._action(event.action)
        told = ", ".join(
            _("{name} {sum}").format(name=self.name(seat), sum=total)
            for seat, total in facts.said
        )
        drawn = [card for card in facts.drawn if card != UNKNOWN_CARD]
        if drawn:
            text = _("{turn} {cards}").format(turn=text, cards=" ".join(map(str, drawn)))
        if facts.taken is not None:
            text = _("{turn}, takes {card}").format(turn=text, card=facts.taken)
        if told:
            text = f"{text} ({told})"
        return _("{name}: {turn}").format(name=name, turn=text)

    def _action(self, action: Action) -> str:
        return self.turn((action,))

    def outcome(self, outcome: Outcome) -> str:
        """What an action may reveal, with its chance."""
        return _("{text}: {chance} %").format(
            text=self.revealed(outcome.event.facts), chance=percent(outcome.chance)
        )

    def revealed(self, facts: Facts) -> str:
        """What an action revealed, in a few words."""
        cards = [card for card in facts.drawn if card != UNKNOWN_CARD]
        if cards:
            return _("the {card}").format(card=" ".join(map(str, cards)))
        if facts.said:
            return ", ".join(str(total) for _seat, total in facts.said)
        if facts.taken is not None:
            return _("the {card}").format(card=facts.taken)
        if facts.shown:
            return " ".join(map(str, facts.shown[0][1])) or "–"
        return _("nothing new")

    def tree_lines(self, study: Study) -> list[tuple[int, int, str]]:
        """The tree as lines: the number of the position, how far it is indented, and its text.

        A turn that is the only one tried stands below the one before without an indent.
        """
        found: list[tuple[int, int, str]] = []

        def add(number: int, indent: int) -> None:
            node = study.at(number)
            text = _("Start") if node.event is None else self.event(node.event)
            found.append((number, indent, f"{text} {node.mark}".rstrip()))
            after = study.children(number)
            for child in after[1:]:
                add(child, indent + 1)
            if after:
                add(after[0], indent)

        add(ROOT, 0)
        return found

    def position_title(self, study: Study) -> str:
        """Whose turn it is."""
        public = public_of(study.node.views)
        if public.result is not None:
            winner = public.seating.seats_of(public.result.side)[0]
            sentence = _("{name} has won the round.")
            return sentence.format(name=self.name(winner))
        return _("{name} to act").format(name=self.name(public.seat))

    def sum_text(self, told: KnownSum | None) -> str:
        """What an announced sum tells of a hand."""
        if told is None:
            return _("no sum")
        if not told.drawn:
            return _("sum {n}").format(n=told.total)
        return _("sum {n}, {k} drawn since").format(n=told.total, k=told.drawn)

    def setup_title(self, setup: SetUp) -> str:
        """Whose turn it is in a position that is set up."""
        order = [0, 1] if self.rules.n_seats == 2 else list(range(self.rules.n_seats))
        return _("{name} to act").format(name=self.name(order[setup.turn % len(order)]))


def card_text(card: Card) -> str:
    """A card of a hand; a question mark for an unknown one."""
    return "?" if card == UNKNOWN_CARD else str(card)


def mark_after(mark: str) -> str:
    """The mark that follows in the circle of marks."""
    return MARKS[(MARKS.index(mark) + 1) % len(MARKS)]


def action_of_text(text: str) -> Action:
    """The action that a word of the record names.

    Raises:
        NotationError: there is none.
    """
    return parse(text)
