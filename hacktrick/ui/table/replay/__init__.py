"""A match shown again on the table, and pictures of it to export."""
