"""Every sentence a player reads. No pixels, no rules."""
