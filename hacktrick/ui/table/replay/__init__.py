"""Replays of matches on the table, and pictures of them to export."""
