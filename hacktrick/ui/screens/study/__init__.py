"""The study board: a position at the real table, with the judge's opinion and the turns tried."""
