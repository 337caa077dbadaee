"""The library of kept matches: list, import, sharing, and branches played on from a position."""
