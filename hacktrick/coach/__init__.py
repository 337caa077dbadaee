"""Teaching: judges positions, gives hints, comments, reviews, puzzles, lessons, statistics.

It uses only what the player's seat may know, except that finished rounds have open cards.
"""
