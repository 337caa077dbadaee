"""The training engine's Python half."""
