"""Lessons at the real table: what is dealt, what is to be done, what is said to what is tried."""
