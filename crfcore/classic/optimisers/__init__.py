"""Minimisers of smooth functions from before L-BFGS, a file each."""
