"""Intents, which are what a player can ask for, and the keys and gamepad buttons bound to them."""
