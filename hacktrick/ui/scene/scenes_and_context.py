"""The context that all scenes share, the base class of scenes, and the stack of open scenes.

A scene is one screen or overlay. It knows neither other scenes nor the window nor the clock. The
``Context`` of a window holds the settings, theme, fonts, sprites and scale, and the window's
services. Fonts and sprites are replaced when the size or theme changes, so a scene may keep them
only until its next ``lay_out``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

import pygame

from hacktrick.app import themes
from hacktrick.app.file_manager import FileManager
from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.themes import Theme
from hacktrick.i18n import translator as words
from hacktrick.ui.accessibility.accessibility_tree import (
    Node,
    PaintedText,
    ReadableWidget,
    TextRecorder,
    merge_widget_and_text_nodes,
)
from hacktrick.ui.accessibility.announcements import (
    KINDS_SPOKEN,
    AnnouncementKind,
    Announcements,
)
from hacktrick.ui.input.intents import INTENT, REQUEST
from hacktrick.ui.input.key_bindings import Bindings, possible_chords_of_event, read_bindings
from hacktrick.ui.layout.table_layout import MINIMUM_SIZE, pixels_per_unit_of_window
from hacktrick.ui.paint.fonts import MIN_PIXELS, Fonts
from hacktrick.ui.paint.sprite_cache import SpriteCache

if TYPE_CHECKING:
    from hacktrick.app.local_table import MatchSetup
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.profiles import MarkerStyle
    from hacktrick.app.puzzle_practice import QuestionSource
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.app.storage import SaveSlot
    from hacktrick.app.study_session import Study
    from hacktrick.game.editions import Rules
    from hacktrick.game.notation.diagram import Diagram
    from hacktrick.game.state import Seat
    from hacktrick.i18n.match_options_and_player_names import NewMatchOptions


class Navigator(Protocol):
    """Opens screens, so that scenes need not import each other.

    Every change takes effect before the next frame.
    """

    def show_title(self) -> None:
        """Save an unfinished match, close all other screens and show the title."""

    def show_table(self) -> None:
        """Show the table with the match of ``ProgramServices.session``, over the title."""

    def prerender_table_in_steps(self, marker_styles: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """Return an iterator that paints one sprite at each step, for a table that will open soon.

        Args:
            marker_styles: the marker styles of the two sides.
        """

    def start_match(self, new: MatchSetup) -> None:
        """Start a new match and show its table."""

    def resume_match(self, slot: SaveSlot = "match") -> None:
        """Continue the match that is saved in ``slot``."""

    def resume_unfinished_match(self, key: str) -> bool:
        """Continue an unfinished match from the match list.

        Args:
            key: the key of the match's entry.

        Returns:
            False if the match no longer exists.
        """

    def show_new_match(self, choices: NewMatchOptions | None = None) -> None:
        """Show the options of a new match.

        Args:
            choices: the initial options; None for those of the last match.
        """

    def show_review_or_ask_whose(
        self,
        reviews: MatchReviews,
        round_index: int | None = None,
        action: int | None = None,
        seat: Seat | None = None,
    ) -> None:
        """Show the review of finished rounds.

        Args:
            reviews: the reviews of the match.
            round_index: the index of the round to show first; None for the last finished round.
            action: the number of an action in the turn to show first; None for the worst turn.
            seat: the seat whose decisions are shown first. With None, the player is asked if there
                are several such seats and no action is given; otherwise it is the first of them.
        """

    def show_puzzles(self) -> None:
        """Show the list of puzzles."""

    def show_daily_round(self) -> None:
        """Show the daily round and its results."""

    def show_statistics(self) -> None:
        """Show the player's statistics."""

    def show_mistakes(self) -> None:
        """Show the player's mistakes in all judged matches."""

    def show_puzzle(self, source: QuestionSource) -> None:
        """Show the next question of ``source``, then the questions that follow."""

    def show_host_and_join(self) -> None:
        """Show the screen to host, join or resume an online table, over the title."""

    def show_lobby(self) -> None:
        """Show the lobby: the online table with its players before a match."""

    def show_online_table(self) -> None:
        """Show the table with the online match that has begun, over the title."""

    def show_decision_audit(self) -> None:
        """Show the audit of the computer's decisions in the finished round."""

    def show_pause_menu(self) -> None:
        """Show the pause menu over the table."""

    def show_lessons(self) -> None:
        """Show the list of lessons."""

    def show_lesson(self, name: str, from_start: bool = False) -> None:
        """Open a lesson over the list of lessons, or in place of the lesson on the screen.

        Args:
            name: the name of the lesson.
            from_start: whether to restart the lesson, instead of continuing at the player's last
                step.
        """

    def show_settings(self) -> None:
        """Show the settings."""

    def show_rules(self, rules: Rules, topic: str | None = None) -> None:
        """Show the rules of an edition.

        Args:
            rules: the rules of the edition, including house rules.
            topic: the key of the ruling to show; None to begin with the first page.
        """

    def show_match_list(self, match_to_import: str = "") -> None:
        """Show the saved matches.

        Args:
            match_to_import: a match to import, as text or as the path of a file; "" for none.
        """

    def show_replay(self, replay: ReplaySession) -> None:
        """Show a replay of a match on the table."""

    def show_branch_choices(self, replay: ReplaySession) -> None:
        """Show the dialog to play on from the position of a replay."""

    def show_position_or_return_fault(self, line: str = "") -> str:
        """Show the study board at a position.

        Args:
            line: the position in position notation; "" for ``FIRST_STUDY``.

        Returns:
            The reason why the position cannot be studied; "" if the position is shown.
        """

    def show_study(self, study: Study) -> None:
        """Show the study board with a saved study."""

    def find_position_in_library(
        self, diagram: Diagram, open_study: Callable[[Study], None] | None = None
    ) -> None:
        """Show the occurrences of a position in the matches and studies of the library.

        Args:
            diagram: the position.
            open_study: called with the study that the player chooses; None opens it on another
                study board.
        """

    def show_share_options(self, replay: ReplaySession) -> None:
        """Show the ways to share a replayed match or a picture of it."""

    def show_about(self) -> None:
        """Show the About screen."""


