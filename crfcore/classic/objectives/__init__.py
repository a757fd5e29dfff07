"""Alternatives to the likelihood as objective, one per file."""
