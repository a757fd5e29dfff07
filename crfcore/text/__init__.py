"""Text files, column files and CoNLL-U with raw rows for unchanged output, and tagging schemes."""
