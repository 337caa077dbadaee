"""Scenes for screenshots: the table in many situations, the menus, and the widgets."""
