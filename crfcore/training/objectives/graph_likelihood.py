"""The approximate likelihood of skip-chains, by loopy propagation (001, section 7, equation 72).

−Σ [log Z(allowed) − log Z(all)] + c2·Σ w², with the Bethe value for log Z. Its gradient is expected
counts under beliefs: those of all labellings minus those of the allowed ones. Where messages have
converged that is the gradient of the Bethe value, and on graphs without loops both are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.graphs.skip_chains import (
    MAX_PASSES,
    TOLERANCE,
    SkipChains,
    SkipEdges,
    SkipPropagation,
)
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.indexed_dataset import IndexedDataset
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import TrainingCancelled


@dataclass(frozen=True, slots=True, eq=False)
class SkipWeights:
    """Weights of skip edges; K types.

    Attributes
    ----------
    pairs : (K, K) array
        By the types of the first and the second end.
    attributes : int32 (A,)
        Attributes of the ends with weights, in increasing order.
    ends : (A, K) array
        Added if either end has the attribute and both are of the type.
    """

    pairs: FloatArray
    attributes: IdArray
    ends: FloatArray

    @classmethod
    def zeros(cls, edges: SkipEdges, n_types: int) -> SkipWeights:
        """Return weights of 0 for the attributes of some edges."""
        attributes = np.unique(edges.attributes)
        return cls(np.zeros((n_types, n_types)), attributes, np.zeros((len(attributes), n_types)))

    @property
    def vector(self) -> FloatArray:
        """All weights in a row."""
        return np.concatenate([self.pairs.ravel(), self.ends.ravel()])

    def of_vector(self, vector: FloatArray) -> SkipWeights:
        """Return the weights that have this `vector`."""
        n_pairs = self.pairs.size
        pairs, ends = vector[:n_pairs], vector[n_pairs:]
        return SkipWeights(
            pairs.reshape(self.pairs.shape), self.attributes, ends.reshape(self.ends.shape)
        )

    def presence(self, edges: SkipEdges) -> Any:
        """Return which edge has which of the attributes, a sparse (E, A) matrix of 0 and 1."""
        from scipy.sparse import csr_array

        columns = np.searchsorted(self.attributes, edges.attributes)
        known = np.append(self.attributes, -1)[columns] == edges.attributes
        owners = np.repeat(np.arange(edges.n_edges), np.diff(edges.indptr))
        shape = edges.n_edges, len(self.attributes)
        cells = owners[known], columns[known]
        return csr_array((np.ones(int(known.sum())), cells), shape=shape)


class GraphLikelihood:
    """Value and gradient of the approximate negative log-likelihood of a skip-chain.

    Parameters
    ----------
    dataset : Dataset
    targets : Targets
    index : FeatureIndex
        The weights of the chain.
    documents : int64 (N,)
        The number of each sentence's document, from 0 on.
    type_of : int32 (L,)
        See `crfcore.graphs.ties.types_of`.
    edges : SkipEdges
    c2 : float
        Factor of Σ w² over all weights.
    tolerance, max_passes : float, int
        Of the messages; see `SkipPropagation.run`.
    cancelled : callable, optional
        Called before each evaluation; True ends it with `TrainingCancelled`.

    Attributes
    ----------
    skip : SkipWeights
        Of zeros: the layout of the weights that follow those of the chain.
    converged : bool
        Whether all messages of the last evaluation converged.

    Raises
    ------
    CrfError
        Dataset, targets, documents or edges do not fit.
    """

    def __init__(
        self,
        dataset: Dataset,
        targets: Targets,
        index: FeatureIndex,
        documents: OffsetArray,
        type_of: IdArray,
        edges: SkipEdges,
        *,
        c2: float = 1.0,
        tolerance: float = TOLERANCE,
        max_passes: int = MAX_PASSES,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        if targets.n_tokens != dataset.n_tokens or len(documents) != dataset.n_sentences:
            raise CrfError(
                f"There are targets of {targets.n_tokens} tokens and documents of "
                f"{len(documents)} sentences, not of {dataset.n_tokens} and {dataset.n_sentences}."
            )
        if edges.ends.max(initial=-1) >= dataset.n_tokens:
            raise CrfError("A skip edge has a token that is not in the dataset.")
        self.skip = SkipWeights.zeros(edges, int(type_of.max()) + 1)
        self.converged = True
        self._indexed = IndexedDataset(dataset, index)
        self._documents, self._type_of, self._ends = documents, type_of, edges.ends
        self._presence = self.skip.presence(edges)
        self._c2, self._cancelled = float(c2), cancelled
        self._limits: dict[str, Any] = {"tolerance": tolerance, "max_passes": max_passes}
        self._allowed = targets.allowed_by_set()[targets.label_sets]
        # Counts of known labels are the same at all weights.
        self._observed: FloatArray | None = None
        if targets.known:
            self._observed = np.empty(self.n_weights)
            self._expected(np.zeros(self.n_weights), self._allowed, self._observed)

    @property
    def n_weights(self) -> int:
        """The length of weights and gradient."""
        return self._indexed.index.n_weights + len(self.skip.vector)

    def __call__(self, weights: FloatArray, gradient: FloatArray) -> float:
        """Return the objective and write its gradient.

        Parameters
        ----------
        weights : (F,) array
            Those of the chain, then those of edges.
        gradient : (F,) array, written

        Raises
        ------
        TrainingCancelled
            The gradient is then undefined.
        """
        if self._cancelled is not None and self._cancelled():
            raise TrainingCancelled
        if self._observed is not None:
            value, converged = self._expected(weights, None, gradient)
            value -= float(self._observed @ weights)
            gradient -= self._observed
        else:
            agreeing = np.empty_like(gradient)
            known, converged_known = self._expected(weights, self._allowed, agreeing)
            value, converged = self._expected(weights, None, gradient)
            value -= known
            gradient -= agreeing
            converged = converged and converged_known
        self.converged = converged
        gradient += 2.0 * self._c2 * weights
        return value + self._c2 * float(weights @ weights)

    def chains(self, weights: FloatArray, allowed: MaskArray | None = None) -> SkipChains:
        """Return the model of the documents at some weights, (F,)."""
        dataset, index = self._indexed.dataset, self._indexed.index
        model = LinearModel(index, weights[: index.n_weights])
        skip = self.skip.of_vector(weights[index.n_weights :])
        return SkipChains(
            np.ascontiguousarray(model.scores(dataset, 0, dataset.n_tokens)),
            model.transitions(dataset, 0, dataset.n_tokens),
            dataset.offsets,
            allowed,
            self._documents,
            self._type_of,
            self._ends,
            skip.pairs,
            np.asarray(self._presence @ skip.ends),
        )

    def _expected(
        self, weights: FloatArray, allowed: MaskArray | None, counts: FloatArray
    ) -> tuple[float, bool]:
        """Write expected counts of features; return log Z, and whether messages converged."""
        propagation = SkipPropagation(self.chains(weights, allowed))
        propagation.run(**self._limits)
        found = propagation.expectations()
        index = self._indexed.index
        own = counts[: index.n_weights]
        own[:] = 0.0
        pairs = found.transitions.reshape(-1, index.n_labels, index.n_labels)
        self._indexed.add(0, len(found.posteriors), found.posteriors, pairs, own)
        ends = np.asarray(self._presence.T @ found.gains)
        counts[index.n_weights :] = np.concatenate([found.pairs.ravel(), ends.ravel()])
        return found.log_z, propagation.converged
