"""Gradient tree boosting of chains."""
