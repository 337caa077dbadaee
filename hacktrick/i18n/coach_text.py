"""The coach in words: hints, reasons with figures, the tutor, odds, and why there is no help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hacktrick.app.coach_session import COUNTING_AIDS
from hacktrick.app.session import Session
from hacktrick.app.settings import Settings
from hacktrick.coach.hand_odds import HandOdds
from hacktrick.coach.hints import HintFocus, HintIdea, HintTurns, LevelChoices
from hacktrick.coach.reasons import Explanation, Reason
from hacktrick.game.actions import (
    Action,
)
from hacktrick.game.cards import Counts, cards_of
from hacktrick.game.rules import Rules
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.rulebook.code_pages import CODE_WORDS
from hacktrick.i18n.terms import EditionTerms, edition_terms, term_translator
from hacktrick.i18n.translator import N_, _

LOOKS: dict[str, str] = {
    "start": N_("Which start card leaves you the widest choice?"),
    "win": N_("You can win the round now. Or is there more to be had?"),
    "danger": N_("{name} wins with {key} {listed}. From which last cards can that be reached?"),
    "obliged": N_("A card must be played. What does each of them leave behind?"),
    "ask": N_("A captured marker pays for a question. Would the sum change your choice?"),
    "capture": N_("A marker of {name} can be taken. Is it worth it?"),
    "plain": N_("Which last card helps {name} least?"),
    "words": N_("Is a command worth the marker that it costs?"),
    "answer": N_("How often do you win this round? One time in four is enough to call."),
    "free": N_("Nothing is at stake here: all turns are about as good."),
}

THEMES: dict[str, str] = {
    "win": N_("winning at once"),
    "ask": N_("a question"),
    "draw": N_("a draw"),
    "double": N_("the double"),
    "capture": N_("a capture"),
    "quiet": N_("a quiet card"),
    "start": N_("the start card"),
    "words": N_("no command"),
    "power": N_("the power of a code"),
}

STATES: dict[str, str] = {
    "provisional": N_("A first look; a longer one is under way."),
    "checked": "",
    "close": N_("Too close to call: a longer look sees it otherwise."),
}

REASONS: dict[str, str] = {
    "wins_now": N_("It wins the round at once."),
    "last_marker": N_("The other turn gives the last marker away."),
    "other_finishes": N_(
        "{name} could then finish with {best} of {n} possible hands, otherwise with {played}."
    ),
    "own_answers": N_("After {best} of the six last cards you could finish, else after {played}."),
    "worth_waiting": N_(
        "One {point} now wins the match in {played} of 100 cases, waiting in {best}."
    ),
    "double_useless": N_("At this score the double brings nothing more."),
    "lost_at_once": N_(
        "Played on {n} times: {name} wins at once in {best} of 100 cases, otherwise in {played}."
    ),
    "taken_at_once": N_(
        "Played on {n} times: {name} takes a marker at once in {best} of 100 cases, "
        "otherwise in {played}."
    ),
    "wins_next": N_(
        "Played on {n} times: you win with the next turn in {best} of 100 cases, "
        "otherwise in {played}."
    ),
    "takes_next": N_(
        "Played on {n} times: you take a marker next turn in {best} of 100 cases, "
        "otherwise in {played}."
    ),
    "obliged": N_(
        "Played on {n} times: you are obliged to play next in {best} of 100 cases, "
        "otherwise in {played}."
    ),
    "two_points": N_(
        "Played on {n} times: you win two {points} in {best} of 100 cases, otherwise in {played}."
    ),
    "comes_out_better": N_(
        "Played on {n} times: you win the round in {best} of 100 cases, otherwise in {played}."
    ),
    "ask_tells": N_("The answer can be one of {n} sums."),
    "ask_changes": N_("The answer would change the move in {best} of {n} cases."),
    "ask_idle": N_("The answer would change the move in only {played} of {n} cases."),
    "ask_pays": N_("The answer is worth {best} of 100 matches, the marker that it costs {played}."),
    "ask_costs": N_(
        "The captured marker is worth {best} of 100 matches, the answer only {played}."
    ),
    "tells_less": N_(
        "By counting, {name} would guess your hand right in {best} of 100 cases, otherwise in "
        "{played}. That is worth {n} of 100 matches."
    ),
    "reads_less": N_(
        "Reading your play, {name} would guess your hand right in {best} of 100 cases, otherwise "
        "in {played}. That is worth {n} of 100 matches."
    ),
    "levels": N_("{weaker} plays the other turn as well; from {stronger} on nobody does."),
}
NO_REASON = N_("The search prefers it; no simple reason shows. Try it out.")

CONTRADICTED = N_(
    "Played on {n} times, the other turn came out better. The search sees it otherwise."
)

SIZES: dict[str, str] = {
    "something": N_("This costs something."),
    "much": N_("This costs a good deal."),
    "very_much": N_("This costs very much."),
}

CLASSES: dict[str, str] = {
    "fine": N_("fine"),
    "slip": N_("slip"),
    "mistake": N_("mistake"),
    "blunder": N_("blunder"),
}

USES: dict[str, str] = {
    "wins": N_("wins now"),
    "takes": N_("takes one"),
    "harmless": N_("harmless"),
}


ODDS_TITLES: dict[str, str] = {
    "hands": N_("What {name} can hold"),
    "mine": N_("What {name} must think of you"),
    "keys": N_("What {name} can reach"),
}
A_KEY = N_("{key} {n}")
MOST_HANDS = 8  # in a page of odds


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A hand or a key with its probability, by counting and, as ``other``, by habits."""

    text: str
    chance: float
    other: float | None = None


