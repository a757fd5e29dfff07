"""Models that the literature compares with conditional random fields, and older trainings.

`hmm`, `maxent` and `memm` are estimators with the interface of `LinearChainCRF`; ``optimisers`` and
``objectives`` are choices of its parameters `algorithm` and `objective`, which the library finds by
name. No program that labels with chains trained by L-BFGS, by counts or online loads any of it.
"""
