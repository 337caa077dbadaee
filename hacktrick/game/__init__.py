"""The rules of Hack Trick as pure functions on immutable values.
Uses the standard library only; knows no clock, chance, file or network.
"""
