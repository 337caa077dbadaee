"""The library: keeps finished matches and their reviews in one SQLite file in the data folder."""
