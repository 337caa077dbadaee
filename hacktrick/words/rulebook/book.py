"""The whole rules reference, in the words of one edition and one language.

Built anew whenever either changes; building takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hacktrick.game.reasons import Reason
from hacktrick.game.rules import Rules
from hacktrick.words.rulebook.basics import game_page, keypad_page, setup_page
from hacktrick.words.rulebook.codes import codes_page
from hacktrick.words.rulebook.commands import commands_page, deck_page
from hacktrick.words.rulebook.knowing import Control, keys_page, knowing_page
from hacktrick.words.rulebook.matches import match_page
from hacktrick.words.rulebook.model import Page, Ruling
from hacktrick.words.rulebook.scoring import markers_page, winning_page
from hacktrick.words.rulebook.teams import quartet_page, teams_page, trio_page
from hacktrick.words.rulebook.turns import ask_page, draw_page, play_page, turn_page
from hacktrick.words.rulebook.wits import wits_page
from hacktrick.words.terms import Translate, speaker


def pages(rules: Rules, _: Translate, controls: Sequence[Control] = ()) -> tuple[Page, ...]:
    """All pages, in reading order.

    Args:
        controls: what can be done, and the keys and the button for it, ready to be shown.
    """
    say = speaker(rules, _)
    return (
        game_page(rules, say),
        keypad_page(rules, say),
        setup_page(rules, say),
        turn_page(rules, say),
        ask_page(rules, say),
        play_page(rules, say),
        draw_page(rules, say),
        commands_page(rules, say),
        deck_page(rules, say),
        winning_page(rules, say),
        markers_page(rules, say),
        match_page(rules, say, _),
        wits_page(rules, say),
        codes_page(rules, say, _),
        teams_page(rules, say),
        trio_page(rules, say),
        quartet_page(rules, say),
        knowing_page(rules, say),
        keys_page(rules, say, controls),
    )


def explain(reason: Reason, book: Iterable[Page], near: str = "") -> tuple[Page, Ruling]:
    """The ruling that explains a refusal, and its page.

    Args:
        near: the beginning of a ruling's key, to prefer ("ask", "codes.sun").
    """
    found = [(page, ruling) for page in book for ruling in page.rulings if reason in ruling.reasons]
    preferred = [(page, ruling) for page, ruling in found if near and ruling.key.startswith(near)]
    return (preferred or found)[0]


def topic_behind(rules: Rules, refusal: str | None, translate: Translate) -> str | None:
    """The key of the ruling that explains a refusal; None where the rules have nothing to say."""
    rulings = (ruling for page in pages(rules, translate) for ruling in page.rulings)
    return next((ruling.key for ruling in rulings if refusal in ruling.reasons), None)
