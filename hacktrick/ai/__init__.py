"""The computer players. Each decides only from what its own seat may know."""
