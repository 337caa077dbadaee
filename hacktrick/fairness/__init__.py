"""Shows that the computer plays fair: verifies records, and lists what the computer could know."""
