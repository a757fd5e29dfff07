"""Training of semi-Markov models."""
