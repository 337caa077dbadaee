"""Every screen survives random input and fits into every size, theme and language."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

import pygame
import pytest
from assets.shots.daily_round import LEVEL_OUTCOMES, FinishedDailyRound
from assets.shots.menus import match_judging_scenes
from assets.shots.online import PLAYING, host_and_join_scene, lobby_scene
from assets.shots.reviewed_match import IdleThinker, sample_match_reviews, sample_question

from hacktrick.app import themes as theme
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.profiles import Profile, default_marker_styles
from hacktrick.app.puzzle_practice import QuestionAttempt, RetriedTurnSource
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.settings import Settings
from hacktrick.app.study_session import FIRST_STUDY, study_of_text
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo
from hacktrick.ui.layout.table_layout import MIN_TARGET_PIXELS
from hacktrick.ui.scene.scenes_and_context import Scene
from hacktrick.ui.screens.about_scene import AboutScene
from hacktrick.ui.screens.computer_decision_audit_scene import DecisionAuditScene
from hacktrick.ui.screens.daily_round_scene import DailyRoundScene
from hacktrick.ui.screens.lessons.lesson_list import LessonListScene
from hacktrick.ui.screens.library.match_import import MatchImportScene
from hacktrick.ui.screens.library.match_list import MatchListScene, PlayOnDialog
from hacktrick.ui.screens.library.share_scene import ShareScene
from hacktrick.ui.screens.new_match_scene import NewMatchScene
from hacktrick.ui.screens.pause_scene import PauseScene
from hacktrick.ui.screens.profiles_scene import MarkerSignPicker, ProfilesScene
from hacktrick.ui.screens.puzzles.puzzle_list_and_puzzle import PositionPuzzleScene, PuzzleListScene
from hacktrick.ui.screens.review.review_scene import MatchChanceCurve, ReviewScene
from hacktrick.ui.screens.rules.rules_scene import RulesScene
from hacktrick.ui.screens.settings.settings_scene import SETTING_PAGES, SettingsScene
from hacktrick.ui.screens.statistics_and_mistakes_scenes import StatisticsScene
from hacktrick.ui.screens.study.position_editor import PositionEditor
from hacktrick.ui.screens.study.position_search_scene import PositionSearchScene
from hacktrick.ui.screens.title.title_scene import TitleScene
from hacktrick.ui.table.private_hands_and_handover import HandoverScene
from hacktrick.ui.widgets.basic_widgets import ListView, Slider, Stepper
from hacktrick.ui.widgets.dialogs import NoticeScene
from hacktrick.ui.widgets.menu_base import Menu
from tests.support.parameter_sampling import mark_others_slow, product_mostly_slow
from tests.support.rig import BareTable, Rig
from tests.support.scripted_matches import played_match

N_EVENTS = 30  # events per scene: about ten thousand in all
MAX_ROWS = 30
UP_AND_DOWN = (pygame.K_UP, pygame.K_DOWN)
ARROWS = (*UP_AND_DOWN, pygame.K_LEFT, pygame.K_RIGHT)
USING_SIDEWAYS = (Stepper, MatchChanceCurve, Slider, MarkerSignPicker)
SIZES = ((960, 600), (1280, 720), (1920, 1080), (2560, 1440), (2560, 1080), (1000, 1400))


def _pause_menu(rig: Rig) -> Scene:
    rig.begin()
    rig.show(BareTable(rig.context, rig.services))
    return PauseScene(rig.context, rig.services)


def _handover(rig: Rig) -> Scene:
    rig.begin()
    assert rig.services.session is not None
    return HandoverScene(rig.context, rig.services.session, 1, ("ANNA drew a card.",), lambda: None)


def _settings(page: str) -> Callable[[Rig], Scene]:
    def make(rig: Rig) -> Scene:
        scene = SettingsScene(rig.context, rig.services)
        scene.page_name = page
        return scene

    return make


def _new_match_for_four(rig: Rig) -> Scene:
    scene = NewMatchScene(rig.context, rig.services)
    scene.choices.choose_preset("quartet")
    scene.is_unfolded = True
    return scene


def _profiles(rig: Rig) -> Scene:
    rig.services.profiles.save_profiles(tuple(Profile(f"P{n}", n % 4, n % 3) for n in range(14)))
    return ProfilesScene(rig.context, rig.services, "P3", lambda name: None, lambda old, new: None)


def _daily_round(rig: Rig) -> Scene:
    rig.services.daily_round = FinishedDailyRound(LEVEL_OUTCOMES)
    return DailyRoundScene(rig.context, rig.services)


def _retried_turn() -> RetriedTurnSource:
    return RetriedTurnSource(
        QuestionAttempt(sample_question(), IdleThinker()), 21, lambda quiz: None
    )


def _match_list(rig: Rig) -> Scene:
    library = rig.services.library.opened_library
    assert library is not None
    if not len(library):
        for seed in range(12):
            library.add_match(played_match(rules_for("keypad", {"target": 1}), seed).record)
        library.set_star(3, True)
        library.set_note(5, "to be looked at again")
    return MatchListScene(rig.context, rig.services)


def _mistakes(rig: Rig) -> Scene:
    shown = {name: scenes[0] for name, scenes in match_judging_scenes(rig)}
    return shown["mistakes"]


def _replay_session() -> ReplaySession:
    return ReplaySession(played_match(rules_for("keypad", {"target": 1}), 1).record)


def _settings_search(rig: Rig) -> Scene:
    scene = SettingsScene(rig.context, rig.services)
    scene.search_field.text = "a"
    return scene


def _decision_audit(rig: Rig) -> Scene:
    seats = (SeatInfo("ANNA", "human"), SeatInfo("Pixel", "level:1"))
    session = rig.services.local_table.begin_match(MatchSetup("keypad", seats))
    session.pace = "instant"
    while not session.is_round_over:
        seen = session.observation if session.may_act else None
        if seen is not None:
            session.submit(legal_actions(seen)[0])
        else:
            session.update(1.0, True)
    return DecisionAuditScene(rig.context, rig.services)


def _position_editor(rig: Rig) -> Scene:
    looks = default_marker_styles(2)
    styles = looks.marker_style_for_seats((0,)), looks.marker_style_for_seats((1,))
    return PositionEditor(rig.context, FIRST_STUDY, styles, lambda study: None)


def _study_in_match_list(rig: Rig) -> Scene:
    """Return the list of matches, in which a saved study is chosen."""
    rig.services.study_files.save_study("Two doors", study_of_text(FIRST_STUDY))
    return MatchListScene(rig.context, rig.services)


def _position_search(rig: Rig) -> Scene:
    replayed = _replay_session()
    replayed.go_to(ReplayPosition(0, 1))
    diagram = replayed.diagram_at_turn_start
    assert diagram is not None
    return PositionSearchScene(rig.context, rig.services, diagram, lambda study: None)


SCENES: dict[str, Callable[[Rig], Scene]] = {
    "set up a position": _position_editor,
    "where was I": _position_search,
    "title": lambda rig: TitleScene(rig.context, rig.services),
    "new match": lambda rig: NewMatchScene(rig.context, rig.services),
    "lessons": lambda rig: LessonListScene(rig.context, rig.services),
    "new match for four": _new_match_for_four,
    "pause": _pause_menu,
    "handover": _handover,
    "notice": lambda rig: NoticeScene(rig.context, "Title", "Some text. " * 12),
    "rules": lambda rig: RulesScene(rig.context, PRESETS["club"], "winning"),
    "profiles": _profiles,
    "settings searched": _settings_search,
    "review": lambda rig: ReviewScene(rig.context, rig.services, sample_match_reviews(), 0),
    "review that begins": lambda rig: ReviewScene(
        rig.context, rig.services, sample_match_reviews(), 1
    ),
    "question": lambda rig: PositionPuzzleScene(rig.context, rig.services, _retried_turn()),
    "what the computer saw": _decision_audit,
    "matches": _match_list,
    "study in matches": _study_in_match_list,
    "no matches": lambda rig: MatchListScene(rig.context, rig.services),
    "import": lambda rig: MatchImportScene(rig.context, lambda given: None),
    "share": lambda rig: ShareScene(rig.context, rig.services, _replay_session()),
    "branch": lambda rig: PlayOnDialog(rig.context, rig.services, _replay_session()),
    "play online": host_and_join_scene,
    "lobby": lobby_scene,
    "lobby over the table": lambda rig: lobby_scene(rig, PLAYING),
    "puzzles": lambda rig: PuzzleListScene(rig.context, rig.services),
    "today's round": lambda rig: DailyRoundScene(rig.context, rig.services),
    "today's round, played": _daily_round,
    "figures": lambda rig: StatisticsScene(rig.context, rig.services),
    "mistakes": _mistakes,
    "about": lambda rig: AboutScene(rig.context, rig.services),
    **{f"settings {page}": _settings(page) for page in SETTING_PAGES},
}
MENUS = [name for name in SCENES if name not in ("handover", "question")]
KEYS = (
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_TAB, pygame.K_TAB),
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_F1, pygame.K_PAGEDOWN),
    *(pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_a, pygame.K_5),
)


def random_event(dice: Random, size: tuple[int, int]) -> pygame.Event:
    kind = dice.random()
    pos = dice.randrange(-5, size[0] + 5), dice.randrange(-5, size[1] + 5)
    if kind < 0.35:
        key = dice.choice(KEYS)
        text = chr(key) if key < 128 and chr(key).isprintable() else ""
        mod = dice.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL))
        return pygame.Event(
            dice.choice((pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP)),
            key=key,
            mod=mod,
            unicode=text,
        )
    if kind < 0.45:
        return pygame.Event(pygame.TEXTINPUT, text=dice.choice("aBc 15Żש"))
    if kind < 0.55:
        return pygame.Event(pygame.MOUSEWHEEL, x=0, y=dice.choice((-1, 1)))
    if kind < 0.7:
        return pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0))
    down = dice.choice((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
    return pygame.Event(down, pos=pos, button=dice.choice((1, 1, 1, 3)))


@pytest.mark.parametrize("name", mark_others_slow(SCENES, *list(SCENES)[::3]))
def test_random_input_raises_no_exception(name: str, tmp_path: Path) -> None:
    rig, dice = Rig(tmp_path, (960, 600), bare_table=True), Random(7)
    scene = SCENES[name](rig)
    rig.show(scene)
    for n in range(N_EVENTS):
        if dice.random() < 0.5 and isinstance(rig.top, Menu) and rig.top.widgets:
            # Half of the clicks aim at widgets, as most of a window is empty.
            widget = dice.choice(list(rig.top.widgets.values()))
            rig.press_button(widget.rect.center)
            rig.release_button(widget.rect.center)
        else:
            rig.post(random_event(dice, rig.context.size))
        rig.wait(0.02)
        if n % 25 == 0:
            rig.picture()
        away = rig.top is None or (n % 100 == 99 and scene is not rig.top)
        if away:
            rig.context.stack.clear()
            rig.context.stack.apply_changes()
            rig.context.change_settings(ui_scale=100, theme="keypad")
            scene = SCENES[name](rig)
            rig.show(scene)
    rig.picture()


@pytest.mark.parametrize(("name", "size"), product_mostly_slow(SCENES, SIZES))
def test_widgets_stay_inside_the_window_and_do_not_overlap(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    rig = Rig(tmp_path, size, bare_table=True)
    if name == "title":
        rig.save_a_match()
    scene = rig.show(SCENES[name](rig))
    if not isinstance(scene, Menu):
        return
    window = pygame.Rect((0, 0), size)
    for widget in scene.widgets.values():
        assert window.contains(widget.rect) and widget.rect.width and widget.rect.height
    for one, other in combinations(scene.widgets.values(), 2):
        assert not one.rect.colliderect(other.rect)


BACK_ELSEWHERE = (
    "set up a position",  # its buttons form a column beside the board
    "review",
    "review that begins",
)


@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
@pytest.mark.parametrize("name", sorted({*SCENES} - {*BACK_ELSEWHERE}))
def test_the_way_back_is_at_the_lower_left(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    rig = Rig(tmp_path, size, bare_table=True)
    scene = rig.show(SCENES[name](rig))
    if isinstance(scene, Menu) and "back" in scene.widgets:
        back = scene.widgets["back"].rect
        beside = [one for one in scene.widgets.values() if one.rect.right <= back.left]
        assert not [one for one in beside if one.rect.bottom > back.centery]


@pytest.mark.parametrize("name", SCENES)
def test_everything_that_can_be_pressed_is_at_least_44_pixels_wide_and_high(
    name: str, tmp_path: Path
) -> None:
    rig = Rig(tmp_path, bare_table=True)
    scene = rig.show(SCENES[name](rig))
    if not isinstance(scene, Menu):
        return
    for widget in scene.widgets.values():
        assert min(widget.rect.size) >= MIN_TARGET_PIXELS
        if isinstance(widget, ListView):
            assert rig.context.px(widget.row_height) >= MIN_TARGET_PIXELS


@pytest.mark.parametrize(("name", "key"), product_mostly_slow(SCENES, theme.theme_keys()))
def test_every_scene_is_drawn_in_every_theme(name: str, key: str, tmp_path: Path) -> None:
    rig = Rig(tmp_path, (960, 600), Settings(theme=key), bare_table=True)
    rig.show(SCENES[name](rig))
    assert len(set(rig.picture())) > 20


@pytest.mark.parametrize("name", MENUS)
def test_tab_reaches_every_widget_and_shows_the_focus_ring(name: str, tmp_path: Path) -> None:
    """In the list of lessons, Tab reaches only the chosen lesson; arrow keys reach the rest."""
    rig = Rig(tmp_path, bare_table=True)
    scene = rig.show(SCENES[name](rig))
    assert isinstance(scene, Menu)
    seen = set()
    for _n in range(len(scene.widgets)):
        rig.key(pygame.K_TAB)
        seen.add(id(scene.group.focused_widget))
    visible = [widget for widget in scene.widgets.values() if widget.visible]
    stops = {id(widget) for widget in visible if widget.is_tab_stop}
    assert seen == stops and scene.group.ring
    assert len(stops) == len(visible) or isinstance(scene, LessonListScene | TitleScene)


@pytest.mark.parametrize(
    ("name", "size"),
    product_mostly_slow(MENUS, [(960, 600), (1280, 720)]),
)
def test_arrow_keys_reach_every_widget(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Starting from the first focus, as with the direction pad of a gamepad."""
    rig = Rig(tmp_path, size, bare_table=True)
    scene = rig.show(SCENES[name](rig))
    assert isinstance(scene, Menu)

    def focus() -> str:
        return next(
            name for name, one in scene.widgets.items() if one is scene.group.focused_widget
        )

    reached, waiting = set(), [focus()]
    while waiting:
        start = waiting.pop()
        reached.add(start)
        sideways = not isinstance(scene.widgets[start], USING_SIDEWAYS)
        for key in ARROWS if sideways else UP_AND_DOWN:
            scene.group.set_focus(scene.widgets[start])
            # The focus leaves a list at its end, and a text field at its edges.
            for _n in range(MAX_ROWS):
                rig.key(key)
                if focus() != start:
                    break
            if focus() not in reached:
                waiting.append(focus())
    assert reached >= {name for name, widget in scene.widgets.items() if widget.visible}


@pytest.mark.parametrize("name", SCENES)
def test_escape_never_ends_the_program(name: str, tmp_path: Path) -> None:
    rig = Rig(tmp_path, bare_table=True)
    rig.show(TitleScene(rig.context, rig.services))
    rig.show(SCENES[name](rig))
    for _n in range(5):
        rig.key(pygame.K_ESCAPE)
        assert len(rig.context.stack)


def test_a_press_during_the_first_network_update_is_not_lost(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.stack.push(scene := lobby_scene(rig, PLAYING))
    rig.stack.apply_changes()
    before = scene.widgets["ready"]
    rig.tick()
    assert scene.widgets["ready"] is before


def test_texts_follow_a_change_of_language_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path)
    scene = rig.show(TitleScene(rig.context, rig.services))
    before = scene.widgets["settings"]
    rig.context.change_settings(reduced_motion=True)
    assert scene.widgets["settings"] is before
    monkeypatch.setattr("hacktrick.i18n.translator._language", "xx")
    rig.context.stack.lay_out()
    assert scene.widgets["settings"] is not before
