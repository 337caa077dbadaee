"""The match protocol: frames, cards, rounds, pauses, proof files.

Nothing here knows about connections.
"""
