"""The rules reference: its pages, its search, and the sentences about editions and codes.

Content only. A scene draws it; nothing here knows a window. Words and language come in with the
rules and the translator, so both can change while the program runs.
"""
