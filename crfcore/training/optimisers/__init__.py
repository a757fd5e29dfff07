"""Minimisers of functions."""
