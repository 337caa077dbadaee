"""The settings: pages, search, display preview and key bindings."""
