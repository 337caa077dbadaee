"""The text mode: the game in plain lines, for terminals, screen readers and Braille displays."""
