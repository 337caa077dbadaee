"""Questions about a position, in words."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.game.actions import Action, Command, Pass, Play, Start
from hacktrick.play.quiz import Question
from hacktrick.seat.quiz import Quiz, Stream
from hacktrick.words.coaching import Coaching
from hacktrick.words.reviews import percent
from hacktrick.words.translator import N_, _, ngettext
from hacktrick.words.wording import Wording

KINDS: dict[str, str] = {
    "best": N_("The best turn"),
    "home": N_("Take it home"),
    "hold": N_("Hold"),
    "must": N_("What must be held?"),
    "word": N_("Say the word"),
    "ask": N_("Ask or not"),
    "points": N_("One or two"),
    "tempo": N_("Draw or play"),
}

ASKED: dict[str, str] = {
    "best": N_("Find the best turn."),
    "home": N_("Win the round whatever {name} holds."),
    "hold": N_("One turn keeps {name} from winning. Which?"),
    "must": N_("Work out what {name} holds, then make your turn."),
    "word": N_("Which word belongs to the card?"),
    "ask": N_("Is the question worth its marker?"),
    "points": N_("One point now, or wait for two?"),
    "tempo": N_("Draw or play?"),
}


class QuizWords:
    """The sentences of a question, for the seat that it is asked of."""

    def __init__(self, question: Question) -> None:
        self.wording = Wording(question.rules, question.seats)
        self.question = question
        self.name = self.wording.name(1 - question.seat)
        self._coaching = Coaching(question.rules, self.name)

    def kind(self) -> str:
        return kind_name(self.question.kind)

    def asked(self) -> str:
        return _(ASKED[self.question.kind]).format(name=self.name)

    def turn(self, actions: Sequence[Action]) -> str:
        return self._coaching.turn(actions)

    def choice(self, action: Action) -> str:
        """An action on its button."""
        if isinstance(action, Pass):
            return self._coaching.terms.pass_
        if isinstance(action, (Play, Start)) and not getattr(action, "double", False):
            return _("Card {card}").format(card=action.card)
        if isinstance(action, Play):
            return _("Card {card}, double").format(card=action.card)
        text = self._coaching.turn((action,))
        return text if isinstance(action, Command) else text[:1].upper() + text[1:]

    def stock(self) -> str:
        """Markers left and captured, of both sides."""
        table, me = self.question.table, self.question.seat
        told = _("Markers left {own} and {other}, captured {taken} and {lost}, deck {deck}")
        return told.format(
            own=table.supply[me],
            other=table.supply[1 - me],
            taken=table.captured[me],
            lost=table.captured[1 - me],
            deck=table.deck_size,
        )

    def score(self) -> str:
        score, me = self.question.table.score, self.question.seat
        told = _("Score {own}:{other}, first to {n} wins")
        return told.format(own=score[me], other=score[1 - me], n=self.question.rules.target)

    def outcome(self, quiz: Quiz) -> str:
        """What came of the last try."""
        if quiz.state == "solved":
            return _("Right: {turn}.").format(turn=self.turn(quiz.tried[-1]))
        if quiz.state == "missed":
            return _("The answer: {turn}.").format(turn=self.turn(self.question.options[0][0]))
        if quiz.state == "wrong":
            n = quiz.tries_left
            cost = _("{turn} costs {chance} of the match.").format(
                turn=self.turn(quiz.tried[-1]), chance=percent(quiz.cost)
            )
            left = ngettext("One more try.", "{n} more tries.", n).format(n=n)
            return f"{cost} {left}"
        return ""

    def why(self, quiz: Quiz) -> str:
        """Why the best turn is better than the one that was tried, and what punishes that."""
        if quiz.why is None:
            return ""
        lines = list(self._coaching.why(quiz.why)) if quiz.is_over else []
        if quiz.why.reply:
            told = _("The likeliest answer: {turn}.")
            lines.append(told.format(turn=self.turn(quiz.why.reply)))
        return " ".join(lines)

    def held(self) -> str:
        """What the other held, once that may be told."""
        held = self.question.held
        if held is None:
            return ""
        cards = " ".join(str(card) for card, n in enumerate(held) for _n in range(n))
        if not cards:
            return _("{name} held no cards.").format(name=self.name)
        return _("{name} held {cards}.").format(name=self.name, cards=cards)

    def option(self, actions: Sequence[Action], chance: float) -> str:
        return _("{turn}: {chance} %").format(turn=self.turn(actions), chance=round(100 * chance))


def kind_name(kind: str) -> str:
    """What a kind of puzzles is called."""
    return _(KINDS[kind])


def named_player(name: str) -> str:
    """A player, or nobody in particular."""
    return name or _("Somebody")


def heading_of(stream: Stream) -> str:
    """The title over a question."""
    quiz = stream.quiz
    if stream.origin == "retry":
        return _("Turn {n} again: find something better").format(n=stream.place)
    kind = f"{dots(quiz.question.hard)}  {QuizWords(quiz.question).kind()}"
    if stream.origin == "today":
        return _("Today's puzzle: {kind}").format(kind=kind)
    if not stream.total:
        return kind
    return _("{kind}, {n} of {total}").format(kind=kind, n=stream.place, total=stream.total)


def shared_line(stream: Stream) -> str:
    """A line for others that does not tell the answer; "" where there is nothing to share."""
    quiz = stream.quiz
    if stream.origin != "today" or not quiz.is_over:
        return ""
    hard = dots(quiz.question.hard)
    if quiz.state == "missed":
        return _("Hack Trick {day} {hard} not solved").format(day=stream.day, hard=hard)
    told = ngettext(
        "Hack Trick {day} {hard} solved, {n} try",
        "Hack Trick {day} {hard} solved, {n} tries",
        len(quiz.tried),
    )
    return told.format(day=stream.day, hard=hard, n=len(quiz.tried))


def dots(hard: float) -> str:
    """How hard a question is, as filled and empty dots.

    >>> dots(0.1), dots(0.9)
    ('●○○○', '●●●●')
    """
    filled = 1 + sum(hard > limit for limit in (0.2, 0.45, 0.7))
    return "●" * filled + "○" * (4 - filled)
