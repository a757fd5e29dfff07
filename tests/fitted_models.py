"""Small trained models for the tests of what an estimator answers."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from tests import brute_force

EDGES = "U0:%x[0,0]\nU3:%suffix[0,0,1]\nB\nB1:%x[0,0]\n"

WORDS = [
    ["ka", "to", "to", "lu"],
    ["lu", "ka"],
    ["to"],
    ["ka", "ka", "lu"],
    ["lu", "to", "ka", "to"],
    ["ren", "to", "lu"],
]
TAGS = [
    ["O", "B-X", "I-X", "B-Y"],
    ["B-Y", "O"],
    ["B-X"],
    ["O", "O", "O"],
    ["B-Y", "B-X", "O", "B-X"],
    ["O", "B-X", "B-Y"],
]
ITEMS = [
    [{"word": word, "length": len(word) / 2, "place": {"t": t / 3}} for t, word in enumerate(words)]
    for words in WORDS
]


@cache
def of_items():
    """Return a model of attribute items with real values."""
    return LinearChainCRF(c2=0.05, max_iterations=15).fit(ITEMS, TAGS)


@cache
def of_template():
    """Return a model whose transitions differ from place to place."""
    return LinearChainCRF(c2=0.05, max_iterations=15, template=EDGES).fit(
        ColumnTable.from_words(WORDS), TAGS
    )


@cache
def of_counts():
    """Return a model made by counting."""
    return LinearChainCRF(algorithm="empirical", template="U0:%x[0,0]\nB\n").fit(
        ColumnTable.from_words(WORDS), TAGS
    )


def as_fields(words):
    """Return sentences as a template reads them."""
    return [[[word] for word in sentence] for sentence in words]


def lattices_of(crf, sentences):
    """Return (scores, transitions) of each sentence."""
    dataset = crf.dataset(sentences)
    scores, transitions, offsets, _ = crf.fitted_.lattice(dataset, None, 0, dataset.n_sentences)
    return [
        (scores[start:stop], transitions if transitions.ndim == 2 else transitions[start:stop])
        for start, stop in pairwise(offsets.tolist())
    ]


def enumerated(crf, sentences, masks=None):
    """Return {labels: probability} of each sentence."""
    result = []
    for i, (scores, transitions) in enumerate(lattices_of(crf, sentences)):
        paths, values = brute_force.all_scores(scores, transitions, masks and masks[i])
        probabilities = np.exp(values - brute_force.log_sum(values))
        names = crf.classes_
        result.append(
            {
                tuple(names[y] for y in path): float(probability)
                for path, probability in zip(paths, probabilities, strict=True)
            }
        )
    return result
