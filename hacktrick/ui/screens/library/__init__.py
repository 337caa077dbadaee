"""The kept matches: list, import, sharing, and playing on from a place."""
