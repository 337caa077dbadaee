"""The list of lessons, and a lesson at the table."""
