"""The table: the one holder of the true state and of the dice."""
