"""Matches over a network: hosting, joining, the lobby and the table."""
