"""Lessons in words: titles, steps, and replies to the pupil's attempts."""

from __future__ import annotations

from hacktrick.ai.measurements import shipped_measurements
from hacktrick.app.learning_progress import LessonMark
from hacktrick.app.lesson_session import LessonStatus
from hacktrick.coach.lessons.lesson import Lesson
from hacktrick.game.actions import (
    Action,
    Verb,
)
from hacktrick.game.rules import Rules
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.match_text import Wording
from hacktrick.i18n.new_match_options import NewMatchOptions
from hacktrick.i18n.terms import term_translator
from hacktrick.i18n.translator import N_, _, ngettext
from hacktrick.match.players import LEVEL_NUMBERS, level_of

LONGEST = 90  # characters of a sentence with its fields filled in, in every language

TITLES: dict[str, str] = {
    "two cards": N_("Two cards, one {key}"),
    "line": N_("Three in a line"),
    "taking": N_("Taking"),
    "draw": N_("Draw, and four"),
    "holding": N_("What must the other hold?"),
    "order": N_("An order: {play}"),
    "block": N_("No orders: {guard}"),
    "ask": N_("Asking for the sum"),
    "tall": N_("The double"),
    "a round": N_("A round"),
    "one or two": N_("One {point} or two?"),
    "a code": N_("A code on the table"),
    "powers": N_("Codes that win, codes that act"),
    "stake": N_("A stake"),
    "partners": N_("Partners"),
    "alone": N_("One against two"),
}

ABOUT: dict[str, str] = {
    "two cards": N_("Your card plus the last card of the row is a number. You mark it."),
    "line": N_("Three markers in a line win the round. So do three on one number."),
    "taking": N_("Where the other has a marker, yours takes it."),
    "draw": N_("When nothing fits you draw. Four cards must be played."),
    "holding": N_("Announced sums and played cards tell what a hand still holds."),
    "order": N_("One word, and the other must play a card that helps you."),
    "block": N_("One word, and nobody can order you about for a turn."),
    "ask": N_("A captured marker buys the sum of the other hand."),
    "tall": N_("Each side has one double. It is worth two if it comes early."),
    "a round": N_("A whole round against the weakest level."),
    "one or two": N_("The score decides whether a win is taken or waited for."),
    "a code": N_("Before a round each side may lay a code face down."),
    "powers": N_("One code wins in a way of its own, another takes a card."),
    "stake": N_("A stake is on the table. Call or fold?"),
    "partners": N_("Two against two: markers and {points} are shared."),
    "alone": N_("One against two: your hand may be larger."),
}

