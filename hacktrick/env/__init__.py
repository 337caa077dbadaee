"""Environments for research: rounds behind the interfaces of PettingZoo and OpenSpiel.
The engine is ``hacktrick.game``; a seat is told its observation and announced sums only.
"""
