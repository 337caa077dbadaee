"""A table over a network where nobody has to be trusted: the cards, the proofs, the protocol."""
