"""The program without its user interface: sessions, services, settings and storage.

The window and text mode share these modules.
"""
