"""Slow checks beyond the tests: fuzzing, mutation testing, hidden cards, long runs and attacks."""
