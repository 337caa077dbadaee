"""The window: screens, widgets and the drawn table.

The package reads snapshots and events of a match, never the match itself.
"""

import os

# Pygame reads this variable when it is first imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
