"""Everything that teaches: judgement, hints, tutor, reviews, puzzles, lessons, statistics.
Works from what the player's seat may know; finished rounds lie open.
"""
