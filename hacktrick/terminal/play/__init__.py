"""The game in plain lines of text, for screen readers, Braille displays and terminals."""
