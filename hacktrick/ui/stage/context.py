"""What every scene and widget is given: theme, fonts, pictures, scale, settings, stack, sound,
clipboard.

It must not know any scene. There is one Context; on a resize or a change of theme its contents
are replaced, so nobody keeps its fonts or sprites longer than until the next layout().
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import pygame

from hacktrick import themes
from hacktrick.settings import Settings, changed
from hacktrick.themes import Theme
from hacktrick.ui.keys.bindings import Bindings, read_bindings
from hacktrick.ui.keys.chords import readings
from hacktrick.ui.keys.intents import INTENT
from hacktrick.ui.paint.fonts import SMALLEST, Fonts
from hacktrick.ui.paint.layout import scale_for
from hacktrick.ui.paint.sprites import Sprites
from hacktrick.ui.stage.stack import SceneStack
from hacktrick.ui.stage.ways import Ways
from hacktrick.words import translator as words

Device = Literal["keys", "pad", "touch"]  # what the player holds; a mouse goes with the keys

POWER_ASKED = 30_000  # milliseconds between two questions whether the battery is in use
SCALE_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)  # per cent


def _silence(event: str, number: int = 0) -> None:
    """No sound."""


def _not_kept(settings: Settings) -> None:
    """Settings that last as long as the window."""


class Clipboard:
    """Text of the system's clipboard; an unusable one is empty."""

    def get(self) -> str:
        try:
            return pygame.scrap.get_text()
        except pygame.error:
            return ""

    def put(self, text: str) -> bool:
        """True if the text is there now."""
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return False
        return True


@dataclass
class Context:
    """`save` is told of every change of the settings; storage keeps them."""

    settings: Settings = field(default_factory=Settings)
    save: Callable[[Settings], None] = _not_kept
    size: tuple[int, int] = (1280, 720)
    stack: SceneStack = field(default_factory=SceneStack)
    play: Callable[[str, int], None] = _silence
    has_sound: Callable[[], bool] = lambda: True  # False once it is known that there is no device
    clipboard: Clipboard = field(default_factory=Clipboard)
    device: Device = "keys"  # the one used last: hints on the screen are about it
    edition: str = ""  # that is played, or was played last: a theme may go with it
    ways: Ways = field(init=False)  # given by the one module that knows all scenes
    bindings: Bindings = field(init=False)
    theme: Theme = field(init=False)
    scale: float = field(init=False)
    fonts: Fonts = field(init=False)
    _power_asked: int = field(init=False, default=-POWER_ASKED)
    _on_battery: bool = field(init=False, default=False)
    sprites: Sprites = field(init=False)

    def __post_init__(self) -> None:
        self._bind()
        self.edition = self.edition or str(self.settings.last_match.get("preset", ""))
        self.stack.fit = self._fit
        self.rebuild(self.size)

    def rebuild(self, size: tuple[int, int] | None = None) -> None:
        """Make everything again that depends on size, scale, theme or language, and lay out all
        scenes."""
        self.size = size or self.size
        speak(self.settings.language)
        self.theme = self._wanted_theme()
        self.scale = self._wanted_scale()
        self.fonts = Fonts(self.theme.faces, self.scale, self._least_text())
        self.sprites = Sprites(self.theme, self.scale)
        self.stack.layout()

    def _wanted_scale(self) -> float:
        """As large as the player wants, and as the scene in sight has room for."""
        most = (
            pixels / units
            for pixels, units in zip(self.size, self.stack.least, strict=True)
            if units
        )
        return min(scale_for(self.size, self.settings.ui_scale / 100), *most, 1e9)

    def _wanted_theme(self) -> Theme:
        return themes.load(themes.chosen(self.settings.theme, self.edition))

    def dress(self, edition: str) -> None:
        """Another edition is played: its theme, where that is what the player wants."""
        self.edition = edition
        if self._wanted_theme() != self.theme:
            self.rebuild()

    def _least_text(self) -> int:
        """Pixels of the smallest text: as it is to be read at 100 %, and larger with the rest."""
        return round(SMALLEST * max(self.scale, min(1.0, self.settings.ui_scale / 100)))

    def _fit(self) -> None:
        """Another scene is in sight, which may need another scale."""
        if self._wanted_scale() != self.scale:
            self.rebuild()

    def change(self, **values: Any) -> None:
        """Change settings, keep them, and show the change at once.

        Raises:
            ValueError: a value that its setting cannot have.
        """
        before = self.settings
        self.settings = changed(before, **values)
        self.save(self.settings)
        self._bind()
        if (before.theme, before.ui_scale) != (self.settings.theme, self.settings.ui_scale):
            self.rebuild()
            return
        if before.language != self.settings.language:
            speak(self.settings.language)
        self.stack.layout()

    def note(self, **values: Any) -> None:
        """Keep settings that show nothing, such as where the window stands."""
        if any(getattr(self.settings, key) != value for key, value in values.items()):
            self.settings = changed(self.settings, **values)
            self.save(self.settings)

    def use(self, device: Device) -> None:
        """The player has gone over to another device: all hints change."""
        if device != self.device:
            self.device = device
            self.stack.layout()

    def intent(self, event: pygame.Event) -> str:
        """What a key or a button of a gamepad means now, "" for nothing and for other events."""
        if event.type == INTENT:
            return str(event.name)
        return self.bindings.intent_of(readings(event)) if event.type == pygame.KEYDOWN else ""

    def _bind(self) -> None:
        self.bindings = read_bindings(self.settings.keys, self.settings.buttons)

    def saves_power(self) -> bool:
        """Whether the computer runs on its battery, as far as it tells; asked now and then."""
        now = pygame.time.get_ticks()
        if now >= self._power_asked + POWER_ASKED:
            self._power_asked, self._on_battery = now, _on_battery()
        return self._on_battery

    def px(self, units: float) -> int:
        return round(units * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A rectangle given in units, in pixels; edges that touch in units touch in pixels."""
        left, top = self.px(x), self.px(y)
        return pygame.Rect(left, top, self.px(x + width) - left, self.px(y + height) - top)

    @property
    def units(self) -> tuple[float, float]:
        """Width and height of the window in units."""
        return self.size[0] / self.scale, self.size[1] / self.scale

    def step_scale(self, direction: int) -> None:
        """Larger (1), smaller (-1) or back to normal (0)."""
        now = self.settings.ui_scale
        if direction == 0:
            self.change(ui_scale=100)
            return
        wider = [step for step in SCALE_STEPS if (step - now) * direction > 0]
        if wider:
            self.change(ui_scale=min(wider, key=lambda step: abs(step - now)))


def _on_battery() -> bool:
    state = pygame.system.get_power_state()
    return state is not None and bool(state.on_battery)


def system_languages() -> list[str]:
    """The languages that the player wants of his system, as the window system tells them."""
    return [wish["language"] for wish in pygame.system.get_pref_locales()]


def speak(language: str) -> None:
    """Use the language of this setting: a code, or "auto" for that of the system."""
    own = language != "auto"
    words.set_language(language if own else words.preferred_language(system_languages()))
