"""Sentences about the current turn: the player on turn, the possible actions, and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hacktrick.app.turn_draft import (
    EMPTY_DRAFT,
    TURN_ENDS,
    ActionOffer,
    DraftPreview,
    OfferWarning,
    Refusal,
    TurnDraft,
    TurnEnd,
    preview_draft,
    turn_end_offers,
)
from hacktrick.game.actions import (
    Action,
    Ask,
    AskPartner,
    Call,
    Command,
    Draw,
    Fold,
    ForcePayment,
    LayCode,
    LayStartCard,
    Pass,
    Play,
    PutUnderDeck,
    Stake,
    Swap,
    Verb,
)
from hacktrick.game.legality import is_commanded_to_draw, legal_actions, playable_cards
from hacktrick.game.state import Observation, PublicState, Seat
from hacktrick.game.view import SeatInfo
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.rulebook.code_pages import CODE_WORDS, PowerPrice, code_card_text
from hacktrick.i18n.terms import Translate
from hacktrick.i18n.translator import _, ngettext
from hacktrick.match.player_kinds import level_of

Sentence = Callable[[Translate], str]

_REFUSAL_SENTENCES: dict[Refusal, Sentence] = {
    "NOT_YOUR_TURN": lambda _: _("Not your turn."),
    "ROUND_IS_OVER": lambda _: _("The round is over."),
    "NOT_NOW": lambda _: _("Not right now."),
    "NOT_IN_HAND": lambda _: _("That card is not in your hand."),
    "SAME_AS_LAST_CARD": lambda _: _("Same as the last card of the row."),
    "MUST_DRAW": lambda _: _("{guard_order}: you must draw."),
    "NO_MARKER": lambda _: _("You have no marker to pay with."),
    "NO_SINGLE": lambda _: _("Only your double is left."),
    "DOUBLE_NOT_IN_SUPPLY": lambda _: _("Your double is no longer in your supply."),
    "HAND_IS_FULL": lambda _: _("Your hand is full: play a card."),
    "COMMANDED_TO_PLAY": lambda _: _("{play_order}: you must play a card."),
    "NO_CAPTURED_MARKER": lambda _: _("You have no captured marker to pay with."),
    "ALREADY_ASKED": lambda _: _("You already asked this turn."),
    "EMPTY_HAND": lambda _: _("That hand is empty."),
    "NO_SUCH_OPPONENT": lambda _: _("You cannot ask that player."),
    "ASKING_IS_FORBIDDEN": lambda _: _("A code forbids you to ask now."),
    "LAST_MARKER": lambda _: _("You cannot pay your last marker."),
    "GUARDED": lambda _: _("{guard_order}: you may not order {play_order} this turn."),
    "OPPONENT_HAND_IS_FULL": lambda _: _("The next player's hand is full."),
    "NO_CODE_FOR_THIS": lambda _: _("No active code allows this."),
    "CODE_NOT_HELD": lambda _: _("You do not hold that code."),
    "POWER_IS_SPENT": lambda _: _("Already used this round."),
    "NO_POINT_TO_STAKE": lambda _: _("You both need a point to stake."),
    "NO_PARTNER": lambda _: _("You have no partner here."),
    "NO_SECOND_CARD": lambda _: _("No second card this turn."),
    "CHOOSE_FIRST": lambda _: _("Choose a card first, or draw."),
    "CHOOSE_A_CARD": lambda _: _("Choose a card first."),
    "NO_CARD_TO_CHOOSE": lambda _: _("Nothing fits: draw."),
    "NO_CARDS_IN_HAND": lambda _: _("No cards: draw."),
    "NO_MARKER_TO_PLACE": lambda _: _("No marker left: draw."),
    "CHOOSE_A_START_CARD": lambda _: _("Choose a card to start the row."),
    "DRAW_IS_CHOSEN": lambda _: _("You chose to draw: press Draw again."),
    "NO_COMMAND_AFTER_A_DRAW": lambda _: _("No order after a draw."),
    "NO_COMMAND_AFTER_THE_END": lambda _: _("This card ends the round: no order needed."),
    "NO_COMMAND_AT_THE_START": lambda _: _("No order with the start card."),
    "HAND_IS_HIDDEN": lambda _: _("Your cards are hidden: \\ shows them."),
    "NO_CARD_LEADS_THERE": lambda _: _("No card of yours reaches this {key}."),
}

_SHORT_REFUSALS: dict[Refusal, Sentence] = {
    "MUST_DRAW": lambda _: _("you must draw"),
    "HAND_IS_FULL": lambda _: _("hand is full"),
    "COMMANDED_TO_PLAY": lambda _: _("you must play"),
    "NO_CAPTURED_MARKER": lambda _: _("none captured"),
    "ALREADY_ASKED": lambda _: _("asked already"),
    "EMPTY_HAND": lambda _: _("empty hand"),
    "ASKING_IS_FORBIDDEN": lambda _: _("forbidden"),
    "LAST_MARKER": lambda _: _("last marker"),
    "NO_MARKER": lambda _: _("no marker"),
    "GUARDED": lambda _: _("not this turn"),
    "OPPONENT_HAND_IS_FULL": lambda _: _("hand is full"),
    "POWER_IS_SPENT": lambda _: _("used"),
    "NO_POINT_TO_STAKE": lambda _: _("no point"),
}

_WARNINGS: dict[OfferWarning, Sentence] = {
    "LOSES_THE_ROUND": lambda _: _("Your last marker: this loses the round."),
    "OPPONENT_MUST_PLAY_ANYWAY": lambda _: _("{name} has a full hand and must play anyway."),
    "OPPONENT_HAS_NO_CARD": lambda _: _("{name} has no card to play."),
    "OPPONENT_HAS_NO_MARKER": lambda _: _("{name} has no marker to place."),
    "OPPONENT_CANNOT_COMMAND": lambda _: _("{name} cannot pay for an order anyway."),
    "OPPONENT_COULD_COMMAND_NOTHING": lambda _: _("An order from {name} would change nothing."),
}

_SHORT_WARNINGS: dict[OfferWarning, Sentence] = {
    "LOSES_THE_ROUND": lambda _: _("loses the round"),
    "OPPONENT_MUST_PLAY_ANYWAY": lambda _: _("changes nothing"),
    "OPPONENT_HAS_NO_CARD": lambda _: _("changes nothing"),
    "OPPONENT_HAS_NO_MARKER": lambda _: _("changes nothing"),
    "OPPONENT_CANNOT_COMMAND": lambda _: _("changes nothing"),
    "OPPONENT_COULD_COMMAND_NOTHING": lambda _: _("changes nothing"),
}


@dataclass(frozen=True, slots=True)
class ButtonCaption:
    """The texts of a button.

    Attributes:
        label: the name of the button.
        price: the cost of pressing the button.
        effect: the effect of pressing the button.
        warning: a sentence that warns against pressing the button; the effect is then drawn in
            another colour.
        reason: the reason why the button is disabled; None if it is enabled.
        brief: a shorter form of the effect.
        power_price: the means of paying for a code's power; None for other buttons.
    """

    label: str
    price: str = ""
    effect: str = ""
    warning: str = ""
    reason: str | None = None
    brief: str = ""
    power_price: PowerPrice | None = None


def caption_without_price(
    label: str, effect: str, warning: str = "", reason: str | None = None
) -> ButtonCaption:
    """Return the caption of a button that costs nothing."""
    return ButtonCaption(label, _("free"), effect, warning, reason)


def refusal_sentence(wording: MatchSentences, refusal: Refusal) -> str:
    """Return one short sentence saying why an action is not possible."""
    return _fill_sentence(wording, _REFUSAL_SENTENCES[refusal])


def short_refusal_text(wording: MatchSentences, refusal: Refusal) -> str:
    """Return two or three words saying why an action is not possible; "" without a short form."""
    return _fill_sentence(wording, _SHORT_REFUSALS[refusal]) if refusal in _SHORT_REFUSALS else ""


def command_warning_sentence(
    wording: MatchSentences, public: PublicState, kind: OfferWarning
) -> str:
    return _fill_sentence(wording, _WARNINGS[kind], name=wording.name(public.next_seat))


def _fill_sentence(wording: MatchSentences, sentence: Sentence, **fields: str) -> str:
    return sentence(wording.translate).format(**wording.term_fields, **fields)


def one_marker_cost_text() -> str:
    return _("−1 marker")


def captured_marker_price_text() -> str:
    return _("−1 captured")


def turn_end_caption(
    wording: MatchSentences,
    public: PublicState,
    end: TurnEnd,
    offer: ActionOffer,
    draft: TurnDraft,
    preview: DraftPreview | None,
) -> ButtonCaption:
    """Return the caption of one of the three buttons that end a turn.

    Args:
        end: the name of the button.
        offer: whether the button can be pressed, and the warning about it.
        draft: the choices for the turn so far.
        preview: the effects of the chosen card; None if no card is chosen.
    """
    refused = None if offer.refusal is None else refusal_sentence(wording, offer.refusal)
    warning = (
        "" if offer.warning is None else command_warning_sentence(wording, public, offer.warning)
    )
    action = TURN_ENDS[end]
    if action.verb == "pass":
        label, effect = _main_button_texts(wording, public, draft, preview)
        return caption_without_price(label, effect, warning, refused)
    label = wording.spoken_command(action.kind)
    if offer.refusal is not None:
        return ButtonCaption(
            label, one_marker_cost_text(), short_refusal_text(wording, offer.refusal), "", refused
        )
    effect, brief = _command_effect(wording, public, action)
    if offer.warning is not None:
        effect = brief = _SHORT_WARNINGS[offer.warning](_)
    return ButtonCaption(label, one_marker_cost_text(), effect, warning, refused, brief)


def losing_warning(wording: MatchSentences, public: PublicState) -> tuple[str, str]:
    """Return a warning that the next player then surely wins: in a few words, and as a sentence."""
    name = wording.name(public.next_seat)
    sentence = _("{name} surely wins next turn.").format(name=name)
    return _("{name} then wins").format(name=name), sentence


def _main_button_texts(
    wording: MatchSentences, public: PublicState, draft: TurnDraft, preview: DraftPreview | None
) -> tuple[str, str]:
    if preview is not None and preview.result is not None:
        if preview.result.side == public.side:
            return _("Crack it"), wording.points_text(preview.result.points)
        return _("End turn"), _("loses the round")
    if public.phase == "codes":
        return _("Lay a code"), _("or none")
    if public.phase == "answer":
        return _("Answer"), _("call or fold")
    if public.phase == "start":
        return _("Start"), ""
    return _("End turn") if draft.card is not None else wording.terms.pass_, _("no order")


def _command_effect(
    wording: MatchSentences, public: PublicState, action: Command
) -> tuple[str, str]:
    """Return a command's effect on the next player: with their name, and in a shorter form."""
    name, order = wording.name(public.next_seat), wording.spoken_command("play")
    if action.kind == "play":
        return _("{name} must play").format(name=name), _("forces a card")
    if public.rules.second_command == "draw":
        return _("{name} must draw").format(name=name), _("forces a draw")
    effect = _("{name} may not order {command}").format(command=order, name=name)
    return effect, _("no {command} next turn").format(command=order)


