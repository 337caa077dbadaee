"""The table as plain text with one fact per line, made from the window's view model."""

from __future__ import annotations

from collections.abc import Sequence

from hacktrick.app.hand_deduction import CardKnowledge
from hacktrick.app.snapshot import AnnouncedSum
from hacktrick.app.threats_and_decisive_turn import KeyThreat
from hacktrick.app.turn_draft import TurnDraft, draft_with_card_toggled, preview_draft
from hacktrick.game.cards import Card
from hacktrick.game.keypad import MAGIC_SQUARE, Key, keys
from hacktrick.game.legality import is_commanded_to_draw
from hacktrick.game.state import IN_SUPPLY, NOBODY, PublicState, Seat, Side
from hacktrick.i18n.match_summaries import score_entry_names
from hacktrick.i18n.match_text import MatchSentences, card_list
from hacktrick.i18n.rulebook.code_pages import code_card_text
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _, capitalized, label_with_value, ngettext
from hacktrick.i18n.turn_instructions import refusal_sentence

Lines = list[str]

MAX_REMEMBERED_TURNS = 2  # number of turns in the log if the memory aids are "memory"


def table_lines(model: TableViewModel) -> Lines:
    """Return lines about everything on the table, and the player's hand."""
    return [
        *score_lines(model),
        *row_lines(model),
        *board_lines(model),
        *marker_lines(model),
        *hand_lines(model),
        *deck_lines(model),
        *code_lines(model),
    ]


def whole_window_lines(model: TableViewModel) -> Lines:
    """Return lines about everything that the window shows.

    These are the table, threats, possible hands, what players said, and the last turn.
    """
    last = [] if model.last_turn_of_other is None else [model.last_turn_of_other.sentence]
    return [
        *table_lines(model),
        *shown_threat_lines(model),
        *deduced_card_lines(model),
        *speech_lines(model),
        *last,
    ]


def score_lines(model: TableViewModel) -> Lines:
    wording, public = model.wording, model.public
    names = score_entry_names(public, wording)
    lines = [
        _("{name}: {value}").format(name=name, value=wording.points_text(n))
        for name, n in zip(names, public.score, strict=True)
    ]
    if any(public.stakes):
        lines.append(_("{points} at stake.").format(points=wording.points_text(sum(public.stakes))))
    return lines


def round_title(round_number: int) -> str:
    """Return the number of the round as a heading."""
    return _("Round {n}.").format(n=round_number)


def round_start_lines(model: TableViewModel, round_number: int) -> Lines:
    """Return lines for the start of a round: number, teams, score, leader and deck."""
    return [
        round_title(round_number),
        *team_lines(model),
        *score_lines(model),
        model.wording.sentence_about_player(
            model.public.seating.leader, _("You lead."), _("{name} leads.")
        ),
        *deck_lines(model),
    ]


def team_lines(model: TableViewModel) -> Lines:
    """Return lines about the teams; empty in a match of two players."""
    public, wording = model.public, model.wording
    if model.n_seats == 2:
        return []
    one, other = (wording.side_label(public, side) for side in (0, 1))
    return [_("{one} against {other}").format(one=one, other=other)]


def row_lines(model: TableViewModel) -> Lines:
    cards = model.public.row
    if not cards:
        return [_("The row is empty.")]
    return [
        _("Row: {cards}.").format(cards=model.wording.cards_text(cards)),
        *last_card_lines(model),
    ]


def last_card_lines(model: TableViewModel) -> Lines:
    """Return a line about the last card of the row; empty while the row is empty."""
    cards = model.public.row
    return [_("The last card is {card}.").format(card=cards[-1])] if cards else []


def command_in_force_lines(model: TableViewModel) -> Lines:
    """Return a line about the command that binds this turn; empty if there is none."""
    public, terms = model.public, model.wording.terms
    if public.phase != "turn" or not public.command_in_force:
        return []
    if public.command_in_force == "play":
        sentence = _("{play} holds for this turn: a card must be played if one fits.")
    elif is_commanded_to_draw(public):
        sentence = _("{guard} holds for this turn: a card must be drawn.")
    else:
        sentence = _("{guard} holds for this turn: it may not end with {play}.")
    return [sentence.format(play=terms.play, guard=terms.guard)]


