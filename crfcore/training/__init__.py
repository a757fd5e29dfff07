"""Estimation of weights: objective, optimisers, counts, and what they tell while they run."""
