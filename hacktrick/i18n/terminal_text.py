"""The sentences of the text mode: what it asks for, confirms and refuses, by subject."""

from __future__ import annotations

from hacktrick.i18n.translator import _, ngettext

LONGEST_QUOTE = 40  # characters of the player's input that an answer repeats


def labelled(name: str, value: object) -> str:
    """A name and a value in one line."""
    return _("{name}: {value}").format(name=name, value=value)


def explained(name: str, sentence: str) -> str:
    """A choice and the sentence that explains it; the name alone if there is none."""
    return _("{name}. {sentence}").format(name=name, sentence=sentence) if sentence else name


# Menus and input


def what_next() -> str:
    return _("What next?")


def number_prompt(usual: int | None) -> str:
    """Asks for the number of an answer.

    Args:
        usual: index of the answer that an empty line gives.
    """
    if usual is None:
        return _("Number:")
    return _("Number, or Enter for {n}:").format(n=usual + 1)


def number_range(n: int) -> str:
    return _("Type a number from 1 to {n}.").format(n=n)


def command_prompt() -> str:
    return _("Number or command:")


def action_or_help() -> str:
    return _("Type the number of an action, or help.")


def unknown_command(text: str) -> str:
    sentence = _("“{text}” is neither an action nor a command; help tells them.")
    return sentence.format(text=text[:LONGEST_QUOTE])


def farewell(has_saved_match: bool, may_save: bool) -> str:
    if not has_saved_match:
        return _("Good-bye.")
    if not may_save:
        return _("This window saves nothing.")
    return _("The match is kept, and goes on with Continue.")


# A new match


def edition_question() -> str:
    return _("Which edition?")


def player_question(n: int) -> str:
    return _("Who is player {n}?").format(n=n)


def manner_question() -> str:
    return _("What is it like?")


def level_question() -> str:
    return _("Which level?")


def name_prompt(usual: str) -> str:
    return _("Name, or Enter for {name}:").format(name=usual)


# A match


def next_round_prompt() -> str:
    return _("Press Enter for the next round.")


def fixed_deal(fingerprint: str) -> tuple[str, str]:
    """The next deal is fixed, and the player may still cut the deck."""
    sentence = _("The next deal is fixed; its fingerprint is {value}.")
    return sentence.format(value=fingerprint), _("A number from 1 to 17 cuts the deck there.")


def ready_alone_prompt(name: str) -> str:
    return _("{name}, press Enter when you are alone.").format(name=name)


def clear_screen_prompt(name: str) -> str:
    return _("{name}, press Enter to clear the screen.").format(name=name)


def scrollback_warning(name: str) -> str:
    sentence = _(
        "{name}, this terminal cannot be cleared: whoever scrolls back sees your cards. Clear it "
        "by its own menu or close it, or press Enter to push them out of sight."
    )
    return sentence.format(name=name)


def withheld_by_memory_aids() -> str:
    return _("The memory aids of this table leave that to the players.")


def nothing_to_report() -> str:
    return _("There is nothing to tell.")


def nothing_to_replay() -> str:
    return _("There is nothing to show yet.")


def no_round_to_review() -> str:
    return _("There is no round to look back on yet.")


def data_folder_unusable() -> str:
    return _("The data folder cannot be used now.")


# The coach


def hint_line(step: int, n_steps: int, hint: str) -> str:
    return _("Hint {n} of {all}: {line}").format(n=step, all=n_steps, line=hint)


def only_one_way() -> str:
    return _("There is only one way on.")


def nothing_better() -> str:
    return _("Nothing better was found.")


def better_turn(best: str, played: str) -> str:
    """The heading over the reasons why one turn is better than another."""
    return _("{best} rather than {played}:").format(best=best, played=played)


def one_moment() -> str:
    return _("One moment …")


def turn_taken_back() -> str:
    return _("Taken back. This match is not rated.")


# Lessons


def lesson_step(n: int, n_steps: int) -> str:
    return _("step {n}/{m}").format(n=n, m=n_steps)


def try_again_prompt() -> str:
    return _("Press Enter to try again.")


def go_on_prompt() -> str:
    return _("Press Enter to go on.")


# The rules


def page_prompt() -> str:
    return _("Number of a page, or words to look for; Enter goes back:")


def no_ruling_found() -> str:
    return _("Nothing about that was found.")


