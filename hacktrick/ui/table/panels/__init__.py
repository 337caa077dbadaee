"""The panels that are drawn on the table, and the widgets on the table."""
