"""Minimisers of smooth functions older than L-BFGS, one per file."""
