"""The network process, and the program's side of it."""
