"""The public-belief solver and its value net (levels 8 to 10). Needs numpy."""

import os

# The matrices are small and the game has one core to think with: more threads only wait for one
# another. It is read when numpy is loaded, hence here.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
