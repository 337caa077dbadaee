"""What a player can mean (intents) and the keys and gamepad buttons bound to it, as values."""
