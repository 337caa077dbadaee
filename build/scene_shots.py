"""Draws every menu and dialogue into pictures, to look at.

python build/scene_shots.py FOLDER [THEME] [NAME ...]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from hacktrick.game.rules import PRESETS
from hacktrick.game.view import SeatInfo
from hacktrick.play.thinker import InlineThinker
from hacktrick.profiles import Profile
from hacktrick.seat.desk import Desk, NewMatch
from hacktrick.settings import Settings
from hacktrick.storage import Problem, open_storage
from hacktrick.ui.controls.notice import NoticeScene
from hacktrick.ui.menus.about import AboutScene
from hacktrick.ui.menus.keys import KeysScene
from hacktrick.ui.menus.new_match import NewMatchScene, ask_to_replace
from hacktrick.ui.menus.pause import PauseScene
from hacktrick.ui.menus.profiles import ProfilesScene
from hacktrick.ui.menus.rules import RulesScene
from hacktrick.ui.menus.settings import PAGES, SettingsScene
from hacktrick.ui.menus.title import TitleScene
from hacktrick.ui.stage.context import Context
from hacktrick.ui.stage.scene import Scene
from hacktrick.ui.table.handover import HandoverScene
from hacktrick.ui.window.ways import connect
from hacktrick.words.choices import MatchChoices, SeatChoice, to_setting
from hacktrick.words.problems import problem_sentence, problem_title

SIZES = ((1280, 720), (1920, 1080), (960, 600), (2560, 1440))
PEOPLE = (SeatInfo("ANNA", "human"), SeatInfo("BELA", "human"))


def shots(context: Context, desk: Desk) -> Iterator[tuple[str, list[Scene]]]:
    """Name of a picture, and the scenes that lie on each other in it."""
    title = TitleScene(context, desk)
    yield "title-first", [title]
    desk.begin(NewMatch("keypad", PEOPLE))
    yield (
        "handover",
        [
            HandoverScene(
                context,
                desk,
                1,
                ("ANNA played 4 on 5 and marked 9: 1 captured.", "Play! stands over this turn."),
                lambda: None,
            )
        ],
    )
    yield "pause", [TitleScene(context, desk), PauseScene(context, desk)]
    desk.leave()
    title = TitleScene(context, desk)
    yield "title", [title]
    ask_to_replace(context, desk, lambda: None)
    context.stack.apply()
    question = context.stack.top
    assert isinstance(question, NoticeScene)
    context.stack.clear()
    context.stack.apply()
    question.remake()  # the focus had gone with the stack
    yield "confirm", [title, question]
    problem = Problem("broken", "/home/anna/match.hacktrick.json", "match.hacktrick.json.backup")
    notice = NoticeScene(context, problem_title(problem), problem_sentence(problem))
    yield "notice", [title, notice]
    yield "new-match", [NewMatchScene(context, desk)]
    four = MatchChoices("quartet", [SeatChoice("human", name) for name in ("", "BELA", "", "DORA")])
    four.seats[2].player = four.seats[0].player = "level:2"
    four.set_option("out_of_markers", "when_obliged")
    four.set_option("second_command", "draw")
    context.change(last_match=to_setting(four))
    yield "new-match-four", [NewMatchScene(context, desk)]
    people = (Profile("Anna", 2, 1), Profile("Béla", 0, 3), Profile("Zoë", 3, 0))
    yield "profiles-none", [ProfilesScene(context, desk, "", print, print)]
    desk.keep_profiles(people)
    yield "profiles", [ProfilesScene(context, desk, "Anna", print, print)]
    two = MatchChoices("keypad", [SeatChoice("human", "Anna"), SeatChoice("human", "Béla")])
    two.seats += [SeatChoice(), SeatChoice()]
    context.change(last_match=to_setting(two))
    yield "new-match-profiles", [NewMatchScene(context, desk)]
    trio = MatchChoices("trio", [SeatChoice("human", p.name) for p in people] + [SeatChoice()])
    context.change(last_match=to_setting(trio))
    yield "new-match-three", [NewMatchScene(context, desk)]
    for page in PAGES:
        scene = SettingsScene(context, desk)
        scene.page_name = page
        yield f"settings-{page.lower()}", [scene]
    for name, query in (("few", "vol"), ("many", "a"), ("none", "xyz"), ("link", "fold")):
        scene = SettingsScene(context, desk)
        scene.field.text = query
        yield f"settings-search-{name}", [scene]
    yield "keys", [KeysScene(context)]
    yield "about", [AboutScene(context, desk)]
    yield "rules", [RulesScene(context, PRESETS["keypad"], "winning.double")]
    yield "rules-board", [RulesScene(context, PRESETS["keypad"], "winning")]
    found = RulesScene(context, PRESETS["club"])
    found.query = "cannot play"
    yield "rules-search", [found]
    yield "rules-codes", [RulesScene(context, PRESETS["wits"], "codes")]
    yield "rules-match", [RulesScene(context, PRESETS["servers"], "match")]


def picture(context: Context, scenes: list[Scene]) -> pygame.Surface:
    for scene in scenes:
        context.stack.push(scene)
    context.stack.apply()
    for _step in range(40):
        context.stack.update(0.05)
    surface = pygame.Surface(context.size)
    context.stack.draw(surface)
    context.stack.clear()
    context.stack.apply()
    return surface


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("theme", nargs="?", default="keypad")
    parser.add_argument("name", nargs="*")
    options = parser.parse_args()
    folder, theme, wanted = options.folder, options.theme, options.name
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.font.init()
    for size in SIZES:
        with tempfile.TemporaryDirectory() as data:
            storage, _problems = open_storage(Path(data))
            context = Context(Settings(theme=theme), size=size)
            desk = Desk(context, storage, InlineThinker, Random(1))
            connect(context, desk)
            for name, scenes in shots(context, desk):
                if not wanted or name in wanted:
                    image = picture(context, scenes)
                    pygame.image.save(image, folder / f"{name}-{theme}-{size[0]}x{size[1]}.png")
            desk.close()


if __name__ == "__main__":
    main()
