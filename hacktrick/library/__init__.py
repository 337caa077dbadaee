"""Every finished match, kept in one SQLite file in the data folder."""
