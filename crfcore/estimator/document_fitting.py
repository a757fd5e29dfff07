"""What is learned about tied documents from documents that a chain has not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.estimator.document_ties import DocumentText, DocumentTies
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.targets import Targets
from crfcore.features.word_cases import learn_cases
from crfcore.graphs.collective import labels_under
from crfcore.graphs.confirmed_phrases import count_cases, phrase_cost
from crfcore.graphs.propagation import Propagation
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_chains import TiedChains, expected_types
from crfcore.graphs.ties import Ties, forms_of, types_of
from crfcore.inference.viterbi import viterbi
from crfcore.metrics.spans import span_scores
from crfcore.text.tag_schemes import detect_scheme

STRENGTHS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
"""Among which held-out documents choose."""

STRENGTH, PROBABILITY_STRENGTH = 0.5, 0.2
"""Without documents to hold out: the best for labels and for probabilities of Dutch names."""

_LEAST = 1e-300
"""Least probability of a label, of which the logarithm is taken."""

Fit = Callable[[NDArray[np.int64]], FittedChain]
"""Trains a chain on some sentences."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledDocuments:
    """Documents with labels.

    Attributes
    ----------
    text : DocumentText
    targets : Targets
    labels : tuple of str
    """

    text: DocumentText
    targets: Targets
    labels: tuple[str, ...]

    @property
    def known(self) -> IdArray:
        """The label of each token, int32 (T,), -1 where it is not known."""
        given = self.targets.label_sets
        return np.where(given < len(self.labels), given, -1).astype(np.int32)

    @property
    def scheme(self) -> str:
        """The scheme of the labels."""
        return detect_scheme([[tag for tag in tags if tag] for tags in self.tags()])

    def tags(self) -> list[list[str]]:
        """Return the labels by sentence, "" where they are not known."""
        names = np.array([*self.labels, ""], dtype=object)
        return split_labels(names[self.known], self.text.table.offsets)

    def folds(self, n: int) -> list[NDArray[np.int64]]:
        """Return the sentences of n parts of the documents."""
        number = np.unique(self.text.documents, return_inverse=True)[1]
        n = min(n, int(number.max(initial=-1)) + 1)
        return [np.flatnonzero(number % n == fold) for fold in range(n)]


class Stage(NamedTuple):
    """A chain with its ties, and the labels of training sentences by chains that lack them.

    ``held_out`` int32 (T,) are without ties.
    """

    fitted: FittedChain
    ties: DocumentTies
    held_out: IdArray


class _Held(NamedTuple):
    """A part of the documents, its tokens, and its model by a chain that has not seen it."""

    tokens: NDArray[np.int64]
    chains: TiedChains


def split_labels(names: NDArray[np.object_], offsets: OffsetArray) -> list[list[str]]:
    """Return labels (T,) by sentence."""
    return [names[start:stop].tolist() for start, stop in pairwise(offsets.tolist())]


def fit_stage(
    documents: LabelledDocuments,
    fit: Fit,
    folds: int,
    *,
    rule: str,
    method: str,
    strength: float | None,
    probability_strength: float | None,
    phrases: bool,
    pseudo_count: float,
) -> Stage:
    """Train a chain, and learn how strongly its documents are tied.

    Parameters
    ----------
    documents : LabelledDocuments
    fit : callable
    folds : int
        Parts of the documents that are held out in turn; with fewer than two documents none.
    rule, method, pseudo_count
        See `crfcore.document_crf.DocumentCRF`.
    strength, probability_strength : float or None
        None: chosen on held-out documents, by the F1 of spans (without spans, the accuracy of tied
        tokens), and by the log-likelihood of tied tokens.
    phrases : bool
        Whether confirmed phrases are evidence.
    """
    text, known = documents.text, documents.known
    types, type_of = types_of(documents.labels)
    ties = DocumentTies(
        TieTable.of_agreement(types),
        learn_cases(text.table),
        rule,
        method,
        STRENGTH if strength is None else strength,
        PROBABILITY_STRENGTH if probability_strength is None else probability_strength,
        _cost(documents) if phrases else 0.0,
        documents.scheme,
    )
    everything = np.arange(text.table.n_sentences)
    parts = documents.folds(folds)
    fitted = fit(everything)
    if len(parts) < 2:
        parts, chains = [everything], [fitted]
    else:
        chains = [fit(np.setdiff1d(everything, held)) for held in parts]
    groups, expected, held_out = [], np.zeros(len(types)), np.zeros(text.table.n_tokens, np.int32)
    held = []
    for part, chain in zip(parts, chains, strict=True):
        own = text.select(part)
        tokens = _tokens(text.table.offsets, part)
        model = ties.chains(chain.untempered, own, 0.0)
        held.append(_Held(tokens, model))
        groups.append(_moved(model.ties, tokens, text.table.n_tokens))
        expected += expected_types(model.scores, model.pairs, model.offsets, type_of, model.ties)
        held_out[tokens] = viterbi(model.scores, model.pairs, model.offsets)[0]
    kinds = np.where(known >= 0, type_of[known], -1).astype(np.int32)
    table = TieTable.fit(types, kinds, _joined(groups), pseudo_count=pseudo_count)
    ties = replace(ties, table=table.for_model(expected, pseudo_count))
    if len(parts) > 1:
        ties = _with_strengths(ties, documents, held, strength, probability_strength)
    return Stage(fitted, ties, held_out)


