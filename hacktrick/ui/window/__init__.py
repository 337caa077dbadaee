"""The window and its loop, its devices, start-up, and the one module that knows every screen."""
