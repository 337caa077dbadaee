"""Checks of the program beyond its tests: fuzzing, mutants, honesty, soaks, attacks."""
