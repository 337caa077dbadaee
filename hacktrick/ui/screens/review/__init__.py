"""A finished round looked back on, turn by turn."""
