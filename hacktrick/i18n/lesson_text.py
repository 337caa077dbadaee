"""The sentences of the lessons: titles, steps, and replies to the learner's attempts."""

from __future__ import annotations

from hacktrick.ai.measured_figures import shipped_measurements
from hacktrick.app.learning_progress import LessonStatus
from hacktrick.app.lesson_session import LessonState, ShownLessonStep
from hacktrick.coach.lessons.lesson import Lesson
from hacktrick.game.actions import (
    Action,
    Verb,
)
from hacktrick.game.editions import Rules
from hacktrick.i18n.computer_players import level_name
from hacktrick.i18n.match_options_and_player_names import NewMatchOptions
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.terms import term_translator
from hacktrick.i18n.translator import N_, _, ngettext
from hacktrick.match.player_kinds import LEVEL_NUMBERS, level_of

# Maximum number of characters, with all fields filled in, in every language.
MAX_SENTENCE_LENGTH = 90

LESSON_TITLES: dict[str, str] = {
    "two cards": N_("Two cards, one {key}"),
    "line": N_("Three in a row"),
    "taking": N_("Capturing"),
    "draw": N_("Drawing, and four cards"),
    "holding": N_("Reading a hand"),
    "order": N_("An order: {play_order}"),
    "block": N_("No orders: {guard_order}"),
    "ask": N_("Asking for the sum"),
    "tall": N_("The double"),
    "a round": N_("A whole round"),
    "one or two": N_("One {point} or two?"),
    "a code": N_("Laying a code"),
    "powers": N_("Winning codes, acting codes"),
    "stake": N_("A stake"),
    "partners": N_("Partners"),
    "alone": N_("One against two"),
}

LESSON_SUMMARIES: dict[str, str] = {
    "two cards": N_("Last card + your card = your {key}."),
    "line": N_("Three in a row win the round. So do three on one {key}."),
    "taking": N_("Land on an opposing marker and you capture it."),
    "draw": N_("Nothing fits? Draw. With four cards you must play."),
    "holding": N_("Sums and played cards reveal what a hand still holds."),
    "order": N_("One word, and they must play the card you need."),
    "block": N_("One word, and nobody can order you to play next turn."),
    "ask": N_("Pay a captured marker to hear their sum."),
    "tall": N_("You have one double. Placed early, it wins two."),
    "a round": N_("A whole round against the easiest level."),
    "one or two": N_("Win now, or wait for more? The score decides."),
    "a code": N_("Before a round you may lay a code face down."),
    "powers": N_("One code wins in its own way, another takes a card."),
    "stake": N_("A stake is on the table. Call or fold?"),
    "partners": N_("Two against two: you share markers and {points}."),
    "alone": N_("One against two: you may hold more cards."),
}

