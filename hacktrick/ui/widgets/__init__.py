"""Buttons, lists, menus and dialogs, the focus, and small drawings that several screens share."""
