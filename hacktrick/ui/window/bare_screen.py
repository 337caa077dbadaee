"""Full screen where no window manager is at work, as on a kiosk or a screen made for a test.

SDL leaves full screen to the window manager and takes for granted that there is one; without, the
window would stay as small as it was, and show a part of the picture.
"""

from __future__ import annotations

import ctypes

import pygame

LIBRARY = "libX11.so.6"
MANAGERS_SELECTION = b"WM_S0"
"""What a window manager owns as long as it runs (ICCCM, section 4.3)."""


def _library() -> ctypes.CDLL | None:
    try:
        x11 = ctypes.CDLL(LIBRARY)
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XOpenDisplay.argtypes = (ctypes.c_char_p,)
        x11.XInternAtom.restype = ctypes.c_ulong
        x11.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
        x11.XGetSelectionOwner.restype = ctypes.c_ulong
        x11.XGetSelectionOwner.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
        x11.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    except (OSError, AttributeError):
        return None
    return x11


def is_managed() -> bool:
    """Whether somebody else gives windows their places; True where that cannot be told."""
    x11 = _library() if pygame.display.get_driver() == "x11" else None
    display = x11.XOpenDisplay(None) if x11 else None
    if x11 is None or not display:
        return True
    try:
        selection = x11.XInternAtom(display, MANAGERS_SELECTION, 0)
        return bool(x11.XGetSelectionOwner(display, selection))
    finally:
        x11.XCloseDisplay(display)


def fill_screen(window: pygame.Window) -> None:
    """Makes a window as large as the screen, before SDL takes it for that."""
    window.position = (0, 0)
    window.size = pygame.display.get_desktop_sizes()[0]
