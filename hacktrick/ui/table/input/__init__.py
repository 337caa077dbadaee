"""From presses, keys and drags on the table to choices and actions."""
