"""Estimation of weights: objective, optimisers, counts, progress."""
