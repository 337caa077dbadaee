"""Shows that the computer plays fair: verifies match records, and lists what it knew when it
decided.
"""