def key_layout_lines(model: TableViewModel) -> Lines:
    """Return the numbers of the keys, in the three rows of the keypad."""
    rows = [" ".join(map(str, line)) for line in MAGIC_SQUARE]
    return [
        _("Upper row: {keys}.").format(keys=rows[0]),
        _("Middle row: {keys}.").format(keys=rows[1]),
        _("Lower row: {keys}.").format(keys=rows[2]),
    ]


def board_and_layout_lines(model: TableViewModel) -> Lines:
    """Return the numbers of the keys as they lie on the keypad, then the markers on them."""
    return [*key_layout_lines(model), *board_lines(model)]


def board_lines(model: TableViewModel) -> Lines:
    """Return a line for each key with markers, then a line that lists the empty keys."""
    public, wording, _ = model.public, model.wording, model.wording.translate
    every = keys(public.rules.values)
    taken = {key: side for key in every for side in (0, 1) if public.markers_on(key, side)}
    lines = [_markers_on(wording, public, key, side) for key, side in taken.items()]
    empty = " ".join(str(key) for key in every if key not in taken)
    if empty:
        sentence = _("Empty {keys}: {numbers}.")
        lines.append(sentence.format(keys=wording.terms.keys, numbers=empty))
    return lines


def _markers_on(wording: MatchSentences, public: PublicState, key: Key, side: Side) -> str:
    _ = wording.translate
    n, is_your_side = public.markers_on(key, side), wording.is_your_side(public, side)
    if public.double[side] != key:
        theirs = ngettext(
            "{key} {number}: {n} marker of {name}.", "{key} {number}: {n} markers of {name}.", n
        )
        yours = ngettext(
            "{key} {number}: {n} marker of yours.", "{key} {number}: {n} markers of yours.", n
        )
    elif n == 1:
        theirs, yours = (
            _("{key} {number}: the double of {name}."),
            _("{key} {number}: your double."),
        )
    else:
        theirs = ngettext(
            "{key} {number}: {n} marker of {name}, the double.",
            "{key} {number}: {n} markers of {name}, one of them the double.",
            n,
        )
        yours = ngettext(
            "{key} {number}: {n} marker of yours, the double.",
            "{key} {number}: {n} markers of yours, one of them the double.",
            n,
        )
    name, sentence = wording.side_name(public, side), yours if is_your_side else theirs
    return capitalized(sentence.format(key=wording.terms.key, number=key, n=n, name=name))


def key_contents_line(model: TableViewModel, key: Key) -> str:
    """Return a line about the markers on one key, as the view model shows it."""
    return markers_on_key_text(model.wording, model.public, key)


def markers_on_key_text(wording: MatchSentences, public: PublicState, key: Key) -> str:
    """Return a text about the markers on one key of a public state."""
    _ = wording.translate
    owner = next((side for side in (0, 1) if public.markers_on(key, side)), None)
    if owner is not None:
        return _markers_on(wording, public, key, owner)
    return capitalized(_("{key} {number}: empty.").format(key=wording.terms.key, number=key))


def card_choice_lines_for_key(model: TableViewModel, key: Key) -> Lines:
    """Return lines about the possible cards of the player at the screen on a key.

    If a card is chosen, only that card's line is returned.
    """
    chosen = model.draft.card
    cards = [card for card, reached in model.reachable_keys.items() if reached == key]
    return [_card_choice_line(model, card) for card in cards if chosen in (None, card)]


def _card_choice_line(model: TableViewModel, card: Card) -> str:
    preview = model.preview
    if model.draft.card is None:
        assert model.observation is not None
        draft = draft_with_card_toggled(model.observation, model.draft, card)
        preview = None if isinstance(draft, str) else preview_draft(model.observation, draft)
    if preview is None:
        return ""
    if preview.result is not None and preview.result.side == model.public.side:
        points = model.wording.points_text(preview.result.points)
        return _("Your {card} wins here: {points}.").format(card=card, points=points)
    if preview.result is not None:
        return _("Your {card} leads here and loses the round.").format(card=card)
    n = preview.captures
    if n:
        sentence = ngettext(
            "Your {card} captures {n} marker here.", "Your {card} captures {n} markers here.", n
        )
        return sentence.format(card=card, n=n)
    return _("Your {card} leads here.").format(card=card)


