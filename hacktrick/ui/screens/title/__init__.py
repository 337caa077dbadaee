"""The title screen, and the picture on it."""
