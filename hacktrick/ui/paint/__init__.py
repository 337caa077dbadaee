"""Paints cards, markers, keys, portraits and text, all in a given theme and size."""
