"""Proves that the computer plays fair: verifies records, and audits its decisions."""
