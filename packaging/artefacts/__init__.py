"""The files that are handed to people: archives, packages and what describes them."""
