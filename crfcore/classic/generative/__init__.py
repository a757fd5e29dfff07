"""Hidden Markov models: counted, smoothed, or found by expectation maximisation."""
