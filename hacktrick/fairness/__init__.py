"""Checks that nobody cheated: verification of records, audit of the computer's decisions."""
