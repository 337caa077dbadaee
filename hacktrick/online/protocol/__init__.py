"""The match protocol: frames, dealing, rounds, pauses, proof files.
Knows no connections.
"""