def turn_end_help_sentence(wording: MatchSentences, public: PublicState, action: Action) -> str:
    """Return one sentence that explains a way to end the turn.

    While codes or the start card are laid, the result is "" for everything except laying the start
    card.
    """
    if public.phase in ("codes", "start"):
        starts = public.phase == "start" and action.verb == "pass"
        return _("Starts the row. Then everyone says their sum.") if starts else ""
    name = wording.name(public.next_seat)
    if action.verb == "pass":
        return _("Ends your turn. {name} may do anything.").format(name=name)
    assert action.verb == "command"
    if action.kind == "play":
        return _("{name} must play a card next turn, if one fits.").format(name=name)
    if public.rules.second_command == "draw":
        return _("{name} must draw next turn.").format(name=name)
    return _("{name} may not order {command} next turn.").format(
        name=name, command=wording.spoken_command("play")
    )


def command_in_force_tag(wording: MatchSentences, public: PublicState) -> str:
    """Return a short description of the command that binds this turn; "" if there is none."""
    if public.command_in_force == "play":
        return _("order to play")
    if public.command_in_force == "guard":
        if public.rules.second_command == "draw":
            return _("order to draw")
        return _("no {command} this turn").format(command=wording.spoken_command("play"))
    return ""


def turn_status_sentence(
    wording: MatchSentences, public: PublicState, seen: Observation | None
) -> str:
    """Return a sentence about the player on turn, and what the player at the screen may do.

    Args:
        seen: the observation of the player at the screen; None while their cards are hidden.
    """
    if public.phase == "over":
        return _("The round is over.")
    if seen is None or seen.seat != public.seat:
        sentence = _("Your turn") if public.seat == wording.you else ""
        sentence = sentence or _STATUS_OF_OTHERS[public.phase](_)
    elif public.phase == "turn":
        sentence = _own_turn_sentence(public, seen, wording)
    else:
        yours, theirs = _OWN_STATUS[public.phase]
        sentence = yours(_) if public.seat == wording.you else theirs(_)
    return sentence.format(name=wording.name(public.seat))


