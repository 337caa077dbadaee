"""What every scene and widget is given: theme, fonts, sprites, scale, settings and services of the
window.

There is one Context. A resize or a change of theme replaces its contents, so fonts and sprites may
be kept only until the next layout.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import pygame

from hacktrick.app import themes
from hacktrick.app.settings import Settings, with_changes
from hacktrick.app.themes import Theme
from hacktrick.i18n import translator as words
from hacktrick.ui.input.intents import INTENT
from hacktrick.ui.input.key_bindings import Bindings, chords_of_event, read_bindings
from hacktrick.ui.layout.table_layout import scale_for
from hacktrick.ui.paint.fonts import MIN_PIXELS, Fonts
from hacktrick.ui.paint.sprites import Sprites
from hacktrick.ui.scene.navigator import Navigator
from hacktrick.ui.scene.scene_stack import SceneStack

Device = Literal["keys", "pad", "touch"]  # a mouse counts as keys

POWER_CHECK_INTERVAL = 30_000  # milliseconds between two looks at the battery
SCALE_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)  # per cent


def _silence(event: str, number: int = 0) -> None:
    """Play no sound."""


def _not_kept(settings: Settings) -> None:
    """Keep settings only as long as the window lives."""


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
        device: the input device used last, which hints are about.
        edition: the edition played last; a theme may belong to it.
    """

    settings: Settings = field(default_factory=Settings)
    save: Callable[[Settings], None] = _not_kept
    size: tuple[int, int] = (1280, 720)
    stack: SceneStack = field(default_factory=SceneStack)
    play: Callable[[str, int], None] = _silence
    has_sound: Callable[[], bool] = lambda: True
    clipboard: Clipboard = field(default_factory=Clipboard)
    device: Device = "keys"
    edition: str = ""
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
        """Make everything anew that depends on size, scale, theme or language, and lay out all
        scenes."""
        self.size = size or self.size
        use_language(self.settings.language)
        self.theme = self._wanted_theme()
        self.scale = self._wanted_scale()
        self.fonts = Fonts(self.theme.faces, self.scale, self._least_text())
        self.sprites = Sprites(self.theme, self.scale)
        self.stack.layout()

    def _wanted_scale(self) -> float:
        """The scale that the player wants, as far as the visible scene has room for it."""
        most = (
            pixels / units
            for pixels, units in zip(self.size, self.stack.least, strict=True)
            if units
        )
        return min(scale_for(self.size, self.settings.ui_scale / 100), *most, 1e9)

    def _wanted_theme(self) -> Theme:
        return themes.load_theme(themes.resolve_theme(self.settings.theme, self.edition))

    def use_edition(self, edition: str) -> None:
        """Change to the theme of another edition, where the player wants themes by edition."""
        self.edition = edition
        if self._wanted_theme() != self.theme:
            self.rebuild()

    def _least_text(self) -> int:
        """Pixels of the smallest text: readable at 100 %, and larger with the scale."""
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
        self.save(self.settings)
        self._bind()
        if (before.theme, before.ui_scale) != (self.settings.theme, self.settings.ui_scale):
            self.rebuild()
            return
        if before.language != self.settings.language:
            use_language(self.settings.language)
        self.stack.layout()

    def remember(self, **values: Any) -> None:
        """Save settings that change nothing visible, such as the place of the window."""
        if any(getattr(self.settings, key) != value for key, value in values.items()):
            self.settings = with_changes(self.settings, **values)
            self.save(self.settings)

    def use_device(self, device: Device) -> None:
        """Adapt all hints to another input device."""
        if device != self.device:
            self.device = device
            self.stack.layout()

    def intent(self, event: pygame.Event) -> str:
        """The intent of a key or gamepad button; "" for none and for other events."""
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
    """The languages that the player prefers, as the system tells them."""
    return [wish["language"] for wish in pygame.system.get_pref_locales()]


def use_language(language: str) -> None:
    """Use the language of the setting: a code, or "auto" for that of the system."""
    own = language != "auto"
    words.set_language(language if own else words.preferred_language(system_languages()))
