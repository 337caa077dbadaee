"""A match: played, recorded, replayed and shared.

The package knows neither computer players nor the network.
"""
