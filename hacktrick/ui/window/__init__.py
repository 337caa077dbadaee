"""The window and its loop, devices and start-up, and the only module that knows every screen."""
