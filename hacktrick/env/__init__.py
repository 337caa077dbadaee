"""Environments for research: rounds with the interfaces of PettingZoo and OpenSpiel.

The engine is ``hacktrick.game``; a seat gets only its observation and the announced sums.
"""
