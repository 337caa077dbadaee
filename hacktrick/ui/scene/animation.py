"""Animation as functions of time: easing, timed parts, and a timeline that plays them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hacktrick.app.settings import Settings

Ease = Callable[[float], float]


def linear(t: float) -> float:
    """No easing, for motion that has its own shape."""
    return t


def ease_out(t: float) -> float:
    """Cubic easing for travel: quick start, soft landing, no overshoot."""
    return 1 - (1 - t) ** 3


def ease_in(t: float) -> float:
    return t**3


def ease_in_out(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def interpolate(start: float, end: float, t: float) -> float:
    return start + (end - start) * t


class AnimationPart(Protocol):
    """A part of a timeline: it has a duration and can show any moment of it."""

    @property
    def duration(self) -> float: ...

    def at(self, seconds: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Tween:
    """Calls `apply` with the eased progress from 0 to 1."""

    duration: float
    apply: Callable[[float], None]
    ease: Ease = ease_out

    def at(self, seconds: float) -> None:
        done = 1.0 if self.duration <= 0 else min(1.0, max(0.0, seconds / self.duration))
        self.apply(self.ease(done))


@dataclass(frozen=True, slots=True)
class AnimationPause:
    """Shows nothing for a while."""

    duration: float

    def at(self, seconds: float) -> None:
        """Do nothing."""


class Together:
    """Plays parts at the same time, each after a delay of its own.

    Args:
        parts: (delay in seconds, part).
    """

    def __init__(self, *parts: tuple[float, AnimationPart]) -> None:
        self._parts = parts

    @property
    def duration(self) -> float:
        """Seconds until the last part has ended."""
        return max((delay + part.duration for delay, part in self._parts), default=0.0)

    def at(self, seconds: float) -> None:
        """Show all parts at a moment; none before its delay."""
        for delay, part in self._parts:
            if seconds >= delay:
                part.at(min(part.duration, seconds - delay))


class TimedCall:
    """Calls ``apply`` once at its moment, for a sound or a change of text."""

    duration = 0.0

    def __init__(self, apply: Callable[[], None]) -> None:
        self._apply: Callable[[], None] | None = apply

    def at(self, seconds: float) -> None:
        if seconds >= 0 and self._apply:
            apply, self._apply = self._apply, None
            apply()


class Timeline:
    """Plays parts in order at a speed. With speed 0 it shows only their ends."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._queue: list[AnimationPart] = []
        self._seconds = 0.0

    @property
    def running(self) -> bool:
        """Whether parts are left to play."""
        return bool(self._queue)

    def add(self, part: AnimationPart, then: Callable[[], None] | None = None) -> None:
        """Play ``part`` after everything already added; ``then`` is called once after it."""
        self._queue.append(part)
        if then:
            self._queue.append(TimedCall(then))
        self._queue[0].at(self._seconds)
        if self.speed <= 0:
            self.finish()

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass; time left over from one part goes to the next."""
        self._seconds += dt * self.speed
        while self._queue and self._seconds >= self._queue[0].duration:
            part = self._queue.pop(0)
            self._seconds -= part.duration
            part.at(part.duration)
        if self._queue:
            self._queue[0].at(self._seconds)
        else:
            self._seconds = 0.0

    def finish(self) -> None:
        """Jump to the end of everything, in order."""
        while self._queue:
            part = self._queue.pop(0)
            part.at(part.duration)
        self._seconds = 0.0


SPEEDS: dict[str, float] = {"half": 0.5, "normal": 1.0, "double": 2.0, "off": 0.0}


def animation_speed(settings: Settings) -> float:
    """Return the speed of a ``Timeline`` by the settings; 0 shows ends only."""
    if settings.reduced_motion:
        return 0.0
    return SPEEDS.get(settings.animation_speed, 1.0)
