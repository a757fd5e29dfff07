"""One method of training on one split of a tagging task, as 002 reports it (tables 2 to 7).

Accuracy by token: of all, of those whose word occurs in the training sentences ("known"), and of
the others (OOV). The features are those of `crfcore.features.spelling`, for every method.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from app.lab.corpora.files import TaggedSentence
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import Dataset
from crfcore.features.spelling import KEY, SpellingAttributes
from crfcore.features.targets import Targets
from crfcore.metrics.flat import flatten

C2 = 0.5
"""The default of CRF++ (C = 1), with which the paper compares."""

CHOSEN_C2 = 0.02
"""The best of 0.5, 0.1, 0.05, 0.02, 0.01 and 0.003 on the held-out sentences, trained on the 1,000
and on the 4,000 sentences of tables 2 and 4 (draw 0): 0.02 and 0.01 gave 91.58 and 91.61, and 94.25
and 94.23; 0.5 gave 87.9, 0.1 90.8 and 94.0."""

ONCE = "seen once"
"""Name of the accuracy on words seen once in training."""

REHEARSAL = 8
"""Sentences of a first training, so that times exclude compilation and imports."""


class Split(NamedTuple):
    """The sentences of an experiment."""

    training: Sequence[TaggedSentence]
    test: Sequence[TaggedSentence]
    held_out: Sequence[TaggedSentence]


@dataclass(frozen=True, slots=True)
class Method:
    """A training method: its name in the paper's tables, and the estimator's parameters."""

    name: str
    parameters: dict[str, Any]


EP1 = Method("EP1", {"algorithm": "empirical", "key": KEY, "exponent": "held-out"})
EP2 = Method("EP2", EP1.parameters | {"oov": "exponential", "c2": C2})
CRF = Method("CRF", {"c2": C2})
PIECEWISE = Method("PW", {"objective": "piecewise", "c2": C2})
CHOSEN_CRF = Method(f"CRF c2={CHOSEN_C2}", {"c2": CHOSEN_C2})
CHOSEN_PIECEWISE = Method(f"PW c2={CHOSEN_C2}", {"objective": "piecewise", "c2": CHOSEN_C2})
STANDARD = (CRF, PIECEWISE, CHOSEN_CRF, CHOSEN_PIECEWISE)
"""Trainings by an optimiser: with the penalty of CRF++, and with a chosen one."""


class Experiment:
    """A split with its attributes, for several methods."""

    def __init__(self, split: Split) -> None:
        spelling = SpellingAttributes()
        self._split = split
        self._training = Dataset.from_items(spelling.of(s.words for s in split.training))
        tags = [s.tags for s in split.training]
        self._labels = list(dict.fromkeys(tag for sentence in tags for tag in sentence))
        self._targets = Targets.from_labels(tags, self._labels)
        self._test = spelling.of(s.words for s in split.test)
        self._held_out = spelling.of(s.words for s in split.held_out)
        self._rehearsal = spelling.of(s.words for s in split.training[:REHEARSAL])
        times = Counter(word for s in split.training for word in s.words)
        self._times = np.array([times[word] for s in split.test for word in s.words])

    def run(self, method: Method, context: Context, what: str) -> Outcome:
        """Train by a method and tag the test sentences."""
        parameters = method.parameters | {"threads": context.threads}
        if parameters.get("exponent") == "held-out":
            parameters["exponent"] = self._tuned_exponent(parameters, context, what)
        rehearsed = [s.tags for s in self._split.training[:REHEARSAL]]
        LinearChainCRF(**parameters).fit(self._rehearsal, rehearsed)
        crf = LinearChainCRF(**parameters)
        monitor = context.monitor(what)
        started = time.perf_counter()
        crf.fit(self._training, self._targets, labels=self._labels, monitor=monitor)
        seconds = time.perf_counter() - started
        accuracies = self._accuracies(crf.predict(self._test))
        return Outcome(accuracies | {"seconds": seconds}, seconds, crf.training_.evaluations)

    def _tuned_exponent(self, parameters: Mapping[str, Any], context: Context, what: str) -> float:
        """Return the best exponent on the held-out sentences.

        The paper chooses its mu once, before, so it is not part of the time of a training.
        """
        context.report(f"{what}: the exponent")
        crf = LinearChainCRF(**parameters)
        gold = [s.tags for s in self._split.held_out]
        crf.fit(self._training, self._targets, self._held_out, gold, labels=self._labels)
        return crf.exponent_

    def _accuracies(self, predicted: Sequence[Sequence[str]]) -> dict[str, float]:
        gold = np.array(flatten(s.tags for s in self._split.test), dtype=object)
        is_right = gold == np.array(flatten(predicted), dtype=object)
        groups = {
            "overall": self._times >= 0,
            "known": self._times > 0,
            "OOV": self._times == 0,
            ONCE: self._times == 1,
        }
        return {
            name: float(is_right[group].mean()) for name, group in groups.items() if group.any()
        }


def run_lazily(
    load: Callable[[], Split],
    methods: Sequence[Method],
    context: Context,
    draw: str,
    minutes: float,
) -> dict[str, Outcome]:
    """Return the outcome of each method on a split, which is loaded only if needed."""
    experiment: list[Experiment] = []

    def run(method: Method, what: str) -> Outcome:
        if not experiment:
            context.report(f"Reading the sentences, {draw}")
            experiment.append(Experiment(load()))
        return experiment[0].run(method, context, what)

    def outcome(method: Method) -> Outcome:
        what = f"{method.name}, {draw}"
        return context.outcome(what, lambda: run(method, what), minutes / len(methods))

    return {method.name: outcome(method) for method in methods}
