"""Play over a network, without trusting anybody.

This is the only package that opens sockets.
"""
