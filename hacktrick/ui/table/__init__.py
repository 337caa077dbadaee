"""The table on the screen: a snapshot of a match drawn, animated and played on."""
