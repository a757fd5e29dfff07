"""Checks of training data against forbidden transitions."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import OffsetArray, counts_before
from crfcore.features.targets import Targets
from crfcore.inference.forward_backward import NoLabellingError, log_z
from crfcore.inference.lattice import sentence_runs
from crfcore.training.feature_index import FeatureIndex

ENTRIES_AT_ONCE = 2**21
"""Tokens × labels of open sentences per batch."""


def check_possible(offsets: OffsetArray, targets: Targets, index: FeatureIndex) -> None:
    """Check that known labels are possible under forbidden transitions.

    Parameters
    ----------
    offsets : (N + 1,) array
    targets : Targets
    index : FeatureIndex

    Raises
    ------
    NoLabellingError
        Names the first impossible sentence among the fully labelled ones, or else among the others.
    """
    if len(index.forbidden_pairs) == 0:
        return
    _check_known_pairs(offsets, targets, index)
    n_open = counts_before(targets.label_sets >= targets.n_labels)
    sentences = np.flatnonzero(n_open[offsets[1:]] > n_open[offsets[:-1]])
    _check_open_sentences(offsets, targets, index, sentences)


def _check_known_pairs(offsets: OffsetArray, targets: Targets, index: FeatureIndex) -> None:
    n_labels = index.n_labels
    is_forbidden = np.zeros(n_labels * n_labels, dtype=bool)
    is_forbidden[index.forbidden_pairs] = True
    before, after = targets.label_sets[:-1], targets.label_sets[1:]
    is_known = (before < n_labels) & (after < n_labels)
    is_known[offsets[1:-1][(offsets[1:-1] > 0) & (offsets[1:-1] < offsets[-1])] - 1] = False
    positions = np.flatnonzero(is_known)
    pairs = before[positions].astype(np.int64) * n_labels + after[positions]
    wrong = positions[is_forbidden[pairs]] + 1
    if len(wrong):
        sentence = int(np.searchsorted(offsets, wrong[0], side="right")) - 1
        raise NoLabellingError(sentence, int(wrong[0] - offsets[sentence]))


def _check_open_sentences(
    offsets: OffsetArray, targets: Targets, index: FeatureIndex, sentences: OffsetArray
) -> None:
    chosen = targets.select(offsets, sentences)
    lengths = offsets[sentences + 1] - offsets[sentences]
    own = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    allowed_by_set = chosen.allowed_by_set()
    transitions = index.matrix_of(np.zeros(len(index.transition_pairs)))
    for first, last in sentence_runs(own, max(ENTRIES_AT_ONCE // index.n_labels, 1)):
        start, stop = int(own[first]), int(own[last])
        allowed = allowed_by_set[chosen.label_sets[start:stop]]
        scores = np.zeros(allowed.shape)
        try:
            log_z(scores, transitions, own[first : last + 1] - start, allowed)
        except NoLabellingError as error:
            sentence = int(sentences[first + error.sentence])
            raise NoLabellingError(sentence, error.token) from None
