"""Checks a copy of the program to which a code, an edition or a theme was added.

``python -m tests.support.recipe_trials code|edition|theme`` tries the copy of the program that
``PYTHONPATH`` names first; ``tests/architecture/test_recipes.py`` makes that copy.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pygame

# Imported for the order of the pictures, which the recipe says to extend.
from assets.screenshots import theme_order

import hacktrick
from hacktrick.app.themes import load_theme, resolve_theme, theme_keys
from hacktrick.game.editions import rules_for
from hacktrick.i18n.rulebook.code_pages import code_card_text, code_cards_page
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.terms import edition_terms, term_translator
from hacktrick.match.live_match import Match
from hacktrick.match.record import read_record
from hacktrick.match.share_code import read_share_code, share_code_of
from hacktrick.ui.audio.sound_effects import SOUND_MATERIALS
from hacktrick.ui.paint.portraits import cached_code_portrait
from tests.support.rig import TableRig
from tests.support.scripted_matches import random_match

LEVELS = (1, 5, 8)
DATA = Path("data")


def without_translation(sentence: str) -> str:
    return sentence


def check_legal_decisions(match: Match) -> None:
    """Check that some levels find a legal action for the seat on turn."""
    seat = match.public.seat
    legal = hacktrick.legal_actions(match.observe(seat))
    for level in LEVELS:
        assert hacktrick.decide(match.view(seat), level=level).action in legal


def try_code() -> None:
    """Check that the code ``tester`` can be held and laid, and add an eleventh marker."""
    laid = played = False
    for seed in range(400):
        for match in random_match(rules_for("wits"), seed):
            public = match.public
            held = public.phase == "codes" and "tester" in match.observe(public.seat).held
            if held and not laid:
                check_legal_decisions(match)
                laid = True
            if public.phase == "turn" and public.turn == 0 and "tester" in public.codes:
                assert public.supply[public.codes.index("tester")] == 11
                if not played:
                    check_legal_decisions(match)
                    played = True
        if laid and played:
            break
    assert laid and played
    rules = rules_for("wits")
    assert code_card_text("tester", without_translation).name == "Tessa Tester"
    page = code_cards_page(rules, term_translator(rules, without_translation), without_translation)
    assert "Tessa Tester" in str(page)
    for theme in theme_keys():
        assert cached_code_portrait(load_theme(theme), "tester").get_width() > 0
    bench = TableRig(DATA, "wits")
    bench.navigator.show_new_match()
    bench.tick()
    bench.top.choices.choose_preset("wits")
    bench.top.lay_out()
    bench.picture()


def try_edition() -> None:
    """Check that the edition ``blitz`` can be played, recorded, shared, named and drawn."""
    for match in random_match(rules_for("blitz"), 3):
        if match.public.phase == "turn" and match.public.turn == 0:
            check_legal_decisions(match)
    assert match.is_over
    assert read_record(match.record.as_text()).rules.preset == "blitz"
    assert read_share_code(share_code_of(match.record)).rules.preset == "blitz"
    assert hacktrick.Round("blitz", seed=7).position().startswith("blitz ")
    assert preset_name("blitz", without_translation) == "Blitz (of a test)"
    assert edition_terms(rules_for("blitz"), without_translation).guard == "Guard!"
    assert resolve_theme("edition", "blitz") == "fanfold"
    TableRig(DATA, "blitz").picture()


def try_theme() -> None:
    """Check that the theme ``slate`` is offered, drawn, heard and on the page of pictures."""
    assert "slate" in theme_keys()
    assert SOUND_MATERIALS["slate"] == "relay"
    assert sorted(theme_keys(), key=theme_order)[-1] == "slate"
    bench = TableRig(DATA, theme="slate")
    bench.picture()
    assert bench.context.theme.name == "Slate"


def decision_of_level_8() -> str:
    """Return a decision of level 8, which uses the net, and its value."""
    table = hacktrick.Round("keypad", seed=7)
    table.apply("start 4")
    decision = hacktrick.decide(table.view(), level=8)
    return f"{decision.action} {decision.value:.6f}"


TRIALS = {"code": try_code, "edition": try_edition, "theme": try_theme}


def main() -> None:
    pygame.init()
    TRIALS[sys.argv[1]]()
    print(hacktrick.__file__)
    print(decision_of_level_8())


if __name__ == "__main__":
    main()