def card_line(model: TableViewModel, card: Card) -> str:
    """Return a line about the effect of a card in the player's hand, or why it cannot be chosen.

    The line is "" if there is no row yet, or if no card can be chosen now.
    """
    seen, public, wording = model.observation, model.public, model.wording
    if seen is None or not model.can_act or public.phase not in ("turn", "command"):
        return ""
    key = model.reachable_keys.get(card)
    if key is None:
        refused = draft_with_card_toggled(seen, TurnDraft(), card)
        return refusal_sentence(wording, refused) if isinstance(refused, str) else ""
    taken = public.markers_on(key, 1 - public.side)
    return wording.card_effect_text(key, taken)


def card_name(card: Card | None) -> str:
    """Return the name of a card in a hand; None stands for a face-down card."""
    return _("Hidden card") if card is None else _("Card {card}").format(card=card)


def cards_line(label: str, cards: Sequence[Card | None]) -> str:
    """Return a description of a line of cards, with a label in front."""
    values = (_("Hidden card") if card is None else str(card) for card in cards)
    return label_with_value(label, ", ".join(values) or "–")


def opponent_card_name(model: TableViewModel, seat: Seat, index_from_right: int) -> str:
    """Return the name of another player's card, with what is known about it or pinned to it.

    Args:
        index_from_right: the index of the card in the hand, from the right.
    """
    readings = model.card_knowledge_by_seat.get(seat, ())
    reading = readings[-1 - index_from_right] if index_from_right < len(readings) else None
    known = (
        _card_knowledge_text(reading) if reading is not None and reading.values else _("unknown")
    )
    sentence = _("Card {n} of {name}: {known}")
    return sentence.format(n=index_from_right + 1, name=model.wording.name(seat), known=known)


def seat_line(model: TableViewModel, seat: Seat) -> str:
    """Return a line about the player at a seat and the number of their cards."""
    kind = model.wording.player_kind(model.snapshot.seats[seat])
    who = _("{name}, {kind}.").format(name=model.wording.name(seat), kind=kind)
    return who if model.side_of(seat) == NOBODY else f"{who} {_hand_line(model, seat)}"


def marker_lines(model: TableViewModel) -> Lines:
    """Return lines about the markers that each side has left and has captured."""
    public, wording = model.public, model.wording
    lines = []
    for side in (0, 1):
        name, n = wording.side_label(public, side), public.supply[side]
        if public.double[side] == IN_SUPPLY:
            sentence = ngettext(
                "{name}: {n} marker left, the double.",
                "{name}: {n} markers left, one of them the double.",
                n,
            )
        else:
            sentence = ngettext(
                "{name}: {n} marker left, a single.", "{name}: {n} markers left, all singles.", n
            )
        lines.append(sentence.format(name=name, n=n))
        n = public.captured[side]
        sentence = ngettext("{name}: {n} captured marker.", "{name}: {n} captured markers.", n)
        lines.append(sentence.format(name=name, n=n))
    return lines


def hand_lines(model: TableViewModel) -> Lines:
    """Return a line about each hand: its cards as far as the viewer may see them, else its size."""
    return [
        _hand_line(model, seat) for seat in range(model.n_seats) if model.side_of(seat) != NOBODY
    ]


def _hand_line(model: TableViewModel, seat: Seat) -> str:
    wording, cards = model.wording, model.shown_hand(seat)
    if not cards:
        return wording.sentence_about_player(
            seat, _("You have no cards."), _("{name} has no cards.")
        )
    known = [card for card in cards if card is not None]
    n = len(cards)
    if known:
        yours = ngettext("You have the card {cards}.", "You have the cards {cards}.", n)
        theirs = ngettext("{name} has the card {cards}.", "{name} has the cards {cards}.", n)
        return wording.sentence_about_player(seat, yours, theirs, cards=wording.cards_text(known))
    yours = ngettext("You have {n} card.", "You have {n} cards.", n)
    theirs = ngettext("{name} has {n} card.", "{name} has {n} cards.", n)
    return wording.sentence_about_player(seat, yours, theirs, n=n)


def own_hand_lines(model: TableViewModel) -> Lines:
    """Return the cards of the player at the screen."""
    return [] if model.observation is None else [_hand_line(model, model.observation.seat)]


def deck_lines(model: TableViewModel) -> Lines:
    """Return the size of the deck, and the cards set aside."""
    public, wording = model.public, model.wording
    n = public.deck_size
    lines = [ngettext("{n} card in the deck.", "{n} cards in the deck.", n).format(n=n)]
    if public.aside:
        lines.append(_("Set aside: {cards}.").format(cards=wording.cards_text(public.aside)))
    return lines


