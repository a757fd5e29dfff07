"""The models of an open project."""
