"""Animation of the table: the moving things, and their pictures painted in advance."""
