"""The tools of the command line, one module a command."""
