"""Pictures of things at a size and in a theme: cards, markers, keys, portraits, text. Knows no
screen.
"""
