"""The strength laboratory: contests between computer players, ratings, exploitability.

The game itself does not load it.
"""