@dataclass(frozen=True, slots=True)
class OddsPage:
    """The lines of a page of odds, and a note below them."""

    lines: tuple[OddsLine, ...] = ()
    note: str = ""


def _power(code: str, action: Action) -> str:
    """The use of a code's power: the label of its button and the cards that it gives away."""
    button = CODE_WORDS[code].button
    assert button is not None
    return " ".join((button.label(_), *map(str, action.cards_from_hand)))


class CoachSentences:
    """The sentences of the coach for one match.

    Args:
        name: the name of the opponent.
    """

    def __init__(self, rules: Rules, name: str) -> None:
        self.name = name
        self.terms: EditionTerms = edition_terms(rules, _)
        self._say = term_translator(rules, _)

    # Hints

    def focus_question(self, look: HintFocus) -> str:
        """The first step of a hint: where to look."""
        keys = ", ".join(map(str, look.keys))
        sentence = LOOKS[look.code]
        fields = {"name": self.name, "listed": keys}
        return self._say(sentence, **fields)

    def theme_name(self, theme: str) -> str:
        """What a turn is about, as a noun."""
        named = {"order": self.terms.play, "block": self.terms.guard}
        named |= {"call": _("Call"), "fold": _("Fold")}
        return named.get(theme) or _(THEMES[theme])

    def idea_sentence(self, idea: HintIdea) -> str:
        """The second step of a hint: the idea."""
        best = self.theme_name(idea.best)
        if idea.other is None:
            return _("The idea: {best}.").format(best=best)
        other = self.theme_name(idea.other)
        if idea.is_equal:
            return _("The idea: {best}. As good: {other}.").format(best=best, other=other)
        return _("The idea: {best}. Weaker: {other}.").format(best=best, other=other)

    def turn_lines(self, turns: HintTurns) -> tuple[str, ...]:
        """The third step of a hint: a line for each turn, and how sure the judge is."""
        lines = tuple(
            _("{turn}: {chance} %").format(
                turn=self.turn_text(line.actions), chance=round(100 * line.forecast.match)
            )
            for line in turns.lines
        )
        state = self.certainty_sentence(turns.state)
        return (*lines, state) if state else lines

    def certainty_sentence(self, state: str) -> str:
        """How sure the judge of the turns is; "" if nothing needs to be said."""
        return _(STATES[state]) if STATES[state] else ""

    def level_choice_lines(self, chosen: LevelChoices) -> tuple[str, ...]:
        """What some levels would do, in editions that have no judge."""
        head = _("Nobody can judge these rules. What others would do:")
        lines = (
            _("{name}: {turn}").format(name=level_name(level), turn=self.turn_text((action,)))
            for level, action in chosen.choices
        )
        return (head, *lines)

    def turn_text(self, actions: Sequence[Action]) -> str:
        """A whole turn in a few words."""
        said = ", ".join(part for action in actions if (part := self._part(action)))
        return said or self.theme_name("words")

    def _part(self, action: Action) -> str:
        if action.verb == "play":
            card = str(action.card)
            return _("{card} with the double").format(card=card) if action.double else card
        if action.verb == "start":
            return str(action.card)
        if action.verb == "command":
            return self.terms.play if action.kind == "play" else self.terms.guard
        if action.verb == "pass":
            return ""
        if action.verb == "draw":
            return _("draw")
        if action.stage == "answer":
            return _("Call") if action.verb == "call" else _("Fold")
        if action.power_code is not None:
            return _power(action.power_code, action)
        return self.terms.ask if action.verb == "ask" else str(action)

    def hint_sentence(self, actions: Sequence[Action], row: Sequence[int]) -> str:
        """A turn as advice: "Double on key 2, then “Play!”."

        Args:
            row: the cards of the row.
        """
        first, last = actions[0], actions[-1]
        if first.verb == "play":
            fields = {"card": first.card, "n": row[-1] + first.card}
            order = self._order(last)
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
        if order := self._order(first):
            return _("Say {order}.").format(order=order)
        return _("Just end your turn.") if first.verb == "pass" else self.turn_text(actions)

    def _order(self, action: Action) -> str:
        """A command as it is spoken; "" for another action."""
        if action.verb != "command":
            return ""
        return self.terms.play_order if action.kind == "play" else self.terms.guard_order

    # Reasons

    def reason_sentences(self, why: Explanation) -> tuple[str, ...]:
        """The reasons for the better turn.

        If no reason passed its test, one sentence says so; if playing on contradicted the search,
        another one follows the first reason.
        """
        reasons = tuple(self.reason_sentence(reason) for reason in why.shown_reasons)
        if why.is_contradicted:
            return (*reasons[:1], _(CONTRADICTED).format(n=why.n_playouts))
        return reasons or (_(NO_REASON),)

    def reason_sentence(self, reason: Reason) -> str:
        """One reason, with its figures."""
        best, played = self._figures(reason)
        return self._say(
            REASONS[reason.code],
            name=self.name,
            best=best,
            played=played,
            n=reason.n,
            weaker=level_name(int(reason.played)),
            stronger=level_name(int(reason.best)),
        )

    def _figures(self, reason: Reason) -> tuple[int, int]:
        factor = 100 if reason.source in ("score", "price") else 1
        return round(factor * reason.best), round(factor * reason.played)

    # The tutor, odds

    def cost_sentence(self, size: str) -> str:
        """How much a turn costs, in words."""
        return _(SIZES[size])

    def mistake_class_name(self, name: str) -> str:
        """The name of a class of mistakes."""
        return _(CLASSES[name])

    def use_name(self, use: str) -> str:
        """What a hand could do next."""
        return _(USES[use])

    def hand_chance(self, cards: Sequence[int], chance: float) -> str:
        """A possible hand and its probability."""
        held = " ".join(map(str, cards)) or "–"
        return _("{cards}: {chance} %").format(cards=held, chance=round(100 * chance))

    def further_hands(self, n: int, chance: float) -> str:
        """How many further hands are possible, with their total probability."""
        return _("and {n} more, {chance} %").format(n=n, chance=round(100 * chance))

    def odds_page(self, odds: HandOdds, page: str, habits: bool) -> OddsPage:
        """A page of odds.

        Args:
            page: "hands", "mine" or "keys".
            habits: also give the probabilities by habits.
        """
        if page == "keys":
            lines = tuple(
                OddsLine(self._say(A_KEY, n=key), chance)
                for key, chance in enumerate(odds.key_chances, start=1)
                if chance
            )
            return OddsPage(lines)
        return self._mine(odds) if page == "mine" else self._hands(odds, habits)

    def _hands(self, odds: HandOdds, habits: bool) -> OddsPage:
        by_habits = {chip.hand: chip.chance for chip in odds.habits} if habits else {}
        lines = tuple(
            OddsLine(
                _("{cards}, {use}").format(cards=hand_text(chip.hand), use=self.use_name(chip.use)),
                chip.chance,
                by_habits.get(chip.hand, 0.0) if by_habits else None,
            )
            for chip in odds.facts[:MOST_HANDS]
        )
        rest = odds.facts[MOST_HANDS:]
        more = self.further_hands(len(rest), sum(chip.chance for chip in rest)) if rest else ""
        by_count = _("By counting alone.")
        legend = _("Above by counting, below as a strong player would have played.")
        note = legend if by_habits else by_count
        return OddsPage(lines, f"{more} {note}".strip())

    def _mine(self, odds: HandOdds) -> OddsPage:
        if odds.own_index is None or not odds.own_hands:
            return OddsPage(note=_("Nobody can tell that now."))
        lines = tuple(
            OddsLine(
                _("{cards}, yours").format(cards=hand_text(hand))
                if n == odds.own_index
                else hand_text(hand),
                chance,
            )
            for n, (hand, chance) in enumerate(odds.own_hands[:MOST_HANDS])
        )
        return OddsPage(lines, self.own_hand_rank(odds.own_index + 1, len(odds.own_hands)))

    def odds_title(self, page: str) -> str:
        """The title of a page of odds."""
        return _(ODDS_TITLES[page]).format(name=self.name)

    def odds_line(self, line: OddsLine) -> str:
        """A line of odds as text."""
        fields = {"text": line.text, "chance": round(100 * line.chance)}
        if line.other is None:
            return _("{text}: {chance} %").format(**fields)
        habits = round(100 * line.other)
        return _("{text}: {chance} %, by habits {habits} %").format(**fields, habits=habits)

    def counting_question(self, value: int) -> str:
        """The question of the counting practice about a card value."""
        return _("Can {name} hold a {card}?").format(name=self.name, card=value)

    def counting_answer(self, value: int, n: int, total: int) -> str:
        """The answer of the counting practice: how many possible hands have the card."""
        return _("{n} of {total} possible hands have a {card}.").format(
            n=n, total=total, card=value
        )

    def own_hand_rank(self, place: int, n: int) -> str:
        """How many hands the opponent must consider, and the rank of the own one, from 1."""
        if n == 1:
            return _("{name} knows your hand.").format(name=self.name)
        sentence = _("{name} must think of {n} hands; yours is number {place} by likelihood.")
        return sentence.format(name=self.name, n=n, place=place)


