"""How good a labelling is, computed from sequences of tags."""
