"""The rulebook: its screen, and the layout of a page."""
