"""The table on the screen: draws and animates snapshots of a match, and takes the player's
input."""
