"""Errors of approximate inference: grids by the strength of their pairs, and Dutch documents."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.lab.corpora.dutch import dutch_sentences
from app.lab.corpora.files import TaggedSentence
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome, mean
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.graphs import FactorGraph, WidthError, infer
from crfcore.graphs.beliefs import Beliefs
from crfcore.graphs.collective import marginals_of
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_chains import TiedChains, tied_chains
from crfcore.graphs.tied_graph import graph_of
from crfcore.graphs.ties import tie, tied_tokens, types_of

SIDE = 7
"""Variables at each side of a grid."""

COUPLINGS = (0.5, 1.0, 2.0, 4.0)
"""Scores of equal neighbours, with a random sign."""

DRAWS = 5

METHODS = {"propagation": "bp", "reweighted": "trw", "mean field": "mean-field", "Gibbs": "gibbs"}

SWEEPS = 2_000
"""Of Gibbs sampling."""

TRAINING = 2_000
"""Sentences for the chain."""

DOCUMENTS = 30
"""Documents of testa."""

STRENGTH = 0.5

ON_DOCUMENTS = (
    "propagation in the graph",
    "propagation between sentences",
    "mean field in the graph",
    "mean field between sentences",
    "no ties",
)


@dataclass(frozen=True, slots=True)
class ApproximationsTable:
    """Errors of marginals and of log Z against the junction tree."""

    name: str = "approximations"
    about: str = (
        "Approximate inference against exact values (junction tree): mean error of a probability, "
        "and log Z less the exact one; grids of 7 × 7 variables of two states, and Dutch "
        "documents tied by names (Gupta, sections 5, 7 and 8)."
    )
    minutes: float = 2.0
    draws: int = DRAWS

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield the errors on grids, then on documents."""
        n_draws = context.n_seeds(DRAWS)
        share = 0.5 * self.minutes / len(COUPLINGS) / DRAWS
        for coupling in COUPLINGS:
            outcomes = [
                context.outcome(
                    f"grid, pairs ±{coupling:g}, draw {seed}",
                    lambda: _on_grid(coupling, seed),  # noqa: B023 - called at once
                    share,
                )
                for seed in range(n_draws)
            ]
            yield from _rows(f"grid, pairs ±{coupling:g}", METHODS, mean(outcomes))
        outcome = context.outcome("documents", lambda: _on_documents(context), 0.5 * self.minutes)
        yield from _rows("documents", ON_DOCUMENTS, outcome)
        yield Row.of("documents: number", None, outcome, "number", "count")
        yield Row.of("documents: too wide to be exact", None, outcome, "too wide", "count")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on what the figures are."""
        return [
            "The error of a probability is the mean, over variables, of the greatest error of a "
            "state; on documents over tied tokens. Differences of log Z: tree-reweighted "
            "propagation is never below, mean field never above.",
            f"Unary scores are normal with deviation 1; means of {DRAWS} grids. Gibbs sampling "
            f"makes {SWEEPS:,} sweeps.",
            f"Documents are the first {DOCUMENTS} of testa under a chain of {TRAINING:,} sentences "
            f"(preset ner, c2 = 1), equal capitalised words tied with strength {STRENGTH:g}. “No "
            "ties” is the chain alone: what the ties change.",
        ]


def _rows(what: str, methods: Sequence[str] | dict[str, str], outcome: Outcome) -> Iterator[Row]:
    for method in methods:
        seconds = outcome.figures.get(f"{method}: seconds")
        name = f"{what}: {method}"
        ours = outcome.figures.get(f"{method}: error")
        yield Row(name, None, ours, seconds, None, "nats")
        log_z = outcome.figures.get(f"{method}: log Z")
        yield Row(name, None, log_z, seconds, None, "nats", variant="log Z")


def grid(coupling: float, rng: np.random.Generator) -> FactorGraph:
    """Return a grid whose neighbours are rewarded for being equal, or different."""
    numbers = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    pairs: list[tuple[int, int]] = [
        *zip(numbers[:, :-1].ravel().tolist(), numbers[:, 1:].ravel().tolist(), strict=True),
        *zip(numbers[:-1].ravel().tolist(), numbers[1:].ravel().tolist(), strict=True),
    ]
    factors = [(pair, rng.choice([-1.0, 1.0]) * coupling * np.eye(2)) for pair in pairs]
    return FactorGraph.of(rng.normal(size=(SIDE * SIDE, 2)), factors)


def _on_grid(coupling: float, seed: int) -> Outcome:
    rng = np.random.default_rng(seed)
    graph = grid(coupling, rng)
    exact = infer(graph, "junction-tree")
    figures = {}
    for name, method in METHODS.items():
        started = time.perf_counter()
        found = infer(graph, method, n_samples=SWEEPS, rng=rng)
        figures[f"{name}: seconds"] = time.perf_counter() - started
        figures[f"{name}: error"] = _error(found.marginals, exact.marginals)
        if not np.isnan(found.log_z):
            figures[f"{name}: log Z"] = found.log_z - exact.log_z
    return Outcome(figures)


def _error(found: NDArray[np.float64], exact: NDArray[np.float64]) -> float:
    return float(np.abs(found - exact).max(axis=1).mean())


def _on_documents(context: Context) -> Outcome:
    training = list(context.at_most(dutch_sentences(context.corpora, "ned.train.gz")))[:TRAINING]
    crf = LinearChainCRF(template="ner", c2=1.0, threads=context.threads)
    crf.fit(
        ColumnTable.from_words([one.words for one in training]),
        [one.tags for one in training],
        monitor=context.monitor("The chain"),
    )
    sentences = list(context.at_most(dutch_sentences(context.corpora, "ned.testa.gz")))
    outcomes, n_wide = [], 0
    for number, document in enumerate(_documents(sentences)[:DOCUMENTS], 1):
        context.report(f"Document {number}")
        chains = _tied(crf, document)
        try:
            exact = infer(graph_of(chains), "junction-tree")
        except WidthError:
            n_wide += 1
            continue
        outcomes.append(_on_document(chains, exact))
    found = dict(mean(outcomes).figures) if outcomes else {}
    return Outcome(found | {"number": float(len(outcomes)), "too wide": float(n_wide)})


def _documents(sentences: Sequence[TaggedSentence]) -> list[list[list[str]]]:
    """Return the words of each document."""
    words = [one.words for one in sentences]
    starts = [i for i, own in enumerate(words) if own[0] == "-DOCSTART-"]
    bounds = sorted({0, *starts, len(words)})
    return [words[first:last] for first, last in pairwise(bounds)]


def _tied(crf: LinearChainCRF, document: list[list[str]]) -> TiedChains:
    table = ColumnTable.from_words(document)
    dataset = crf.dataset(table)
    scores, transitions, offsets, allowed = crf.fitted_.lattice(
        dataset, None, 0, dataset.n_sentences
    )
    words = table.columns[0]
    ties = tie(words, offsets, [0] * len(document), tied_tokens(words, offsets))
    types, type_of = types_of(crf.classes_)
    agreement = TieTable.of_agreement(types)
    return tied_chains(scores, transitions, offsets, allowed, type_of, ties, agreement, STRENGTH)


def _on_document(chains: TiedChains, exact: Beliefs) -> Outcome:
    tied = chains.ties.members
    n_labels = chains.scores.shape[1]
    figures: dict[str, float] = {}

    def add(name: str, marginals: NDArray[np.float64], started: float) -> None:
        figures[f"{name}: seconds"] = time.perf_counter() - started
        right = exact.marginals[tied, :n_labels]
        figures[f"{name}: error"] = _error(marginals[tied, :n_labels], right) if len(tied) else 0.0

    for name, method in (("propagation", "bp"), ("mean field", "mean-field")):
        started = time.perf_counter()
        found = infer(graph_of(chains), method)
        add(f"{name} in the graph", found.marginals, started)
        figures[f"{name} in the graph: log Z"] = found.log_z - exact.log_z
        started = time.perf_counter()
        between = marginals_of(chains, method)
        add(f"{name} between sentences", between.labels, started)
        if between.log_z is not None:
            figures[f"{name} between sentences: log Z"] = between.log_z - exact.log_z
    started = time.perf_counter()
    alone = FactorGraph.from_lattice(chains.scores, chains.pairs, chains.offsets, chains.allowed)
    add("no ties", infer(alone, "bp").marginals, started)
    return Outcome(figures)
