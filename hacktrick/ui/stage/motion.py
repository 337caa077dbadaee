"""How fast things move, by the settings.

Pure: it must not know what moves.
"""

from __future__ import annotations

from hacktrick.settings import Settings

SPEEDS: dict[str, float] = {"half": 0.5, "normal": 1.0, "double": 2.0, "off": 0.0}


def speed_of(settings: Settings) -> float:
    """The factor for a Timeline; 0 shows ends only."""
    if settings.reduced_motion:
        return 0.0
    return SPEEDS.get(settings.animation_speed, 1.0)
