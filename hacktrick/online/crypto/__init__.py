"""Cryptography of online play: encrypted cards, shuffles, zero-knowledge proofs, key exchange."""
