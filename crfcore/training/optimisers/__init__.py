"""Minimisers of functions, a file each; they do not know sentences."""
