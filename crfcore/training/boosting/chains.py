"""The likelihood of a chain by the scores of its tokens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.directional_kernels import chain_expectations
from crfcore.inference.lattice import lattice
from crfcore.inference.posterior_chain import posterior_chains
from crfcore.training.local_model import first_tokens


@dataclass(frozen=True, slots=True)
class Point:
    """The scores of all tokens, and what follows from them.

    Attributes
    ----------
    scores : (T, L) array
    transitions : (K, L, L) array
        K = 1, or T by position.
    value : float
        Σ −log P(known labels given x), weighted.
    expected : (T, L) array
        P(y_t = y given x), times the weight of the sentence.
    expected_pairs : (K, L, L) array
    by_scores : (T, L) array
        The derivative of the log-likelihood by the scores: the same given the known labels, minus
        `expected`.
    by_transitions : (K, L, L) array
    """

    scores: FloatArray
    transitions: FloatArray
    value: float
    expected: FloatArray
    expected_pairs: FloatArray
    by_scores: FloatArray
    by_transitions: FloatArray


class Chains:
    """The likelihood of the known labels, and its derivatives by all scores."""

    def __init__(self, dataset: Dataset, targets: Targets, sentence_weights: FloatArray) -> None:
        self.offsets = dataset.offsets
        self.is_first: MaskArray = np.zeros(dataset.n_tokens, np.uint8)
        self.is_first[first_tokens(dataset.offsets, 0, dataset.n_tokens)] = 1
        self.weights = sentence_weights
        self.token_weights = np.repeat(self.weights, np.diff(dataset.offsets))
        self.n_evaluations = 0
        self._allowed = targets.allowed_by_set()[targets.label_sets]

    def at(self, scores: FloatArray, transitions: FloatArray) -> Point:
        """Return value and derivatives at scores (T, L) and transitions (K, L, L)."""
        self.n_evaluations += 1
        everything, expected, expected_pairs = self._expect(scores, transitions, None)
        known, agreeing, agreeing_pairs = self._expect(scores, transitions, self._allowed)
        agreeing -= expected
        agreeing_pairs -= expected_pairs
        value = everything - known
        return Point(scores, transitions, value, expected, expected_pairs, agreeing, agreeing_pairs)

    def _expect(
        self, scores: FloatArray, transitions: FloatArray, allowed: MaskArray | None
    ) -> tuple[float, FloatArray, FloatArray]:
        """Return Σ log Z, and expected labels and transitions, weighted."""
        is_shared = len(transitions) == 1
        checked = lattice(
            scores, transitions[0] if is_shared else transitions, self.offsets, allowed
        )
        expected, pairs = np.empty(scores.shape), np.zeros(transitions.shape)
        value = 0.0
        for first, chain in posterior_chains(checked, by_pair=not is_shared):
            last = first + len(chain.log_z)
            tokens = slice(int(self.offsets[first]), int(self.offsets[last]))
            weights = self.weights[first:last]
            part = pairs if is_shared else pairs[tokens]
            chain_expectations(chain.offsets, chain.arrays, weights, expected[tokens], part)
            value += float(weights @ chain.log_z)
        return value, expected, pairs
