"""The public-belief solver and its value net (levels 8 to 10). Needs numpy."""

import os

# The matrices are small, so several threads would only wait for each other. Numpy reads these
# variables when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
