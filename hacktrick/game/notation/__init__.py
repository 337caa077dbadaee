"""Writes and reads positions as one line of text (docs/position.md)."""