SENTENCES: dict[str, str] = {
    # Any step
    "not that": N_("That is allowed, but something else is meant here."),
    "wrong key": N_("That marks {key} {number}. Something else is meant here."),
    "draw later": N_("Drawing comes later. Play a card now."),
    "do not draw": N_("The line is one card away. Look again."),
    # Two cards, one key
    "mark 8": N_("The last card is 3. With your 5 it makes 8: mark {key} 8."),
    "sum is key": N_("Last card plus own card is the {key}. {name} plays 4 and marks 9."),
    "mark 6": N_("Now mark {key} 6. Choose the card or the {key}: it is one choice."),
    "his keys": N_("{name} has 9 and 2. You have 8 and 6."),
    # Three in a line
    "complete": N_("8 and 6 are yours. Which card completes the line?"),
    "a line": N_("8-1-6: three in a line win the round."),
    "three alike": N_("Three on one number win too. With two of yours on 6: which one wins?"),
    "count alike": N_("Three of your markers on the same number win."),
    "also won": N_("Right: a third marker on 6 would win."),
    # Taking
    "take it": N_("{name} has 5 and 6 and wants 4. Take a marker away."),
    "sits on it": N_("{name} adds 4 to your 0, takes your marker and has 4-5-6."),
    "threat stays": N_("A 4 cannot follow a 4 now, but the threat stays."),
    "taken": N_("Taken. Captured markers stay with you: they pay for questions."),
    # Draw, and four
    "nothing fits": N_("A card must differ from the last one. Your 0 does not fit: draw."),
    "draw ends": N_("A draw ends the turn. Nobody learns whether a card would have fitted."),
    "four cards": N_("Four cards are a full hand: now a card must be played. Any will do."),
    "may draw": N_("With fewer than four cards you may draw, even if you could play."),
    # What must the other hold?
    "which hand": N_("{name} said 4 with three cards, played 1, drew one, played 5. What is left?"),
    "count cards": N_("The 5 was drawn, and you see every 1. Count again."),
    "only hand": N_("0 and 3: no other hand fits what you have seen."),
    "which is safe": N_("{name} wants {key} 4. Which card lets neither 0 nor 3 reach it?"),
    "after 1": N_("After a 1 the 3 makes 4."),
    "after 4": N_("After a 4 the 0 makes 4."),
    "defence": N_("The last card you leave is your defence."),
    # An order
    "bar the 0": N_("{name} holds 0 and 2. Play your 0: then no 0 can follow."),
    "say play": N_("Now say {play}: {name} must play, and only the 2 fits."),
    "unordered": N_("Without an order {name} draws and keeps the 2."),
    "not guard": N_("{guard} only forbids {play}. Say {play}."),
    "had to": N_("{name} had to play the 2."),
    "take 6": N_("Your 4 and the 2 make 6: take the marker there and complete 8-1-6."),
    "take 6 first": N_("Marking {key} 6 wins the round. Look again."),
    "order costs": N_("An order costs a marker. Who cannot obey shows the hand and draws."),
    # No orders
    "play the 4": N_("{name} holds 0 and 3. Play your 4."),
    "say guard": N_("And now? Pass, or forbid orders with {guard}."),
    "ordered": N_("{name} said {play}: your 1 had to go, and the 3 made 4-4-4."),
    "not play": N_("{name} would have played anyway. Forbid the order instead."),
    "keep the 1": N_("No order came. Your 1 would help {name}: draw."),
    "gave 4 away": N_("After your 1 the 3 makes 4-4-4."),
    "only play": N_("{guard} forbids only {play}. A hand of few cards can be forced."),
    # Asking
    "one card": N_("{name} has one card. A 2 loses to a 3, a 3 to a 2. Ask for the sum."),
    "it was 3": N_("It was a 3. A question would have told."),
    "by luck": N_("That might go well, by luck. A question makes sure."),
    "paid for it": N_("A captured marker paid for it: the sum is 3."),
    "so a 3": N_("So it is a 3. Which card is safe?"),
    "after 2": N_("After a 2 the 3 makes 5."),
    "one is safe": N_("One of your cards is safe: a 3 cannot follow it."),
    "when to ask": N_("Ask when the answer can change what you do."),
    # The double
    "tall on 8": N_("Mark {key} 8 with the double: choose it, then the card."),
    "was small": N_("That was a single. Take the double."),
    "small on 6": N_("Then {key} 6, with a single."),
    "complete again": N_("Complete 8-1-6."),
    "two points": N_("Two {points}: the double was in the line before this turn."),
    "tall last": N_("The other way round: complete the line with the double."),
    "one point": N_("One {point} only. Place the double early."),
    # A round
    "free round": N_("A whole round against {name}. Hints are there if you want one."),
    # One point or two?
    "take or wait": N_("3 : 3 in a match to 5. Win one now with your 0, or draw and wait for two?"),
    "took one": N_("One now wins the match in {one} of 100. Waiting: {two}."),
    "waited": N_("Right here: {two} of 100, against {one} for one now. The score decides."),
    # Codes
    "lay it": N_("You hold Andy God. Lay the code face down."),
    "lay it now": N_("A code can wait for another round. This time lay it."),
    "cancelled": N_("{name} laid Joavista Rukowski, which cancels yours. Both are spent."),
    "third of four": N_("Andy God: three markers on 1, 2, 8, 9 win. Mark {key} 9."),
    "third of four again": N_("Marking {key} 9 would win by the code. Look again."),
    "won by code": N_("Won by the code, for one {point}."),
    "swap": N_("Coco van Vaeck: pay a captured marker, take a card unseen, give one."),
    "swap first": N_("Use the code first: exchange a card."),
    "both know": N_("Now each of you knows both cards."),
    "answer the stake": N_("{name} stakes a {point}. Folding loses 1, calling wins or loses 2."),
    "folded": N_("Fold below one chance in four. Here there is more."),
    "a quarter": N_("Called. It pays from one chance in four on."),
    "win the stakes": N_("Complete 8-1-6: both stakes are yours too."),
    "stakes won": N_("One for the line, and both stakes."),
    # Teams
    "ask partner": N_("You share markers and {points} with your partner. Have the sum announced."),
    "partner first": N_("First have your partner announce the sum: it is free."),
    "heard": N_("Everybody hears it, the other side too."),
    "go ahead": N_("Sides take turns. Now play or draw."),
    "alternate": N_("After you the other side moves, then your partner."),
    "alone draws": N_("You are alone against two, and every second turn is yours. Draw."),
    "draw alone": N_("Draw here: it shows how many cards you may hold."),
    "three others": N_("The others may hold three cards, you four."),
    "fourth card": N_("Draw once more."),
    "four alone": N_("Four cards: your hand is full."),
    "play one": N_("Play any card."),
    "order next": N_("Say {play}: it binds whoever is next."),
    "say it once": N_("This time say {play}."),
    "binds next": N_("The next seat must play, and only that one."),
}


