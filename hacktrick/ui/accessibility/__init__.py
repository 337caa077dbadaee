"""The window's interface to assistive technology: a tree of nodes, and announcements."""
