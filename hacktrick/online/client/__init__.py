"""The network process, and the client with which the program talks to it."""
