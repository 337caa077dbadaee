"""Animation of the table: which event moves what, and for how long."""
