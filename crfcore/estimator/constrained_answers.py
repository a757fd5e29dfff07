"""Answers under rules that may be about equal words: entropies, samples, the n best labellings."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.estimator.dataset_rules import DatasetRules
from crfcore.features.dataset import Dataset
from crfcore.inference import NBest


def entropies(
    dataset_rules: DatasetRules, dataset: Dataset, allowed: MaskArray | None, threads: int
) -> FloatArray:
    """Return the entropy of each sentence's labellings, in nats, (N,)."""
    parts = dataset_rules.in_lattices(
        dataset, lambda lattice, _: lattice.entropy(), allowed, threads
    )
    found = np.concatenate([np.zeros(0), *parts])
    for sentence, trees in dataset_rules.trees(dataset, allowed):
        found[sentence] = trees.entropy()
    return found


def samples(
    dataset_rules: DatasetRules,
    dataset: Dataset,
    allowed: MaskArray | None,
    n: int,
    rng: np.random.Generator,
) -> IdArray:
    """Draw labellings of all sentences, (n, T)."""
    # One thread: numbers are drawn in the order of the tokens.
    parts = dataset_rules.in_lattices(dataset, lambda lattice, _: lattice.sample(n, rng), allowed)
    labels = np.concatenate([np.zeros((max(n, 0), 0), np.int32), *parts], axis=1)
    for sentence, trees in dataset_rules.trees(dataset, allowed):
        start, stop = dataset.offsets[sentence : sentence + 2].tolist()
        labels[:, start:stop] = trees.sample(n, rng, stop - start)
    return labels


def ranked_labellings(
    dataset_rules: DatasetRules,
    dataset: Dataset,
    allowed: MaskArray | None,
    n: int,
    n_tokens: int,
    threads: int,
) -> list[tuple[OffsetArray, NBest]]:
    """Return the n best labellings of batches of at most n_tokens, each with its offsets."""
    batches = dataset_rules.in_lattices(
        dataset, lambda lattice, offsets: (offsets, lattice.nbest(n)), allowed, threads, n_tokens
    )
    firsts = np.cumsum([0, *(len(offsets) - 1 for offsets, _ in batches)])
    for sentence, trees in dataset_rules.trees(dataset, allowed):
        batch = int(np.searchsorted(firsts, sentence, side="right")) - 1
        offsets, found = batches[batch]
        own = sentence - int(firsts[batch])
        start, stop = offsets[own : own + 2].tolist()
        labels, scores = trees.nbest(n, stop - start)
        found.labels[:, start:stop] = -1
        found.labels[: len(labels), start:stop] = labels
        found.path_scores[own] = -np.inf
        found.path_scores[own, : len(scores)] = scores
        found.log_z[own] = trees.log_z()
    return batches
