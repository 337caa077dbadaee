"""The rules of Hack Trick as pure functions on immutable values.

The package uses only the standard library; it knows no clock, random source, file or network.
"""
