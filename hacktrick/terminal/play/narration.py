"""What the text mode says at the table: news, recaps, whose turn it is, and the possible actions.

Prints what the session may show to the player at the screen, and asks nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hacktrick.app.round_history import HistoryEntry, since_last_act
from hacktrick.app.session import Session
from hacktrick.app.turn_draft import (
    EMPTY_DRAFT,
    DraftPreview,
    TurnDraft,
    preview_draft,
    turn_end_offers,
)
from hacktrick.game.actions import (
    Action,
    Ask,
    Call,
    Command,
    Discard,
    Draw,
    Fold,
    Lay,
    Partner,
    Pass,
    Play,
    Stake,
    Start,
    Swap,
    Under,
    Verb,
)
from hacktrick.game.legality import legal_actions, must_draw, playable_cards
from hacktrick.game.rules import Seat
from hacktrick.game.state import Observation
from hacktrick.i18n.match_summaries import goal_sentence, result_sentence, swapped_result_sentence
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.rulebook.code_pages import code_card
from hacktrick.i18n.table_frame import TableFrame, make_table_frame
from hacktrick.i18n.translator import _, ngettext
from hacktrick.i18n.turn_text import command_help, command_warning, status_sentence
from hacktrick.terminal.play import table_report
from hacktrick.terminal.play.console import Terminal, numbered
from hacktrick.terminal.play.table_report import Lines


def offer_sentence(wording: Wording, seen: Observation, action: Action) -> str:
    """What ``action``, which must be legal, does and costs."""
    return _OFFERS[action.verb](wording, seen, action)


def _opponent(wording: Wording, seen: Observation) -> str:
    """The name of the only one, where there is only one."""
    return wording.name(seen.public.seating.opponents_of(seen.seat)[0])


def _lay(wording: Wording, seen: Observation, action: Lay) -> str:
    if action.code is None:
        return _("Lay no code.")
    card = code_card(action.code, _, wording.rules)
    return _("Lay the code {code}. {power}").format(code=card.name, power=card.power)


def _start(wording: Wording, seen: Observation, action: Start) -> str:
    return _("Start the row with {card}.").format(card=action.card)


def _ask(wording: Wording, seen: Observation, action: Ask) -> str:
    opponents = seen.public.seating.opponents_of(seen.seat)
    name = wording.name(opponents[0] if action.seat is None else action.seat)
    if action.own:
        return _("Ask {name} for the sum, for a marker of the own supply.").format(name=name)
    return _("Ask {name} for the sum, for a captured marker.").format(name=name)


def _partner(wording: Wording, seen: Observation, action: Partner) -> str:
    partner = seen.public.seating.partner_of(seen.seat)
    assert partner is not None
    return _("Have {name} announce the sum. This is free.").format(name=wording.name(partner))


def _swap(wording: Wording, seen: Observation, action: Swap) -> str:
    return _("Give {card} to {name} for a card taken blindly, and pay a captured marker.").format(
        card=action.card, name=_opponent(wording, seen)
    )


def _discard(wording: Wording, seen: Observation, action: Discard) -> str:
    return _("Pay a marker, and {name} pays one, too.").format(name=_opponent(wording, seen))


def _stake(wording: Wording, seen: Observation, action: Stake) -> str:
    return _("Stake {points}. {name} must call or fold.").format(
        points=wording.points(1), name=_opponent(wording, seen)
    )


def _call(wording: Wording, seen: Observation, action: Call) -> str:
    return _("Call: stake {points}, too. The winner of the round takes both.").format(
        points=wording.points(1)
    )


def _fold(wording: Wording, seen: Observation, action: Fold) -> str:
    return _("Fold: {name} wins the round and takes the stake back.").format(
        name=_opponent(wording, seen)
    )


def _play(wording: Wording, seen: Observation, action: Play) -> str:
    shown = preview_draft(seen, TurnDraft(action.card, action.double))
    assert shown is not None, "the action is legal"
    _ = wording.translate
    if action.double:
        sentence = _("Play {card}: the double on {key} {number}.")
    else:
        sentence = _("Play {card}: a marker on {key} {number}.")
    first = sentence.format(card=action.card, key=wording.terms.key, number=shown.key)
    result = _end_of_round(wording, seen, action, shown)
    return " ".join([first, *_captures(wording, seen, shown), *result])


def _captures(wording: Wording, seen: Observation, shown: DraftPreview) -> list[str]:
    if not shown.captures:
        return []
    name = wording.side_name(seen.public, 1 - seen.public.side)
    n = shown.captures
    told = ngettext("It takes {n} marker of {name}.", "It takes {n} markers of {name}.", n)
    double = [_("The double is among them.")] if shown.captures_double else []
    return [told.format(n=n, name=name), *double]


def _end_of_round(
    wording: Wording, seen: Observation, action: Play, shown: DraftPreview
) -> list[str]:
    if shown.result is None:
        return []
    if shown.result.side != seen.public.side:
        return _doubts(wording, seen, TurnDraft(action.card, action.double), action)
    return [_("It wins the round: {points}.").format(points=wording.points(shown.result.points))]


def _draw(wording: Wording, seen: Observation, action: Draw) -> str:
    public = seen.public
    forced = public.standing == "play" and not must_draw(public)
    if forced and any(seen.hand) and not playable_cards(public, seen.hand):
        return _("Show the hand to all and draw a card.")
    if public.rules.command_after_draw:
        return _("Draw a card.")
    return _("Draw a card. This ends the turn.")


def _under(wording: Wording, seen: Observation, action: Under) -> str:
    n = len(action.cards)
    return ngettext(
        "Put {cards} under the deck and draw a card. This ends the turn.",
        "Put {cards} under the deck, the last one at the bottom, and draw {n} cards. "
        "This ends the turn.",
        n,
    ).format(cards=wording.cards(action.cards), n=n)


def _end(wording: Wording, seen: Observation, action: Pass | Command) -> str:
    public = seen.public
    effect = command_help(wording, public, action)
    if action.verb == "pass":
        return _("Say {command}. {effect}").format(command=wording.terms.pass_, effect=effect)
    if public.singles(public.side):
        sentence = _("Say {command}, for a marker. {effect}")
    else:
        sentence = _("Say {command}, for the double. {effect}")
    told = sentence.format(command=wording.command(action.kind), effect=effect)
    return " ".join([told, *_doubts(wording, seen, EMPTY_DRAFT, action)])


def _doubts(wording: Wording, seen: Observation, draft: TurnDraft, last: Action) -> list[str]:
    """What speaks against an end of the turn that is allowed."""
    found = (end.warning for end in turn_end_offers(seen, draft) if end.actions[-1:] == (last,))
    return [command_warning(wording, seen.public, doubt) for doubt in found if doubt]


_OFFERS: dict[Verb, Callable[[Wording, Observation, Any], str]] = {
    "lay": _lay,
    "start": _start,
    "ask": _ask,
    "partner": _partner,
    "swap": _swap,
    "discard": _discard,
    "stake": _stake,
    "call": _call,
    "fold": _fold,
    "play": _play,
    "draw": _draw,
    "under": _under,
    "pass": _end,
    "command": _end,
}


class Narrator:
    """The voice of the table.

    Args:
        aids: what the table remembers for the players, as the setting.
    """

    def __init__(self, terminal: Terminal, session: Session, aids: str) -> None:
        self.wording = Wording(session.rules, session.seats)
        self._terminal, self._session, self._aids = terminal, session, aids
        self._n_told = 0  # actions of this round that have been told

    def frame(self) -> TableFrame:
        """What may be told now."""
        session = self._session
        bottom = 0 if session.viewer is None else session.viewer
        return make_table_frame(session.glance(), self.wording, bottom, aids=self._aids)

    def say(self, *lines: str) -> None:
        self._terminal.say(*lines)

    # The course of a match

    def beginning(self) -> None:
        """A round has been dealt."""
        self._n_told = 0
        self._head()

    def goal(self) -> None:
        """What it is all about."""
        self.say("", *goal_sentence(self.wording))

    def return_to_the_table(self) -> None:
        """A match is resumed: what has happened since the player last did something is news."""
        humans = self._session.humans
        entries = self._session.entries(None)
        recent = since_last_act(entries, humans[0]) if len(humans) == 1 else ()
        self._n_told = len(entries) - len(recent)
        self._head()

    def rewound(self) -> None:
        """A turn was taken back: what has been told is no news any more."""
        self._n_told = len(self._session.entries(None))

    def _head(self) -> None:
        session, frame = self._session, self.frame()
        leader = self.wording.name(session.public.seating.leader)
        self.say(
            "",
            _("Round {n}.").format(n=session.round_number),
            *table_report.sides(frame),
            *table_report.score(frame),
            _("{name} leads.").format(name=leader),
            *table_report.cards_left(frame),
        )

    def news(self, seat: Seat | None) -> None:
        """What has happened since the last news, as ``seat`` may know it; None: as an onlooker."""
        entries = self._session.entries(seat)
        fresh = entries[self._n_told :]
        self._n_told = len(entries)
        self.say(*(line for entry in fresh for line in self._lines(entry)))

    def catch_up(self) -> None:
        """All that has happened so far is known already."""
        self._n_told = len(self._session.entries(self._session.viewer))

    def recap(self, seat: Seat) -> None:
        """What everybody may know of the time since ``seat`` last did something."""
        entries = self._session.entries(None)
        self._n_told = len(entries)
        recent = since_last_act(entries, seat)
        self.say("", *(line for entry in recent for line in self._lines(entry)))

    def private_recap(self, seat: Seat) -> None:
        """What others have brought to the own hand since ``seat`` last did something."""
        recent = since_last_act(self._session.entries(seat), seat)
        self.say(*(line for entry in recent for line in self._private(entry)))

    def has_private_news(self, seat: Seat) -> bool:
        """Whether the last action told ``seat`` something that the others may not know."""
        return bool(self._private(self._session.entries(seat)[-1]))

    def turn(self, seen: Observation) -> None:
        """Whose turn it is, and what may be done."""
        public, frame = seen.public, self.frame()
        self.say("", status_sentence(self.wording, public, seen), *self._standing(seen))
        if public.row:
            self.say(_("The last card is {card}.").format(card=public.row[-1]))
        actions = (offer_sentence(self.wording, seen, action) for action in legal_actions(seen))
        self.say(*table_report.own_hand(frame), *numbered(list(actions)))

    def _standing(self, seen: Observation) -> Lines:
        public, words = seen.public, self.wording.terms
        if public.phase != "turn" or not public.standing:
            return []
        if public.standing == "play":
            told = _("{play} holds for this turn: a card must be played if one fits.")
        elif must_draw(public):
            told = _("{guard} holds for this turn: a card must be drawn.")
        else:
            told = _("{guard} holds for this turn: it may not end with {play}.")
        return [told.format(play=words.play, guard=words.guard)]

    def end_of_round(self) -> None:
        """Who has won, all cards, the score."""
        self.news(self._session.viewer)
        frame = self.frame()
        head = result_sentence(self._session, self.wording)
        before = swapped_result_sentence(self._session, self.wording)
        told = (before,) if before else ()
        self.say("", head, *told, *table_report.hands(frame), *table_report.score(frame))

    # Lines

    def _lines(self, entry: HistoryEntry) -> Lines:
        return [*self.wording.lines(entry), *self._private(entry)]

    def _private(self, entry: HistoryEntry) -> Lines:
        return table_report.private(self.wording, entry.event)
