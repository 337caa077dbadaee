"""The ten levels of computer players, their styles, and the two simplest players."""