def _with_strengths(
    ties: DocumentTies,
    documents: LabelledDocuments,
    held: Sequence[_Held],
    strength: float | None,
    probability_strength: float | None,
) -> DocumentTies:
    """Return ties with the strengths that are best on held-out documents, where none is given."""
    scores = np.zeros((len(STRENGTHS), 2))
    for number, candidate in enumerate(STRENGTHS):
        labels = np.zeros(documents.text.table.n_tokens, np.int32)
        for tokens, chains in held:
            n_groups = chains.ties.n_groups
            model = replace(chains, table=ties.table, strengths=np.full(n_groups, candidate))
            state = Propagation(model)
            state.run()
            labels[tokens] = labels_under(state)
            scores[number, 1] += _log_likelihood(state, documents.known[tokens])
        scores[number, 0] = _score(documents, labels, held)
    # Of equal ones the weakest.
    best = [STRENGTHS[int(column.argmax())] for column in scores.T]
    return ties.of_strength(
        best[0] if strength is None else strength,
        best[1] if probability_strength is None else probability_strength,
    )


def _score(documents: LabelledDocuments, labels: IdArray, held: Sequence[_Held]) -> float:
    """Return the F1 of the spans of fully labelled sentences, or the accuracy of tied tokens."""
    known = documents.known
    if documents.scheme == "tokens":
        tied = np.concatenate([tokens[chains.ties.members] for tokens, chains in held])
        tied = tied[known[tied] >= 0]
        return float(np.mean(labels[tied] == known[tied])) if len(tied) else 0.0
    names = np.array(documents.labels, dtype=object)
    found = split_labels(names[labels], documents.text.table.offsets)
    pairs = [
        (own, tags) for own, tags in zip(documents.tags(), found, strict=True) if "" not in own
    ]
    return span_scores([own for own, _ in pairs], [tags for _, tags in pairs]).f1


def _log_likelihood(state: Propagation, known: IdArray) -> float:
    """Return the sum of the log-probabilities of the labels of tied tokens."""
    tied = state.chains.ties.members
    tied = tied[known[tied] >= 0]
    found: FloatArray = state.posteriors[tied, known[tied]]
    return float(np.log(np.maximum(found, _LEAST)).sum())


def _cost(documents: LabelledDocuments) -> float:
    """Return the cost of a token of a phrase that was confirmed, by counts."""
    again = otherwise = 0
    text, tags, scheme = documents.text, documents.tags(), documents.scheme
    forms, offsets = forms_of(text.table.columns[0])[0], text.table.offsets
    for document in np.unique(text.documents).tolist():
        part = np.flatnonzero(text.documents == document)
        tokens = slice(int(offsets[part[0]]), int(offsets[part[-1] + 1]))
        own = offsets[part[0] : part[-1] + 2] - offsets[part[0]]
        labels = [[tag or "O" for tag in tags[sentence]] for sentence in part.tolist()]
        counts = count_cases(forms[tokens], own, labels, scheme)
        again, otherwise = again + counts[0], otherwise + counts[1]
    return phrase_cost(again, otherwise)


def _tokens(offsets: OffsetArray, sentences: NDArray[np.int64]) -> NDArray[np.int64]:
    chosen = np.zeros(len(offsets) - 1, np.bool_)
    chosen[sentences] = True
    return np.flatnonzero(np.repeat(chosen, np.diff(offsets)))


def _moved(ties: Ties, tokens: NDArray[np.int64], n_tokens: int) -> Ties:
    """Return the groups of a part with the numbers that its tokens have in the whole."""
    group_of = np.full(n_tokens, -1, np.int32)
    group_of[tokens] = ties.group_of
    return Ties(group_of, ties.indptr, tokens[ties.members].astype(np.int32))


def _joined(parts: Sequence[Ties]) -> Ties:
    """Return the groups of all parts."""
    group_of = np.full(len(parts[0].group_of), -1, np.int32)
    ends = [np.zeros(1, np.int64)]
    n_groups = n_members = 0
    for part in parts:
        mine = part.group_of >= 0
        group_of[mine] = part.group_of[mine] + n_groups
        ends.append(part.indptr[1:] + n_members)
        n_groups, n_members = n_groups + part.n_groups, n_members + len(part.members)
    members = np.concatenate([part.members for part in parts])
    return Ties(group_of, np.concatenate(ends), members)
