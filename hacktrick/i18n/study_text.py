"""The sentences of the study board: faults of positions, judgements, the tree of turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from hacktrick.ai.advice import Forecast
from hacktrick.app.study_positions import StudyRefusal, StudyRefusedError
from hacktrick.app.study_session import (
    ROOT,
    Assessment,
    JudgedTurn,
    LikelyTurn,
    Study,
    StudyNode,
)
from hacktrick.coach.possible_moves import PossibleOutcome, Views, public_state_of
from hacktrick.game.actions import Action, CommandKind
from hacktrick.game.cards import UNKNOWN_CARD
from hacktrick.game.editions import Rules
from hacktrick.game.keypad import Key
from hacktrick.game.notation.position_parser import PositionError, PositionErrorCode
from hacktrick.game.state import RevealedFacts, Seat
from hacktrick.game.view import Event, SeatInfo
from hacktrick.i18n.coach_text import CoachSentences, hand_text
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.translator import N_, _, capitalized, ngettext

MAX_TURNS = 6
MAX_HANDS = 8
MAX_WORD = 30  # maximum number of characters of a faulty word that a sentence repeats
NAMELESS = ("", "?")  # the names of a seat without a name, in positions and in files

STUDY_REFUSAL_SENTENCES: dict[StudyRefusal, str] = {
    "NOT_THE_START_OF_A_TURN": N_("A study begins at the start of a turn."),
    "NO_HAND_KNOWN": N_("All cards of one player must be known."),
    "OWN_SUM_DOES_NOT_FIT": N_("The known hand does not fit its announced sum."),
    "OTHER_SUM_DOES_NOT_FIT": N_("No hand of the opponent fits what is known."),
    "ALREADY_WON": N_("This round has been won already."),
    "MATCH_IS_OVER": N_("At this score the match is over."),
    "NO_MARKERS_LEFT": N_("A side without markers has lost the round."),
}

DEPTH_SENTENCES: dict[str, str] = {
    "none": N_("Looking …"),
    "glance": N_("A first glance, one turn ahead."),
    "judged": N_("Judged as the highest level would."),
    "checked": N_("Checked by a longer search."),
    "tried": N_("Checked, also in test games."),
}

NO_JUDGE = N_("There is no judge for these rules.")
RUNNING_MATCH = N_("A running match cannot be studied: the judge would be helping you.")
NO_HAND = N_("Choose whose cards you see: a spectator knows no hand.")
ROUND_OVER = N_("The round is over here. Go back to a turn.")
NO_CARDS_TO_DRAW = N_("The hidden cards cannot be dealt here.")
NOTHING_TO_UNDO = N_("There is nothing to undo.")
NOTHING_TO_REDO = N_("There is nothing to redo.")
NOT_POSSIBLE = N_("That is not possible here.")
NOTHING_TO_EXPLAIN = N_("There is nothing to explain here.")
FIRST_POSITION = N_("This is where the study begins.")
LAST_POSITION = N_("Nothing was tried after this.")
TREE_IS_FULL = N_("The tree is full: remove some turns first.")
ONE_MOMENT = N_("One moment …")
MORE = N_("More …")
NO_ENGINE = N_("First enter your engine in Settings, Playing.")
NO_KEPT_STUDIES = N_("No studies have been saved yet.")
JUDGED_ON_ITS_BOARD = N_("Open the study to see it judged.")
NO_STUDY_IN_FILE = N_("This file contains no study.")


POSITION_FAULTS: dict[PositionErrorCode, str] = {
    "UNKNOWN_EDITION": N_("There is no edition “{word}”."),
    "TOO_MANY_COPIES": N_("There are not that many cards of this value."),
    "WRONG_NUMBER_OF_CARDS": N_("The number of cards in “{word}” is wrong."),
    "SAME_CARD_TWICE": N_("Equal cards cannot follow each other in the row."),
    "NO_DECK_LEFT": N_("At least one card must be left for the deck."),
    "KEY_TWICE": N_("Only one side can stand on a key."),
    "DOUBLE_TWICE": N_("A side has only one double."),
    "TOO_MANY_MARKERS": N_("A side does not have that many markers."),
    "NO_MARKER_FOR_THE_DOUBLE": N_("A double in the supply counts as one of its markers."),
    "CODE_TWICE": N_("Each code can lie only once."),
    "SEAT_DOES_NOT_ACT": N_("That player does not act in this turn."),
    "SUM_DOES_NOT_FIT": N_("A sum does not fit its hand."),
}


MISSING_FIELDS: dict[str, str] = {
    "row": N_("At least one card must lie in the row, or the hands must be as dealt."),
    "aside": N_("The cards set aside are missing."),
}


def position_error_sentence(error: PositionError) -> str:
    """Return a sentence saying why a line of text is not a position."""
    if error.reason == "EMPTY":
        return nothing_to_paste_sentence()
    sentence = POSITION_FAULTS.get(error.reason, N_("That is not a position: “{word}”."))
    if error.reason == "FIELD_MISSING":
        sentence = MISSING_FIELDS.get(error.word, sentence)
    return _(sentence).format(word=error.word[:MAX_WORD])


def nothing_to_paste_sentence() -> str:
    """Return a sentence saying that the clipboard holds no position."""
    return _("There is no position to paste.")


def study_refusal_sentence(reason: StudyRefusal) -> str:
    """Return a sentence saying why a position cannot be studied."""
    return _(STUDY_REFUSAL_SENTENCES[reason])


def study_error_sentence(error: PositionError | StudyRefusedError) -> str:
    """Return a sentence saying why no study can begin with a line of text."""
    if isinstance(error, StudyRefusedError):
        return study_refusal_sentence(error.reason)
    return position_error_sentence(error)


def study_help_text() -> str:
    """Return the help of the study prompt, which explains what can be typed."""
    words = {
        "open": _("a line of text or a saved file"),
        "set": _("change the position: set hands=24/??5"),
        "level": _("let a level play: level 9"),
        "engine": _("ask your engine for its turn"),
        "why": _("why the best turn is better: why draw"),
        "reveals": _("what each turn reveals"),
        "branch": _("play on from here against a level: branch 7"),
        "go": _("to a number of the tree"),
        "tree": _("all turns tried"),
        "note": _("write a comment"),
        "mark": _("mark the turn: ! ? !? ?!"),
        "remove": _("remove this turn and all after it"),
        "undo": _("undo the last change"),
        "redo": _("redo it"),
        "find": _("your rounds that were here"),
        "openings": _("how rounds open: openings 3"),
        "line": _("the position as a line of text"),
        "save": _("save under a name"),
        "page": _("export as a page for a browser"),
    }
    listed = ", ".join(f"{word} ({meaning})" for word, meaning in words.items())
    return _("Type a turn (“play 4”, “draw”, “ask”), or: {words}, back.").format(words=listed)


def study_input_prompt() -> str:
    """Return the prompt at which the player types."""
    return _("Study:")


def tree_title() -> str:
    """Return the name of the page with all turns that were tried."""
    return _("Tree")


def hands_heading() -> str:
    """Return the heading above the opponent's likely hands."""
    return _("Your opponent’s likely hands:")


