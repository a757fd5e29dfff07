"""Objectives that were proposed instead of the likelihood, a file each."""
