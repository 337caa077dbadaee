"""The table on the screen: draws and animates snapshots of a match, and handles the player's
input."""
