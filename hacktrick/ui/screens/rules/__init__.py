"""The rulebook inside the game."""
