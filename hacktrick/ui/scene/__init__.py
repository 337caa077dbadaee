"""Scenes with their stack and the context that they share; animation."""
