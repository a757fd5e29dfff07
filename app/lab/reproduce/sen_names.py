"""Collective classification: types of Dutch names whose spans are given.

P. Sen, G. Namata, M. Bilgic, L. Getoor, B. Gallagher and T. Eliassi-Rad, Collective classification
in network data, AI Magazine 29, 2008, compare these methods on linked documents; Q. Lu and
L. Getoor, Link-based classification, ICML 2003, is the iterative one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.lab.corpora.dutch import dutch_sentences
from app.lab.corpora.files import TaggedSentence
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.classic.maxent import MaximumEntropyClassifier
from crfcore.features.cells import shape
from crfcore.graphs import infer
from crfcore.graphs.iterative import (
    OfLinks,
    classify_by_sampling,
    classify_iteratively,
    link_attributes,
)
from crfcore.graphs.mentions import (
    KINDS,
    LabelledMentions,
    Links,
    associative_gains,
    links_of,
    mention_graph,
)
from crfcore.text.tag_schemes import spans

FOLDS = 4
"""Parts of the training documents; mentions of one are classified by a model of the others."""

C2, LINK_C2 = 0.1, 1.0
"""Penalties of the classifiers of own attributes and of links."""

PASSES, PENALTY = 4, 1.0
"""Of the training of gains."""

HOW = "presence"
"""How neighbours' classes are counted; chosen on testa among counts, the mode and presence."""

SWEEPS, BURN_IN = 300, 50
"""Of Gibbs sampling."""

LEAST_PROBABILITY = 1e-12

METHODS = ("alone", "iterative", "Gibbs", "propagation", "mean field", "expansion")

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Mentions:
    """Names of a file: document, words, attributes and type of each."""

    documents: NDArray[np.int64]
    phrases: list[list[str]]
    attributes: list[list[str]]
    types: list[str]

    @property
    def links(self) -> Links:
        """The links of equal and of contained phrases."""
        return links_of(self.documents, self.phrases)

    def part(self, members: NDArray[np.int64]) -> Mentions:
        """Return some of them."""
        return Mentions(
            self.documents[members],
            [self.phrases[member] for member in members.tolist()],
            [self.attributes[member] for member in members.tolist()],
            [self.types[member] for member in members.tolist()],
        )


def mentions_of(sentences: Sequence[TaggedSentence]) -> Mentions:
    """Return the names of sentences; documents begin with ``-DOCSTART-``."""
    found = Mentions(np.zeros(0, np.int64), [], [], [])
    documents = []
    document = -1
    for sentence in sentences:
        is_first = sentence.words[0] == "-DOCSTART-"
        document += is_first
        words = sentence.words[is_first:]
        for span in spans(sentence.tags[is_first:]):
            documents.append(document)
            found.phrases.append(list(words[span.start : span.end]))
            found.attributes.append(_attributes(words, span.start, span.end))
            found.types.append(span.label)
    return Mentions(np.array(documents, np.int64), *(found.phrases, found.attributes, found.types))


def _attributes(words: Sequence[str], start: int, end: int) -> list[str]:
    """Return the attributes of a name: its words, their parts and shapes, and two neighbours."""
    lower = ["_", "_", *(word.lower() for word in words), "_", "_"]
    left, right = lower[start : start + 2], lower[end + 2 : end + 4]
    own = lower[start + 2 : end + 2]
    parts = [
        f"{name}{n}={part}"
        for word in own
        for n in (2, 3, 4)
        for name, part in (("prefix", word[:n]), ("suffix", word[-n:]))
    ]
    return sorted(
        {
            f"phrase={' '.join(own)}",
            f"length={min(len(own), 4)}",
            f"shape={' '.join(map(shape, words[start:end]))}",
            f"first={own[0]}",
            f"last={own[-1]}",
            *(f"word={word}" for word in own),
            *parts,
            f"-1={left[1]}",
            f"-2={left[0]}",
            f"+1={right[0]}",
            f"+2={right[1]}",
            f"-2-1={' '.join(left)}",
            f"+1+2={' '.join(right)}",
            f"-1+1={left[1]} {right[0]}",
            f"initial={start == 0}",
        }
    )


