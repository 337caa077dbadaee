"""Paints single things in a theme at a size: cards, markers, keys, portraits and text."""
