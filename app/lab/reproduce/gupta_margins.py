"""001's section 2.4: max-margin training of chains, on the chunks of CoNLL-2000."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.lab.corpora.conll2000 import TaggedText
from app.lab.reproduce.context import Context
from app.lab.reproduce.maskey_chunking import ALL_CHUNKS, REHEARSAL, TEMPLATE, read_chunks
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.metrics.spans import span_scores

FEW = 1_000
"""Sentences on which all methods are compared."""

C2_OF_MARGIN = 0.5
"""The best on the last tenth of the training file: F1 there with 0.12, 0.5 and 1 is 94.90 (20
passes), 95.01 (30) and 94.96 (20), by the likelihood 95.21."""

MINUTES_OF_A_PASS = 0.004
"""Of `FEW` sentences."""


@dataclass(frozen=True, slots=True)
class Method:
    """A training method: its name in the table, and its settings.

    ``cost`` is the time of a pass, in passes of Frank–Wolfe; ``passes`` after how many the table
    looks.
    """

    name: str
    parameters: Mapping[str, Any]
    cost: float = 1.0
    passes: tuple[int, ...] = (5, 10, 30)

    def made(self, context: Context, **more: Any) -> LinearChainCRF:
        """Return the estimator."""
        return LinearChainCRF(
            **{**self.parameters, **more}, template=TEMPLATE, threads=context.threads
        )


MARGIN = {"objective": "max-margin", "c2": C2_OF_MARGIN, "epsilon": 1e-4}
METHODS = (
    Method("Frank–Wolfe", {"algorithm": "bcfw", **MARGIN}),
    Method("SMO", {"algorithm": "smo", **MARGIN}, 20.0, (2, 5, 10)),
    Method("Exponentiated gradient", {"algorithm": "eg", **MARGIN}, 3.0),
)
LIKELIHOOD = Method("Likelihood, L-BFGS", {"c2": ALL_CHUNKS.parameters["c2"]})
SOFTMAX_MARGIN = Method(
    "Softmax-margin, L-BFGS", {**LIKELIHOOD.parameters, "objective": "softmax-margin"}
)
BY_GRADIENT = (LIKELIHOOD, SOFTMAX_MARGIN)


@dataclass(frozen=True, slots=True)
class MarginsTable:
    """Three methods on some sentences, the first of them on all, and the likelihood."""

    name: str = "gupta-2.4"
    about: str = (
        "Max-margin training by three methods against the likelihood, on all chunks of CoNLL-2000 "
        "(Gupta, section 2.4): objective P, gap P − D and F1 by passes."
    )
    minutes: float = 9.0
    draws: int = 0

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of all sentences, and figures by method and passes for some."""
        training = read_chunks(context, "train.txt.gz", "")
        test = read_chunks(context, "test.txt.gz", "")
        some = training.first(FEW)
        for method, minutes in ((LIKELIHOOD, 0.8), (METHODS[0], 0.8), (SOFTMAX_MARGIN, 0.8)):
            name = f"All sentences: {method.name}"
            found = _outcome(name, method, training, test, context, minutes)
            yield Row.of(f"{name}: F1", None, found, "f1")
        for method in BY_GRADIENT:
            name = f"{len(some.tags):,} sentences: {method.name}"
            found = _outcome(name, method, some, test, context, 0.1)
            yield Row.of(f"{name}: F1", None, found, "f1")
        for method in METHODS:
            for passes in method.passes:
                yield from _rows_of_passes(method, passes, some, test, context)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the settings and on what is comparable."""
        del rows
        return [
            "The survey has no figures of its own. With the same features, support vector machines "
            "and CRFs are about equally good (S. S. Keerthi and S. Sundararajan, *CRF versus "
            "SVM-Struct for sequence labeling*, 2007).",
            f"Wrong labels cost 1. c2 is {C2_OF_MARGIN:g} for the margin and "
            f"{ALL_CHUNKS.parameters['c2']:g} for the others, chosen for the likelihood; both on "
            "the last tenth of the training file. A pass of SMO is one with a search and five over "
            "its lists.",
        ]


def _rows_of_passes(
    method: Method, passes: int, some: TaggedText, test: TaggedText, context: Context
) -> Iterator[Row]:
    name = f"{len(some.tags):,} sentences: {method.name}, {passes} passes"
    minutes = MINUTES_OF_A_PASS * method.cost * passes
    found = _outcome(name, method, some, test, context, minutes, max_iterations=passes)
    yield Row.of(f"{name}: objective", None, found, "objective", "nats")
    yield Row.of(f"{name}: gap", None, found, "gap", "nats")
    yield Row.of(f"{name}: F1", None, found, "f1")


def _outcome(
    name: str,
    method: Method,
    training: TaggedText,
    test: TaggedText,
    context: Context,
    minutes: float,
    **more: Any,
) -> Outcome:
    def trained() -> Outcome:
        first = training.first(REHEARSAL)
        method.made(context, max_iterations=1).fit(first.table, first.tags)
        crf = method.made(context, **more)
        started = time.perf_counter()
        crf.fit(training.table, training.tags, monitor=context.monitor(name))
        seconds = time.perf_counter() - started
        record = crf.training_
        figures = {"f1": span_scores(test.tags, crf.predict(test.table)).f1}
        if record.objective is not None and record.gap is not None:
            figures |= {"objective": record.objective, "gap": record.gap}
        return Outcome(figures, seconds, record.evaluations)

    return context.outcome(name, trained, minutes)
