"""Play over a network where nobody has to be trusted.
The only package that opens sockets.
"""
