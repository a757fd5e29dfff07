"""Reproducible benchmarks of Tagwright and a peer, in turn in one run.

Each benchmark is a module with ``measure(options)``, imported by name: it may need Qt, or a peer
that only the extra `lab` installs. Other modules play sessions in the real window.
"""