def likely_continuation_sentence(line: str) -> str:
    """Return a sentence about the line of play that is likely to follow.

    Args:
        line: the line of play in words.
    """
    return _("Likely next: {line}").format(line=line)


def outcome_question() -> str:
    """Return the question which of its possible outcomes an action has."""
    return _("Which? Enter for the likeliest.")


def study_saved_sentence(path: str) -> str:
    """Return a sentence saying where a study was saved."""
    return _("Saved: {path}").format(path=path)


def percentage_text(chance: float) -> str:
    """Return a chance as a whole percentage, without the sign "%"."""
    return str(round(100 * chance))


MENU_WORDS: dict[str, str] = {
    "set up": N_("Set up the position"),
    "fix": N_("Fix the hidden cards"),
    "comment": N_("Comment"),
    "mark": N_("Mark this turn"),
    "level": N_("Let a level play"),
    "play on": N_("Play on from here"),
    "undo": N_("Undo"),
    "redo": N_("Redo"),
    "remove": N_("Remove this turn"),
    "line": N_("Copy as text"),
    "save": N_("Save the study"),
    "open": N_("Open a study"),
    "delete": N_("Delete a study"),
    "restore": N_("Restore the deleted study"),
    "page": N_("Export as a page"),
    "revealed_cards": N_("What each turn reveals"),
    "find": N_("Were you here before?"),
    "engine": N_("Ask your engine"),
}

