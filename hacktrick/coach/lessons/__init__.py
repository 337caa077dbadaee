"""Lessons played at the real table."""