def lesson_title(name: str, rules: Rules) -> str:
    """The title of a lesson, in the terms of an edition."""
    return term_translator(rules, _)(TITLES[name])


def lesson_sentence(key: str, rules: Rules, name: str = "", number: int = 0) -> str:
    """A sentence of a lesson; "" for no key.

    Args:
        name: the name of the opponent.
        number: the key that the pupil marked.
    """
    if not key:
        return ""
    filled = {"name": name, "number": number, **shipped_measurements().waiting_odds._asdict()}
    return term_translator(rules, _)(SENTENCES[key], **filled)


def lesson_summary(name: str, rules: Rules) -> str:
    """What a lesson teaches, in a sentence or two."""
    return term_translator(rules, _)(ABOUT[name])


def lesson_duration(lesson: Lesson) -> str:
    """The approximate length of a lesson."""
    if lesson.seconds < 60:
        return _("about {n} seconds").format(n=lesson.seconds)
    n = round(lesson.seconds / 60)
    return ngettext("about {n} minute", "about {n} minutes", n).format(n=n)


def step_sentence(stand: LessonStatus, key: str, wording: Wording) -> str:
    """A sentence of the lesson whose state is ``stand``."""
    name = wording.name(1)
    return lesson_sentence(key, wording.rules, name, stand.marked)


def shown_action_sentence(action: Action, wording: Wording) -> str:
    """The expected action, shown to a pupil who asks for it."""
    say = wording.say
    if action.verb == "play":
        sentence = (
            N_("Shown: the {card} with the double.") if action.double else N_("Shown: the {card}.")
        )
        return say(sentence, card=action.card)
    if action.verb == "command":
        return say(N_("Shown: {word}."), word=wording.command_name(action.kind))
    named: dict[Verb, str] = {
        "draw": N_("Shown: draw a card."),
        "ask": N_("Shown: ask for the sum."),
        "partner": N_("Shown: have your partner announce the sum."),
        "lay": N_("Shown: lay the code."),
        "swap": N_("Shown: use the code."),
        "call": N_("Shown: call."),
    }
    return say(named[action.verb])


def current_shown_sentence(stand: LessonStatus, action: Action | None, wording: Wording) -> str:
    """The expected action or answer that the lesson shows now; "" if it shows none."""
    if action is not None:
        return shown_action_sentence(action, wording)
    if stand.state == "choose" and stand.shown:
        return _("Shown: {answer}.").format(answer=answer_option(stand.shown, wording))
    return ""


def lesson_progress_label(mark: LessonMark | None, step: int, n_steps: int) -> str:
    """How far a pupil has come in a lesson; "" if they have not begun it."""
    if mark == "begun":
        return _("step {n}/{m}").format(n=step + 1, m=n_steps) if n_steps else _("begun")
    return {"done": _("done"), "skipped": _("skipped")}.get(mark or "", "")


def answer_options(stand: LessonStatus, wording: Wording) -> list[str]:
    """The possible answers, numbered from 1."""
    return [f"{n}. {answer_option(one, wording)}" for n, one in enumerate(stand.options, start=1)]


def answer_option(text: str, wording: Wording) -> str:
    """An answer to choose: a hand of two cards, or a key of the board."""
    first, _blank, second = text.partition(" ")
    if second:
        return _("{one} and {other}").format(one=first, other=second)
    return wording.say(N_("{key} {n}"), n=first)


def lesson_players(choices: NewMatchOptions) -> tuple[str, ...]:
    """The names at the table of a lesson: the pupil as in the last match, then computers."""
    seats = choices.seats
    own = next((n for n, seat in enumerate(seats) if level_of(seat.player) is None), 0)
    pupil = seats[own].name.strip() or _("Player {n}").format(n=1)
    return (pupil, *(level_name(level) for level in LEVEL_NUMBERS[:3]))
