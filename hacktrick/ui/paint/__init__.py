"""Paints cards, markers, keys, portraits and text, each in a given theme and size."""
