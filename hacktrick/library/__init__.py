"""The library of finished matches: one SQLite file in the data folder."""
