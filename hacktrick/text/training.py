"""Puzzles and statistics in lines."""

from __future__ import annotations

from hacktrick.play.puzzles import KINDS
from hacktrick.seat.training import Questions, Training
from hacktrick.text.choosing import choose
from hacktrick.text.review import ask
from hacktrick.text.terminal import Terminal
from hacktrick.words.figures import other_lines, strength_lines, theme_lines
from hacktrick.words.quizzes import heading_of, kind_name, named_player, shared_line
from hacktrick.words.translator import _


def tell_figures(terminal: Terminal, training: Training) -> None:
    """What the player is good at, one sentence a line."""
    training.sit_down()
    found = training.statistics()
    if found is None:
        terminal.say(_("There is nothing to tell."))
        return
    lines = (*strength_lines(found), *other_lines(found), *theme_lines(found))
    terminal.say("", named_player(training.player), *lines)


def choose_puzzles(terminal: Terminal, training: Training) -> bool:
    """Today's, mixed, one's own or of a kind, until that is enough; True if it is rather today's
    round."""
    training.sit_down()
    while True:
        counts = {kind: pair for kind, pair in training.counts().items() if pair[1]}
        told = _("{name}: {value}")
        solved = _("Solved at the first try: {n} of {total}")
        kinds = [kind for kind in KINDS if kind in counts]
        answers = [
            _("Today's puzzle"),
            _("Mixed"),
            told.format(name=_("Your own"), value=training.n_due()),
            *(
                told.format(
                    name=kind_name(kind),
                    value=solved.format(n=counts[kind][0], total=counts[kind][1]),
                )
                for kind in kinds
            ),
            _("Today's round"),
            _("Back"),
        ]
        place = choose(terminal, _("Puzzles"), answers, 0)
        if place >= len(answers) - 2:
            return place == len(answers) - 2
        fixed = (training.today, training.mixed, training.own)
        play(terminal, fixed[place]() if place < 3 else training.of_kind(kinds[place - 3]))


def play(terminal: Terminal, questions: Questions | None) -> None:
    """One question after the other, as long as they are wanted."""
    if questions is None:
        terminal.say(_("There is nothing here now."))
        return
    while True:
        terminal.say("", heading_of(questions))
        ask(terminal, questions.quiz)
        questions.settle()
        if line := shared_line(questions):
            terminal.say(line)
        if not questions.has_next or choose(terminal, _("What next?"), [_("Next"), _("Back")], 0):
            return
        questions.advance()
