"""For every test: no window, no sound, and machines that are slow at times."""

from __future__ import annotations

import os

import hypothesis

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

# The first run in a fresh clone builds tables of characters: no fault of any test.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")

# Pipes with names are a thing of Unix.
collect_ignore = [] if hasattr(os, "mkfifo") else ["test_pipes.py"]
