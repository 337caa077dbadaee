"""The coach: judges positions; gives hints, comments, reviews, puzzles, lessons and statistics.

The coach uses only what the player's seat may know, except that finished rounds have open cards.
"""
