"""Measures the strength of computer players: contests, ratings, exploitability.

The game itself does not load this package.
"""
