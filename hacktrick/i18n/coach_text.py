"""The coach's sentences: hints, reasons with figures, the tutor, odds, and refusals of help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hacktrick.app.live_coach import COUNTING_AIDS
from hacktrick.app.match_session import MatchSession
from hacktrick.app.settings import Settings
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.hints import HintFocus, HintIdea, HintTurns, LevelChoices
from hacktrick.coach.judgement import PositionJudgement
from hacktrick.coach.reason_finder import Explanation, Reason
from hacktrick.game.actions import (
    Action,
)
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.editions import Rules
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.rulebook.code_pages import CODE_WORDS
from hacktrick.i18n.terms import EditionTerms, edition_terms, term_translator
from hacktrick.i18n.translator import N_, _

ABOUT_EQUAL = N_("About equal: choose freely.")
FOCUS_QUESTIONS: dict[str, str] = {
    "start": N_("Which start card leaves you the most choices?"),
    "win": N_("You can win now. Or is there more to gain?"),
    "danger": N_("{name} wins on {key} {listed}. Which of your cards allows it?"),
    "obliged": N_("You must play. What does each card leave open?"),
    "ask": N_("You can ask. Would the sum change your choice?"),
    "capture": N_("You can capture a marker of {name}. Is it worth it?"),
    "plain": N_("Which last card helps {name} least?"),
    "words": N_("Is an order worth a marker here?"),
    "answer": N_("Will you win this round one time in four? Then call."),
    "free": ABOUT_EQUAL,
}

HINT_THEME_PHRASES: dict[str, str] = {
    "win": N_("winning now"),
    "ask": N_("asking"),
    "draw": N_("drawing"),
    "double": N_("placing the double"),
    "capture": N_("capturing"),
    "quiet": N_("a quiet card"),
    "start": N_("a start card"),
    "words": N_("giving no order"),
    "power": N_("using your code"),
}

CERTAINTY_SENTENCES: dict[str, str] = {
    "provisional": N_("A first look; still thinking."),
    "checked": "",
    "close": N_("Too close to call."),
}

REASON_SENTENCES: dict[str, str] = {
    "wins_now": N_("It wins the round now."),
    "last_marker": N_("The other choice spends your last marker."),
    "other_finishes": N_(
        "{name} could then win with {best} of {n} possible hands; "
        "after the other choice, with {played}."
    ),
    "own_answers": N_(
        "You could win after {best} of six replies; with the other choice, after {played}."
    ),
    "worth_waiting": N_(
        "One {point} now wins the match {played} % of the time; waiting, {best} %."
    ),
    "double_useless": N_("At this score the double gains nothing."),
    "lost_at_once": N_(
        "{name} won at once in {best} test games; after the other choice, in {played}."
    ),
    "taken_at_once": N_(
        "{name} captured a marker at once in {best} test games; "
        "after the other choice, in {played}."
    ),
    "wins_next": N_(
        "You won on your next turn in {best} test games; with the other choice, in {played}."
    ),
    "takes_next": N_(
        "You captured a marker next turn in {best} test games; with the other choice, in {played}."
    ),
    "obliged": N_(
        "You had to play next turn in {best} test games; after the other choice, in {played}."
    ),
    "two_points": N_("This won two {points} in {best} test games; the other choice, in {played}."),
    "comes_out_better": N_(
        "This won the round in {best} test games; the other choice, in {played}."
    ),
    "ask_tells": N_("The answer could be any of {n} sums."),
    "ask_changes": N_("The answer would change your move in {best} of {n} cases."),
    "ask_idle": N_("The answer would change your move in only {played} of {n} cases."),
    "ask_pays": N_("Asking gains {best} % to win the match; the marker is worth {played} %."),
    "ask_costs": N_(
        "The captured marker is worth {best} % to win the match, the answer only {played} %."
    ),
    "tells_less": N_(
        "By counting, {name} would guess your hand {best} % of the time; after the "
        "other choice, {played} %. That is worth {n} % of the match."
    ),
    "reads_less": N_(
        "From your play, {name} would guess your hand {best} % of the time; after the "
        "other choice, {played} %. That is worth {n} % of the match."
    ),
    "levels": N_("{weaker} makes the other choice too; {stronger} and up never do."),
}
GAIN = N_("It wins the match {n} % more often than {turn}.")
SMALL_GAIN = N_("It is about as good as {turn}.")

CONTRADICTED = N_("In {n} test games the other choice did better. The search disagrees.")

COST_SENTENCES: dict[str, str] = {
    "something": N_("This costs you a little."),
    "much": N_("This costs you a lot."),
    "very_much": N_("This may cost you the match."),
}

MISTAKE_CLASS_NAMES: dict[str, str] = {
    "fine": N_("fine"),
    "slip": N_("slip"),
    "mistake": N_("mistake"),
    "blunder": N_("blunder"),
}

HAND_THREAT_NAMES: dict[str, str] = {
    "wins": N_("wins now"),
    "takes": N_("captures one"),
    "harmless": N_("harmless"),
}


ODDS_TITLES: dict[str, str] = {
    "hands": N_("What {name} may hold"),
    "mine": N_("What {name} may think you hold"),
    "keys": N_("What {name} can reach"),
}
KEY_AND_NUMBER = N_("{key} {n}")
MAX_HANDS = 8  # maximum number of hands listed on a page of odds


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A hand or a key with its probability.

    Attributes:
        chance: the probability by counting, from 0 to 1.
        other: the probability that also takes the players' habits into account.
    """

    text: str
    chance: float
    chance_by_habits: float | None = None


