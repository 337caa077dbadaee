"""Buttons, lists, menus, dialogs and the focus, and drawings that several screens share."""
