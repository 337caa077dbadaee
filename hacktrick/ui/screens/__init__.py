"""The screens other than the table. A screen with several modules has a package of its own."""
