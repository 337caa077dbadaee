"""The match protocol: frames, dealing, rounds, pauses, proof files. Nothing here knows about
connections."""
