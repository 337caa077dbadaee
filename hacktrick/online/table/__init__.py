"""Both sides of an online table: host and guest, with admission, spectators and saved matches."""
