"""Every sentence a player reads, in the language of the player and the words of the edition. No
pixels, no rules.
"""
