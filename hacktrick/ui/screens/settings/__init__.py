"""The settings: their pages, search, previews and key bindings."""