def _own_turn_sentence(public: PublicState, seen: Observation, wording: MatchSentences) -> str:
    if is_commanded_to_draw(public):
        yours, theirs = _("Your turn: you must draw"), _("{name}'s turn: draw a card")
    elif not _has_playable_card(public, seen):
        yours, theirs = (
            _("Your turn: nothing fits, so draw"),
            _("{name}'s turn: nothing fits, draw"),
        )
    elif any(action.verb == "draw" for action in legal_actions(seen)):
        yours, theirs = _("Your turn: play a card or draw"), _("{name}'s turn: play a card or draw")
    else:
        yours, theirs = _("Your turn: play a card"), _("{name}'s turn: play a card")
    return yours if public.seat == wording.you else theirs


def _has_playable_card(public: PublicState, observation: Observation) -> bool:
    """Return whether a card can be played now."""
    return bool(playable_cards(public, observation.hand)) and bool(public.supply[public.side])


def cannot_obey_sentence() -> str:
    """Return a sentence saying what happens to a player who cannot obey a command to play."""
    return _("Nothing fits: you show your hand and draw.")


_STATUS_OF_OTHERS: dict[str, Sentence] = {
    "codes": lambda _: _("{name} may lay a code"),
    "start": lambda _: _("{name} starts the row"),
    "turn": lambda _: _("{name}'s turn"),
    "command": lambda _: _("{name} may give an order"),
    "answer": lambda _: _("{name} answers the stake"),
}

