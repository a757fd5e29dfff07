"""Small data sets for the tests of training."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets


def random_dataset(
    rng,
    lengths,
    *,
    n_attributes=12,
    n_labels=3,
    per_token=3,
    values=False,
    n_edge_attributes=0,
    openness=0.0,
    sets=2,
):
    """Return a dataset and targets; `openness` is how often a token is unknown or a set."""
    lengths = np.asarray(lengths)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    n_tokens = int(offsets[-1])
    counts = rng.integers(0, 2 * per_token + 1, size=n_tokens)
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    # Small ids are more frequent, as the extractors number them.
    drawn = rng.integers(0, n_attributes, size=(2, indptr[-1])).min(axis=0)
    edge_indptr = np.zeros(0, np.int64)
    edge_attributes = np.zeros(0, np.int32)
    if n_edge_attributes:
        edges = rng.integers(0, 3, size=n_tokens)
        edges[offsets[:-1][lengths > 0]] = 0
        edge_indptr = np.concatenate([[0], np.cumsum(edges)]).astype(np.int64)
        edge_attributes = rng.integers(0, n_edge_attributes, size=edge_indptr[-1])
    dataset = Dataset(
        offsets,
        indptr,
        drawn.astype(np.int32),
        n_attributes,
        rng.normal(size=indptr[-1]) if values else np.zeros(0),
        edge_indptr,
        edge_attributes.astype(np.int32),
        n_edge_attributes,
    )
    return dataset, random_targets(rng, n_tokens, n_labels, openness, sets)


def random_targets(rng, n_tokens, n_labels, openness, n_sets):
    masks = (rng.random((n_sets, n_labels)) < 0.6).astype(np.uint8)
    masks[:, 0] = 1
    label_sets = rng.integers(0, n_labels, size=n_tokens)
    opened = rng.random(n_tokens) < openness
    label_sets[opened] = rng.integers(n_labels, n_labels + 1 + n_sets, size=int(opened.sum()))
    return Targets(label_sets.astype(np.int32), masks, n_labels)


def without_sentences(offsets, label_sets, rng, fraction, unknown):
    """Make some sentences unknown from end to end."""
    label_sets = label_sets.copy()
    for start, stop in pairwise(offsets):
        if rng.random() < fraction:
            label_sets[start:stop] = unknown
    return label_sets
