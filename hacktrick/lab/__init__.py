"""The strength laboratory: players against players; no program of a player loads it."""
