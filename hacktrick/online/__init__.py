"""Play over a network in which nobody has to be trusted.

This is the only package that opens sockets.
"""
