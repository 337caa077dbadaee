"""Environments for research: rounds with the interfaces of PettingZoo and OpenSpiel.

The rules come from ``hacktrick.game``; a seat gets only its observation and the announced sums.
"""