def page_reference(number: int, title: str) -> str:
    return _("See page {n}: {title}").format(n=number, title=title)


# Replay and review


def replay_prompt() -> str:
    return _("Enter for the next action, or a word:")


def replay_words(words: str) -> str:
    return _("Words: {list}").format(list=words)


def end_of_replay() -> str:
    return _("Nothing comes there any more.")


def cards_are_dealt() -> str:
    return _("The cards are dealt.")


def unfinished_match_branch() -> str:
    return _("A match that is not over is played on at its own table.")


def finished_round_branch() -> str:
    return _("The round is over here: go back to where it can be played on.")


def no_new_deal_branch() -> str:
    return _(
        "Cards were put under the deck here that only one player saw, so the others "
        "cannot be drawn anew. They can be left as they were."
    )


def round_title(n: int, n_rounds: int) -> str:
    return _("Round {n} of {total}").format(n=n, total=n_rounds)


def unjudged_round() -> str:
    return _("This round cannot be judged.")


def known_cards(name: str, value: str) -> str:
    """What a player knew of the hidden cards."""
    return labelled(_("As {name} knew it").format(name=name), value)


def true_cards(cards: str) -> str:
    return _("Truth: {cards}").format(cards=cards)


# Puzzles and the daily round


def nothing_to_practise() -> str:
    return _("There is nothing here now.")


def solved_count(n: int, total: int) -> str:
    return _("Solved at the first try: {n} of {total}").format(n=n, total=total)


def levels_are_playing() -> str:
    return _("The levels play it now, each in your place …")


# The match library


def library_prompt(import_word: str) -> str:
    sentence = _("Number of a match, words to search for, or {word} with a file or a line:")
    return sentence.format(word=import_word)


def shown_count(n: int, total: int) -> str:
    return _("{n} of {all} shown").format(n=n, all=total)


def unreadable_match() -> str:
    return _("This match cannot be read.")


def unjudged_edition() -> str:
    return _("Matches of this edition cannot be judged.")


def match_deleted(names: str) -> str:
    return _("Deleted: {names}. It can be brought back.").format(names=names)


# Online play


def usual_broker(broker: str) -> str:
    return _("Enter alone takes {value}.").format(value=broker)


def broker_prompt() -> str:
    return _("The address of the broker:")


def password_prompt(broker: str) -> str:
    return _("The password at {broker}:").format(broker=broker)


def invitation_prompt() -> str:
    return _("The invitation, or the word on the host's screen:")


def invitations_heading() -> str:
    return _("Others can come to this table:")


def you_are_watching() -> str:
    return _("You watch at this table. Ctrl-C leaves it.")


def waiting_for_seats() -> str:
    return _("Waiting until every seat is taken. Ctrl-C leaves the table.")


def waiting_for_ready() -> str:
    return _("Waiting until all are ready.")


def waiting_for_next_round() -> str:
    return _("Waiting until all want the next round.")


def waiting_for_next_match() -> str:
    return _("Waiting for another match. Ctrl-C leaves the table.")


def ready_prompt() -> str:
    return _("Press Enter when you are ready.")


def player_sits_down(name: str, acquaintance: str) -> str:
    return _("{name} sits down. {sentence}").format(name=name, sentence=acquaintance)


def player_has_left() -> str:
    return _("Somebody has left the table.")


def you_leave(is_watching: bool) -> str:
    if is_watching:
        return _("You leave the table.")
    return _("You leave the table. An unfinished match is kept.")


def decision_seconds_left(n: int) -> str:
    return ngettext("You have {n} second.", "You have {n} seconds.", n).format(n=n)


def missing_player_question() -> str:
    return _("Somebody is missing. What next?")


def overtime_question() -> str:
    return _("The time for this decision is up. What next?")


def online_help() -> list[str]:
    return [
        _("A line that begins with a colon is said to all; a colon alone lists phrases."),
        _("“pause” asks all for a pause."),
    ]


def no_pause_now() -> str:
    return _("There can be no pause now.")


def pause_not_agreed() -> str:
    return _("Not all have answered: there is no pause.")


def end_pause_prompt() -> str:
    return _("Press Enter to go on with the match.")


def proofs_heading() -> str:
    return _("Proved in the last round:")


def proof_file(path: str) -> str:
    return _("The proof file of this match is\n{file}").format(file=path)
