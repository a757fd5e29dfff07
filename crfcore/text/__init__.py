"""Rows of column files and of CoNLL-U, kept so that they can be written out unchanged, and tags."""