_OWN_STATUS: dict[str, tuple[Sentence, Sentence]] = {
    "codes": (lambda _: _("Lay a code, or none"), lambda _: _("{name}: lay a code, or none")),
    "start": (lambda _: _("Choose your start card"), lambda _: _("{name}: choose a start card")),
    "command": (
        lambda _: _("End your turn, or give an order"),
        lambda _: _("{name}: end your turn, or give an order"),
    ),
    "answer": (lambda _: _("Call or fold?"), lambda _: _("{name}: call or fold?")),
}


def power_caption(
    wording: MatchSentences, code: str, opponent: str, refusal: Refusal | None
) -> ButtonCaption:
    """Return the caption of the button that uses a code's power.

    Args:
        code: the key of the code.
        opponent: the name of the opponent.
        refusal: the reason why the power cannot be used now; None if it can be used.
    """
    words = CODE_WORDS[code].button
    assert words is not None
    label, usual_effect = words.label(_), words.effect(_).format(name=opponent)
    effect = usual_effect if refusal is None else short_refusal_text(wording, refusal)
    why = None if refusal is None else refusal_sentence(wording, refusal)
    if words.price is None:
        return caption_without_price(label, effect, reason=why)
    price = {
        "marker": one_marker_cost_text(),
        "captured": captured_marker_price_text(),
        "point": wording.points_price_text(1),
    }[words.price]
    return ButtonCaption(label, price, effect, reason=why, power_price=words.price)


