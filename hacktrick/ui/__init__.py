"""The window: screens, widgets and the drawn table. It reads snapshots and events of a match,
never the match itself.
"""
