"""Scenes, the stack that they lie on, and the context that they share.

A scene is one screen or overlay; it knows no other scene, no window and no clock. The context
holds theme, fonts, sprites, scale, settings and services of the window. There is one Context. A
resize or a change of theme replaces its contents, so fonts and sprites may be kept only until the
next layout.
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
from hacktrick.ui.accessibility.announcements import (
    KINDS_SPOKEN,
    AnnouncementKind,
    Announcements,
)
from hacktrick.ui.accessibility.tree import (
    Node,
    PaintedText,
    ReadableWidget,
    TextRecorder,
    merged_nodes,
)
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.input.key_bindings import Bindings, chords_of_event, read_bindings
from hacktrick.ui.layout.table_layout import LEAST_SIZE, scale_for
from hacktrick.ui.paint.fonts import MIN_PIXELS, Fonts
from hacktrick.ui.paint.sprites import Sprites

if TYPE_CHECKING:
    from hacktrick.app.local_table import MatchSetup
    from hacktrick.app.match_reviews import MatchReviews
    from hacktrick.app.profiles import MarkerStyle
    from hacktrick.app.puzzle_practice import QuestionSource
    from hacktrick.app.replay_session import ReplaySession
    from hacktrick.app.storage import SaveSlot
    from hacktrick.app.study_session import Study
    from hacktrick.game.notation.diagram import Diagram
    from hacktrick.game.rules import Rules, Seat
    from hacktrick.i18n.new_match_options import NewMatchOptions


class Navigator(Protocol):
    """Opens screens, so that a scene need not import another one.

    Every change takes effect before the next frame.
    """

    def show_title(self) -> None:
        """Close everything and show the title; an unfinished match is saved."""

    def show_table(self) -> None:
        """Show the match of ``Workspace.session`` over the title."""

    def prerender_table(self, looks: tuple[MarkerStyle, ...]) -> Iterator[None]:
        """Paint one sprite at every step for a table that may be opened soon.

        Args:
            looks: the marker styles of the two sides.
        """

    def start_match(self, new: MatchSetup) -> None:
        """Start a new match and show its table."""

    def resume_match(self, slot: SaveSlot = "match") -> None:
        """Continue the saved match of a slot."""

    def resume_unfinished(self, key: str) -> bool:
        """Continue an unfinished match of the list; False if it is not there any more."""

    def show_new_match(self, choices: NewMatchOptions | None = None) -> None:
        """Show the options of a new match: these, else those of the last one."""

    def show_review(
        self,
        reviews: MatchReviews,
        number: int | None = None,
        action: int | None = None,
        seat: Seat | None = None,
    ) -> None:
        """Show the review of finished rounds.

        Args:
            number: the round shown first; None for the last one.
            action: an action of the turn shown first; None for the worst turn.
            seat: whose decisions are shown first; None for the first person's.
        """

    def show_puzzles(self) -> None:
        """Show the list of puzzles."""

    def show_daily_round(self) -> None:
        """Show the round of the day and its results."""

    def show_statistics(self) -> None:
        """Show the player's statistics."""

    def show_mistakes(self) -> None:
        """Show the player's mistakes in the judged matches."""

    def show_puzzle(self, stream: QuestionSource) -> None:
        """Show a question about a position, then those that follow."""

    def show_host_and_join(self) -> None:
        """Show how to host, join or resume an online table, over the title."""

    def show_lobby(self) -> None:
        """Show the online table and the players at it."""

    def show_online_table(self) -> None:
        """Show the online match that has begun, over the title."""

    def show_decision_audit(self) -> None:
        """Show the audit of the computer's decisions in the finished round."""

    def show_pause_menu(self) -> None:
        """Show the menu over the table."""

    def show_lessons(self) -> None:
        """Show the list of lessons."""

    def start_lesson(self, name: str, from_start: bool = False) -> None:
        """Open a lesson over the list, or replace the present lesson.

        Args:
            from_start: whether to restart it; else it continues where it was left.
        """

    def show_settings(self) -> None:
        """Show the settings."""

    def show_rules(self, rules: Rules, topic: str | None = None) -> None:
        """Show the rules of an edition, at a topic if one is given."""

    def show_match_list(self, given: str = "") -> None:
        """Show the kept matches.

        Args:
            given: a match as text, or the path of one, to be imported.
        """

    def show_replay(self, replayed: ReplaySession) -> None:
        """Show a replay of a match on the table."""

    def show_branch_choices(self, replayed: ReplaySession) -> None:
        """Show the dialog to play on from the position of a replay."""

    def show_position(self, line: str = "") -> str:
        """Show the study board at a position.

        Args:
            line: the position as a line of text; "" for the usual one.

        Returns:
            Why it cannot be studied; "" if it is shown.
        """

    def show_study(self, study: Study) -> None:
        """Show the study board at a study."""

    def search_position(
        self, diagram: Diagram, open_study: Callable[[Study], None] | None = None
    ) -> None:
        """Show where the library was in a position.

        Args:
            open_study: opens a study that was in it; None opens another study board.
        """

    def show_share_options(self, replayed: ReplaySession) -> None:
        """Show the ways to share a replayed match or its picture."""

    def show_about(self) -> None:
        """Show the About screen."""


