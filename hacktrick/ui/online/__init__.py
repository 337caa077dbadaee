"""Screens of a table over a network."""
