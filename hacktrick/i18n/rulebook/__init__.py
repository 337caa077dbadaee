"""The rulebook: its pages, examples and search, in the words of each edition."""
