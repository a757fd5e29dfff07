"""Predictions of skip-chains, and what their files hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, with_prefix
from crfcore.estimator.document_ties import DocumentText
from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.dataset import Dataset
from crfcore.features.word_cases import WordCases
from crfcore.graphs.factor_graph import LARGEST_SCORE
from crfcore.graphs.skip_chains import SkipChains, SkipEdges, SkipPropagation, skip_edges
from crfcore.graphs.ties import tie, tied_tokens, types_of
from crfcore.inference.viterbi import viterbi
from crfcore.training.objectives.graph_likelihood import SkipWeights

RULES = ("names", "form")
"""Which equal words are joined; see `crfcore.graphs.ties.tied_tokens`."""


@dataclass(frozen=True, slots=True, eq=False)
class SkipTies:
    """How the sentences of a document are joined.

    Attributes
    ----------
    weights : SkipWeights
    cases : WordCases
        Of the training text.
    rule : {"names", "form"}
    reach : int or None
        See `crfcore.graphs.skip_chains.skip_edges`.
    tolerance, max_passes : float, int
        Of the messages.
    """

    weights: SkipWeights
    cases: WordCases
    rule: str
    reach: int | None
    tolerance: float
    max_passes: int

    def labels(self, fitted: FittedChain, text: DocumentText) -> IdArray:
        """Return the best labels of each sentence under the messages of others, int32 (T,)."""
        found = np.zeros(text.table.n_tokens, np.int32)
        for tokens, part in text.parts():
            state = self.propagation(fitted, part)
            chains = state.chains
            arrays = chains.transitions, chains.offsets, chains.allowed
            found[tokens] = viterbi(state.scores(), *arrays)[0]
        return found

    def probabilities(self, fitted: FittedChain, text: DocumentText) -> FloatArray:
        """Return the beliefs of all labels, (T, L)."""
        found = np.zeros((text.table.n_tokens, len(fitted.labels)))
        for tokens, part in text.parts():
            found[tokens] = self.propagation(fitted, part).expectations().posteriors
        return found

    def propagation(self, fitted: FittedChain, text: DocumentText) -> SkipPropagation:
        """Return the messages of some documents, after passing."""
        dataset = dataset_of(text.table, fitted.extractor)
        scores, transitions, offsets, allowed = fitted.lattice(
            dataset, text.allowed, 0, dataset.n_sentences
        )
        edges = edges_of(text, self.rule, self.reach, self.cases, dataset)
        chains = SkipChains(
            np.ascontiguousarray(scores),
            transitions,
            offsets,
            allowed,
            np.unique(text.documents, return_inverse=True)[1],
            types_of(fitted.labels)[1],
            edges.ends,
            self.weights.pairs,
            np.asarray(self.weights.presence(edges) @ self.weights.ends),
        )
        state = SkipPropagation(chains)
        state.run(tolerance=self.tolerance, max_passes=self.max_passes)
        return state

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return the state for `from_state`: a JSON object, and arrays."""
        cases, words = self.cases.state()
        arrays: dict[str, NDArray[Any]] = {
            "pairs": self.weights.pairs,
            "attributes": self.weights.attributes,
            "ends": self.weights.ends,
        }
        arrays |= {f"cases_{name}": array for name, array in words.items()}
        return {"cases": cases}, arrays

    @classmethod
    def from_state(
        cls,
        header: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        fitted: FittedChain,
        params: Mapping[str, Any],
    ) -> Self:
        """Return the ties of a `state`, with checked parameters; an error if parts do not fit."""
        pairs, attributes, ends = (arrays[name] for name in ("pairs", "attributes", "ends"))
        n_types = len(types_of(fitted.labels)[0])
        shapes = pairs.shape == (n_types, n_types) and ends.shape == (len(attributes), n_types)
        is_float = pairs.dtype == np.float64 and ends.dtype == np.float64
        small = all(np.all(np.abs(weights) <= LARGEST_SCORE) for weights in (pairs, ends))
        if not (shapes and is_float and small):
            raise ValueError("the weights of skip edges are no such numbers for the labels' types")
        rising = attributes.ndim == 1 and attributes.dtype == np.int32
        bounds = np.concatenate([[-1], attributes, [fitted.extractor.n_attributes]])
        if not (rising and np.all(np.diff(bounds.astype(np.int64)) > 0)):
            raise ValueError("the attributes of skip edges are not those of the chain")
        cases = WordCases.from_state(header["cases"], with_prefix(arrays, "cases_"))
        weights = SkipWeights(pairs, attributes, ends)
        return cls(
            weights,
            cases,
            params["rule"],
            params["reach"],
            float(params["message_tolerance"]),
            int(params["max_passes"]),
        )


def edges_of(
    text: DocumentText,
    rule: str,
    reach: int | None,
    cases: WordCases,
    dataset: Dataset | None,
) -> SkipEdges:
    """Return the edges of some documents, with the attributes of a dataset."""
    words, offsets = text.table.columns[0], text.table.offsets
    tied = tied_tokens(words, offsets, rule, cases=cases)
    return skip_edges(tie(words, offsets, text.documents, tied), dataset, reach)
