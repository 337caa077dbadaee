"""Sound effects, music and the spoken voice."""
