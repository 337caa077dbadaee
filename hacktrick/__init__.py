"""Hack Trick, the card and keypad game, for the desktop."""

__version__ = "0.1.0"
