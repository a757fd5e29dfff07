"""Models that are normalised state by state: each label is chosen given the one before."""