class Scene:
    """One screen or overlay. Its methods do nothing; subclasses override what they need."""

    opaque = True  # False: the scene below is drawn first
    updates_hidden = False  # True: ``update_hidden`` runs while hidden, to follow a network
    least = LEAST_SIZE  # units that it needs; the scale is smaller in windows that have fewer

    def __init__(self, context: Context) -> None:
        self.context = context
        self.dirty = True  # set when the picture has changed; the loop clears it
        self.moved = False  # True: only moving parts have changed
        self.animating = False  # True asks the loop for 60 updates a second
        self.painting = False  # True: every update paints a sprite ahead
        self.tension = 0.0  # 0 to 1, of the public state; the music follows it
        self.painted: tuple[PaintedText, ...] = ()  # the texts drawn last, for screen readers

    def enter(self) -> None:
        """Respond to being put onto the stack; ``layout`` follows."""

    def leave(self) -> None:
        """Respond to leaving the stack for good."""

    def covered(self) -> None:
        """Respond to another scene coming on top."""

    def uncovered(self) -> None:
        """Respond to the removal of the scene on top; ``layout`` follows."""

    def layout(self) -> None:
        """Place everything for the size, scale, theme and language of the context."""

    def handle(self, event: pygame.Event) -> bool:
        """Handle an event; True keeps it from the scenes below."""
        return False

    def intent(self, event: pygame.Event) -> str:
        """Return the intent of a key or button in this scene, "" for none."""
        return self.context.intent(event)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass; set ``dirty`` if that changes the picture."""

    def update_hidden(self, dt: float) -> None:
        """Let ``dt`` seconds pass while scenes without ``updates_hidden`` hide this one."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture without changing anything."""

    # For screen readers

    def readable_widgets(self) -> Mapping[str, ReadableWidget]:
        """Return the widgets that can be read and pressed, by key, in the order of Tab."""
        return {}

    def widget_at(self, path: str) -> tuple[ReadableWidget, str] | None:
        """Return the widget of a node and the part of it that is meant; None for a node without
        one."""
        widgets = self.readable_widgets()
        whole = path
        while path:
            if path in widgets:
                return widgets[path], whole[len(path) + 1 :]
            path = path.rpartition("/")[0]
        return None

    def nodes(self) -> Sequence[Node]:
        """Return what can be read in the scene: widgets and painted texts, in reading order."""
        return merged_nodes(self.readable_widgets(), self.painted, self.context.scale)

    def focus_key(self) -> str:
        """Return the key of the focused node, "" for none; a part of it follows a slash."""
        for key, widget in self.readable_widgets().items():
            if widget.focused:
                return f"{key}/{widget.focus_part}" if widget.focus_part else key
        return ""


