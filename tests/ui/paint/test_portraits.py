"""Faces and portraits differ even when small and grey; portraits appear wherever codes do."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import pygame
import pytest

from hacktrick import resources
from hacktrick.app import themes
from hacktrick.app.profiles import StyledMarker
from hacktrick.app.themes import Theme
from hacktrick.game.actions import CODES
from hacktrick.game.editions import PRESETS
from hacktrick.game.legality import legal_actions
from hacktrick.i18n.rulebook.code_pages import code_name
from hacktrick.match.player_kinds import LEVEL_NUMBERS
from hacktrick.ui.paint.code_cards import CodeCardLook, code_card_name_rect
from hacktrick.ui.paint.player_faces import FACE_FILES, PlayerFaceLook, face_file_name, player_face
from hacktrick.ui.paint.portraits import (
    MATERIALS,
    cached_code_portrait,
    lightness,
    themed_svg_picture,
)
from hacktrick.ui.paint.sprite_cache import SpriteCache
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.table.input.turn_questions import TurnQuestionScene
from hacktrick.ui.table.motion.prerender import prerender_sprites_in_steps
from hacktrick.ui.widgets import game_drawing
from tests.support.rig import Rig, TableRig

SMALL = 48  # width of a small portrait in pixels
MIN_FACE_DIFFERENCE = 20.0  # smallest mean difference of two faces at 24 pixels, in grey levels
MIN_PORTRAIT_DIFFERENCE = 25.0  # smallest mean difference of two portraits, in grey levels
MAX_CORRELATION = 0.75  # largest correlation of two portraits


@pytest.fixture(params=themes.theme_keys())
def theme(request: pytest.FixtureRequest) -> Theme:
    return themes.load_theme(request.param)


def grey_levels(theme: Theme, code: str) -> list[int]:
    small = pygame.transform.smoothscale(cached_code_portrait(theme, code), (SMALL, SMALL))
    grey = pygame.transform.grayscale(small)
    return list(pygame.image.tobytes(grey, "RGB")[::3])


def test_every_code_has_a_portrait_and_every_level_a_face() -> None:
    assert {file.stem for file in resources.asset_path("portraits").glob("*.svg")} == set(CODES)
    assert len(FACE_FILES) == len(LEVEL_NUMBERS)
    assert {file.stem for file in resources.asset_path("faces").glob("*.svg")} == set(FACE_FILES)
    assert face_file_name(99) == FACE_FILES[-1]


@pytest.mark.parametrize("folder", ["faces", "portraits"])
def test_drawings_use_only_what_the_reader_of_svg_knows(folder: str) -> None:
    for file in resources.asset_path(folder).glob("*.svg"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"<(text|filter|mask|clipPath|image|use|script|foreignObject)", text)
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        gradients = re.findall(r"<(?:linear|radial)Gradient[^>]*>", text)
        assert all('gradientUnits="userSpaceOnUse"' in one for one in gradients)


@pytest.mark.parametrize("edge", [24, 400])
def test_faces_differ_in_grey_and_are_opaque(theme: Theme, edge: int) -> None:
    pictures = {}
    for name in FACE_FILES:
        picture = themed_svg_picture(theme, "faces", name, edge)
        assert picture.get_at((edge // 2, edge // 2)).a == picture.get_at((1, edge - 2)).a == 255
        small = pygame.transform.smoothscale(picture, (24, 24))
        grey = pygame.transform.grayscale(small)
        pictures[name] = list(pygame.image.tobytes(grey, "RGB")[::3])
    apart = {
        (a, b): fmean(abs(x - y) for x, y in zip(pictures[a], pictures[b], strict=True))
        for a, b in combinations(FACE_FILES, 2)
    }
    assert min(apart.values()) > MIN_FACE_DIFFERENCE, min(apart, key=lambda pair: apart[pair])


def test_faces_of_the_contrast_theme_are_grey() -> None:
    picture = themed_svg_picture(themes.load_theme("contrast"), "faces", "daemon", 60)
    pixels = [picture.get_at((x, y)) for x in range(0, 60, 7) for y in range(0, 60, 7)]
    assert all(max(one[:3]) - min(one[:3]) <= 2 for one in pixels)
    assert max(lightness((one.r, one.g, one.b)) for one in pixels) > 0.5


def test_states_of_a_face_look_different(theme: Theme) -> None:
    looks = [
        PlayerFaceLook(6),
        PlayerFaceLook(7),
        PlayerFaceLook(6, edge=theme.colours.accent),
        PlayerFaceLook(piece=StyledMarker(0), initial="A"),
        PlayerFaceLook(piece=StyledMarker(1), initial="A"),
        PlayerFaceLook(piece=StyledMarker(0), initial="B"),
    ]
    painted = [
        pygame.image.tobytes(player_face(theme, look, 80, 1.0).surface, "RGBA") for look in looks
    ]
    assert len(set(painted)) == len(looks)


def test_every_material_of_the_themes_has_a_painter() -> None:
    assert set(MATERIALS) == set(themes.MATERIALS)


def test_portraits_differ_when_small_and_grey(theme: Theme) -> None:
    pictures = {code: grey_levels(theme, code) for code in CODES}
    apart = {
        (a, b): fmean(abs(x - y) for x, y in zip(pictures[a], pictures[b], strict=True))
        for a, b in combinations(CODES, 2)
    }
    assert min(apart.values()) > MIN_PORTRAIT_DIFFERENCE, min(apart, key=lambda pair: apart[pair])


def test_portraits_differ_by_their_silhouettes(theme: Theme) -> None:
    """With brightness and contrast equalized, only silhouettes are compared."""
    pictures = {code: _standardized(grey_levels(theme, code)) for code in CODES}
    alike = {
        (a, b): fmean(x * y for x, y in zip(pictures[a], pictures[b], strict=True))
        for a, b in combinations(CODES, 2)
    }
    assert max(alike.values()) < MAX_CORRELATION, max(alike, key=lambda pair: alike[pair])


def _standardized(pixels: list[int]) -> list[float]:
    mean, spread = fmean(pixels), pstdev(pixels)
    return [(pixel - mean) / spread for pixel in pixels]


def test_every_theme_has_portraits_of_its_own() -> None:
    for code in CODES:
        pictures = {tuple(grey_levels(themes.load_theme(key), code)) for key in themes.theme_keys()}
        assert len(pictures) == len(themes.theme_keys())


def test_states_of_a_code_card_look_different(theme: Theme) -> None:
    sprites, ground = SpriteCache(theme, 1.0), pygame.Surface((180, 220))
    edge = theme.colours.players[0]
    looks = [
        CodeCardLook("god"),
        CodeCardLook("sun"),
        CodeCardLook("god", edge),
        CodeCardLook("god", edge, hovered=True),
        CodeCardLook("god", edge, used=True),
        CodeCardLook("god", edge, cancelled=True),
    ]
    seen = set()
    for look in looks:
        ground.fill((90, 90, 90))
        sprites.code_card(look, (120, 160)).draw(ground, (30, 30))
        seen.add(pygame.image.tobytes(ground, "RGB"))
    assert len(seen) == len(looks)


@pytest.mark.parametrize("size", [(84, 112), (120, 160), (156, 208)])
def test_a_name_fits_its_card_and_is_readable(size: tuple[int, int]) -> None:
    context = Context()
    box = code_card_name_rect(pygame.Rect((0, 0), size), context.scale)
    for code in CODES:
        # The style that a name is drawn in; a picture does not tell it.
        style, lines = game_drawing._fitting_code_card_name(context, box, code_name(code, str))
        assert style.size >= 13
        assert all(context.fonts.text_size(line, style)[0] <= box.width for line in lines)
        assert lines[-1].split()[-1] == code_name(code, str).split()[-1]


def collect_drawn_portraits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the code of every portrait drawn from now on."""
    seen: list[str] = []

    def spy(name: str) -> None:
        usual = getattr(SpriteCache, name)

        def ask(self: SpriteCache, look: CodeCardLook, size: Any) -> Any:
            seen.append(look.code)
            return usual(self, look, size)

        monkeypatch.setattr(SpriteCache, name, ask)

    spy("code_portrait")
    spy("code_card")
    return seen


