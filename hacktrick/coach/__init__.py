"""The coach: judges positions; gives hints, comments, reviews, puzzles, lessons and statistics.

It uses only what the player's seat may know, except that finished rounds have open cards.
"""
