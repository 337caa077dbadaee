"""The game in a terminal: the text mode, and the tools of the command line."""
