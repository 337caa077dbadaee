"""The table on the screen: draws and animates a match, and handles the player's input."""