def hand_text(hand: Counts) -> str:
    """The cards of a hand; a dash for an empty one."""
    return " ".join(map(str, cards_of(hand))) or "–"


def no_hint_sentence(session: Session, settings: Settings) -> str:
    """Why the coach gives no hint now; "" if it does."""
    if not session.is_coached:
        return _("Against people who are not here nobody is coached.")
    if not settings.hints:
        return _("Hints are off; the settings have a page for learning.")
    if not session.coach.may_hint:
        return _("There is nothing to decide now.")
    return ""


def no_odds_sentence(session: Session, settings: Settings, aids: str) -> str:
    """Why the coach gives no odds now; "" if it does.

    Args:
        aids: the memory aids of the table.
    """
    if not session.is_coached:
        return _("Against people who are not here nobody is coached.")
    if settings.odds == "off":
        return _("This is off; the settings have a page for learning.")
    if aids not in COUNTING_AIDS:
        return _("The memory aids of this table leave that to the players.")
    if not session.coach.may_count:
        return _("There is nothing to count yet.")
    return ""


def no_take_back_sentence(session: Session, settings: Settings) -> str:
    """Why the last turn cannot be taken back; "" if it can."""
    if not settings.takeback:
        return _("Nothing is taken back; the settings have a page for learning.")
    if not session.may_take_back:
        return _("There is no turn to take back.")
    return ""
