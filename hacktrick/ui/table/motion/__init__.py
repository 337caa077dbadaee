"""Animation of the table: the state of all motion, and sprites painted in advance."""
