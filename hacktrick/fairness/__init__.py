"""Shows that the computer plays fair: verifies match records, and audits its decisions."""
