"""Default values of trainings, readable without loading the compiler."""

DEFAULT_C2 = 1.0
"""The default of c2 in the library and on the command line.

It is that of CRFsuite, for comparable figures; projects have a smaller one.
"""

MAX_REAL = 1e30
"""Limit of a real parameter, so that sums of squares do not overflow."""

MIN_REAL = 1e-100
"""Limit of a real parameter that is not 0, so that squares of its reciprocal do not overflow."""

MAX_THREADS = 4_096
"""Limit of threads, also in a file."""
