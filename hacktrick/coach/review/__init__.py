"""Reviews of finished rounds, and analyses of match records."""
