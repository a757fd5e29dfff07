"""002's table 1: the label bias problem on simulated sequences (section 4.4). No corpus is needed.

Sequences are R1 I B or R2 O B; a label emits its own letter (r, r, i, o, b) with probability 29/32
and each other with 1/32. The successors of R1 and R2 are certain, so that a locally normalised
model, by maximum likelihood, ignores the second letter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome, mean
from app.lab.reproduce.table import Row
from crfcore.classic.hmm import HiddenMarkovModel
from crfcore.classic.memm import MaximumEntropyMarkovModel
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable

PATHS = (("R1", "I", "B"), ("R2", "O", "B"))
LETTERS = {"R1": "r", "R2": "r", "I": "i", "O": "o", "B": "b"}
OWN = 29 / 32
"""The probability of a label's own letter."""

N_TRAINING, N_TEST = 2_000, 500
DRAWS = 20

WORDS = "U0:%x[0,0]\nB\n"
BY_STATE = "U0:%x[0,0]\nB0:%x[0,0]\n"
"""Weights of letters with each pair of labels: a model for each previous label, as in McCallum,
Freitag and Pereira (2000) and the textbook chapter, VII.4."""

C2 = 0.5
"""The default of CRF++ (C = 1), with which the paper compares."""


class Sequences(NamedTuple):
    """Simulated sequences."""

    letters: ColumnTable
    labels: list[list[str]]


@dataclass(frozen=True, slots=True)
class Method:
    """A row: its name, the published figure, and a function that makes the estimator."""

    name: str
    paper: float | None
    make: Callable[[], Any]


def _empirical(**parameters: Any) -> Callable[[], Any]:
    return lambda: LinearChainCRF(algorithm="empirical", template=WORDS, **parameters)


def _crf(**parameters: Any) -> Callable[[], Any]:
    return lambda: LinearChainCRF(template=WORDS, c2=C2, **parameters)


def _memm(template: str, c2: float, **parameters: Any) -> Callable[[], Any]:
    return lambda: MaximumEntropyMarkovModel(template=template, c2=c2, **parameters)


METHODS = (
    Method("EP1", 0.958, _empirical()),
    Method("EP2", 0.959, _empirical(oov="exponential")),
    Method("CRF", 0.959, _crf()),
    Method("PW", 0.960, _crf(objective="piecewise")),
    Method("MEMM", 0.666, _memm(BY_STATE, 0.0, allowed_transitions="observed")),
    Method("MEMM, c2 = 0.5", None, _memm(BY_STATE, 0.5)),
    Method("MEMM, c2 = 5", None, _memm(BY_STATE, 5.0)),
    Method("MEMM, weights of letters shared, c2 = 0.5", None, _memm(WORDS, 0.5)),
    Method("MEMM, weights of letters shared, c2 = 5", None, _memm(WORDS, 5.0)),
    Method("HMM", None, lambda: HiddenMarkovModel(template=WORDS)),
)


@dataclass(frozen=True, slots=True)
class LabelBiasTable:
    """Accuracy by token, means of twenty draws."""

    name: str = "zhu-1"
    about: str = (
        "Label bias on simulated sequences, accuracy by token, 2,000 sequences for training, 500 "
        "for test, 20 draws (Zhu, table 1)."
    )
    minutes: float = 1.0
    draws: int = DRAWS

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield a row for each method, then the best possible accuracy on these draws."""
        n_draws = context.n_seeds(DRAWS)
        part = self.minutes / (n_draws * len(METHODS))
        for method in METHODS:
            outcomes = [
                context.outcome(
                    f"{method.name}, draw {draw}",
                    lambda draw=draw, method=method: _trained(method, draw, context),  # type: ignore[misc]
                    part,
                )
                for draw in range(n_draws)
            ]
            yield Row.of(method.name, method.paper, mean(outcomes), "accuracy")
        best = [_best_possible(_drawn(draw, context)[1]) for draw in range(n_draws)]
        yield Row("Knowing the probabilities", None, float(np.mean(best)))

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the MEMM, and on why a penalty hides the bias."""
        del rows
        return [
            "MEMM: a model for each label before, by maximum likelihood over the transitions "
            "seen; after R1 or R2 one label alone is left, so the first letter decides, which is "
            "the same for both.",
            "A penalty hides the bias: it allows transitions that were never seen, whose "
            "probability after R1 is least certain where the letter is not an i; so the letter "
            "counts again. Where all labels share the weights of letters and each pair has one of "
            "its own, the pairs carry the certainty, and a small penalty hides less.",
            "No method can be right more often than 95.83% in the long run, and one test set of "
            "500 has a standard deviation of 0.7 points: the paper's 96.0 is one draw.",
        ]


def _drawn(draw: int, context: Context) -> tuple[Sequences, Sequences]:
    """Return the training and the test sequences of a draw."""
    rng = np.random.default_rng(draw)
    sizes = [
        size if context.limit is None else min(size, context.limit) for size in (N_TRAINING, N_TEST)
    ]
    training, test = (_sequences(rng, size) for size in sizes)
    return training, test


def _sequences(rng: np.random.Generator, n: int) -> Sequences:
    labels = [list(PATHS[number]) for number in rng.integers(len(PATHS), size=n)]
    alphabet = sorted(set(LETTERS.values()))
    sentences = []
    for path in labels:
        own = [LETTERS[label] for label in path]
        others = [alphabet[number] for number in rng.integers(len(alphabet) - 1, size=len(path))]
        # One of the three others: the last letter replaces the own one.
        others = [
            alphabet[-1] if one == mine else one for one, mine in zip(others, own, strict=True)
        ]
        keeps = rng.random(len(path)) < OWN
        sentences.append(
            [mine if kept else one for mine, one, kept in zip(own, others, keeps, strict=True)]
        )
    return Sequences(ColumnTable.from_words(sentences), labels)


def _trained(method: Method, draw: int, context: Context) -> Outcome:
    training, test = _drawn(draw, context)
    estimator = method.make().set_params(threads=context.threads)
    started = time.perf_counter()
    estimator.fit(training.letters, training.labels)
    seconds = time.perf_counter() - started
    accuracy = estimator.score(test.letters, test.labels)
    return Outcome({"accuracy": accuracy}, seconds, estimator.training_.evaluations)


def _best_possible(test: Sequences) -> float:
    """Return the accuracy under the true probabilities; on ties, of the first path."""
    column = test.letters.columns[0]
    letters = np.array(column.values)[column.ids].reshape(-1, 3)

    def agreeing(path: Sequence[str]) -> NDArray[np.int64]:
        own = np.array([LETTERS[label] for label in path])
        return np.asarray(np.count_nonzero(letters == own, axis=1))

    is_second = agreeing(PATHS[1]) > agreeing(PATHS[0])
    was_second = np.array([labels[0] == PATHS[1][0] for labels in test.labels])
    # B is always right.
    return float(1.0 - np.mean(is_second != was_second) * 2.0 / 3.0)