@dataclass(frozen=True, slots=True)
class OddsPage:
    """The lines of a page of odds, and a note below them."""

    lines: tuple[OddsLine, ...] = ()
    note: str = ""


def _power_text(code: str, action: Action) -> str:
    """Return a description of the use of a code's power: its button's label and the cards given."""
    button = CODE_WORDS[code].button
    assert button is not None
    return " ".join((button.label(_), *map(str, action.cards_from_hand)))


def game_count_text(share: float, n_games: int) -> str:
    """Return a percentage of ``n_games`` test games as a count, such as "7 of 20".

    Args:
        share: the percentage, from 0 to 100.
    """
    count = round(share * n_games / 100)
    if count in (0, n_games):
        return (_("all {n}") if count else _("none of {n}")).format(n=n_games)
    return _("{count} of {n}").format(count=count, n=n_games)


class CoachSentences:
    """The coach's sentences in one match.

    Args:
        name: the opponent's name.
    """

    def __init__(self, rules: Rules, name: str) -> None:
        self.name = name
        self.terms: EditionTerms = edition_terms(rules, _)
        self._say = term_translator(rules, _)

    def hint_focus_question(self, focus: HintFocus) -> str:
        """Return the first step of a hint: a question about where to look."""
        keys = ", ".join(map(str, focus.keys))
        sentence = FOCUS_QUESTIONS[focus.code]
        fields = {"name": self.name, "listed": keys}
        return self._say(sentence, **fields)

    def turn_theme_phrase(self, theme: str) -> str:
        """Return a noun phrase for the theme of a turn."""
        named = {"order": self.terms.play_order, "block": self.terms.guard_order}
        named |= {"call": _("calling"), "fold": _("folding")}
        return named.get(theme) or _(HINT_THEME_PHRASES[theme])

    def hint_idea_sentence(self, idea: HintIdea) -> str:
        """Return the second step of a hint: the idea."""
        best = self.turn_theme_phrase(idea.best)
        if idea.other is None:
            return _("Try {best}.").format(best=best)
        other = self.turn_theme_phrase(idea.other)
        if idea.is_equal:
            return _("Try {best}; {other} is just as good.").format(best=best, other=other)
        return _("Try {best}; {other} is weaker.").format(best=best, other=other)

    def hint_turn_lines(self, hint: HintTurns) -> tuple[str, ...]:
        """Return the third step of a hint: a line for each turn, and the judge's certainty."""
        lines = tuple(
            _("{turn}: {chance} %").format(
                turn=self.turn_text(line.actions), chance=round(100 * line.forecast.match)
            )
            for line in hint.turns
        )
        state = self.certainty_sentence(hint.state)
        return (*lines, state) if state else lines

    def certainty_sentence(self, state: str) -> str:
        """Return a sentence about the judge's certainty of the turns; "" if none is needed."""
        return _(CERTAINTY_SENTENCES[state]) if CERTAINTY_SENTENCES[state] else ""

    def level_choice_lines(self, choices: LevelChoices) -> tuple[str, ...]:
        """Return lines about the choices of some computer levels, for rules without a judge."""
        head = _("No judge knows these rules. Other levels would do this:")
        lines = (
            _("{name}: {turn}").format(name=level_name(level), turn=self.turn_text((action,)))
            for level, action in choices.choices
        )
        return (head, *lines)

    def turn_text(self, actions: Sequence[Action]) -> str:
        """Return a short description of a whole turn."""
        order = ", ".join(part for action in actions if (part := self._action_text(action)))
        return order or _("no order")

    def _action_text(self, action: Action) -> str:
        if action.row_card is not None:
            is_double = action.verb == "play" and action.double
            sentence = _("the {card} with the double") if is_double else _("the {card}")
            return sentence.format(card=action.row_card)
        if action.verb == "command":
            return self.terms.play_order if action.kind == "play" else self.terms.guard_order
        if action.verb == "pass":
            return ""
        if action.verb == "draw":
            return _("draw")
        if action.stage == "answer":
            return _("call") if action.verb == "call" else _("fold")
        if action.power_code is not None:
            return _power_text(action.power_code, action)
        return _("ask") if action.verb == "ask" else str(action)

    def turn_advice_sentence(self, actions: Sequence[Action], row: Sequence[int]) -> str:
        """Return a turn as advice, such as "Your 3 marks key 5; then say “Play!”."

        Args:
            actions: the actions of the turn.
            row: the cards of the row, which the cards of the turn follow.
        """
        first, last = actions[0], actions[-1]
        if first.verb == "play":
            fields = {"card": first.card, "n": row[-1] + first.card}
            order = self._command_text(last)
            if first.double and order:
                sentence = N_("Your {card} puts the double on {key} {n}; then say {order}.")
            elif first.double:
                sentence = N_("Your {card} puts the double on {key} {n}.")
            elif order:
                sentence = N_("Your {card} marks {key} {n}; then say {order}.")
            else:
                sentence = N_("Your {card} marks {key} {n}.")
            return self._say(sentence, order=order, **fields)
        if first.verb == "start":
            return _("Start the row with your {card}.").format(card=first.card)
        if first.verb == "draw":
            return _("Draw a card.")
        if first.verb == "ask":
            return _("Ask first: a captured marker pays for it.")
        if order := self._command_text(first):
            return _("Say {order}.").format(order=order)
        return _("Just end your turn.") if first.verb == "pass" else self.turn_text(actions)

    def _command_text(self, action: Action) -> str:
        """Return a command as it is spoken; "" for any other action."""
        if action.verb != "command":
            return ""
        return self.terms.play_order if action.kind == "play" else self.terms.guard_order

    def reason_sentences(self, explanation: Explanation) -> tuple[str, ...]:
        """Return the reasons why one turn is better.

        If no reason passed its test, the result is a single sentence about the gain. If the
        play-outs contradicted the search, a sentence after the first reason says so.
        """
        reasons = tuple(self.reason_sentence(reason) for reason in explanation.shown_reasons)
        if explanation.is_contradicted_by_playouts:
            return (*reasons[:1], _(CONTRADICTED).format(n=explanation.n_playouts))
        return reasons or (self.gain_sentence(explanation),)

    def reason_or_gain_sentences(
        self, explanation: Explanation, turn: Sequence[Action]
    ) -> tuple[str, ...]:
        """Return the reasons for a turn, or only its gain if the reasons are about another turn."""
        is_same = explanation.best[:1] == tuple(turn)[:1]
        return self.reason_sentences(explanation) if is_same else (self.gain_sentence(explanation),)

    def gain_sentence(self, explanation: Explanation) -> str:
        """Return a sentence saying how much more often the better turn wins the match."""
        return self._gain_text(explanation.loss.match, explanation.played)

    def _gain_text(self, share: float, turn: Sequence[Action]) -> str:
        gain, other = round(100 * share), self.turn_text(turn)
        return _(GAIN).format(n=gain, turn=other) if gain else _(SMALL_GAIN).format(turn=other)

    def gain_sentence_without_reasons(self, judgement: PositionJudgement) -> str:
        """Return a sentence about the best turn's gain over the second best, without reasons."""
        best = judgement.recommended_turn
        lines = (judgement.second or judgement.first).turns
        others = [line for line in lines if line.actions != best.actions]
        other = max(others, key=lambda line: line.forecast.match, default=None)
        if other is None:
            return only_legal_turn_sentence()
        gain = best.forecast.match - other.forecast.match
        return self._gain_text(gain, other.actions) if gain > 0 else _(ABOUT_EQUAL)

    def reason_sentence(self, reason: Reason) -> str:
        """Return a sentence that gives one reason with its figures."""
        best, played = self._reason_figures(reason)
        if reason.code == "ask_idle" and not played:
            return _("The answer would not change your move.")
        return self._say(
            REASON_SENTENCES[reason.code],
            name=self.name,
            best=best,
            played=played,
            n=reason.n,
            weaker=level_name(int(reason.played)),
            stronger=level_name(int(reason.best)),
        )

    def _reason_figures(self, reason: Reason) -> tuple[int | str, int | str]:
        """Return the figures of the best and of the played turn, as the sentence writes them."""
        if reason.source == "playouts":
            return game_count_text(reason.best, reason.n), game_count_text(reason.played, reason.n)
        factor = 100 if reason.source in ("score", "price") else 1
        return round(factor * reason.best), round(factor * reason.played)

    # Methods for the tutor's judgement and for the chances of winning.

    def cost_sentence(self, size: str) -> str:
        """Return a sentence about the cost of a turn, in words.

        Args:
            size: "something", "much" or "very_much".
        """
        return _(COST_SENTENCES[size])

    def mistake_class_name(self, name: str) -> str:
        """Return the name of a class of mistakes."""
        return _(MISTAKE_CLASS_NAMES[name])

    def hand_threat_name(self, use: str) -> str:
        """Return a short text about what a possible hand could do next."""
        return _(HAND_THREAT_NAMES[use])

    def further_hands_sentence(self, n_hands: int, chance: float) -> str:
        """Return a sentence with the number of further hands and their total probability."""
        return _("And {n} more, {chance} %.").format(n=n_hands, chance=round(100 * chance))

    def odds_page(
        self, odds: HandOdds, page: str, habits: bool, max_hands: int = MAX_HANDS
    ) -> OddsPage:
        """Return a page of odds.

        Args:
            odds: the opponent's possible hands and what they imply.
            page: "hands", "mine" or "keys".
            habits: whether to add the probabilities that take habits into account.
            max_hands: the maximum number of hands on the page.
        """
        if page == "keys":
            lines = tuple(
                OddsLine(self._say(KEY_AND_NUMBER, n=key), chance)
                for key, chance in enumerate(odds.key_chances, start=1)
                if chance
            )
            return OddsPage(lines)
        if page == "mine":
            return self._own_hand_odds_page(odds, max_hands)
        return self._hands_page(odds, habits, max_hands)

    def _hands_page(self, odds: HandOdds, habits: bool, max_hands: int) -> OddsPage:
        by_habits = (
            {possible.hand: possible.chance for possible in odds.inferred_hands} if habits else {}
        )
        lines = tuple(
            OddsLine(
                _("{cards}, {use}").format(
                    cards=hand_text(possible.hand), use=self.hand_threat_name(possible.threat)
                ),
                possible.chance,
                by_habits.get(possible.hand, 0.0) if by_habits else None,
            )
            for possible in odds.counted_hands[:max_hands]
        )
        rest = odds.counted_hands[max_hands:]
        chance = sum(possible.chance for possible in rest)
        more = self.further_hands_sentence(len(rest), chance) if rest else ""
        by_count = _("By counting alone.")
        legend = _("Above: by counting. Below: judging by strong play.")
        note = legend if by_habits else by_count
        return OddsPage(lines, f"{more} {note}".strip())

    def _own_hand_odds_page(self, odds: HandOdds, max_hands: int) -> OddsPage:
        if odds.own_index is None or not odds.own_hands:
            return OddsPage(note=_("No telling right now."))
        lines = tuple(
            OddsLine(
                _("{cards}, yours").format(cards=hand_text(hand))
                if n == odds.own_index
                else hand_text(hand),
                chance,
            )
            for n, (hand, chance) in enumerate(odds.own_hands[:max_hands])
        )
        return OddsPage(lines, self.own_hand_rank_sentence(odds.own_index + 1, len(odds.own_hands)))

    def odds_title(self, page: str) -> str:
        """Return the title of a page of odds."""
        return _(ODDS_TITLES[page]).format(name=self.name)

    def odds_line_text(self, line: OddsLine) -> str:
        """Return a line of odds as text."""
        fields = {"text": line.text, "chance": round(100 * line.chance)}
        if line.chance_by_habits is None:
            return _("{text}: {chance} %").format(**fields)
        habits = round(100 * line.chance_by_habits)
        return _("{text}: {chance} %, by habits {habits} %").format(**fields, habits=habits)

    def counting_question(self, value: int) -> str:
        """Return the question about a card value in the counting exercise."""
        return _("Can {name} hold a {card}?").format(name=self.name, card=value)

    def counting_answer(self, value: int, n_hands: int, total: int) -> str:
        """Return the answer in the counting exercise: how many possible hands have the card.

        Args:
            value: the card value that the question was about.
            n_hands: the number of possible hands with the card.
            total: the number of all possible hands.
        """
        return _("{n} of {total} possible hands have a {card}.").format(
            n=n_hands, total=total, card=value
        )

    def counting_verdict(self, is_right: bool) -> str:
        """Return a sentence saying whether an answer in the counting exercise is right."""
        return _("Right.") if is_right else _("Not right.")

    def match_chance_title(self, chance: float) -> str:
        """Return a hint's title, which states the chance to win the match by following the hint.

        Args:
            chance: the chance, from 0 to 1.
        """
        return _("{chance} % to win the match").format(chance=round(100 * chance))

    def chosen_turn_sentence(self, actions: Sequence[Action]) -> str:
        """Return a sentence about the chosen turn, shown before the tutor accepts it."""
        return _("You chose {turn}.").format(turn=self.turn_text(actions))

    def considered_heading(self) -> str:
        """Return the heading above the turns that a computer player considered."""
        return _("{name} considered:").format(name=self.name)

    def own_hand_rank_sentence(self, rank: int, n_hands: int) -> str:
        """Return a sentence about the rank of your true hand among those the opponent considers.

        Args:
            rank: the rank, from 1 for the likeliest hand.
            n_hands: the number of hands.
        """
        if n_hands == 1:
            return _("{name} knows your hand.").format(name=self.name)
        sentence = _("{name} must consider {n} hands; yours ranks number {place}.")
        return sentence.format(name=self.name, n=n_hands, place=rank)


