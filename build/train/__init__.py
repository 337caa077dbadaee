"""The Python part of the training engine."""
