"""Tagwright, a program for labelling text while a model learns."""

__version__ = "0.1.0"
