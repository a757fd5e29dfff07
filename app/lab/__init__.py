"""Benchmarks, tables of the literature computed again, and the public corpora that both read.

The folder is a distribution of its own, `tagwright-lab`, which the extra `lab` installs.
"""
