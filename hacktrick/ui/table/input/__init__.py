"""Turns presses, keys and drags at the table into choices and actions."""
