"""Sentences of made-up words whose labels follow from their endings and neighbours."""

from __future__ import annotations

import numpy as np


def sentences(seed=0, n=25):
    """Return attribute items and labels, some of the labels against the rule."""
    rng = np.random.default_rng(seed)
    items, known = [], []
    for _ in range(n):
        words = ["".join(rng.choice(list("abcd"), size=3)) for _ in range(rng.integers(1, 6))]
        labels = []
        for word in words:
            if rng.random() < 0.1:
                labels.append("O")
            elif word.endswith("a"):
                labels.append("I-X" if labels and labels[-1] != "O" else "B-X")
            else:
                labels.append("O")
        items.append([{"word": word, "end": word[-1], "start": word[0]} for word in words])
        known.append(labels)
    return items, known
