"""Export of the documents of projects."""