def code_lines(model: TableViewModel) -> Lines:
    """Return lines about codes in force, laid face down and held; empty without codes."""
    public, wording = model.public, model.wording
    if not public.rules.has_codes:
        return []
    lines = []
    for seat in range(model.n_seats):
        code = public.codes[model.side_of(seat)]
        if public.sealed[seat]:
            yours = _("You have laid a code face down.")
            lines.append(
                wording.sentence_about_player(seat, yours, _("{name} has laid a code face down."))
            )
        if code:
            yours, theirs = _("Your code: {code}. {power}"), _("Code of {name}: {code}. {power}")
            power = wording.code_power(code, seat)
            lines.append(
                wording.sentence_about_player(
                    seat, yours, theirs, code=wording.code_text(code), power=power
                )
            )
        n = public.held_counts[seat]
        yours = ngettext("You hold {n} code.", "You hold {n} codes.", n)
        theirs = ngettext("{name} holds {n} code.", "{name} holds {n} codes.", n)
        lines.append(wording.sentence_about_player(seat, yours, theirs, n=n))
    return [*lines, *_held_code_lines(model)]


def _held_code_lines(model: TableViewModel) -> Lines:
    if model.observation is None:
        return []
    cards = [code_card_text(code, _, model.wording.rules) for code in model.observation.held]
    return [
        _("In hand: {code}. {power}").format(code=card.name, power=card.power) for card in cards
    ]


def sum_lines(model: TableViewModel) -> Lines:
    """Return lines about each player's last announced sum and the changes of their hand since."""
    lines = [
        line
        for seat in sorted(model.announced_sums)
        for line in sum_sentences(model.wording, model.announced_sums[seat])
    ]
    return lines or [_("No sum has been said in this round.")]


def sum_sentences(wording: MatchSentences, announced: AnnouncedSum) -> Lines:
    """Return lines about an announced sum and the changes of the hand since."""
    about, seat, n = wording.sentence_about_player, announced.seat, announced.size
    if announced.turn:
        yours = ngettext(
            "You said {total} with {n} card in turn {turn}.",
            "You said {total} with {n} cards in turn {turn}.",
            n,
        )
        theirs = ngettext(
            "{name} said {total} with {n} card in turn {turn}.",
            "{name} said {total} with {n} cards in turn {turn}.",
            n,
        )
    else:
        yours = ngettext(
            "You said {total} with {n} card at the start.",
            "You said {total} with {n} cards at the start.",
            n,
        )
        theirs = ngettext(
            "{name} said {total} with {n} card at the start.",
            "{name} said {total} with {n} cards at the start.",
            n,
        )
    lines = [about(seat, yours, theirs, total=announced.total, n=n, turn=announced.turn)]
    if announced.played:
        cards = card_list(announced.played)
        yours = _("Since then you have played {cards}.")
        lines.append(about(seat, yours, _("Since then {name} has played {cards}."), cards=cards))
    if announced.drawn:
        yours = ngettext(
            "Since then you have drawn {n} card.",
            "Since then you have drawn {n} cards.",
            announced.drawn,
        )
        theirs = ngettext(
            "Since then {name} has drawn {n} card.",
            "Since then {name} has drawn {n} cards.",
            announced.drawn,
        )
        lines.append(about(seat, yours, theirs, n=announced.drawn))
    if announced.exchanged:
        yours = ngettext(
            "Since then {n} card of yours was exchanged.",
            "Since then {n} cards of yours were exchanged.",
            announced.exchanged,
        )
        theirs = ngettext(
            "Since then {n} card of {name} was exchanged.",
            "Since then {n} cards of {name} were exchanged.",
            announced.exchanged,
        )
        lines.append(about(seat, yours, theirs, n=announced.exchanged))
    return lines


def sum_and_hand_lines(model: TableViewModel) -> Lines:
    """Return lines about the announced sums, and what they and counting reveal of each hand."""
    return [*sum_lines(model), *deduced_card_lines(model)]


def deduced_card_lines(model: TableViewModel) -> Lines:
    """Return lines about what is known of other players' cards; unknown hands are left out."""
    return [
        line
        for seat, readings in model.card_knowledge_by_seat.items()
        if (line := _card_knowledge_line(model, seat, readings))
    ]


