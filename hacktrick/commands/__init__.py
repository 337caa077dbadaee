"""The tools of the command line; ``hacktrick.cli`` puts them together."""
