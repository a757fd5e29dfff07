"""Small chains tied by names, and what enumeration says of them."""

from __future__ import annotations

from itertools import product

import numpy as np

from crfcore.features.column_table import ColumnTable
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_chains import tied_chains
from crfcore.graphs.ties import tie, types_of
from tests import brute_force

LABELS = ("O", "B-X", "I-X", "B-Y")


def some_table(rng, types=("O", "X", "Y")):
    n = len(types)
    given = rng.dirichlet(np.ones(n), n) * 0.9 + 0.1 / n
    return TieTable(types, rng.dirichlet(np.ones(n) * 3), rng.dirichlet(np.ones(n) * 3), given)


def chains_of(sentences, rng, *, strengths=0.7, table=None, allowed=None, labels=LABELS, scale=1.0):
    """Return a model in which all equal words are tied, with random scores."""
    words = ColumnTable.from_words(sentences)
    types, type_of = types_of(labels)
    ties = tie(
        words.columns[0],
        words.offsets,
        np.zeros(words.n_sentences, int),
        np.array([word.isupper() for sentence in sentences for word in sentence]),
    )
    scores = rng.normal(size=(words.n_tokens, len(labels))) * scale
    transitions = rng.normal(size=(len(labels),) * 2)
    table = some_table(rng, types) if table is None else table
    return tied_chains(
        *(scores, transitions, words.offsets, allowed, type_of, ties, table), strengths
    )


def enumerated(chains):
    """Return log Z, marginals of labels and groups, and the best score, from all (y, z)."""
    n_types = len(chains.table.types)
    paths = [
        list(
            brute_force.labellings(
                stop - start,
                chains.scores.shape[1],
                None if chains.allowed is None else chains.allowed[start:stop],
            )
        )
        for start, stop in zip(chains.offsets[:-1], chains.offsets[1:], strict=True)
    ]
    labellings = [np.array(sum(parts, ()), np.int32) for parts in product(*paths)]
    hidden = list(product(range(n_types), repeat=chains.ties.n_groups))
    n_groups = chains.ties.n_groups
    scores = []
    for y in labellings:
        own = brute_force_score(chains, y)
        groups = chains.group_scores(y)
        scores.append([own + groups[np.arange(n_groups), list(z)].sum() for z in hidden])
    scores = np.array(scores)
    log_z = brute_force.log_sum(scores.ravel())
    weights = np.exp(scores - log_z)
    labels = np.zeros_like(chains.scores)
    for y, weight in zip(labellings, weights.sum(axis=1), strict=True):
        labels[np.arange(len(y)), y] += weight
    groups = np.zeros((n_groups, n_types))
    for z, weight in zip(hidden, weights.sum(axis=0), strict=True):
        groups[np.arange(n_groups), list(z)] += weight
    return log_z, labels, groups, float(scores.max())


def brute_force_score(chains, labels):
    return sum(
        brute_force.path_score(
            chains.scores[start:stop], chains.transitions[0], labels[start:stop].tolist()
        )
        for start, stop in zip(chains.offsets[:-1], chains.offsets[1:], strict=True)
    )
