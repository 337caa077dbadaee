"""The game in a terminal: the text mode, and the commands of the command line."""
