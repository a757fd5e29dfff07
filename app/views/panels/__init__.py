"""The panels around the sentence view, one file each."""
