"""The strength laboratory: contests of computer players, ratings, exploitability.
Not loaded by the game.
"""