def test_the_rules_page_of_the_codes_shows_every_portrait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size=(1280, 720))
    scene = rig.show(RulesScene(rig.context, PRESETS["wits"], "codes"))
    seen = collect_drawn_portraits(monkeypatch)
    for _n in range(80):
        rig.draw()
        scene.widgets["text"].offset += 200
    assert set(seen) == set(CODES)


def play_until(bench: TableRig, phase: str, seat: int = 0) -> None:
    """Play at random until ``seat`` is to act in this phase and holds a code."""
    for _n in range(3000):
        public = bench.match.public
        if public.phase == phase and public.seat == seat and public.held_counts[seat]:
            return
        if bench.match.is_round_over:
            assert not bench.match.is_over
            bench.match.deal_next_round()
            bench.table.animate_and_announce_changes()
        else:
            bench.do(bench.rng.choice(legal_actions(bench.match.observe(public.seat))))
    raise AssertionError("no code to choose")


def test_the_choice_of_a_code_shows_portraits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = TableRig(tmp_path, "wits", ("human", "human"), seed=4, curtain=False)
    play_until(bench, "codes")
    bench.settle()
    seen = collect_drawn_portraits(monkeypatch)
    assert isinstance(bench.top, TurnQuestionScene)
    bench.draw()
    assert set(seen) >= set(bench.match.observe(0).held)


def test_codes_in_force_show_their_portraits_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = TableRig(tmp_path, "wits", ("human", "human"), seed=4, curtain=False)
    play_until(bench, "codes")
    while bench.match.public.phase == "codes":
        bench.do(legal_actions(bench.match.observe(bench.match.public.seat))[-1])
    bench.settle()
    in_force = {code for code in bench.match.public.codes if code}
    seen = collect_drawn_portraits(monkeypatch)
    bench.draw()
    assert in_force and set(seen) == in_force


def test_all_portraits_are_painted_ahead_no_matter_who_holds_them(tmp_path: Path) -> None:
    """Otherwise the delay of the first painting could reveal who holds a code."""
    steps = {}
    for preset in ("keypad", "wits"):
        bench = TableRig(tmp_path / preset, preset)
        looks = bench.session.side_marker_styles
        ahead = prerender_sprites_in_steps(
            bench.context, bench.table.places, [], looks, bench.session.rules.has_codes
        )
        steps[preset] = sum(1 for _step in ahead)
    assert steps["wits"] >= steps["keypad"] + len(CODES)
