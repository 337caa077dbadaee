"""Environments for research: the rules behind the interfaces of PettingZoo and OpenSpiel.

    from hacktrick.env import aec
    env = aec.env("keypad")                       # needs pettingzoo (dependency group env)

    import pyspiel, hacktrick.env.openspiel       # needs open-spiel (dependency group openspiel)
    game = pyspiel.load_game("python_hack_trick(preset=keypad)")

There is no second engine behind them: every step is one of ``hacktrick.game``. What a seat is told
is its ``Observation`` and the sums that were announced, never more.
"""
