"""Edits: one function for each kind, from a project to the record of what is to change.

Each function leaves the project as it is, but for tags and tag sets that it interns, and returns
an `Edit` that the session applies. An edit that would change nothing is empty.
"""
