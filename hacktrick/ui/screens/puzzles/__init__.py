"""Puzzles: their list, and one puzzle."""
