"""Animation: easing functions, parts with a duration, and a timeline that plays them in order."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hacktrick.app.settings import Settings

Ease = Callable[[float], float]
"""Maps the elapsed fraction of a duration to the progress of the motion; both go from 0 to 1."""


def linear(progress: float) -> float:
    """Return ``progress`` unchanged, for motion at a constant speed."""
    return progress


def ease_out(progress: float) -> float:
    """Return the eased progress for ``progress``, with a quick start and a soft landing."""
    return 1 - (1 - progress) ** 3


def ease_in(progress: float) -> float:
    """Return the eased progress for ``progress``, with a slow start and an abrupt end."""
    return progress**3


def ease_in_out(progress: float) -> float:
    """Return the eased progress for ``progress``, with a slow start and a slow end."""
    return 4 * progress**3 if progress < 0.5 else 1 - (2 - 2 * progress) ** 3 / 2


def interpolate(start: float, end: float, progress: float) -> float:
    """Return the value a fraction ``progress`` of the way from ``start`` to ``end``."""
    return start + (end - start) * progress


class AnimationPart(Protocol):
    """A part of a timeline.

    ``duration`` is in seconds. ``show_at`` shows the part's state some seconds after its start.
    """

    @property
    def duration(self) -> float: ...

    def show_at(self, seconds: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Tween:
    """Calls ``apply`` in every frame with the eased progress, from 0 to 1, for some seconds."""

    duration: float
    apply: Callable[[float], None]
    ease: Ease = ease_out

    def show_at(self, seconds: float) -> None:
        done = 1.0 if self.duration <= 0 else min(1.0, max(0.0, seconds / self.duration))
        self.apply(self.ease(done))


@dataclass(frozen=True, slots=True)
class AnimationPause:
    """Lets ``duration`` seconds pass without changing anything."""

    duration: float

    def show_at(self, seconds: float) -> None:
        """Do nothing, since a pause changes nothing."""


class ParallelAnimation:
    """Plays parts at the same time, each after its own delay.

    Args:
        parts: pairs of a delay in seconds and the part that starts after the delay.
    """

    def __init__(self, *parts: tuple[float, AnimationPart]) -> None:
        self._parts = parts

    @property
    def duration(self) -> float:
        """The seconds until all parts have ended."""
        return max((delay + part.duration for delay, part in self._parts), default=0.0)

    def show_at(self, seconds: float) -> None:
        """Show each part whose delay has passed.

        Args:
            seconds: the seconds since the common start.
        """
        for delay, part in self._parts:
            if seconds >= delay:
                part.show_at(min(part.duration, seconds - delay))


class TimedCall:
    """Calls ``apply`` once when the timeline reaches this part, for a sound or a new text."""

    duration = 0.0

    def __init__(self, apply: Callable[[], None]) -> None:
        self._apply: Callable[[], None] | None = apply

    def show_at(self, seconds: float) -> None:
        if seconds >= 0 and self._apply:
            apply, self._apply = self._apply, None
            apply()


class Timeline:
    """Plays parts one after the other.

    Args:
        speed: a factor; 2 plays twice as fast, and 0 jumps to the end of each part at once.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._queue: list[AnimationPart] = []
        self._seconds = 0.0

    @property
    def is_running(self) -> bool:
        """Whether a part is being played or waiting."""
        return bool(self._queue)

    def add(self, part: AnimationPart, on_finished: Callable[[], None] | None = None) -> None:
        """Play ``part`` after the parts already added, then call ``on_finished`` once."""
        self._queue.append(part)
        if on_finished:
            self._queue.append(TimedCall(on_finished))
        self._queue[0].show_at(self._seconds)
        if self.speed <= 0:
            self.finish()

    def update(self, dt: float) -> None:
        """Advance by ``dt * speed`` seconds; time left after a part goes to the next part."""
        self._seconds += dt * self.speed
        while self._queue and self._seconds >= self._queue[0].duration:
            part = self._queue.pop(0)
            self._seconds -= part.duration
            part.show_at(part.duration)
        if self._queue:
            self._queue[0].show_at(self._seconds)
        else:
            self._seconds = 0.0

    def finish(self) -> None:
        """Jump to the end of each part, in order."""
        while self._queue:
            part = self._queue.pop(0)
            part.show_at(part.duration)
        self._seconds = 0.0


ANIMATION_SPEEDS: dict[str, float] = {"half": 0.5, "normal": 1.0, "double": 2.0, "off": 0.0}


def animation_speed(settings: Settings) -> float:
    """Return the timeline speed that the settings ask for; 0 if motion is off or reduced."""
    if settings.reduced_motion:
        return 0.0
    return ANIMATION_SPEEDS.get(settings.animation_speed, 1.0)
