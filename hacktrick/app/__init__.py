"""The program without its user interface: sessions, services, settings and storage, shared by
window and text mode.
"""
