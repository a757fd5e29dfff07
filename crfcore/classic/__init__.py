"""Models that the literature compares with CRFs, and older training methods.

`hmm`, `maxent` and `memm` are estimators with the interface of `LinearChainCRF`; ``optimisers`` and
``objectives`` are choices of its parameters `algorithm` and `objective`, which the library imports
by name when they are used.
"""
