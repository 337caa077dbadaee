"""The sentences of text mode, and the words of its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from hacktrick.i18n.translator import _, label_with_value, ngettext, pgettext

MAX_QUOTE_LENGTH = 40  # maximum number of characters of the player's input that an answer repeats


def announcement_amount_sentence(amount: str) -> str:
    """Return a sentence about how much text mode prints at every turn of a match.

    Args:
        amount: a value of the setting ``announcements``.
    """
    return {
        "off": _("An empty line lists what you may do."),
        "short": _("What you may do is listed at every turn."),
        "full": _("Keys and markers are described at every turn, too."),
    }[amount]


def choice_with_explanation(name: str, sentence: str) -> str:
    """Return the name of a choice, followed by the sentence that explains it, if there is one."""
    return _("{name}. {sentence}").format(name=name, sentence=sentence) if sentence else name


# Texts of menus and input.


def next_step_question() -> str:
    return _("What next?")


def number_prompt(default_index: int | None) -> str:
    """Return the prompt for the number of a choice.

    Args:
        default_index: the index of the choice that an empty line makes; None if there is none.
    """
    if default_index is None:
        return _("Number:")
    return _("Number, or Enter for {n}:").format(n=default_index + 1)


def number_range_sentence(highest: int) -> str:
    return _("Type a number from 1 to {n}.").format(n=highest)


def command_prompt() -> str:
    return _("Number or command:")


def action_or_help_prompt() -> str:
    return _("Type the number of an action, or help.")


def unknown_command_sentence(text: str) -> str:
    sentence = _("“{text}” is not an action or a command. Type help for a list.")
    return sentence.format(text=text[:MAX_QUOTE_LENGTH])


def farewell_sentence(has_unfinished_match: bool, is_saving: bool) -> str:
    if not has_unfinished_match:
        return _("Good-bye.")
    if not is_saving:
        return _("Your match is not saved.")
    return _("Your match is saved. Continue resumes it.")


# Texts of a new match.


def edition_question() -> str:
    return _("Which edition?")


def player_question(player_number: int) -> str:
    return _("Who is player {n}?").format(n=player_number)


def manner_question() -> str:
    return _("Which style?")


def level_question() -> str:
    return _("Which level?")


def name_prompt(default_name: str) -> str:
    return _("Name, or Enter for {name}:").format(name=default_name)


def next_round_prompt() -> str:
    return _("Press Enter for the next round.")


def fixed_deal_sentences(fingerprint: str) -> tuple[str, str]:
    """Return two sentences: that the next deal is committed, and that the deck may still be cut.

    Args:
        fingerprint: the beginning of the hash to which the deal is committed.
    """
    sentence = _("The next deal is fixed. Its fingerprint: {value}.")
    return sentence.format(value=fingerprint), _("Type 1 to 17 to cut the deck there.")


def ready_alone_prompt(name: str) -> str:
    return _("{name}, press Enter when you are alone.").format(name=name)


def clear_screen_prompt(name: str) -> str:
    return _("{name}, press Enter to clear the screen.").format(name=name)


def scrollback_warning(name: str) -> str:
    sentence = _(
        "{name}, this terminal cannot be cleared: anyone who scrolls back sees your "
        "cards. Clear or close it yourself, or press Enter to push them out of sight."
    )
    return sentence.format(name=name)


def withheld_by_memory_aids_sentence() -> str:
    return _("At this table you remember that yourself.")


def nothing_to_report_sentence() -> str:
    return _("Nothing to report.")


def nothing_to_replay_sentence() -> str:
    return _("Nothing to show yet.")


def no_round_to_review_sentence() -> str:
    return _("No round to review yet.")


def data_folder_unusable_sentence() -> str:
    return _("The data folder cannot be used now.")


def hint_line(step: int, n_steps: int, hint: str) -> str:
    return _("Hint {n} of {all}: {line}").format(n=step, all=n_steps, line=hint)


def better_turn_heading(best: str, played: str) -> str:
    """Return the heading above the reasons why one turn is better than another.

    Args:
        best: the better turn in words.
        played: the other turn in words.
    """
    return _("{best} rather than {played}:").format(best=best, played=played)


def lesson_step_line(step_number: int, n_steps: int) -> str:
    return _("step {n}/{m}").format(n=step_number, m=n_steps)


def try_again_prompt() -> str:
    return _("Press Enter to try again.")


def go_on_prompt() -> str:
    return _("Press Enter to go on.")


def page_prompt() -> str:
    return _("Page number or search words; Enter goes back:")


def no_ruling_found_sentence() -> str:
    return _("Nothing found about that.")


def rules_page_reference(page_number: int, title: str) -> str:
    return _("See page {n}: {title}").format(n=page_number, title=title)


# Texts of replays and reviews.


def replay_prompt() -> str:
    return _("Enter for the next action, or a command:")


def replay_commands_line(command_words: str) -> str:
    return _("Commands: {list}").format(list=command_words)


def turn_note_prompt() -> str:
    return _("Note on this turn, or Enter for none:")


def end_of_replay_sentence() -> str:
    return _("This is the end.")


def cards_are_dealt_sentence() -> str:
    return _("The cards are dealt.")


def unfinished_match_branch_refusal() -> str:
    return _("This match is still running: play it at its own table.")


def finished_round_branch_refusal() -> str:
    return _("The round is over here. Step back to play on.")


def no_new_deal_branch_refusal() -> str:
    return _(
        "Only one player knows the cards under the deck, so hidden cards cannot be "
        "dealt anew here. They can stay as they were."
    )


def round_of_total_title(round_number: int, n_rounds: int) -> str:
    return _("Round {n} of {total}").format(n=round_number, total=n_rounds)


def round_not_judged_sentence() -> str:
    return _("This round cannot be judged.")


def known_hand_line(name: str, value: str) -> str:
    """Return a line about the hidden hand as a player knew it.

    Args:
        name: the name of the hand's owner.
        value: the possible hands with their chances.
    """
    return label_with_value(_("As {name} knew it").format(name=name), value)


def actual_hand_line(cards: str) -> str:
    return _("Actual hand: {cards}").format(cards=cards)


# Texts of puzzles and the daily round.


def nothing_to_practise_sentence() -> str:
    return _("Nothing here right now.")


def levels_are_playing_sentence() -> str:
    return _("Now each level plays it in your place …")


# Texts of the match library.


def library_prompt(import_word: str) -> str:
    sentence = _("Match number, search words, or {word} with a file or line:")
    return sentence.format(word=import_word)


def library_commands_sentence(judge_word: str, mistakes_word: str) -> str:
    """Return a sentence that names the commands for many matches at once, and their effects.

    Args:
        judge_word, mistakes_word: the commands in the player's language.
    """
    sentence = _("{judge} judges the listed matches, {mistakes} lists your mistakes.")
    return sentence.format(judge=judge_word, mistakes=mistakes_word)


def judging_in_progress_sentence() -> str:
    return _("Judging. Ctrl-C stops it; what is judged stays.")


def shown_matches_count_line(n_shown: int, total: int) -> str:
    return _("{n} of {all} matches").format(n=n_shown, all=total)


def replay_round_question() -> str:
    """Return the question which of the listed rounds to replay."""
    return _("Which round to replay? Enter for none.")


def look_before_turn_question() -> str:
    """Return the question before which of the listed turns to look."""
    return _("Before which turn?")


def unreadable_match_sentence() -> str:
    return _("This match cannot be read.")


def edition_without_judge_sentence() -> str:
    return _("Matches of this edition cannot be judged.")


def match_deleted_sentence(names: str) -> str:
    return _("Deleted: {names}. You can restore it.").format(names=names)


def default_broker_prompt(broker: str) -> str:
    return _("Press Enter for {value}.").format(value=broker)


def broker_prompt() -> str:
    return _("Broker address:")


def password_prompt(broker: str) -> str:
    return _("Password for {broker}:").format(broker=broker)


def invitation_prompt() -> str:
    return _("Invitation, or the word on the host's screen:")


def invitations_heading() -> str:
    return _("Invite others to this table:")


def you_are_watching_sentence() -> str:
    return _("You are watching this table. Ctrl-C leaves it.")


def waiting_for_seats_sentence() -> str:
    return _("Waiting for all seats to fill. Ctrl-C leaves the table.")


def waiting_for_ready_sentence() -> str:
    return _("Waiting for everyone to be ready.")


def waiting_for_next_round_sentence() -> str:
    return _("Waiting for everyone to want the next round.")


def waiting_for_next_match_sentence() -> str:
    return _("Waiting for another match. Ctrl-C leaves the table.")


def ready_prompt() -> str:
    return _("Press Enter when you are ready.")


def player_sits_down_sentence(name: str, acquaintance: str) -> str:
    return _("{name} joins. {sentence}").format(name=name, sentence=acquaintance)


def player_has_left_sentence() -> str:
    return _("Someone left the table.")


def leaving_table_sentence(is_watching: bool) -> str:
    if is_watching:
        return _("You leave the table.")
    return _("You leave the table. An unfinished match is saved.")


def decision_seconds_left_sentence(n_seconds: int) -> str:
    return ngettext("You have {n} second.", "You have {n} seconds.", n_seconds).format(n=n_seconds)


def missing_player_question() -> str:
    return _("Someone is missing. What next?")


def overtime_question() -> str:
    return _("Time is up. What next?")


def online_help_lines() -> list[str]:
    return [
        _("Start a line with a colon to chat; a colon alone lists phrases."),
        _("Type “pause” to ask for a pause."),
    ]


def no_pause_now_sentence() -> str:
    return _("No pause is possible now.")


def pause_not_agreed_sentence() -> str:
    return _("Not everyone answered: no pause.")


def end_pause_prompt() -> str:
    return _("Press Enter to continue the match.")


def proofs_heading() -> str:
    return _("Proved in the last round:")


def proof_file_line(path: str) -> str:
    return _("The proof file of this match is\n{file}").format(file=path)


CommandName = Literal[
    "actions",
    "state",
    "hand",
    "row",
    "board",
    "markers",
    "sums",
    "unseen",
    "threats",
    "pin",
    "hint",
    "why",
    "odds",
    "takeback",
    "codes",
    "log",
    "review",
    "next",
    "retry",
    "replay",
    "rules",
    "save",
    "learn",
    "back",
    "skip",
    "show",
    "menu",
    "quit",
    "help",
]


class CommandWord(NamedTuple):
    """A command of text mode, with its word and explanation in the current language."""

    name: CommandName
    word: str
    sentence: str


CommandWords = Mapping[CommandName, Callable[[], tuple[str, str]]]


LESSON_WORDS: CommandWords = {
    "back": lambda: (
        pgettext("command", "back"),
        _("Back one step."),
    ),
    "skip": lambda: (pgettext("command", "skip"), _("Skip this step.")),
    "show": lambda: (pgettext("command", "show"), _("Show the solution.")),
}
"""The commands that exist only in lessons."""

_MATCH_WORDS: CommandWords = {
    "actions": lambda: (
        pgettext("command", "actions"),
        _("List your actions again, like an empty line."),
    ),
    "state": lambda: (
        pgettext("command", "state"),
        _("Everything on the table, and your hand."),
    ),
    "hand": lambda: (pgettext("command", "hand"), _("Your hand.")),
    "row": lambda: (pgettext("command", "row"), _("The row, its last card last.")),
    "board": lambda: (pgettext("command", "board"), _("The markers on the board.")),
    "markers": lambda: (pgettext("command", "markers"), _("Markers left and captured.")),
    "sums": lambda: (
        pgettext("command", "sums"),
        _("Announced sums, and what changed since."),
    ),
    "unseen": lambda: (pgettext("command", "unseen"), _("How many of each card are unseen.")),
    "threats": lambda: (
        pgettext("command", "threats"),
        _("Where a marker would win at once."),
    ),
    "pin": lambda: (
        pgettext("command", "pin"),
        _("Note the cards you take theirs for, such as: pin 2 4. Each round scores your pins."),
    ),
    "hint": lambda: (
        pgettext("command", "hint"),
        _("Where to look; again for an idea, then the turn."),
    ),
    "why": lambda: (
        pgettext("command", "why"),
        _("Why the best turn is best; add an action to compare."),
    ),
    "odds": lambda: (pgettext("command", "odds"), _("What the others may hold.")),
    "takeback": lambda: (
        pgettext("command", "takeback"),
        _("Take back your last turn; the match is then unrated."),
    ),
    "codes": lambda: (pgettext("command", "codes"), _("Active codes, and yours.")),
    "log": lambda: (pgettext("command", "log"), _("What happened in this round.")),
    "review": lambda: (
        pgettext("command", "review"),
        _("Review the last round, or add the number of another."),
    ),
    "next": lambda: (pgettext("command", "next"), _("Go to the next mistake.")),
    "retry": lambda: (pgettext("command", "retry"), _("Try that turn again.")),
    "replay": lambda: (
        pgettext("command", "replay"),
        _("Replay the match so far, as you saw it."),
    ),
    "rules": lambda: (
        pgettext("command", "rules"),
        _("The rules; add a page number or search words."),
    ),
    "save": lambda: (pgettext("command", "save"), _("Save a copy of the match to a file.")),
    "learn": lambda: (
        pgettext("command", "learn"),
        _("Lessons; your match waits here."),
    ),
    "menu": lambda: (pgettext("command", "menu"), _("Back to the start. Your match is saved.")),
    "quit": lambda: (pgettext("command", "quit"), _("Quit. Your match is saved.")),
    "help": lambda: (pgettext("command", "help"), _("This list.")),
}


def command_words(words: CommandWords | None = None) -> tuple[CommandWord, ...]:
    """Return the command words in the current language, in the order of the help.

    Args:
        words: the commands; None for those of a match.
    """
    return tuple(CommandWord(name, *texts()) for name, texts in (words or _MATCH_WORDS).items())


def read_command(
    text: str, known: Sequence[CommandWord] | None = None
) -> tuple[CommandName, str] | None:
    """Return the command at the start of ``text`` and the words after it; None if there is none.

    The first letters of a command suffice if no other command begins with them.

    Args:
        known: the possible commands; None for those of a match.

    >>> read_command("rules third ask"), read_command("mar"), read_command("x")
    (('rules', 'third ask'), ('markers', ''), None)
    """
    first, _space, rest = text.casefold().partition(" ")
    words = command_words() if known is None else known
    found = set(_exact_matches(first, words)) or set(_prefix_matches(first, words))
    return (found.pop(), rest.strip()) if first and len(found) == 1 else None


def _exact_matches(text: str, words: Sequence[CommandWord]) -> Iterator[CommandName]:
    return (one.name for one in words if text in (one.name, one.word.casefold()))


def _prefix_matches(text: str, words: Sequence[CommandWord]) -> Iterator[CommandName]:
    for one in words:
        if one.name.startswith(text) or one.word.casefold().startswith(text):
            yield one.name


def help_lines(commands: Iterable[CommandWord], *, with_notation: bool) -> list[str]:
    """Return what can be typed at a table: actions, then ``commands`` with their explanations.

    Args:
        with_notation: whether actions may also be typed in the notation of match records.
    """
    notation = _("Or type it: play 3, play 3 double, draw, ask, pass.")
    line = _("{name}: {value}")
    return [
        _("Type the number of an action to do it."),
        *([notation] if with_notation else []),
        _("Commands (the first letters are enough):"),
        *(line.format(name=one.word, value=one.sentence) for one in commands),
    ]


REPLAY_COMMANDS = (
    *(
        "previous",
        "turn",
        "round",
        "start",
        "end",
        "eye",
        "state",
        "note",
        "branch",
        "study",
        "find",
        "back",
    ),
)
"""The commands of a replay, with their explanations."""

_TRANSLATED: dict[str, Callable[[], str]] = {
    "previous": lambda: pgettext("command", "previous"),
    "turn": lambda: pgettext("command", "turn"),
    "round": lambda: pgettext("command", "round"),
    "start": lambda: pgettext("command", "start"),
    "end": lambda: pgettext("command", "end"),
    "eye": lambda: pgettext("command", "eye"),
    "state": lambda: pgettext("command", "state"),
    "note": lambda: pgettext("command", "note"),
    "branch": lambda: pgettext("command", "branch"),
    "study": lambda: pgettext("command", "study"),
    "find": lambda: pgettext("command", "find"),
    "back": lambda: pgettext("command", "back"),
    "import": lambda: pgettext("command", "import"),
    "undo": lambda: pgettext("command", "undo"),
    "judge": lambda: pgettext("command", "judge"),
    "mistakes": lambda: pgettext("command", "mistakes"),
    "learn": lambda: pgettext("command", "learn"),
    "library": lambda: pgettext("command", "library"),
    "puzzle": lambda: pgettext("command", "puzzle"),
    "stats": lambda: pgettext("command", "stats"),
    "today": lambda: pgettext("command", "today"),
}
"""Commands of the menu, the library and a replay for which there is no help text."""


def translated_command(name: str) -> str:
    """Return a command of the menu, the library or a replay in the player's language."""
    return _TRANSLATED[name]()


def command_spellings(name: str) -> tuple[str, str]:
    """Return a command in English and in the player's language, both in lower case.

    Args:
        name: a command of the menu, the library or a replay.
    """
    return name, translated_command(name).casefold()
