"""The solver of levels 8 to 10, which solves public beliefs with a value net; it needs numpy."""

import os

# The matrices are too small for several threads to help. Numpy reads these variables at import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
