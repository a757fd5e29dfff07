"""Tagwright: what the annotator sees and does."""

__version__ = "0.1.0"
