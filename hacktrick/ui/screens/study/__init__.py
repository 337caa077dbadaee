"""The study board: a position at the real table, what the judge thinks of it, turns tried."""
