"""A match: played, recorded, replayed and shared.
Knows neither computer players nor the network.
"""
