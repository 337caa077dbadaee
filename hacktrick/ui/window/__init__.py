"""The window and its loop, and the one module that knows every scene."""
