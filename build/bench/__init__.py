"""Measurements of speed and size."""
