"""Lessons, which run on the real rules engine and at the real table."""
