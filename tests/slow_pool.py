"""The slow twin of a pool: every labelling of every sentence, with its probability."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from crfcore.constraints import Rules
from crfcore.constraints.violations import violations
from crfcore.crf import LinearChainCRF
from crfcore.training.linear_model import LinearModel
from tests.brute_force import all_scores, log_sum

LABELS = ("O", "B-X", "I-X", "B-Y")


def random_words(rng, lengths, n_words=5):
    return [
        [{f"w{rng.integers(n_words)}": 1.0, f"s{rng.integers(3)}": 0.5} for _ in range(n)]
        for n in lengths
    ]


def random_columns(rng, lengths, n_words=5):
    return [[[f"w{rng.integers(n_words)}"] for _ in range(n)] for n in lengths]


def random_crf(rng, *, labels=LABELS, scale=1.0, template=None, **choices):
    """Return a model with random weights, of every pair of attribute and label by default."""
    y = [[labels[n] for n in rng.integers(len(labels), size=6)] for _ in range(2)]
    make = random_words if template is None else random_columns
    sentences = make(rng, [6, 6])
    choices = {"all_possible_states": True, "initial": "zeros", **choices}
    crf = LinearChainCRF(max_iterations=1, template=template, **choices)
    crf.fit(sentences, y, labels=labels)
    fitted = crf.fitted_
    weights = rng.normal(scale=scale, size=fitted.model.index.n_weights)
    crf._fitted = replace(fitted, model=LinearModel(fitted.model.index, weights))
    return crf


@dataclass
class SlowSentence:
    """All labellings that rules allow (P, T), their log-probabilities (P,) and scores."""

    paths: np.ndarray
    logs: np.ndarray
    scores: np.ndarray
    n_labels: int

    @property
    def probabilities(self):
        return np.exp(self.logs)

    @property
    def order(self):
        """Labellings from the most to the least probable."""
        return np.argsort(-self.scores, kind="stable")

    @property
    def best(self):
        return self.paths[self.order[0]]

    @property
    def marginals(self):
        found = np.zeros((self.paths.shape[1], self.n_labels))
        for path, probability in zip(self.paths, self.probabilities, strict=True):
            found[np.arange(len(path)), path] += probability
        return found

    def top(self, n):
        """Return the log-probabilities of the n best labellings."""
        return self.logs[self.order[:n]]


def slow_sentences(pool, rules=None):
    """Enumerate each sentence of a pool."""
    fitted, result = pool.fitted, []
    for sentence in range(pool.n_sentences):
        scores, transitions, _, mask = fitted.lattice(
            pool.dataset, pool.allowed, sentence, sentence + 1
        )
        if len(scores) == 0:
            result.append(SlowSentence(np.zeros((1, 0), int), np.zeros(1), np.zeros(1), 0))
            continue
        paths, values = all_scores(scores, transitions, mask)
        costs = np.array([_cost(rules, [fitted.labels[y] for y in path]) for path in paths])
        values = values - costs
        keep = values > -np.inf
        paths, values = np.array(paths)[keep], values[keep]
        result.append(SlowSentence(paths, values - log_sum(values), values, scores.shape[1]))
    return result


def _cost(rules, tags):
    if rules is None:
        return 0.0
    total = 0.0
    rules = Rules(rules)
    for rule, count in zip(rules, violations(rules, tags), strict=True):
        if count:
            total += np.inf if rule.cost is None else rule.cost * count
    return total
