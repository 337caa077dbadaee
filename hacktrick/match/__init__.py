"""A match: played, recorded, replayed and shared.

This package knows neither computer players nor the network.
"""