MARK_WORDS: dict[str, str] = {
    "": N_("No mark"),
    "!": N_("! good"),
    "?": N_("? bad"),
    "!?": N_("!? interesting"),
    "?!": N_("?! doubtful"),
}


def study_menu_entry_label(entry: str) -> str:
    """Return the label of an entry in the menu of the study board."""
    return _(MENU_WORDS[entry])


def turn_mark_label(mark: str) -> str:
    """Return a mark such as "!?" together with its meaning."""
    return _(MARK_WORDS[mark])


def numbered_level_name(level: int) -> str:
    """Return the number and the name of a computer player."""
    return _("{n} {name}").format(n=level, name=level_name(level))


def level_turn_help() -> str:
    """Return an explanation of what happens when a level is asked to play."""
    return _("It plays this turn, and from now on for your opponent.")


def chances_legend() -> str:
    """Return an explanation of the chances beside a turn."""
    return _("Bars: your chance to win the match. Win 1, win 2, lose: this round.")


def turn_likelihood_text(chance: float) -> str:
    """Return the likelihood of a turn as text."""
    return _("{chance} % likely").format(chance=percentage_text(chance))


def saved_study_lines(study: Study) -> tuple[str, ...]:
    """Return lines about a saved study: edition and number of positions, then its first comment."""
    root, n = study.node_at(ROOT), sum(node is not None for node in study.nodes)
    size = ngettext("{n} position", "{n} positions", n).format(n=n)
    edition = preset_name(root.views[0].rules.preset, _)
    return (f"{edition} · {size}", *filter(None, (root.comment,)))


def numbered_study_name(study_number: int) -> str:
    """Return the name of a study that the player has not named."""
    return _("Study {n}").format(n=study_number)


def replace_study_question(name: str) -> str:
    """Return the question whether saving may overwrite another study of the same name."""
    return _("There is a study “{name}” already. Replace it?").format(name=name)


def study_restored_sentence(name: str) -> str:
    """Return a sentence saying which study was restored."""
    return _("Restored: {name}").format(name=name)


def revealed_cards_caption() -> str:
    """Return an explanation of the chances beside the list of what each turn reveals."""
    return _("How likely your true cards look to your opponent after each turn.")


def engine_answer_sentence(turn: str) -> str:
    """Return a sentence about the turn of the player's own engine, and the engine's knowledge."""
    return _(
        "Your engine suggests: {turn}. It is a foreign program and knows only what this seat knows."
    ).format(turn=turn)


def outcome_title() -> str:
    """Return the title above the possible outcomes of an action."""
    return _("What is revealed?")


# Functions about setting up a position.

TYPE_CARDS = N_("Type 0 to 5 or “?” to add a card; Backspace removes the last one.")
ROW_IS_KNOWN = N_("Only a hand can have unknown cards.")

PIECE_NAMES: dict[str, str] = {
    "own single": N_("Marker of player 1"),
    "own double": N_("Double of player 1"),
    "other single": N_("Marker of player 2"),
    "other double": N_("Double of player 2"),
    "no piece": N_("Remove a marker or a card"),
}


def editor_piece_name(piece: str) -> str:
    """Return the name of a piece in the palette of the position editor."""
    return _(PIECE_NAMES[piece])


def card_choice_name(card: int | None) -> str:
    """Return the name of a card in the palette of the position editor."""
    return _("Unknown card") if card is None else _("Card {n}").format(n=card)


def labelled_cards_text(name: str, cards: Sequence[int | None]) -> str:
    """Return a description of a line of cards, with its name in front."""
    value = " ".join("?" if card is None else str(card) for card in cards) or "–"
    return _("{name}: {value}").format(name=name, value=value)


