"""The window: screens, widgets and the drawn table.

The package reads snapshots and events of a match, never the match itself.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # read when pygame is first imported
