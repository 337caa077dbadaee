"""Motion on the table: its current state, and sprites painted before an animation needs them."""
