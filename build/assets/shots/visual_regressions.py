"""Pictures of parts of the screen that are easily drawn wrongly, for inspection.

Their numbers are those of the findings of visual inspections. The pictures of an animation are
named by the time since its start, in hundredths of a second.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame

from assets.shots import menus, tables
from assets.shots.staged_table import NAMES, StagedTable
from hacktrick.app.settings import Settings
from hacktrick.game.actions import ASK, Draw, Play
from hacktrick.game.editions import PRESETS
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.profiles_scene import ProfilesScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from tests.support.rig import Rig, TableRig, unsaved_storage

Size = tuple[int, int]
Shots = Iterator[tuple[str, pygame.Surface]]
SIZES: tuple[Size, ...] = ((1280, 720), (1920, 1080), (900, 1400), (3440, 1440))
SERVERS = {
    "preset": "servers",
    "seats": [{"player": "human", "name": "Ada"}, {"player": "level:3", "name": ""}],
}


class PictureMaker:
    """Creates tables, menus and pictures in one theme and size."""

    def __init__(self, data: Path, theme: str, size: Size) -> None:
        self.data, self.theme, self.size = data, theme, size

    def make_table(self, **options: Any) -> StagedTable:
        return StagedTable(unsaved_storage(self.data), self.size, self.theme, **options)

    def make_table_with_players(self, players: tuple[str, ...], **options: Any) -> TableRig:
        """Return a table with the given players instead of one person among computers."""
        storage = unsaved_storage(self.data)
        return TableRig(
            storage, "keypad", players, size=self.size, names=NAMES, theme=self.theme, **options
        )

    def make_situation(self, name: str, **more: Any) -> StagedTable:
        return tables.SITUATIONS[name](lambda **options: self.make_table(**{**options, **more}))

    def named_situation_picture(self, name: str, **more: Any) -> tuple[str, pygame.Surface]:
        return name, self.make_situation(name, **more).draw()

    def make_rig(self, **settings: Any) -> Rig:
        chosen = Settings(**{"theme": self.theme, "language": "en", **settings})
        return Rig(unsaved_storage(self.data), self.size, chosen)

    def named_menu_pictures(self, *names: str) -> Shots:
        with tempfile.TemporaryDirectory(dir=self.data) as folder:
            rig = Rig(Path(folder), self.size, Settings(theme=self.theme, language="en"))
            for name, scenes in menus.menu_scenes(rig):
                if name in names:
                    yield name, menus.picture_after_animations(rig, scenes)
            rig.services.close()


def visual_regression_pictures(data: Path, theme: str, size: Size) -> Shots:
    """Yield every picture with a name that begins with the number of its finding."""
    maker = PictureMaker(data, theme, size)
    for number, made in enumerate(REGRESSION_PICTURES.values(), start=1):
        for name, picture in made(maker):
            yield f"{number:02}-{name}", picture


def pictures_at_times(rig: TableRig, name: str, after: tuple[int, ...]) -> Shots:
    """Yield a picture at each of these times from now.

    Args:
        after: the times in hundredths of a second.
    """
    passed = 0
    for moment in after:
        rig.tick(0.01, moment - passed)
        passed = moment
        yield f"{name}-{moment:03}", rig.draw().copy()


def _pictures_of_drawing_twice(maker: PictureMaker) -> Shots:
    scene = maker.make_situation("first")
    scene.table.controller.choose_to_draw_or_draw()
    yield "draw-chosen", scene.draw().copy()
    scene.table.controller.choose_to_draw_or_draw()
    yield "draw-pressed-again", scene.draw()


def _pictures_of_match_result(maker: PictureMaker) -> Shots:
    yield maker.named_situation_picture("match-over")


def _pictures_of_finished_matches(maker: PictureMaker) -> Shots:
    yield from maker.named_menu_pictures("matches")


def _pictures_of_hotseat_drawn_card(maker: PictureMaker) -> Shots:
    """Show two players at one screen: the drawn card is visible before the curtain falls."""
    rig = maker.make_table_with_players(
        ("human", "human"), seed=3, animation_speed="normal", pace="normal"
    )
    rig.play_randomly_until(0)
    rig.settle()
    while rig.top is not rig.table:
        rig.key(pygame.K_RETURN)
        rig.settle()
    for _n in range(2):
        rig.key(pygame.K_d)
    yield from pictures_at_times(rig, "drawn", (20, 60, 140))


def _pictures_of_refusal_notices(maker: PictureMaker) -> Shots:
    for seed in range(80):
        scene = maker.make_table(seed=seed)
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(4)
        public = scene.match.public
        last = public.row[-1]
        if public.phase == "turn" and scene.match.observe(0).hand[last]:
            scene.table.controller.choose_card_or_end_turn(last)
            yield "same-value", scene.draw().copy()
            scene.table.controller.end_turn_or_answer("pass")
            yield "nothing-chosen", scene.draw()
            return


def _pictures_of_rules_search(maker: PictureMaker) -> Shots:
    rig = maker.make_rig()
    rig.show(RulesScene(rig.context, PRESETS["keypad"]))
    rig.key(pygame.K_d, text="d")
    rig.type("ouble")
    rig.tick(n=20)
    yield "typed", rig.draw()


def _pictures_of_servers_edition(maker: PictureMaker) -> Shots:
    rig = maker.make_rig(theme="edition", last_match=SERVERS)
    yield "servers", menus.picture_after_animations(rig, [NewMatchScene(rig.context, rig.services)])
    rig.services.close()


def _pictures_of_settings(maker: PictureMaker) -> Shots:
    yield maker.named_situation_picture("middle")
    yield from maker.named_menu_pictures("settings-display")


def _pictures_of_house_rules(maker: PictureMaker) -> Shots:
    yield from maker.named_menu_pictures("new-match-four", "confirm")


def _pictures_of_large_german_text(maker: PictureMaker) -> Shots:
    name, picture = maker.named_situation_picture("middle", ui_scale=150)
    yield f"{name}-150", picture
    name, picture = maker.named_situation_picture("middle", language="de")
    yield f"{name}-de", picture


def _pictures_of_announced_sums(maker: PictureMaker) -> Shots:
    scene = maker.make_table(seed=2, animation_speed="normal")
    scene.table.playback.skip_animations_silently()
    scene.play_to_first_turn()
    dice = Random(5)
    while ASK not in scene.legal():
        plays = [action for action in scene.legal() if isinstance(action, Play)]
        scene.do(dice.choice(plays or list(scene.legal())))
        if scene.match.is_round_over:
            # otherwise the result would be looked up in the next round
            scene.table.playback.skip_animations_silently()
            scene.match.deal_next_round()
            scene.play_to_first_turn()
    scene.table.animate_and_announce_changes()
    scene.table.playback.skip_animations_silently()
    scene.do(ASK)
    yield from pictures_at_times(scene, "asked", (10, 90))


def _pictures_of_last_turn(maker: PictureMaker) -> Shots:
    yield maker.named_situation_picture("ordered")
    scene = maker.make_situation("thinking")
    scene.context.change_settings(animation_speed="normal")
    draws = [action for action in scene.legal() if isinstance(action, Draw)]
    scene.do(*(draws or scene.legal())[:1])
    yield from pictures_at_times(scene, "drawing", (10, 25, 100))


def _pictures_of_round_result(maker: PictureMaker) -> Shots:
    yield maker.named_situation_picture("over")


def _pictures_of_watched_computers(maker: PictureMaker) -> Shots:
    """Show two computers with open hands, and their forecasts."""
    rig = maker.make_table_with_players(("level:3", "level:2"), seed=6, thinks=True)
    rig.key(pygame.K_BACKSLASH)
    while rig.match.public.turn < 5:
        rig.tick(0.05)
    yield "watched", rig.draw()
    yield maker.named_situation_picture("quartet")


def _pictures_of_new_profile(maker: PictureMaker) -> Shots:
    rig = maker.make_rig()
    rig.show(ProfilesScene(rig.context, rig.services, "", print, print))
    rig.click("new")
    rig.tick(n=20)
    yield "new-profile", rig.draw()
    yield maker.named_situation_picture("first")


def _pictures_of_code_cards(maker: PictureMaker) -> Shots:
    yield maker.named_situation_picture("wits-codes")
    yield maker.named_situation_picture("wits-revealed")
    yield from maker.named_menu_pictures("rules-codes")


REGRESSION_PICTURES: dict[str, Callable[[PictureMaker], Shots]] = {
    "A draw is chosen, and done by a second press of the same button": _pictures_of_drawing_twice,
    "The end of a match; Enter goes back to the start": _pictures_of_match_result,
    "Finished matches are kept": _pictures_of_finished_matches,
    "Two at one screen: the drawn card is seen by its drawer": _pictures_of_hotseat_drawn_card,
    "Short answers cover nothing that they speak of": _pictures_of_refusal_notices,
    "A word typed on the rules page": _pictures_of_rules_search,
    "The Servers edition looks like servers": _pictures_of_servers_edition,
    "The table and the settings in every window": _pictures_of_settings,
    "House rules, and what replaces a match, in words": _pictures_of_house_rules,
    "Large text, and a translation": _pictures_of_large_german_text,
    "Announced sums and an ask": _pictures_of_announced_sums,
    "What the other did last; a computer's draw": _pictures_of_last_turn,
    "The end of a round": _pictures_of_round_result,
    "Computers that are watched; partners with names": _pictures_of_watched_computers,
    "A new profile; the display": _pictures_of_new_profile,
    "The codes as cards": _pictures_of_code_cards,
}
