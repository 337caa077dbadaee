"""What the window tells assistive technology: a tree of nodes, and announcements."""
