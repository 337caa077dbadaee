"""The program without pixels and sentences: sessions, services, settings and storage.
Window and text mode share it.
"""
