"""What can be pressed and filled in, and the menus made of it."""
