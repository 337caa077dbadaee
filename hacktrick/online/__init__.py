"""Play over a network where nobody has to be trusted.
The only room that opens sockets.
"""