def editor_player_name(seat: Seat) -> str:
    """Return the name of a player in a position that is being set up."""
    return _("Player {n}").format(n=seat + 1)


def editor_hand_name(seat: Seat) -> str:
    """Return the label of a player's cards."""
    return _("Hand {n}").format(n=seat + 1)


def editor_command_name(rules: Rules, command: CommandKind) -> str:
    """Return the name of a command in the edition's terms."""
    return MatchSentences(rules, ()).command_name(command)


def position_setting_label(setting: str, seat_or_side: int) -> str:
    """Return the label of a stepper: its effect, and the player or side.

    Args:
        setting: a key of ``SETTING_LABELS``.
        seat_or_side: the number of the player or side, from 0.
    """
    return _(SETTING_LABELS[setting]).format(n=seat_or_side + 1)


SETTING_LABELS: dict[str, str] = {
    "sum": N_("Sum {n}"),
    "drawn": N_("Drawn {n}"),
    "score": N_("Points {n}"),
    "captured": N_("Captured {n}"),
    "supply": N_("Supply {n}"),
    "code": N_("Code {n}"),
}


def key_markers_text(key: Key, markers: tuple[int, int], double: Sequence[int]) -> str:
    """Return a description of a key and its markers in a position that is being set up."""
    lying = [
        _("{n} of player {player}, the double among them").format(n=n, player=side + 1)
        if double[side] == key
        else _("{n} of player {player}").format(n=n, player=side + 1)
        for side, n in enumerate(markers)
        if n
    ]
    return _("{key}: {markers}").format(key=key, markers=", ".join(lying) or _("empty"))


def study_sentences_for(study: Study) -> StudySentences:
    """Return the sentences of a study, addressed to the player who studies."""
    view, *others = study.node_at(ROOT).views
    return StudySentences(view.rules, view.seats, view.seat, bool(others))


