"""The match protocol: frames, cards, rounds, pauses, proof files.

This package knows nothing about connections.
"""
