"""The table: a glance drawn, pressed and moved."""
