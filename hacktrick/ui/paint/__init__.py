"""Pictures of things: cards, markers, keys, type, and the rectangles they stand in. No scenes."""
