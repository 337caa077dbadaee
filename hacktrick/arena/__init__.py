"""The strength laboratory: contests of computer players, ratings, exploitability.

The game does not load it.
"""
