"""One person's side of a match, the same in the window and in plain text: no words, no pixels."""
