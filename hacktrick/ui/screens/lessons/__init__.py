"""Lessons: their list, and a lesson at the table."""
