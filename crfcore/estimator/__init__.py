"""The parts of an estimator: its parameters, its input, what it has learned, its file."""
