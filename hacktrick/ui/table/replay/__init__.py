"""Replays of matches on the table, and pictures of replays to export."""
