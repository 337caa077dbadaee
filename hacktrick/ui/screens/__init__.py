"""The screens other than the table. A screen with several modules has its own package."""
