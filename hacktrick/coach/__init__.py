"""Everything that teaches: judgement, hints, tutor, reviews, puzzles, lessons, statistics.

It works from what the player's seat may know; only the cards of finished rounds are open.
"""
