"""The layout of the table: turns the size of a window into rectangles, without drawing."""