class SceneStack:
    """Scenes from bottom to top.

    Changes to the stack wait until ``apply``, which runs between events and frames, so a scene
    never disappears while it runs.
    """

    def __init__(self) -> None:
        self._scenes: list[Scene] = []
        self._waiting: list[Callable[[], None]] = []
        self.fit: Callable[[], None] = lambda: None  # called before scenes in view are laid out
        self.seconds = 0.0  # time that has passed for the scenes; there is no other clock
        self.changed = False  # scenes came, went or were laid out since the last frame
        self.recorder: TextRecorder | None = None  # while a screen reader listens

    def __len__(self) -> int:
        return len(self._scenes)

    @property
    def top(self) -> Scene | None:
        return self._scenes[-1] if self._scenes else None

    @property
    def dirty(self) -> bool:
        return self.changed or any(scene.dirty or scene.moved for scene in self.visible())

    @property
    def animating(self) -> bool:
        return any(scene.animating for scene in self.visible())

    @property
    def painting(self) -> bool:
        return any(scene.painting for scene in self.visible())

    @property
    def tension(self) -> float:
        return max((scene.tension for scene in self._scenes), default=0.0)

    @property
    def least(self) -> tuple[float, float]:
        """The minimum size in units of the lowest visible scene; scenes above it fit into the same
        size."""
        visible = self.visible()
        return visible[0].least if visible else (0.0, 0.0)

    def push(self, scene: Scene) -> None:
        self._waiting.append(lambda: self._push(scene))

    def pop(self) -> None:
        self._waiting.append(self._pop)

    def remove(self, scene: Scene) -> None:
        """Remove a scene that others may cover by then."""
        self._waiting.append(lambda: self._remove(scene))

    def replace(self, scene: Scene) -> None:
        """Replace the top scene without uncovering the one below."""
        self._waiting.append(lambda: self._replace(scene))

    def clear(self, scene: Scene | None = None) -> None:
        """Remove all scenes and push ``scene``, if any; the program ends when the stack is
        empty."""
        self._waiting.append(lambda: self._clear(scene))

    def apply(self) -> None:
        """Carry out the waiting changes in order, including those that they cause."""
        while self._waiting:
            change = self._waiting.pop(0)
            change()
            self.changed = True

    def layout(self) -> None:
        """Lay out every scene after a change of size, theme or language."""
        for scene in self._scenes:
            scene.layout()
        self.changed = True

    def handle(self, event: pygame.Event) -> bool:
        return any(scene.handle(event) for scene in reversed(self.visible()))

    def update(self, dt: float) -> None:
        self.seconds += dt
        visible = self.visible()
        for scene in visible:
            scene.update(dt)
        if not any(scene.updates_hidden for scene in visible):
            self._hear(dt)

    def _hear(self, dt: float) -> None:
        """Update the topmost hidden scene that follows the network."""
        scene = next((scene for scene in reversed(self._scenes) if scene.updates_hidden), None)
        if scene is not None:
            scene.update_hidden(dt)

    def draw(self, surface: pygame.Surface) -> None:
        for scene in self.visible():
            scene.draw(surface)
            scene.dirty = scene.moved = False
            if self.recorder is not None:
                painted = self.recorder.collect()
                if not scene.animating or not scene.painted:
                    scene.painted = painted
        self.changed = False

    def visible(self) -> list[Scene]:
        """Return the scenes from the topmost opaque one upwards."""
        opaque = [number for number, scene in enumerate(self._scenes) if scene.opaque]
        return self._scenes[opaque[-1] if opaque else 0 :]

    def _push(self, scene: Scene) -> None:
        if self._scenes:
            self._scenes[-1].covered()
        self._enter(scene)

    def _pop(self) -> None:
        if not self._scenes:
            return
        self._scenes.pop().leave()
        if self._scenes:
            self._scenes[-1].uncovered()
            self.fit()
            self._scenes[-1].layout()

    def _remove(self, scene: Scene) -> None:
        if scene is self.top:
            self._pop()
        elif scene in self._scenes:
            self._scenes.remove(scene)
            scene.leave()

    def _replace(self, scene: Scene) -> None:
        if self._scenes:
            self._scenes.pop().leave()
        self._enter(scene)

    def _clear(self, scene: Scene | None) -> None:
        while self._scenes:
            self._scenes.pop().leave()
        if scene:
            self._enter(scene)

    def _enter(self, scene: Scene) -> None:
        self._scenes.append(scene)
        scene.enter()
        self.fit()
        scene.layout()


