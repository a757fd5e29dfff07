"""Inference in chains: sums over all labellings, marginal probabilities, the best labelling."""

from __future__ import annotations

from crfcore.inference.decoding import Decoding, decode
from crfcore.inference.forward_backward import log_z, marginals
from crfcore.inference.viterbi import viterbi

__all__ = ["Decoding", "decode", "log_z", "marginals", "viterbi"]
