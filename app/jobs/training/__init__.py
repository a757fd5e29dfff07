"""Training of models on the labels of a project."""
