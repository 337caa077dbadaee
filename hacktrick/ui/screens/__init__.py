"""The screens other than the table; a screen with several modules has its own package."""
