"""What is drawn on the table, panel by panel, and the widgets on it."""
