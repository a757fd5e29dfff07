"""Locally normalised chains: P(label given the previous label and x)."""
