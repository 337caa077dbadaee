"""Both sides of an online table: host and guest, admission, spectators, saved matches."""
