"""Painting of single things in a theme and a size: cards, markers, keys, portraits and text."""