def _card_knowledge_line(
    model: TableViewModel, seat: Seat, readings: tuple[CardKnowledge, ...]
) -> str:
    known = [one for one in readings if one.values]
    if not known or model.snapshot.hands is not None:
        return ""
    items = [_card_knowledge_text(one) for one in known]
    if n := len(readings) - len(known):
        items.append(ngettext("{n} unknown card", "{n} unknown cards", n).format(n=n))
    sentence = _("{name} holds, as far as you know: {list}.")
    return sentence.format(name=model.wording.name(seat), list=", ".join(items))


def _card_knowledge_text(reading: CardKnowledge) -> str:
    if reading.kind == "either":
        one, other = reading.values
        return _("{one} or {other}").format(one=one, other=other)
    if reading.kind == "shown":
        return _("{card} (shown)").format(card=reading.values[0])
    if reading.kind == "pinned":
        return _("{card} (your pin)").format(card=reading.values[0])
    return str(reading.values[0])


def speech_lines(model: TableViewModel) -> Lines:
    """Return lines about what players have said, newest last; outdated words are marked."""
    lines = []
    for seat, spoken in model.utterances_by_seat.items():
        for one in spoken:
            sentence = _("{name}, earlier: “{text}”") if one.is_outdated else _("{name}: “{text}”")
            lines.append(sentence.format(name=model.wording.player_label(seat), text=one.text))
    return lines


def prompt_lines(model: TableViewModel) -> Lines:
    """Return lines about the player on turn, the possible actions, the last turn and the remark."""
    last = "" if model.last_turn_of_other is None else model.last_turn_of_other.sentence
    return [
        line for line in (model.headline, model.prompt_line, last, model.display_remark) if line
    ]


def unseen_card_lines(model: TableViewModel) -> Lines:
    """Return lines with the number of unseen copies of each card value."""
    return [
        _("Card {card}: {n} unseen.").format(card=card, n=n)
        for card, (_lying, _own, n) in enumerate(model.card_copy_counts())
    ]


def shown_threat_lines(model: TableViewModel) -> Lines:
    """Return lines about the keys that the table highlights."""
    return (
        threat_lines(model) if model.key_threats and not model.shows_only_public_information else []
    )


def threat_lines(model: TableViewModel) -> Lines:
    """Return lines about the keys on which a marker would win, with the card that reaches each."""
    lines = [_threat_line(model, one) for found in model.key_threats.values() for one in found]
    return lines or [_("Nobody can win the round at once.")]


def _threat_line(model: TableViewModel, threat: KeyThreat) -> str:
    wording, _ = model.wording, model.wording.translate
    if threat.kind == "wins_now":
        yours = _("You win {points} on {key} {number} with a {card}.")
        theirs = _("{name} wins {points} on {key} {number} with a {card}.")
    elif threat.kind == "wins_next" and threat.card is None:
        yours = theirs = _("{name} can win {points} on {key} {number} next turn.")
    elif threat.kind == "wins_next":
        yours = theirs = _("{name} wins {points} on {key} {number} with a {card}.")
    elif threat.card is None:
        yours = _("You cannot win {points} on {key} {number} next turn.")
        theirs = _("{name} cannot win {points} on {key} {number} next turn.")
    else:
        yours = _("You need a {card} for {key} {number}: {points}.")
        theirs = _("{name} needs a {card} for {key} {number}: {points}.")
    return wording.sentence_about_player(
        threat.seat,
        yours,
        theirs,
        points=wording.points_text(threat.points),
        key=wording.terms.key,
        number=threat.key,
        card=threat.card,
    )


def history_lines(model: TableViewModel) -> Lines:
    """Return lines about the round's turns.

    With the memory aids "memory", they are only about the last turns.
    """
    lines, turn = [], 0
    for entry in model.entries:
        n_turns_ago = model.entries[-1].turn - entry.turn
        if model.aids == "memory" and n_turns_ago >= MAX_REMEMBERED_TURNS:
            continue
        if entry.turn != turn:
            turn = entry.turn
            lines.append(_("Turn {n}:").format(n=turn))
        lines += [
            *model.wording.event_lines(entry),
            *model.wording.private_event_lines(entry.event),
        ]
    return lines or [_("Nothing has happened in this round.")]
