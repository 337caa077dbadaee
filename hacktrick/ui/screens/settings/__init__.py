"""The settings screens: pages, search, display preview and key bindings."""
