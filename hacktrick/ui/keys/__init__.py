"""What a player can mean, and the keys, buttons and fingers that stand for it."""