class StudySentences:
    """The sentences that the study board shows about a study.

    Args:
        viewer: the seat that studies.
        is_open: whether all cards lie open, so that nobody is addressed as "you".

    Attributes:
        coach: the sentences about turns.
    """

    def __init__(
        self, rules: Rules, seats: Sequence[SeatInfo], viewer: Seat, is_open: bool = False
    ) -> None:
        self.rules, self.seats, self.viewer, self.is_open = rules, seats, viewer, is_open
        self.coach = self.coach_sentences_for(next(n for n in range(len(seats)) if n != viewer))

    def name(self, seat: Seat) -> str:
        """Return the name of a player for the beginning of a line."""
        if seat == self.viewer and self._is_addressed:
            return _("You")
        return _("Opponent") if self._is_nameless_opponent(seat) else self._name_in_sentence(seat)

    def coach_sentences_for(self, seat: Seat) -> CoachSentences:
        """Return the coach's sentences with ``seat`` as the opponent."""
        return CoachSentences(self.rules, self._name_in_sentence(seat))

    def _name_in_sentence(self, seat: Seat) -> str:
        name = self.seats[seat].name
        if name not in NAMELESS:
            return name
        return _("your opponent") if self._is_nameless_opponent(seat) else editor_player_name(seat)

    def _is_nameless_opponent(self, seat: Seat) -> bool:
        """Return whether a nameless player is the only one besides the player who is addressed."""
        return self.seats[seat].name in NAMELESS and len(self.seats) == 2 and not self.is_open

    @property
    def _is_addressed(self) -> bool:
        """Whether the player who studies is addressed as "you"."""
        return not self.is_open and self.seats[self.viewer].name in NAMELESS

    def chance_percentages(self, forecast: Forecast) -> tuple[str, str, str]:
        """Return the chances to win one point, to win more, and to lose, as percentages."""
        lost = forecast.lose_1 + forecast.lose_2
        return (
            percentage_text(forecast.win_1),
            percentage_text(forecast.win_2),
            percentage_text(lost),
        )

    def round_chances_line(self, line: JudgedTurn) -> str:
        """Return a turn's chances in this round as one line."""
        one, two, lost = self.chance_percentages(line.forecast)
        sentence = _("Win 1: {one} %, win 2: {two} %, lose: {lost} %")
        return capitalized(sentence.format(one=one, two=two, lost=lost))

    def changed_chances_sentence(
        self, before: Sequence[JudgedTurn], now: Sequence[JudgedTurn]
    ) -> str:
        """Return a sentence about the effect of a changed position on the previously best turns.

        The sentence gives each turn's chance to win the match before and after the change.
        """
        chances = {line.actions: percentage_text(line.forecast.match) for line in now}
        turns = ", ".join(
            _("{turn} from {before} to {now} %").format(
                turn=self.coach.turn_text(line.actions),
                before=percentage_text(line.forecast.match),
                now=chances.get(line.actions, "–"),
            )
            for line in before
        )
        return _("What it changes: {turns}").format(turns=turns)

    def turn_line(self, line: JudgedTurn) -> str:
        """Return a turn with its chances."""
        one, two, lost = self.chance_percentages(line.forecast)
        sentence = _("{turn}: match {chance} %; win 1: {one} %, win 2: {two} %, lose: {lost} %")
        fields = {
            "chance": percentage_text(line.forecast.match),
            "one": one,
            "two": two,
            "lost": lost,
        }
        return sentence.format(turn=self.coach.turn_text(line.actions), **fields)

    def search_depth_or_doubt_sentence(self, assessment: Assessment) -> str:
        """Return a sentence about the depth of the search, or the turn a longer search prefers."""
        if assessment.choices is not None:
            return _(NO_JUDGE)
        judgement = assessment.judgement
        if judgement is not None and judgement.is_checked:
            preferred = judgement.recommended_turn.actions
            if preferred != assessment.lines[0].actions:
                sentence = _("A longer search prefers: {turn}.")
                return sentence.format(turn=self.coach.turn_text(preferred))
        return _(DEPTH_SENTENCES[assessment.depth])

    def turn_lines(self, assessment: Assessment) -> list[str]:
        """Return lines about the best turns, or likely turns of the opponent or the levels."""
        if assessment.choices is not None:
            return list(self.coach.level_choice_lines(assessment.choices)[1:])
        if assessment.replies is not None:
            return [
                _("{turn}: {chance} %").format(
                    turn=self.coach.turn_text(actions), chance=percentage_text(chance)
                )
                for actions, chance in assessment.replies.replies[:MAX_TURNS]
                if chance >= 0.005
            ]
        return [self.turn_line(line) for line in assessment.lines[:MAX_TURNS]]

    def hand_lines(self, assessment: Assessment) -> list[tuple[str, float]]:
        """Return the opponent's possible hands with their chances, likeliest first."""
        odds = assessment.odds
        if odds is None:
            return []
        possible_hands = sorted(
            odds.inferred_hands or odds.counted_hands, key=lambda possible: -possible.chance
        )
        return [
            (hand_text(possible.hand), possible.chance) for possible in possible_hands[:MAX_HANDS]
        ]

    def likely_continuation(self, turns: Sequence[LikelyTurn]) -> str:
        """Return the line of play that is likely to follow; "" if it is not known."""
        words = []
        for seat, own in groupby(turns, lambda one: one.seat):  # a player goes on after an ask
            made = ", ".join(self.coach.turn_text(one.actions) for one in own)
            words.append(_("{name}: {turn}").format(name=self.name(seat), turn=made))
        return "; ".join(words)

    def reason_lines(self, assessment: Assessment) -> tuple[str, ...]:
        """Return the reasons why the best turn is better than the one asked about, as in hints."""
        why = assessment.explanation
        if why is None:
            return ()
        heading = _("{best} rather than {other}:").format(
            best=self.coach.turn_text(why.best), other=self.coach.turn_text(why.played)
        )
        return (heading, *map(capitalized, self.coach.reason_sentences(why)))

    def revealed_cards_lines(self, assessment: Assessment) -> list[tuple[str, float, str]]:
        """Return what each of the best turns reveals about its player's cards.

        Returns:
            For each turn: its text, the chance that the opponent then gives to the true hand, and a
            text about the hand that they consider likeliest.
        """
        found = []
        for actions, odds in assessment.revealed_hand_odds:
            if odds.own_index is None or not odds.own_hands:
                continue
            hand, chance = odds.own_hands[0]
            likeliest = _("They would guess {cards}: {chance} %").format(
                cards=hand_text(hand), chance=percentage_text(chance)
            )
            found.append(
                (self.coach.turn_text(actions), odds.own_hands[odds.own_index][1], likeliest)
            )
        return found

    def event_line(self, event: Event) -> str:
        """Return a description of an action that was tried in the study, and what it revealed."""
        facts, name = event.facts, self.name(event.seat)
        text = self._action_text(event.action)
        sums = ", ".join(
            _("{name} {sum}").format(name=self.name(seat), sum=total) for seat, total in facts.said
        )
        drawn = [card for card in facts.drawn if card != UNKNOWN_CARD]
        if drawn:
            text = _("{turn} {cards}").format(turn=text, cards=" ".join(map(str, drawn)))
        if facts.taken is not None:
            text = _("{turn}, takes {card}").format(turn=text, card=facts.taken)
        if sums:
            text = f"{text} ({sums})"
        return _("{name}: {turn}").format(name=name, turn=text)

    def _action_text(self, action: Action) -> str:
        return self.coach.turn_text((action,))

    def outcome_line(self, outcome: PossibleOutcome) -> str:
        """Return a description of an action's possible outcome, with its chance."""
        return _("{text}: {chance} %").format(
            text=self.revealed_facts_text(outcome.event.facts),
            chance=percentage_text(outcome.chance),
        )

    def revealed_facts_text(self, facts: RevealedFacts) -> str:
        """Return a short text about what an action revealed."""
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

    def note_lines(self, study: Study) -> tuple[str, ...]:
        """Return the mark and the comment of the current position, leaving out empty texts."""
        node = study.current_node
        return tuple(text for text in (node.mark, node.comment) if text)

    def tree_lines(
        self, study: Study, known: Callable[[Views], Assessment] | None = None
    ) -> list[tuple[int, int, str]]:
        """Return the tree of turns as lines: the number of a position, its indent and its text.

        Like a main line in chess, the first turn tried in a position keeps the indent. Other turns
        tried there stand before it, indented further.

        Args:
            study: the study whose tree is printed.
            known: returns the judge's findings about a position; None to leave them out.
        """
        found: list[tuple[int, int, str]] = []
        waiting = [(ROOT, 0)]
        while waiting:
            number, indent = waiting.pop()
            node = study.node_at(number)
            text = _("First position") if node.event is None else self.event_line(node.event)
            words = [text, node.mark]
            if known is not None:
                words += [
                    self.match_chance_text(node, known(node.views)),
                    node.comment and f"– {node.comment}",
                ]
            found.append((number, indent, " ".join(word for word in words if word)))
            after = study.child_numbers(number)
            waiting += [(child, indent) for child in after[:1]]
            waiting += [(child, indent + 1) for child in reversed(after[1:])]
        return found

    def match_chance_text(self, node: StudyNode, known: Assessment) -> str:
        """Return the match chance of the player who studies as text; "" while it is not known."""
        if not known.lines or known.depth in ("none", "glance"):
            return ""
        public = public_state_of(node.views)
        own, side = public.seating.side_of[self.viewer], public.side
        chance = known.lines[0].forecast.match
        return _("({chance} %)").format(
            chance=percentage_text(chance if own == side else 1 - chance)
        )

    def position_title(self, study: Study) -> str:
        """Return a title that names the player on turn, or the winner of the round."""
        public = public_state_of(study.current_node.views)
        if public.result is not None:
            winner = public.seating.seats_of(public.result.side)[0]
            if winner == self.viewer and self._is_addressed:
                return _("You win the round")
            return _("{name} wins the round").format(name=self.name(winner))
        if public.seat == self.viewer and self._is_addressed:
            return _("Your turn")
        return capitalized(_("{name} to act").format(name=self._name_in_sentence(public.seat)))
