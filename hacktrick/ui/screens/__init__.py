"""All screens around the table; a screen with several modules has a package."""