LESSON_SENTENCES: dict[str, str] = {
    # Sentences of several lessons.
    "not that": N_("Allowed, but try something else here."),
    "wrong key": N_("That marks {key} {number}. Try another card."),
    "draw later": N_("Drawing comes later. Play a card now."),
    "do not draw": N_("You are one card from a line. Look again."),
    # Sentences of the lesson "two cards".
    "mark 8": N_("Last card 3 + your 5 = {key} 8."),
    "sum is key": N_("Last card + your card = your {key}."),
    "mark 6": N_("Mark {key} 6."),
    # Sentences of the lesson "line".
    "complete": N_("You have {keys} 8 and 6. Which card completes the line?"),
    "a line": N_("8-1-6: three in a row win the round!"),
    "count alike": N_("Three of your markers on one {key} win."),
    # Sentences of the lesson "taking".
    "take it": N_("{name} has {keys} 5 and 6 and wants 4. Capture a marker."),
    "sits on it": N_("{name} plays a 4 on your 0, captures your marker and has 6-5-4."),
    "threat stays": N_("A 4 cannot follow a 4 now, but the threat stays."),
    "taken": N_("Captured! Such markers pay for questions."),
    # Sentences of the lesson "draw".
    "nothing fits": N_("Never the same card twice in a row. Your 0 does not fit: draw."),
    "draw ends": N_("A draw ends your turn. Nobody learns whether you could have played."),
    "four cards": N_("Four cards: you must play. Any card will do."),
    "may draw": N_("With fewer than four cards you may draw, even if you could play."),
    # Sentences of the lesson "holding".
    "which hand": N_("{name} said 4 with three cards, played a 1, drew, played a 5. What is left?"),
    "count cards": N_("The 5 was the drawn card, and you see every 1. Count again."),
    "only hand": N_("A 0 and a 3: no other hand fits."),
    "which is safe": N_("{name} wants {key} 4. Which card keeps both 0 and 3 from it?"),
    "after 1": N_("After a 1, the 3 makes 4."),
    "after 4": N_("After a 4, the 0 makes 4."),
    "defence": N_("The card you leave is your defence."),
    # Sentences of the lesson "order".
    "bar the 0": N_("{name} holds a 0 and a 2. Play your 0: then no 0 can follow."),
    "say play": N_("Now order {play_order}: {name} must play, and only the 2 fits."),
    "unordered": N_("Without an order {name} draws and keeps the 2."),
    "not guard": N_("{guard_order} only forbids {play_order}. Order {play_order} here."),
    "had to": N_("{name} had to play the 2."),
    "take 6": N_("Your 4 makes 6: capture the marker there and complete 8-1-6."),
    "take 6 first": N_("Marking {key} 6 wins the round. Look again."),
    "order costs": N_("An order costs a marker. If nothing fits, they show their hand and draw."),
    # Sentences of the lesson "block".
    "play the 4": N_("{name} holds a 0 and a 3. Play your 4."),
    "say guard": N_("And now? Just end your turn, or forbid orders with {guard_order}?"),
    "ordered": N_("{name} ordered {play_order}: your 1 had to go, and the 3 made 4-4-4."),
    "not play": N_("{name} would have played anyway. Forbid the order instead."),
    "keep the 1": N_("No order came. Your 1 would help {name}: draw."),
    "gave 4 away": N_("After your 1, the 3 makes 4-4-4."),
    "only play": N_("{guard_order} only stops orders to play. A small hand is easily forced."),
    # Sentences of the lesson "ask".
    "one card": N_("{name} has one card. Your 2 loses to a 3, your 3 to a 2. Ask!"),
    "it was 3": N_("It was a 3. Asking would have told you."),
    "by luck": N_("With luck that works. Asking makes sure."),
    "paid for it": N_("A captured marker paid for it: the sum is 3."),
    "so a 3": N_("So it is a 3. Which card is safe?"),
    "after 2": N_("After a 2, the 3 makes 5."),
    "one is safe": N_("One of your cards is safe: a 3 cannot follow it."),
    "when to ask": N_("Ask when the answer can change what you do."),
    # Sentences of the lesson "tall".
    "tall on 8": N_("Mark {key} 8 with your double: turn it on, then choose the card."),
    "was small": N_("That was a single. Use the double."),
    "small on 6": N_("Then {key} 6, with a single."),
    "complete again": N_("Complete 8-1-6."),
    "two points": N_("Two {points}: your double was there before this turn."),
    "tall last": N_("Now the other way round: finish with the double."),
    "one point": N_("Only one {point}. Place the double early."),
    # Sentences of the lesson "a round".
    "free round": N_("A whole round against {name}. Ask for a hint whenever you like."),
    # Sentences of the lesson "one or two".
    "take or wait": N_("3 : 3, first to 5. Win one now with your 0, or draw and wait for two?"),
    "took one": N_("One now wins the match {one} % of the time; waiting, {two} %."),
    "waited": N_("Right: {two} %, against {one} % for one now. The score decides."),
    # Sentences of the lessons on codes.
    "lay it": N_("You hold Andy God. Lay the code face down."),
    "lay it now": N_("You could save it for later. This time, lay it."),
    "cancelled": N_("{name} laid Joavista Rukowski, which cancels yours. Both are spent."),
    "third of four": N_("Andy God: three markers on {keys} 1, 2, 8 or 9 win. Mark {key} 9."),
    "third of four again": N_("Marking {key} 9 would win by the code. Look again."),
    "won by code": N_("You win by the code: one {point}."),
    "swap": N_("Coco van Vaeck: pay a captured marker, take a card unseen, give one."),
    "swap first": N_("Use the code first: swap a card."),
    "both know": N_("Now each of you knows both cards."),
    "answer the stake": N_(
        "{name} stakes a {point}. Folding loses one, calling wins or loses two."
    ),
    "folded": N_("Fold below one chance in four. You have more here."),
    "a quarter": N_("Called. From one chance in four on, it pays."),
    "win the stakes": N_("Complete 8-1-6, and both stakes are yours."),
    "stakes won": N_("One for the line, plus both stakes."),
    # Sentences of the lessons on teams.
    "ask partner": N_("You share markers and {points} with your partner. Ask for their sum."),
    "partner first": N_("First ask your partner for their sum: it is free."),
    "heard": N_("Everyone hears it, your opponents too."),
    "go ahead": N_("Sides take turns. Now play or draw."),
    "alternate": N_("After you an opponent moves, then your partner."),
    "alone draws": N_("You are alone against two, and every second turn is yours. Draw."),
    "draw alone": N_("Draw, and see how many cards you may hold."),
    "three others": N_("The others may hold three cards, you four."),
    "fourth card": N_("Draw once more."),
    "four alone": N_("Four cards: your hand is full."),
    "play one": N_("Play any card."),
    "order next": N_("Order {play_order}: the next player must obey."),
    "say it once": N_("This time, order {play_order}."),
    "binds next": N_("Only the next player must play."),
    # Sentences about the goal, and about three markers on one key.
    "goal": N_("Goal: three of your markers in a row."),
    "third alike": N_("Two of your markers are on {key} 6. Which card puts a third one there?"),
    "won alike": N_("Three on one {key} win the round, too."),
}

