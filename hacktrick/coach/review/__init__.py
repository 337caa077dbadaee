"""Reviews of finished rounds and analyses of whole records."""
