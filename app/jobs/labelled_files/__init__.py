"""Files with and without labels on the command line, and models evaluated on them."""
