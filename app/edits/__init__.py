"""Functions that make edits, one for each kind.

Each returns an `Edit` for the session to apply, and does not change the project. An edit that would
change nothing is empty.
"""
