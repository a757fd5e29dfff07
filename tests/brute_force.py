"""The slow twins: every labelling of a small chain, one after the other."""

from __future__ import annotations

from itertools import product

import numpy as np


def labellings(n_tokens, n_labels, allowed=None):
    """Yield every allowed labelling of one sentence."""
    for path in product(range(n_labels), repeat=n_tokens):
        if allowed is None or all(allowed[t, y] for t, y in enumerate(path)):
            yield path


def transition_at(transitions, t):
    return transitions if transitions.ndim == 2 else transitions[t]


def path_score(scores, transitions, path):
    total = sum(scores[t, y] for t, y in enumerate(path))
    for t in range(1, len(path)):
        total = total + transition_at(transitions, t)[path[t - 1], path[t]]
    return float(total)


def all_scores(scores, transitions, allowed=None):
    paths = list(labellings(*scores.shape, allowed))
    return paths, np.array([path_score(scores, transitions, path) for path in paths])


def log_sum(values):
    greatest = values.max()
    return float(greatest + np.log(np.exp(values - greatest).sum()))


def log_z(scores, transitions, allowed=None):
    return log_sum(all_scores(scores, transitions, allowed)[1])


def marginals(scores, transitions, allowed=None):
    paths, values = all_scores(scores, transitions, allowed)
    weights = np.exp(values - log_sum(values))
    result = np.zeros(scores.shape)
    for path, weight in zip(paths, weights, strict=True):
        for t, y in enumerate(path):
            result[t, y] += weight
    return result


def pair_marginals(scores, transitions, allowed=None):
    """Return (T, L, L): entry t is the distribution of (label of t - 1, label of t)."""
    paths, values = all_scores(scores, transitions, allowed)
    weights = np.exp(values - log_sum(values))
    result = np.zeros((len(scores), scores.shape[1], scores.shape[1]))
    for path, weight in zip(paths, weights, strict=True):
        for t in range(1, len(path)):
            result[t, path[t - 1], path[t]] += weight
    return result


def best_score(scores, transitions, allowed=None):
    return float(all_scores(scores, transitions, allowed)[1].max())
