"""The network process, and the client through which the program talks to it."""
