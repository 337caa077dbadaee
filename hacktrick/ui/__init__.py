"""The window: it knows views and events only."""
