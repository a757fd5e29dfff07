"""Training that changes the weights after every sentence."""
