"""The computer players. They decide from a view and nothing else."""