COURSE_DURATION_MINUTES = 10
"""How long the lessons on the game for two take together without the whole round, approximately."""


def lessons_button_label() -> str:
    """Return the label of the button for the lessons, on the title screen at the first start."""
    return _("Learn · {n} minutes").format(n=COURSE_DURATION_MINUTES)


def lesson_state_headline(state: LessonState) -> str:
    """Return a headline that replaces "Your turn"; "" while the learner has to make a turn."""
    named: dict[LessonState, str] = {
        "over": _("Done"),
        "done_here": _("Well done!"),
        "astray": _("Try again"),
        "choose": _("A question"),
    }
    return named.get(state, "")


def lesson_title(name: str, rules: Rules) -> str:
    """Return the title of a lesson, in the terms of an edition."""
    return term_translator(rules, _)(LESSON_TITLES[name])


def lesson_sentence(key: str, rules: Rules, name: str, marked_key: int) -> str:
    """Return a sentence of a lesson; "" if the key is empty.

    Args:
        key: the key of the sentence.
        rules: the rules whose terms to use.
        name: the name of the opponent.
        marked_key: the key of the board that the learner marked.
    """
    if not key:
        return ""
    filled = {
        "name": name,
        "number": marked_key,
        **shipped_measurements().wait_for_two_odds._asdict(),
    }
    return term_translator(rules, _)(LESSON_SENTENCES[key], **filled)


def lesson_summary(name: str, rules: Rules) -> str:
    """Return a sentence or two about what a lesson teaches."""
    return term_translator(rules, _)(LESSON_SUMMARIES[name])


def lesson_duration(lesson: Lesson) -> str:
    """Return the approximate duration of a lesson as text."""
    if lesson.seconds < 60:
        return _("about {n} seconds").format(n=lesson.seconds)
    n = round(lesson.seconds / 60)
    return ngettext("about {n} minute", "about {n} minutes", n).format(n=n)


def step_sentence(status: ShownLessonStep, key: str, wording: MatchSentences) -> str:
    """Return a sentence of a lesson in progress.

    Args:
        key: the key of the sentence.
    """
    name = wording.name(1)
    return lesson_sentence(key, wording.rules, name, status.marked)


def expected_action_sentence(action: Action, wording: MatchSentences) -> str:
    """Return a sentence that names the expected action, for a learner who has asked for it."""
    say = wording.say
    if action.verb == "play":
        sentence = (
            N_("Play the {card} with your double.") if action.double else N_("Play the {card}.")
        )
        return say(sentence, card=action.card)
    if action.verb == "command":
        return say(N_("Say {word}."), word=wording.spoken_command(action.kind))
    named: dict[Verb, str] = {
        "draw": N_("Draw a card."),
        "ask": N_("Ask for the sum."),
        "partner": N_("Ask your partner for their sum."),
        "lay": N_("Lay the code."),
        "swap": N_("Use the code."),
        "call": N_("Call."),
    }
    return say(named[action.verb])


def current_demonstration_sentence(
    status: ShownLessonStep, action: Action | None, wording: MatchSentences
) -> str:
    """Return a sentence that names the action or answer being shown; "" if none is shown."""
    if action is not None:
        return expected_action_sentence(action, wording)
    if status.state == "choose" and status.shown:
        return _("Choose: {answer}.").format(answer=answer_option_text(status.shown, wording))
    return ""


def lesson_progress_label(status: LessonStatus | None, step: int, n_steps: int) -> str:
    """Return a label for a learner's progress in a lesson; "" if they have not begun it."""
    if status == "begun":
        return _("step {n}/{m}").format(n=step + 1, m=n_steps) if n_steps else _("started")
    return {"done": _("done"), "skipped": _("skipped")}.get(status or "", "")


def answer_option_texts(status: ShownLessonStep, wording: MatchSentences) -> list[str]:
    """Return the texts of the possible answers."""
    return [
        f"{n}. {answer_option_text(one, wording)}" for n, one in enumerate(status.options, start=1)
    ]


def answer_option_text(text: str, wording: MatchSentences) -> str:
    """Return the text of a possible answer: a hand of two cards, or a key of the board."""
    first, _blank, second = text.partition(" ")
    if second:
        return _("{one} and {other}").format(one=first, other=second)
    return wording.say(N_("{key} {n}"), n=first)


def lesson_player_names(choices: NewMatchOptions) -> tuple[str, ...]:
    """Return the names in a lesson: the learner's, as in the last match, then the computers'."""
    seats = choices.seats
    own = next((n for n, seat in enumerate(seats) if level_of(seat.player) is None), 0)
    learner = seats[own].name.strip() or _("Player {n}").format(n=1)
    return (learner, *(level_name(level) for level in LEVEL_NUMBERS[:3]))
