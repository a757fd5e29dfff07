"""What the estimator is made of: its parameters, its input, what it has learned, its file."""
