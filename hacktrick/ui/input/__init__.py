"""Intents, and the keys, gamepad buttons and switches that trigger them."""
