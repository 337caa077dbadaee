"""Positions as one line of text, written and read (docs/position.md)."""
