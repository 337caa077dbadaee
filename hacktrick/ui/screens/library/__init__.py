"""The library of saved matches: their list, import and sharing, and playing on from a position."""
