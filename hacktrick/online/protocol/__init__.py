"""The match protocol: frames, dealing, rounds, pauses, proof files. It knows nothing about
connections."""
