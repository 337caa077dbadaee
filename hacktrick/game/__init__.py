"""The rules of Hack Trick: pure functions on immutable values, standard library only."""
