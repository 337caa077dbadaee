"""What every scene and widget is given: theme, fonts, pictures, scale, settings, stack, sound,
clipboard.

It must not know any scene. There is one Context; on a resize or a change of theme its contents
are replaced, so nobody keeps its fonts or sprites longer than until the next layout().
"""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

import pygame

from hacktrick.ui import theme as themes
from hacktrick.ui import words
from hacktrick.ui.fonts import Fonts
from hacktrick.ui.layout import scale_for
from hacktrick.ui.scene import SceneStack
from hacktrick.ui.sprites import Sprites
from hacktrick.ui.theme import Theme

SCALE_STEPS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)

DEFAULTS: dict[str, Any] = {
    "theme": "keypad",
    "scale": 1.0,
    "fullscreen": False,
    "motion": "normal",
    "sound": True,
    "volume": 0.8,
    "effects": 0.7,
    "language": "",
}


def _silence(event: str, number: int = 0) -> None:
    """No sound."""


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
    """settings is any mapping of names to plain values; storage may put a saving one here."""

    settings: MutableMapping[str, Any] = field(default_factory=dict)
    size: tuple[int, int] = (1280, 720)
    stack: SceneStack = field(default_factory=SceneStack)
    play: Callable[[str, int], None] = _silence
    clipboard: Clipboard = field(default_factory=Clipboard)
    theme: Theme = field(init=False)
    scale: float = field(init=False)
    fonts: Fonts = field(init=False)
    sprites: Sprites = field(init=False)

    def __post_init__(self) -> None:
        for name, value in DEFAULTS.items():
            self.settings.setdefault(name, value)
        self.rebuild(self.size)

    def rebuild(self, size: tuple[int, int] | None = None) -> None:
        """Make everything again that depends on size, scale, theme or language, and lay out all
        scenes."""
        self.size = size or self.size
        words.set_language(self.settings["language"] or words.preferred_language())
        self.theme = _theme(self.settings)
        self.scale = scale_for(self.size, float(self.settings["scale"]))
        self.fonts = Fonts(self.theme.faces, self.scale)
        self.sprites = Sprites(self.theme, self.scale)
        self.stack.layout()

    def set(self, name: str, value: Any) -> None:
        """Change a setting that the picture depends on, and show it at once."""
        self.settings[name] = value
        self.rebuild()

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
        now = float(self.settings["scale"])
        if direction == 0:
            self.set("scale", 1.0)
            return
        wider = [step for step in SCALE_STEPS if (step - now) * direction > 0.001]
        if wider:
            self.set("scale", min(wider, key=lambda step: abs(step - now)))


def _theme(settings: MutableMapping[str, Any]) -> Theme:
    """The chosen theme; a setting from another version may name one that is gone."""
    key = settings["theme"]
    return themes.load(key if key in themes.available() else DEFAULTS["theme"])
