"""Search over public belief states: the players that reckon with what the other may think.

Needs numpy, which nothing outside this package imports.
"""
