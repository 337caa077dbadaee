"""Online matches: hosting and joining, the lobby, and the table."""
