"""The review of a finished round, turn by turn."""
