"""Scenes, their stack, the context that they share, and animation."""