def chances_note() -> str:
    return _("Chances to win the match.")


def only_legal_turn_sentence() -> str:
    return _("You have only one choice.")


def no_better_turn_sentence() -> str:
    return _("Nothing better found.")


def please_wait_sentence() -> str:
    return _("One moment …")


def turn_taken_back_sentence() -> str:
    return _("Taken back. This match is no longer rated.")


def hand_text(hand: Counts) -> str:
    """Return the cards of a hand as text; a dash for an empty hand."""
    return " ".join(map(str, cards_of(hand))) or "–"


def no_hint_sentence(session: MatchSession, settings: Settings) -> str:
    """Return a sentence saying why the coach gives no hint now; "" if it gives one."""
    if not session.is_coached:
        return _("No coaching in online matches.")
    if not settings.hints:
        return _("Hints are off. Turn them on in Settings, Learning.")
    if not session.coach.can_give_hint:
        return _("Nothing to decide right now.")
    return ""


def no_odds_sentence(session: MatchSession, settings: Settings, aids: str) -> str:
    """Return a sentence saying why the coach gives no odds now; "" if it gives them.

    Args:
        aids: the memory aids at the table, a value of the setting ``aids``.
    """
    if not session.is_coached:
        return _("No coaching in online matches.")
    if settings.odds == "off":
        return _("Odds are off. Turn them on in Settings, Learning.")
    if aids not in COUNTING_AIDS:
        return _("At this table you remember that yourself.")
    if not session.coach.has_announced_sum:
        return _("Nothing to count yet.")
    return ""


def no_take_back_sentence(session: MatchSession, settings: Settings) -> str:
    """Return a sentence saying why the last turn cannot be taken back; "" if it can."""
    if not settings.takeback:
        return _("Taking back is off. Turn it on in Settings, Learning.")
    if not session.may_take_back_turn:
        return _("No turn to take back.")
    return ""
