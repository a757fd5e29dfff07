"""Training on files."""