FOCUS_LOST_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED)
INPUT_EVENTS = (
    *(INTENT, REQUEST, pygame.KEYDOWN),
    *(pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEWHEEL),
)


def is_player_input(event: pygame.Event) -> bool:
    """Return whether an event comes from a player, unlike a step of the scan timer."""
    return event.type in INPUT_EVENTS and not event.dict.get("by_itself")


class Scene:
    """One screen or overlay; most methods do nothing, and subclasses override what they need."""

    is_opaque = True  # false if the scene below stays visible, and must be drawn first
    # True if ``update_while_hidden`` runs while the scene is hidden, to follow a network.
    updates_hidden = False
    # The width and height that the scene needs, in layout units; small windows lower the scale.
    minimum_size = MINIMUM_SIZE

    def __init__(self, context: Context) -> None:
        self.context = context
        self.needs_redraw = True  # true if everything must be drawn again; drawing resets it
        # True if moving parts must be drawn again; drawing resets it.
        self.needs_motion_redraw = False
        self.is_animating = False  # true if the main loop must call ``update`` 60 times a second
        # True if every update paints a sprite that will be needed later.
        self.is_prerendering = False
        self.tension = 0.0  # the tension of the music, from 0 to 1; see ``round_tension``
        # The texts of the last drawing, for screen readers.
        self.painted_texts: tuple[PaintedText, ...] = ()

    def on_pushed(self) -> None:
        """React to being pushed onto the stack; ``lay_out`` is called next."""

    def on_removed(self) -> None:
        """React to being removed from the stack."""

    def on_covered(self) -> None:
        """React to another scene being pushed on top."""

    def on_uncovered(self) -> None:
        """React to the removal of the scene on top; ``lay_out`` follows."""

    def lay_out(self) -> None:
        """Place everything to suit the size, scale, theme and language of the context."""

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; return True to keep the event from the scenes below."""
        return False

    def intent_of_event(self, event: pygame.Event) -> str:
        """Return the intent of a key or gamepad button in this scene; "" for none."""
        return self.context.intent_of_event(event)

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds; set ``needs_redraw`` if the picture changes."""

    def update_while_hidden(self, dt: float) -> None:
        """Advance by ``dt`` seconds while this scene is hidden; see ``updates_hidden``."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene without changing its state."""

    # Methods for screen readers.

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        """Return the widgets for screen readers, by key, in Tab order."""
        return {}

    def widget_and_part_of_node(self, path: str) -> tuple[ReadableWidget, str] | None:
        """Return the widget to which a node belongs.

        Args:
            path: the key of the node; a slash separates a widget from its parts.

        Returns:
            The widget and the key of the part, "" for the whole widget; None if there is no such
            widget.
        """
        widgets = self.readable_widgets()
        whole = path
        while path:
            if path in widgets:
                return widgets[path], whole[len(path) + 1 :]
            path = path.rpartition("/")[0]
        return None

    def accessibility_nodes(self) -> Sequence[Node]:
        """Return the widgets and painted texts as nodes for screen readers, in reading order."""
        return merge_widget_and_text_nodes(
            self.readable_widgets(), self.painted_texts, self.context.scale
        )

    def focused_node_key(self) -> str:
        """Return the key of the focused node, such as "list/row 2"; "" for none."""
        for key, widget in self.readable_widgets().items():
            if widget.focused:
                return f"{key}/{widget.focused_part}" if widget.focused_part else key
        return ""


