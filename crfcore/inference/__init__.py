"""Inference in chains: sums over all labellings, the best ones, probabilities, samples.

All functions take plain arrays of scores, of any model.
"""

from __future__ import annotations

from crfcore.inference.decoding import Decoding, decode
from crfcore.inference.directional import Directional, directional
from crfcore.inference.entropy import entropy
from crfcore.inference.forward_backward import log_z, marginals
from crfcore.inference.given_paths import log_probability
from crfcore.inference.nbest import NBest, margins, nbest
from crfcore.inference.pairs import ExpectedCounts, expected_counts, pair_marginals
from crfcore.inference.risk import PosteriorDecoding, posterior_decode
from crfcore.inference.sampling import sample
from crfcore.inference.spans import (
    SpanKind,
    all_span_marginals,
    labelled_span_marginals,
    span_marginals,
)
from crfcore.inference.viterbi import viterbi

__all__ = [
    "Decoding",
    "Directional",
    "ExpectedCounts",
    "NBest",
    "PosteriorDecoding",
    "SpanKind",
    "all_span_marginals",
    "decode",
    "directional",
    "entropy",
    "expected_counts",
    "labelled_span_marginals",
    "log_probability",
    "log_z",
    "marginals",
    "margins",
    "nbest",
    "pair_marginals",
    "posterior_decode",
    "sample",
    "span_marginals",
    "viterbi",
]
