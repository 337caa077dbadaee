"""What a player may send who asks for help: program, system, window and folders; never a match.

It must not know a scene, and it is given no match, so no card can be in it.
"""

from __future__ import annotations

import pygame

from hacktrick.crashlog import LOG_FILE, about_this_program
from hacktrick.folders import Folders
from hacktrick.ui.stage.context import Context


def diagnostics(context: Context, folders: Folders) -> str:
    """A few lines of text; in English, as those who help may not know the player's language."""
    settings = context.settings
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    lines = (
        about_this_program(),
        f"pygame-ce {pygame.version.ver}, SDL {sdl}, video {_video()}",
        f"Window {context.size[0]} x {context.size[1]}, scale {settings.ui_scale} %, "
        f"full screen {_yes_no(settings.fullscreen)}",
        f"Theme {settings.theme}, language {settings.language}, "
        f"sound {_yes_no(context.has_sound())}",
        f"Data {folders.data}",
        f"Log {folders.log / LOG_FILE}",
    )
    return "\n".join(lines)


def _video() -> str:
    return pygame.display.get_driver() if pygame.display.get_init() else "none"


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"
