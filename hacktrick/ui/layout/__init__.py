"""Lays out the table: turns the size of a window into rectangles. Draws nothing."""