def action_sentence(wording: MatchSentences, observation: Observation, action: Action) -> str:
    """Return a sentence about the effect and cost of a legal action."""
    return _ACTION_SENTENCES[action.verb](wording, observation, action)


def _first_opponent_name(wording: MatchSentences, observation: Observation) -> str:
    """Return the name of the first opponent, who is the only one in a match of two."""
    return wording.name(observation.public.seating.opponents_of(observation.seat)[0])


def _lay_code_sentence(wording: MatchSentences, seen: Observation, action: LayCode) -> str:
    if action.code is None:
        return _("Lay no code.")
    card = code_card_text(action.code, _, wording.rules)
    return _("Lay {code}. {power}").format(code=card.name, power=card.power)


def _start_sentence(wording: MatchSentences, seen: Observation, action: LayStartCard) -> str:
    return _("Start the row with a {card}.").format(card=action.card)


def _ask_sentence(wording: MatchSentences, seen: Observation, action: Ask) -> str:
    opponents = seen.public.seating.opponents_of(seen.seat)
    name = wording.name(opponents[0] if action.seat is None else action.seat)
    if action.from_supply:
        return _("Ask {name} for their sum. Costs one of your own markers.").format(name=name)
    return _("Ask {name} for their sum. Costs a captured marker.").format(name=name)


def _partner_sentence(wording: MatchSentences, seen: Observation, action: AskPartner) -> str:
    partner = seen.public.seating.partner_of(seen.seat)
    assert partner is not None
    return _("Ask your partner {name} for their sum. It is free.").format(
        name=wording.name(partner)
    )


def _swap_sentence(wording: MatchSentences, seen: Observation, action: Swap) -> str:
    return _("Give {name} a {card} and take a card unseen. Costs a captured marker.").format(
        card=action.card, name=_first_opponent_name(wording, seen)
    )


def _forced_payment_sentence(
    wording: MatchSentences, seen: Observation, action: ForcePayment
) -> str:
    return _("Pay a marker. {name} must pay one too.").format(
        name=_first_opponent_name(wording, seen)
    )


def _stake_sentence(wording: MatchSentences, seen: Observation, action: Stake) -> str:
    return _("Stake {points}. {name} must call or fold.").format(
        points=wording.points_text(1), name=_first_opponent_name(wording, seen)
    )


def _call_sentence(wording: MatchSentences, seen: Observation, action: Call) -> str:
    return _("Call: stake {points} too. The round's winner takes both.").format(
        points=wording.points_text(1)
    )


def _fold_sentence(wording: MatchSentences, seen: Observation, action: Fold) -> str:
    return _("Fold: {name} wins the round and takes back the stake.").format(
        name=_first_opponent_name(wording, seen)
    )


def _play_sentence(wording: MatchSentences, seen: Observation, action: Play) -> str:
    shown = preview_draft(seen, TurnDraft(action.card, action.double))
    assert shown is not None, "the action is legal"
    _ = wording.translate
    if action.double:
        sentence = _("Play a {card}: your double on {key} {number}.")
    else:
        sentence = _("Play a {card}: a marker on {key} {number}.")
    first = sentence.format(card=action.card, key=wording.terms.key, number=shown.key)
    result = _end_of_round_sentences(wording, seen, action, shown)
    return " ".join([first, *_capture_sentences(wording, seen, shown), *result])


