"""The computer players. They decide from a view of one seat and from nothing else."""
