"""What is drawn on the table: from a view to pixels."""
