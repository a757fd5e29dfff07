"""Background work with Qt signals."""