Device = Literal["keys", "pad", "touch"]  # a mouse counts as keys

POWER_CHECK_INTERVAL = 30_000  # milliseconds between two looks at the battery
LOOK_SETTINGS = ("theme", "typeface", "ui_scale")  # a change of these paints everything anew
SCALE_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)  # per cent


def _silence(event: str, number: int = 0) -> None:
    """Play no sound."""


def _not_kept(settings: Settings) -> None:
    """Save nothing: the default of ``Context.save``, for tests."""


class Clipboard:
    """The text of the system's clipboard; one that cannot be read counts as empty."""

    def get(self) -> str:
        try:
            return pygame.scrap.get_text()
        except pygame.error:
            return ""

    def put(self, text: str) -> bool:
        """Copy text; False if the clipboard does not take it."""
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return False
        return True


@dataclass
class Context:
    """The one object that scenes and widgets share.

    Attributes:
        save: called with the settings after every change.
        has_sound: False once it is known that there is no audio device.
        has_voice: False once it is known that the system cannot speak.
        device: the input device used last; key hints are for it.
        edition: the edition played last; a theme may belong to it.
        announcements: the announcements for screen readers and the voice.
        system_reduces_motion: whether the system asks for less motion; None if unknown.
        reduction: the size of a thumbnail as a share of the window that it shows; else 1.
    """

    settings: Settings = field(default_factory=Settings)
    save: Callable[[Settings], None] = _not_kept
    size: tuple[int, int] = (1280, 720)
    stack: SceneStack = field(default_factory=SceneStack)
    play: Callable[[str, int], None] = _silence
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
    _on_battery: bool = field(init=False, default=False)
    sprites: Sprites = field(init=False)

    def __post_init__(self) -> None:
        self._bind()
        self.edition = self.edition or str(self.settings.last_match.get("preset", ""))
        self.stack.fit = self._fit
        self.rebuild(self.size)

    def rebuild(self, size: tuple[int, int] | None = None) -> None:
        """Rebuild everything that depends on size, scale, theme or language, and lay out all
        scenes."""
        self.size = size or self.size
        use_language(self.settings.language)
        self.theme = self._wanted_theme()
        self.scale = self._wanted_scale()
        self.fonts = Fonts(self.theme.faces, self.scale, self._least_text())
        self.fonts.recorder = self.stack.recorder
        self.sprites = Sprites(self.theme, self.scale)
        self.stack.layout()

    def _wanted_scale(self) -> float:
        """Return the scale that the player wants, reduced until the visible scene fits."""
        most = (
            pixels / units
            for pixels, units in zip(self.size, self.stack.least, strict=True)
            if units
        )
        return min(scale_for(self.size, self.settings.ui_scale / 100), *most, 1e9)

    def _wanted_theme(self) -> Theme:
        theme = themes.load_theme(themes.resolve_theme(self.settings.theme, self.edition))
        is_legible = self.settings.typeface == "legible"
        return replace(theme, faces=themes.LEGIBLE_FACES) if is_legible else theme

    def use_edition(self, edition: str) -> None:
        """Change to the theme of another edition, where the player wants themes by edition."""
        self.edition = edition
        if self._wanted_theme() != self.theme:
            self.rebuild()

    def _least_text(self) -> int:
        """Return the size of the smallest text in pixels: readable at 100 %, and larger with the
        scale."""
        return round(MIN_PIXELS * max(self.scale, min(1.0, self.settings.ui_scale / 100)))

    def _fit(self) -> None:
        """Rebuild if the scene that is visible now needs another scale."""
        if self._wanted_scale() != self.scale:
            self.rebuild()

    def change_settings(self, **values: Any) -> None:
        """Change settings, save them, and show the change at once.

        Raises:
            ValueError: a value that its setting cannot have.
        """
        before = self.settings
        self.settings = with_changes(before, **values)
        self.follow_system_motion()
        self.save(self.settings)
        self._bind()
        if any(getattr(before, key) != getattr(self.settings, key) for key in LOOK_SETTINGS):
            self.rebuild()
            return
        if before.language != self.settings.language:
            use_language(self.settings.language)
        self.stack.layout()

    def follow_system_motion(self) -> None:
        """Reduce motion if the system asks for it and the setting leaves it to the system."""
        if self.settings.motion == "system" and self.system_reduces_motion is not None:
            self.settings = with_changes(self.settings, reduced_motion=self.system_reduces_motion)

    def remember(self, **values: Any) -> None:
        """Save settings without a visible effect, such as the position of the window."""
        if any(getattr(self.settings, key) != value for key, value in values.items()):
            self.settings = with_changes(self.settings, **values)
            self.save(self.settings)

    def use_device(self, device: Device) -> None:
        """Adapt all hints to another input device."""
        if device != self.device:
            self.device = device
            self.stack.layout()

    def record_texts(self, recorder: TextRecorder | None) -> None:
        """Record every text that is drawn from now on, for a screen reader; None stops that."""
        self.stack.recorder = self.fonts.recorder = recorder
        self.stack.changed = True

    def announce(self, text: str, kind: AnnouncementKind = "event") -> None:
        """Announce a sentence to screen readers and the voice, if the setting includes its kind."""
        if kind in KINDS_SPOKEN[self.settings.announcements]:
            self.announcements.say(text, kind)

    def intent(self, event: pygame.Event) -> str:
        """Return the intent of a key or gamepad button; "" for none and for other events."""
        if event.type == INTENT:
            return str(event.name)
        return (
            self.bindings.intent_of(chords_of_event(event)) if event.type == pygame.KEYDOWN else ""
        )

    def _bind(self) -> None:
        self.bindings = read_bindings(self.settings.keys, self.settings.buttons)

    def saves_power(self) -> bool:
        """Whether the computer runs on its battery; asked of the system now and then."""
        now = pygame.time.get_ticks()
        if now >= self._power_asked + POWER_CHECK_INTERVAL:
            self._power_asked, self._on_battery = now, _on_battery()
        return self._on_battery

    def px(self, units: float) -> int:
        """Turn units into pixels."""
        return round(units * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """Turn a rectangle from units into pixels; edges that touch in units touch in pixels."""
        left, top = self.px(x), self.px(y)
        return pygame.Rect(left, top, self.px(x + width) - left, self.px(y + height) - top)

    @property
    def units(self) -> tuple[float, float]:
        """Width and height of the window in units."""
        return self.size[0] / self.scale, self.size[1] / self.scale

    def step_scale(self, direction: int) -> None:
        """Make everything larger (1), smaller (-1) or the usual size (0)."""
        now = self.settings.ui_scale
        if direction == 0:
            self.change_settings(ui_scale=100)
            return
        wider = [step for step in SCALE_STEPS if (step - now) * direction > 0]
        if wider:
            self.change_settings(ui_scale=min(wider, key=lambda step: abs(step - now)))


def _on_battery() -> bool:
    state = pygame.system.get_power_state()
    return state is not None and bool(state.on_battery)


def system_languages() -> list[str]:
    """Return the languages that the player prefers, as the system tells them."""
    return [wish["language"] for wish in pygame.system.get_pref_locales()]


def use_language(language: str) -> None:
    """Use the language of the setting: a code, or "auto" for that of the system."""
    own = language != "auto"
    words.set_language(language if own else words.preferred_language(system_languages()))