class SceneStack:
    """The open scenes, from bottom to top.

    Changes take effect at the next ``apply_changes``, which runs between events and frames, so that
    no scene disappears while one of its methods runs.
    """

    def __init__(self) -> None:
        self._scenes: list[Scene] = []
        self._waiting: list[Callable[[], None]] = []
        # Chooses the scale; called before scenes are laid out.
        self.adapt_scale: Callable[[], None] = lambda: None
        self.seconds = 0.0  # the total time of all updates in seconds; scenes have no other clock
        self.has_changed = (
            False  # whether scenes were added, removed or laid out since the last frame
        )
        self.recorder: TextRecorder | None = None  # None unless a screen reader is running

    def __len__(self) -> int:
        return len(self._scenes)

    @property
    def top(self) -> Scene | None:
        """The topmost scene; None if the stack is empty."""
        return self._scenes[-1] if self._scenes else None

    @property
    def needs_redraw(self) -> bool:
        """Whether anything visible must be drawn again."""
        return self.has_changed or any(
            scene.needs_redraw or scene.needs_motion_redraw for scene in self.visible_scenes()
        )

    @property
    def is_animating(self) -> bool:
        """Whether a visible scene needs 60 updates a second."""
        return any(scene.is_animating for scene in self.visible_scenes())

    @property
    def is_prerendering(self) -> bool:
        """Whether a visible scene paints sprites in advance."""
        return any(scene.is_prerendering for scene in self.visible_scenes())

    @property
    def tension(self) -> float:
        """The highest tension of all open scenes, from 0 to 1, for the music."""
        return max((scene.tension for scene in self._scenes), default=0.0)

    @property
    def minimum_size(self) -> tuple[float, float]:
        """The width and height in layout units that the lowest visible scene needs.

        No scene above that one needs more.
        """
        visible = self.visible_scenes()
        return visible[0].minimum_size if visible else (0.0, 0.0)

    def push(self, scene: Scene) -> None:
        """Request to put a scene on top."""
        self._waiting.append(lambda: self._push(scene))

    def pop(self) -> None:
        """Request to remove the topmost scene."""
        self._waiting.append(self._pop)

    def remove(self, scene: Scene) -> None:
        """Request to remove a scene, even if other scenes lie on top of it."""
        self._waiting.append(lambda: self._remove(scene))

    def replace(self, scene: Scene) -> None:
        """Request to replace the topmost scene, without ``on_uncovered`` for the scene below."""
        self._waiting.append(lambda: self._replace(scene))

    def clear(self, scene: Scene | None = None) -> None:
        """Request to remove all scenes and to push ``scene``, if it is given.

        The program ends when the stack is empty.
        """
        self._waiting.append(lambda: self._clear(scene))

    def apply_changes(self) -> None:
        """Carry out the requested changes in order, and the changes that these request in turn."""
        while self._waiting:
            change = self._waiting.pop(0)
            change()
            self.has_changed = True

    def lay_out(self) -> None:
        """Lay out every scene after a change of size, theme or language."""
        for scene in self._scenes:
            scene.lay_out()
        self.has_changed = True

    def handle(self, event: pygame.Event) -> bool:
        """Pass an event to the visible scenes from the top until a scene keeps it.

        Returns:
            Whether a scene has kept the event.
        """
        return any(scene.handle(event) for scene in reversed(self.visible_scenes()))

    def update(self, dt: float) -> None:
        """Advance the visible scenes by ``dt`` seconds.

        The topmost hidden scene with ``updates_hidden`` advances as well.
        """
        self.seconds += dt
        visible = self.visible_scenes()
        for scene in visible:
            scene.update(dt)
        if not any(scene.updates_hidden for scene in visible):
            self._update_scene_running_while_hidden(dt)

    def _update_scene_running_while_hidden(self, dt: float) -> None:
        """Update the topmost hidden scene with ``updates_hidden``, if there is one."""
        scene = next((scene for scene in reversed(self._scenes) if scene.updates_hidden), None)
        if scene is not None:
            scene.update_while_hidden(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the visible scenes from the bottom up."""
        for scene in self.visible_scenes():
            scene.draw(surface)
            scene.needs_redraw = scene.needs_motion_redraw = False
            if self.recorder is not None:
                painted = self.recorder.collect_painted_texts()
                if not scene.is_animating or not scene.painted_texts:
                    scene.painted_texts = painted
        self.has_changed = False

    def visible_scenes(self) -> list[Scene]:
        """Return the visible scenes: the topmost opaque scene and the scenes above it."""
        opaque = [number for number, scene in enumerate(self._scenes) if scene.is_opaque]
        return self._scenes[opaque[-1] if opaque else 0 :]

    def _push(self, scene: Scene) -> None:
        if self._scenes:
            self._scenes[-1].on_covered()
        self._add_and_lay_out_scene(scene)

    def _pop(self) -> None:
        if not self._scenes:
            return
        self._scenes.pop().on_removed()
        if self._scenes:
            self._scenes[-1].on_uncovered()
            self.adapt_scale()
            self._scenes[-1].lay_out()

    def _remove(self, scene: Scene) -> None:
        if scene is self.top:
            self._pop()
        elif scene in self._scenes:
            self._scenes.remove(scene)
            scene.on_removed()

    def _replace(self, scene: Scene) -> None:
        if self._scenes:
            self._scenes.pop().on_removed()
        self._add_and_lay_out_scene(scene)

    def _clear(self, scene: Scene | None) -> None:
        while self._scenes:
            self._scenes.pop().on_removed()
        if scene:
            self._add_and_lay_out_scene(scene)

    def _add_and_lay_out_scene(self, scene: Scene) -> None:
        self._scenes.append(scene)
        scene.on_pushed()
        self.adapt_scale()
        scene.lay_out()


Device = Literal["keys", "pad", "touch"]  # a mouse counts as "keys"

POWER_CHECK_INTERVAL = 30_000  # milliseconds between two checks of the battery
# Settings whose change rebuilds fonts and sprites.
LOOK_SETTINGS = ("theme", "typeface", "ui_scale")
MAX_KEPT_SPRITES = 3  # maximum number of kept ``SpriteCache`` objects; each takes tens of megabytes
# Scales in per cent between which ``step_ui_scale`` steps.
SCALE_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)


def _play_nothing(event: str, number: int = 0) -> None:
    """Play no sound; this is the default of ``Context.play``, for tests."""


def _save_nothing(settings: Settings) -> None:
    """Save nothing; this is the default of ``Context.save``, for tests."""


class Clipboard:
    """The text in the system's clipboard; a clipboard that cannot be read counts as empty."""

    def get_text(self) -> str:
        """Return the text in the clipboard."""
        try:
            return pygame.scrap.get_text()
        except (pygame.error, UnicodeError):  # not every program writes UTF-8
            return ""

    def put_text(self, text: str) -> bool:
        """Copy text to the clipboard; return False if copying failed."""
        try:
            pygame.scrap.put_text(text)
        except (pygame.error, ValueError):  # such as a path that is not UTF-8
            return False
        return True


@dataclass
class Context:
    """The settings, looks and services that all scenes and widgets share.

    Attributes:
        save: called with the settings after every change.
        size: width and height of the window in pixels.
        play: plays the sound of an event; see ``Sounds.play``.
        has_sound: returns False once it is known that there is no audio device.
        has_voice: returns False once it is known that the system cannot speak.
        device: the input device used last, for which hints are shown.
        edition: the edition played last; its theme is used if the player has chosen themes by
            edition.
        announcements: the sentences for screen readers and the voice.
        system_reduces_motion: whether the system asks for less motion; None if unknown.
        reduction: the size of a thumbnail as a fraction of the window that it shows; 1 in a window.
        scale: pixels per layout unit.
    """

    settings: Settings = field(default_factory=Settings)
    save: Callable[[Settings], None] = _save_nothing
    size: tuple[int, int] = (1280, 720)
    stack: SceneStack = field(default_factory=SceneStack)
    play: Callable[[str, int], None] = _play_nothing
    has_sound: Callable[[], bool] = lambda: True
    has_voice: Callable[[], bool] = lambda: True
    clipboard: Clipboard = field(default_factory=Clipboard)
    file_manager: FileManager = field(default_factory=FileManager)
    device: Device = "keys"
    edition: str = ""
    announcements: Announcements = field(default_factory=Announcements)
    system_reduces_motion: bool | None = None
    reduction: float = 1.0
    navigator: Navigator = field(init=False)  # set by the window, which knows all screens
    bindings: Bindings = field(init=False)
    theme: Theme = field(init=False)
    scale: float = field(init=False)
    fonts: Fonts = field(init=False)
    _power_asked: int = field(init=False, default=-POWER_CHECK_INTERVAL)
    _is_on_battery: bool = field(init=False, default=False)
    sprites: SpriteCache = field(init=False)
    _kept_sprites: dict[tuple[Theme, float], SpriteCache] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._load_bindings_from_settings()
        self.edition = self.edition or str(self.settings.last_match.get("preset", ""))
        self.stack.adapt_scale = self._rebuild_if_scale_changed
        self.rebuild_and_lay_out(self.size)

    def rebuild_and_lay_out(self, size: tuple[int, int] | None = None) -> None:
        """Rebuild whatever depends on size, scale, theme or language, and lay out all scenes.

        Args:
            size: the new size of the window in pixels; None if it is unchanged.
        """
        self.size = size or self.size
        use_chosen_or_system_language(self.settings.language)
        self.theme = self._chosen_theme_of_edition(self.edition)
        self.scale = self._chosen_scale_that_fits()
        self.fonts = Fonts(self.theme.faces, self.scale, self._minimum_text_pixels())
        self.fonts.recorder = self.stack.recorder
        if size is not None:
            self._kept_sprites.clear()
        self.sprites = self.sprites_of_edition(self.edition)
        self.stack.lay_out()

    def sprites_of_edition(self, edition: str) -> SpriteCache:
        """Return the sprites in the theme of an edition, from the cache if possible.

        The cache keeps ``MAX_KEPT_SPRITES`` themes.
        """
        key = self._chosen_theme_of_edition(edition), self.scale
        found = self._kept_sprites.pop(key, None) or SpriteCache(*key)
        self._kept_sprites[key] = found
        if len(self._kept_sprites) > MAX_KEPT_SPRITES:
            del self._kept_sprites[next(iter(self._kept_sprites))]
        return found

    def _chosen_scale_that_fits(self) -> float:
        """Return the scale that the player has chosen, reduced until the visible scene fits."""
        most = (
            pixels / units
            for pixels, units in zip(self.size, self.stack.minimum_size, strict=True)
            if units
        )
        return min(pixels_per_unit_of_window(self.size, self.settings.ui_scale / 100), *most, 1e9)

    def _chosen_theme_of_edition(self, edition: str) -> Theme:
        theme = themes.load_theme(themes.resolve_theme(self.settings.theme, edition))
        is_legible = self.settings.typeface == "legible"
        return replace(theme, faces=themes.LEGIBLE_FACES) if is_legible else theme

    def use_edition_theme_if_chosen(self, edition: str) -> None:
        """Change to the theme of another edition, if the player has chosen themes by edition."""
        self.edition = edition
        if self._chosen_theme_of_edition(edition) != self.theme:
            self.rebuild_and_lay_out()

    def _minimum_text_pixels(self) -> int:
        """Return the minimum size of text in pixels.

        The minimum grows with the scale, but shrinks only if the player has chosen a scale below
        100 per cent.
        """
        return round(MIN_PIXELS * max(self.scale, min(1.0, self.settings.ui_scale / 100)))

    def _rebuild_if_scale_changed(self) -> None:
        """Rebuild everything if the visible scenes need another scale."""
        if self._chosen_scale_that_fits() != self.scale:
            self.rebuild_and_lay_out()

    def change_settings(self, **values: Any) -> None:
        """Change settings, save them, and show the change at once.

        Raises:
            ValueError: a setting cannot have the value given.
        """
        before = self.settings
        self.settings = with_changes(before, **values)
        self.follow_system_motion_if_chosen()
        self.save(self.settings)
        self._load_bindings_from_settings()
        if any(getattr(before, key) != getattr(self.settings, key) for key in LOOK_SETTINGS):
            self.rebuild_and_lay_out()
            return
        if before.language != self.settings.language:
            use_chosen_or_system_language(self.settings.language)
        self.stack.lay_out()

    def follow_system_motion_if_chosen(self) -> None:
        """Adopt the system's preference for reduced motion, if the settings follow the system."""
        if self.settings.motion == "system" and self.system_reduces_motion is not None:
            self.settings = with_changes(self.settings, reduced_motion=self.system_reduces_motion)

    def change_settings_without_redraw(self, **values: Any) -> None:
        """Change and save settings that have no visible effect, such as the window's position."""
        if any(getattr(self.settings, key) != value for key, value in values.items()):
            self.settings = with_changes(self.settings, **values)
            self.save(self.settings)

    def show_hints_for_device(self, device: Device) -> None:
        """Show the input hints of ``device``, if another device was used last."""
        if device != self.device:
            self.device = device
            self.stack.lay_out()

    def set_text_recorder(self, recorder: TextRecorder | None) -> None:
        """Start to record every drawn text for a screen reader; None stops the recording."""
        self.stack.recorder = self.fonts.recorder = recorder
        self.stack.has_changed = True

    def announce(self, text: str, kind: AnnouncementKind = "event") -> None:
        """Announce a sentence by screen reader and voice, if the settings include its kind."""
        if kind in KINDS_SPOKEN[self.settings.announcements]:
            self.announcements.add(text, kind)

    def intent_of_event(self, event: pygame.Event) -> str:
        """Return the intent of a pressed key or gamepad button; "" for none or another event."""
        if event.type == INTENT:
            return str(event.name)
        return (
            self.bindings.intent_of_chords(possible_chords_of_event(event))
            if event.type == pygame.KEYDOWN
            else ""
        )

    def _load_bindings_from_settings(self) -> None:
        self.bindings = read_bindings(self.settings.keys, self.settings.buttons)

    def runs_on_battery(self) -> bool:
        """Return whether the computer runs on battery, a fact cached for 30 seconds."""
        now = pygame.time.get_ticks()
        if now >= self._power_asked + POWER_CHECK_INTERVAL:
            self._power_asked, self._is_on_battery = now, _is_on_battery()
        return self._is_on_battery

    def px(self, units: float) -> int:
        """Convert layout units to pixels."""
        return round(units * self.scale)

    def px_rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """Convert a rectangle from units to pixels, so that adjacent rectangles stay adjacent."""
        left, top = self.px(x), self.px(y)
        return pygame.Rect(left, top, self.px(x + width) - left, self.px(y + height) - top)

    @property
    def size_in_units(self) -> tuple[float, float]:
        """Width and height of the window in layout units."""
        return self.size[0] / self.scale, self.size[1] / self.scale

    def step_ui_scale(self, direction: int) -> None:
        """Change and save the scale.

        Args:
            direction: 1 for one step larger, -1 for one step smaller, 0 for 100 per cent.
        """
        now = self.settings.ui_scale
        if direction == 0:
            self.change_settings(ui_scale=100)
            return
        wider = [step for step in SCALE_STEPS if (step - now) * direction > 0]
        if wider:
            self.change_settings(ui_scale=min(wider, key=lambda step: abs(step - now)))


def _is_on_battery() -> bool:
    state = pygame.system.get_power_state()
    return state is not None and bool(state.on_battery)


def system_languages() -> list[str]:
    """Return the codes of the languages that the system prefers, best first."""
    return [wish["language"] for wish in pygame.system.get_pref_locales()]


def use_chosen_or_system_language(language: str) -> None:
    """Show all texts in the language with this code; "auto" is the system's language."""
    own = language != "auto"
    words.set_language(language if own else words.preferred_language(system_languages()))
