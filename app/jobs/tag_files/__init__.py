"""Tagging of files with a model."""