@dataclass(frozen=True, slots=True)
class NamesTable:
    """Accuracy of types of names by each method of collective classification."""

    name: str = "sen-names"
    about: str = (
        "Types of Dutch names whose spans are given (CoNLL-2002), accuracy on testb: each name "
        "alone, and with equal and contained names of its document (Sen et al. 2008; 001, "
        "sections 6 to 8)."
    )
    minutes: float = 2.0
    draws: int = 0

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield the accuracy of each method, on testb and on testa."""
        prepared: list[_Prepared] = []

        def ready() -> _Prepared:
            if not prepared:
                prepared.append(_prepared(context))
            return prepared[0]

        for method in METHODS:
            outcome = context.outcome(
                method,
                lambda: ready().outcome(method),  # noqa: B023 - called at once
                self.minutes / len(METHODS),
            )
            yield Row.of(method, None, outcome, "testb")
            yield Row.of(method, None, outcome, "testa", variant="testa")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the classifiers, and on when to use them."""
        ours = {row.name: row.ours for row in rows if not row.variant and row.ours is not None}
        alone, others = ours.pop("alone"), list(ours.values())
        return [
            f"The alone classifier is a maximum entropy classifier of a name's words and "
            f"neighbours, c2 = {C2:g}. Links gain {100 * (min(others) - alone):.1f} to "
            f"{100 * (max(others) - alone):.1f} points; the methods differ by "
            f"{100 * (max(others) - min(others)):.1f}.",
            "Iterative classification and Gibbs sampling combine it with a classifier of the types "
            f"of linked names ({HOW} of each, trained on right types); propagation, mean field and "
            "expansion use gains trained by margins (subgradients, λ = "
            f"{PENALTY:g}, {PASSES} passes, names of training documents by models of the others).",
            "The papers classify linked documents, and have no figures of names. Seconds are those "
            "of the classification of both files.",
        ]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Mentions of testb and testa with log P alone, and what was learned about links."""

    names: tuple[str, ...]
    tests: dict[str, tuple[Mentions, Array]]
    gains: Array
    of_links: OfLinks
    log_prior: Array

    def outcome(self, method: str) -> Outcome:
        """Return the accuracy of a method on both files."""
        started = time.perf_counter()
        figures = {}
        for file, (mentions, log_own) in self.tests.items():
            right = np.array([self.names.index(name) for name in mentions.types])
            figures[file] = float((self._classified(method, mentions, log_own) == right).mean())
        return Outcome(figures, time.perf_counter() - started)

    def _classified(self, method: str, mentions: Mentions, log_own: Array) -> NDArray[np.integer]:
        links = mentions.links
        arguments = log_own, mentions.documents, links, self.of_links, self.log_prior
        if method == "alone":
            return np.asarray(log_own.argmax(axis=1))
        if method == "iterative":
            return classify_iteratively(*arguments, how=HOW).types
        if method == "Gibbs":
            return classify_by_sampling(
                *arguments, 0, how=HOW, n_samples=SWEEPS, burn_in=BURN_IN
            ).types
        graph = mention_graph(log_own, links, self.gains)
        ways = {"propagation": "bp", "mean field": "mean-field", "expansion": "expansion"}
        return np.asarray(infer(graph, ways[method]).marginals.argmax(axis=1))


def _prepared(context: Context) -> _Prepared:
    def read(name: str) -> Mentions:
        return mentions_of(context.at_most(dutch_sentences(context.corpora, name)))

    training = read("ned.train.gz")
    tests = {name: read(f"ned.{name}.gz") for name in ("testb", "testa")}
    names = tuple(
        sorted({*training.types, *(name for one in tests.values() for name in one.types)})
    )
    context.report("Names of training documents by models of the others")
    log_own = np.zeros((len(training.types), len(names)))
    for fold in range(FOLDS):
        is_out = training.documents % FOLDS == fold
        inside, outside = np.flatnonzero(~is_out), np.flatnonzero(is_out)
        if len(inside) and len(outside):
            model = _classifier(training.part(inside), names)
            log_own[outside] = _log_probabilities(model, training.part(outside), names)
    right = np.array([names.index(name) for name in training.types], dtype=np.int32)
    context.report("Gains of links")
    gains = associative_gains(_documents(training, log_own, right), penalty=PENALTY, passes=PASSES)
    of_links, log_prior = _link_classifier(training.links, right, names)
    alone = _classifier(training, names)
    found = {file: (one, _log_probabilities(alone, one, names)) for file, one in tests.items()}
    return _Prepared(names, found, gains, of_links, log_prior)


def _classifier(mentions: Mentions, names: tuple[str, ...]) -> MaximumEntropyClassifier:
    model = MaximumEntropyClassifier(c2=C2)
    items = [[own] for own in mentions.attributes]
    return model.fit(items, [[name] for name in mentions.types], labels=list(names))


def _log_probabilities(
    model: MaximumEntropyClassifier, mentions: Mentions, names: tuple[str, ...]
) -> Array:
    rows = model.label_probabilities(model.dataset([[own] for own in mentions.attributes]))
    columns = [list(model.classes_).index(name) for name in names]
    return np.log(np.maximum(rows[:, columns], LEAST_PROBABILITY))


def _documents(
    mentions: Mentions, log_own: Array, right: NDArray[np.int32]
) -> list[LabelledMentions]:
    bounds = np.flatnonzero(np.diff(mentions.documents, prepend=-2, append=-2)).tolist()
    return [
        LabelledMentions(
            log_own[first:last],
            right[first:last],
            mentions.part(np.arange(first, last)).links,
        )
        for first, last in pairwise(bounds)
    ]


def _link_classifier(
    links: Links, right: NDArray[np.int32], names: tuple[str, ...]
) -> tuple[Callable[[Array], Array], Array]:
    """Return log P(type | types of linked names), trained on right types, and log P(type)."""
    attributes = link_attributes(right, links, len(names), HOW)
    linked = np.flatnonzero(attributes.any(axis=1))
    keys = [f"{kind}={name}" for kind in KINDS for name in names]
    items = [
        [{keys[column]: float(value) for column, value in enumerate(row) if value}]
        for row in attributes[linked]
    ]
    model = MaximumEntropyClassifier(c2=LINK_C2)
    model.fit(items, [[names[type_]] for type_ in right[linked]], labels=list(names))
    weights = np.zeros((len(keys), len(names)))
    for (key, name), weight in model.state_features_.items():
        weights[keys.index(key), names.index(name)] = weight

    def of_links(counts: Array) -> Array:
        scores = counts @ weights
        return np.asarray(scores - np.logaddexp.reduce(scores, axis=1)[:, np.newaxis])

    shares = np.bincount(right[linked], minlength=len(names)) + 0.5
    return of_links, np.log(shares / shares.sum())
