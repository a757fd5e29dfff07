"""Tagwright, a program for labelling text while a model learns."""

__version__ = "0.1.0"

DESKTOP_ID = "io.github.tagwright.Tagwright"
"""The program's name for desktops: that of its files in `resources/share`, and of its windows."""
