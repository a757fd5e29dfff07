"""Skip-chains: Dutch names, with edges between equal words of a document.

C. Sutton and A. McCallum, Collective segmentation and labeling of distant entities in information
extraction, 2004, whose table is on announcements of seminars, which cannot be had here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_documents import (
    Documents,
    dutch_documents,
    groups_of_names,
    n_inconsistent,
)
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Kind, Row
from crfcore.crf import LinearChainCRF
from crfcore.graphs.ties import Ties
from crfcore.metrics.spans import span_scores
from crfcore.skip_chain import SkipChainCRF
from crfcore.text.tag_schemes import OUTSIDE, spans

ITERATIONS = 60
"""Of the training of all weights, from those of the chain."""

WAYS: dict[str, dict[str, Any] | None] = {
    "chain": None,
    "next equal word": {"reach": 1, "ends": False},
    "next equal word, attributes of both": {"reach": 1, "ends": True},
    "all equal words, attributes of both": {"reach": None, "ends": True},
}
"""Parameters of the skip-chains; the last one is as published."""

FIGURES = ("F1", "F1 of tied names", "inconsistent groups")


@dataclass(frozen=True, slots=True)
class SkipTable:
    """F1 of Dutch names, of tied ones, and inconsistent groups, by the edges of a skip-chain."""

    name: str = "sutton-skip"
    about: str = (
        "Skip-chains, trained by loopy propagation: F1 of Dutch names (CoNLL-2002), F1 of those "
        "with a word that their document repeats, and groups of equal words that are labelled "
        "with several types (Sutton and McCallum 2004)."
    )
    minutes: float = 6.0
    draws: int = 0

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield the figures of each way, on testb and on testa."""
        share = self.minutes / len(WAYS)
        outcomes = {
            way: context.outcome(way, lambda: _outcome(context, params), share)  # noqa: B023 - called at once
            for way, params in WAYS.items()
        }
        for figure in FIGURES:
            kind: Kind = "count" if figure == FIGURES[-1] else "fraction"
            for way, outcome in outcomes.items():
                name = f"{figure}: {way}"
                yield Row.of(name, None, outcome, f"testb {figure}", kind)
                yield Row.of(name, None, outcome, f"testa {figure}", kind, variant="testa")
        yield Row.of("groups", None, outcomes["chain"], "testb groups", "count")
        yield Row.of("groups", None, outcomes["chain"], "testa groups", "count", variant="testa")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the paper and on the settings."""
        del rows
        return [
            "The paper's table is on announcements of seminars, which cannot be had here. It joins "
            "all pairs of equal capitalised words; so does the last way. The first ones join each "
            "with the next equal one.",
            f"Template ner, c2 = 1 for all weights; trained from the weights of the chain, at most "
            f"{ITERATIONS} iterations. Edges score pairs of types, and with the attributes of both "
            "ends also where these are of one type.",
            "A group is inconsistent if its tokens have several types, “O” among them.",
        ]


def _outcome(context: Context, params: dict[str, Any] | None) -> Outcome:
    training = dutch_documents(context, "ned.train.gz")
    chain = LinearChainCRF(template="ner", c2=1.0, threads=context.threads)
    started = time.perf_counter()
    model: LinearChainCRF | SkipChainCRF
    if params is None:
        model = chain.fit(training.table, training.tags)
    else:
        model = SkipChainCRF(chain, max_iterations=ITERATIONS, **params)
        model.fit(
            training.table,
            training.tags,
            documents=training.numbers,
            monitor=context.monitor("Skip-chain"),
        )
    seconds = time.perf_counter() - started
    figures: dict[str, float] = {}
    for part in ("testa", "testb"):
        documents = dutch_documents(context, f"ned.{part}.gz")
        groups = groups_of_names(training, documents)
        if isinstance(model, LinearChainCRF):
            found = model.predict(documents.table)
        else:
            found = model.predict(documents.table, documents=documents.numbers)
        figures[f"{part} F1"] = span_scores(documents.tags, found).f1
        tied = _tied_names(documents, groups, documents.tags), _tied_names(documents, groups, found)
        figures[f"{part} F1 of tied names"] = span_scores(*tied).f1
        figures[f"{part} inconsistent groups"] = float(n_inconsistent(groups, found))
        figures[f"{part} groups"] = float(groups.n_groups)
    return Outcome(figures, seconds, float(model.training_.evaluations))


def _tied_names(
    documents: Documents, groups: Ties, labels: Sequence[Sequence[str]]
) -> list[list[str]]:
    """Return labels without the names of which no word is in a group."""
    result = []
    for start, tags in zip(documents.table.offsets[:-1].tolist(), labels, strict=True):
        own = [OUTSIDE] * len(tags)
        for span in spans(tags):
            if (groups.group_of[start + span.start : start + span.end] >= 0).any():
                own[span.start : span.end] = tags[span.start : span.end]
        result.append(own)
    return result
