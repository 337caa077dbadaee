"""Slow checks of the program beyond its tests: fuzzing, mutants, honesty, soaks and attacks."""
