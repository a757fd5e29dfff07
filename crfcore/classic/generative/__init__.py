"""Hidden Markov models: counts, smoothing, expectation maximisation."""
