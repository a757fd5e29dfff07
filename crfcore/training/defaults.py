"""Default values of trainings, readable without loading the compiler."""

DEFAULT_C2 = 1.0
"""The strength of the squared penalty in the library, and for files on the command line.

It is that of CRFsuite, so that figures can be compared; a project has its own, which is less.
"""

MAX_REAL = 1e30
"""The greatest number that a parameter may be: sums of its squares are still numbers."""
