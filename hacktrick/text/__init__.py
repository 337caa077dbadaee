"""The game in plain lines of text: for screen readers, Braille displays and terminals.

Beside the window, from the same sentences: it knows views and events only, and loads no pygame.
"""
