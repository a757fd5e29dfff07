"""Online training: weights are updated after every sentence."""
