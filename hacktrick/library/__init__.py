"""Every finished match, kept: one SQLite file in the data folder, the records in it the truth.

It knows the rules' records and nothing of a window, of words or of where the folder lies.
"""
