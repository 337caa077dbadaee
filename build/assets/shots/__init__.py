"""What there is to see: the table in its situations, the menus, the parts of the interface."""