def _capture_sentences(
    wording: MatchSentences, seen: Observation, preview: DraftPreview
) -> list[str]:
    if not preview.captures:
        return []
    name = wording.side_name(seen.public, 1 - seen.public.side)
    n = preview.captures
    if preview.captures_double and n == 1:
        return [_("Captures the double of {name}.").format(name=name)]
    sentence = ngettext("Captures a marker of {name}.", "Captures {n} markers of {name}.", n)
    double = [_("One of them is the double.")] if preview.captures_double else []
    return [sentence.format(n=n, name=name), *double]


def _end_of_round_sentences(
    wording: MatchSentences, seen: Observation, action: Play, preview: DraftPreview
) -> list[str]:
    if preview.result is None:
        return []
    if preview.result.side != seen.public.side:
        return _turn_end_warnings(wording, seen, TurnDraft(action.card, action.double), action)
    return [
        _("Wins the round: {points}.").format(points=wording.points_text(preview.result.points))
    ]


def _draw_sentence(wording: MatchSentences, seen: Observation, action: Draw) -> str:
    public = seen.public
    forced = public.command_in_force == "play" and not is_commanded_to_draw(public)
    if forced and any(seen.hand) and not playable_cards(public, seen.hand):
        return _("Show your hand to all and draw a card.")
    if public.rules.command_after_draw:
        return _("Draw a card.")
    return _("Draw a card. This ends your turn.")


def _put_under_deck_sentence(
    wording: MatchSentences, seen: Observation, action: PutUnderDeck
) -> str:
    n = len(action.cards)
    return ngettext(
        "Put {cards} under the deck and draw a card. This ends your turn.",
        "Put {cards} under the deck, the last one at the bottom, and draw {n} cards. "
        "This ends your turn.",
        n,
    ).format(cards=wording.cards_text(action.cards), n=n)


def _turn_end_sentence(wording: MatchSentences, seen: Observation, action: Pass | Command) -> str:
    public = seen.public
    effect = turn_end_help_sentence(wording, public, action)
    if action.verb == "pass":
        return _("{command}. {effect}").format(command=wording.terms.pass_, effect=effect)
    if public.n_singles_in_supply(public.side):
        sentence = _("Order {command} for a marker. {effect}")
    else:
        sentence = _("Order {command} for your double. {effect}")
    line = sentence.format(command=wording.spoken_command(action.kind), effect=effect)
    return " ".join([line, *_turn_end_warnings(wording, seen, EMPTY_DRAFT, action)])


def _turn_end_warnings(
    wording: MatchSentences, observation: Observation, draft: TurnDraft, last: Action
) -> list[str]:
    """Return warnings against ending the turn with ``last``, although the rules allow it."""
    found = (
        end.warning for end in turn_end_offers(observation, draft) if end.actions[-1:] == (last,)
    )
    return [
        command_warning_sentence(wording, observation.public, doubt) for doubt in found if doubt
    ]


_ACTION_SENTENCES: dict[Verb, Callable[[MatchSentences, Observation, Any], str]] = {
    "lay": _lay_code_sentence,
    "start": _start_sentence,
    "ask": _ask_sentence,
    "partner": _partner_sentence,
    "swap": _swap_sentence,
    "discard": _forced_payment_sentence,
    "stake": _stake_sentence,
    "call": _call_sentence,
    "fold": _fold_sentence,
    "play": _play_sentence,
    "draw": _draw_sentence,
    "under": _put_under_deck_sentence,
    "pass": _turn_end_sentence,
    "command": _turn_end_sentence,
}


# Functions about the headline and the prompt.


def turn_headline(
    wording: MatchSentences,
    public: PublicState,
    seats: Sequence[SeatInfo],
    seen: Observation | None,
) -> str:
    """Return a few words about the player on turn.

    Args:
        seen: the observation of the player at the screen; None while their cards are hidden.
    """
    if public.result is not None or public.phase == "over":
        return _("The round is over")
    seat = public.seat
    if seen is None or seen.seat != seat:
        if level_of(seats[seat].player) is not None:
            return _("{name} is thinking").format(name=wording.name(seat))
        return wording.sentence_about_player(seat, _("Your turn"), _("{name}'s turn"))
    if public.phase == "turn" and is_commanded_to_draw(public):
        return wording.sentence_about_player(seat, _("You must draw"), _("{name} must draw"))
    if public.phase == "turn" and not _can_draw(seen) and _can_play(seen):
        return wording.sentence_about_player(seat, _("You must play"), _("{name} must play"))
    return wording.sentence_about_player(seat, _("Your turn"), _("{name}'s turn"))


