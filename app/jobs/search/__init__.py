"""Search for tokens, names and words."""