def _can_draw(seen: Observation) -> bool:
    """Return whether the player at the screen may draw now."""
    return any(action.verb == "draw" for action in legal_actions(seen))


def _can_play(seen: Observation) -> bool:
    """Return whether the player at the screen may play a card now."""
    return any(action.verb == "play" for action in legal_actions(seen))


def prompt_line(
    wording: MatchSentences,
    public: PublicState,
    seen: Observation | None,
    draft: TurnDraft,
    preview: DraftPreview | None,
) -> str:
    """Return a line about the possible actions, or the command that binds the player on turn.

    The actions are those of the player at the screen. The result is "" once a card or a draw is
    chosen, since the buttons then say all there is to do.
    """
    if public.result is not None or public.phase == "over":
        return ""
    if seen is None or seen.seat != public.seat:
        return _command_in_force_sentence(wording, public)
    if public.phase == "codes":
        return _("Lay a code, or none.")
    if public.phase == "answer":
        return _("Stake a point too, or fold.")
    if public.phase == "start":
        return _("Choose a start card.") if draft.card is None else ""
    if public.phase == "command" and draft.card is None:
        if _can_play(seen):
            return _("Play a second card, or end your turn.")
        return ""
    if preview is not None:
        if preview.result is None:
            return ""
        if preview.result.side == public.side:
            return _("This card wins the round.")
        return _("Your last marker: this loses the round.")
    return _turn_prompt(wording, public, seen, draft)


def _turn_prompt(
    wording: MatchSentences, public: PublicState, seen: Observation, draft: TurnDraft
) -> str:
    if draft.is_drawing:
        return ""
    if is_commanded_to_draw(public):
        return _ordered_by_sentence(wording, public)
    if not _can_play(seen):
        if not any(seen.hand):
            return _("No cards: draw.")
        if public.command_in_force == "play" and not playable_cards(public, seen.hand):
            return _("Nothing fits: you show your cards and draw.")
        if not public.supply[public.side]:
            return _("No marker left: draw.")
        return _("Nothing fits: draw.")
    if _can_draw(seen):
        return _("Choose a card, or draw.")
    if public.command_in_force == "play":
        return _ordered_by_sentence(wording, public)
    sentences = {3: _("Three cards: choose one."), 4: _("Four cards: choose one.")}
    return sentences.get(public.hand_sizes[public.seat], _("Choose a card."))


def _previous_seat(public: PublicState) -> Seat:
    order = public.seating.order
    return order[(public.turn - 1) % len(order)]


def _ordered_by_sentence(wording: MatchSentences, public: PublicState) -> str:
    return _("{name} ordered it.").format(name=wording.name(_previous_seat(public)))


def _command_in_force_sentence(wording: MatchSentences, public: PublicState) -> str:
    """Return a sentence about the previous player's command to the player to act, or ""."""
    if public.phase != "turn" or not public.command_in_force:
        return ""
    seat, other = public.seat, _previous_seat(public)
    if public.command_in_force == "play":
        return wording.sentence_about_two_players(
            other,
            seat,
            _("You ordered {other} to play."),
            _("{name} ordered you to play."),
            _("{name} ordered {other} to play."),
        )
    if is_commanded_to_draw(public):
        return wording.sentence_about_two_players(
            other,
            seat,
            _("You ordered {other} to draw."),
            _("{name} ordered you to draw."),
            _("{name} ordered {other} to draw."),
        )
    yours, theirs = _("You may not order {order}."), _("{name} may not order {order}.")
    return wording.sentence_about_player(seat, yours, theirs, order=wording.spoken_command("play"))
