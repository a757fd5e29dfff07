"""Probabilities of a hidden Markov model, and the equivalent weights of a log-linear chain.

P(x, y) = π(y_1) · Π_t A(y_{t-1}, y_t) · Π_t B(y_t, x_t) (textbook chapter VII.1; H. M. Wallach
2002, equation 2.6), times the probability of ending in y_T where ends are modelled. P(y given x) is
that of a chain with the weights log π, log A and log B (chapter VII.5; the start is left out
there).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.features.symbol_extraction import ALWAYS, BORDERS, END, START, UNKNOWN
from crfcore.training.feature_index import MAX_WEIGHTS, FeatureIndex
from crfcore.training.linear_model import LinearModel


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """Logarithms of the probabilities of a hidden Markov model of L labels and V symbols.

    Attributes
    ----------
    start : (L,) array
        log π.
    transitions : (L, L) array
        log A; rows are previous labels.
    emissions : (V + 1, L) array
        log B; the last row is for unknown symbols.
    end : (L,) array, or (0,)
        Of ending after each label; empty where ends are not modelled.
    """

    start: FloatArray
    transitions: FloatArray
    emissions: FloatArray
    end: FloatArray

    @property
    def n_labels(self) -> int:
        """The number of labels."""
        return len(self.start)

    def scores(self, symbols: IdArray, offsets: OffsetArray) -> FloatArray:
        """Return the scores (T, L) of tokens, whole sentences; transitions are log A.

        Parameters
        ----------
        symbols : (T,) array
            V for an unknown symbol.
        offsets : (N + 1,) array
            From 0.
        """
        scores = self.emissions[symbols]
        full = offsets[:-1] < offsets[1:]
        scores[offsets[:-1][full]] += self.start
        if len(self.end):
            scores[offsets[1:][full] - 1] += self.end
        return scores

    def linear(self) -> LinearModel:
        """Return the equivalent weights of the attributes of a `SymbolExtractor`.

        Weights are −∞ for probabilities of 0; transitions of probability 0 are forbidden. Weights
        of 0 are left out.

        Raises
        ------
        CrfError
            There would be too many weights.
        """
        unknown = self.emissions[-1]
        usual = np.where(np.isfinite(unknown), unknown, 0.0)
        rows = np.zeros((len(BORDERS), self.n_labels))
        rows[ALWAYS] = usual
        rows[UNKNOWN] = unknown - usual
        rows[START] = self.start
        if len(self.end):
            rows[END] = self.end
        rows = np.concatenate([rows, self.emissions[:-1] - usual])
        kept = rows != 0.0
        # Modelled ends have weights, even if all labels end with probability 1.
        kept[END] |= len(self.end) > 0
        counts = np.count_nonzero(kept, axis=1)
        if int(counts.sum()) > MAX_WEIGHTS:
            raise CrfError(
                f"The model would have {int(counts.sum()):,} weights; {MAX_WEIGHTS:,} are "
                "possible. Leave out rare symbols (min_count)."
            )
        possible = np.isfinite(self.transitions.ravel())
        index = FeatureIndex(
            self.n_labels,
            offsets_of(counts),
            np.nonzero(kept)[1].astype(np.int32),
            np.flatnonzero(possible).astype(np.int32),
            np.zeros(1, dtype=np.int64),
            np.zeros(0, dtype=np.int32),
            np.flatnonzero(~possible).astype(np.int32),
        )
        return LinearModel(index, np.concatenate([rows[kept], self.transitions.ravel()[possible]]))

    @classmethod
    def of_linear(cls, model: LinearModel, border_ids: IdArray) -> Chain:
        """Return the probabilities of these weights, with symbols in the order of their ids.

        Parameters
        ----------
        model : LinearModel
        border_ids : (4,) array
            The ids of the attributes of `BORDERS`, −1 for those without weights. Ends are modelled
            if they have weights.
        """
        index = model.index
        rows = np.zeros((index.n_attributes + 1, index.n_labels))
        owners = np.repeat(np.arange(index.n_attributes), np.diff(index.state_indptr))
        rows[owners, index.state_labels] = index.state_part(model.weights)
        usual = rows[border_ids[ALWAYS]]
        has_end = bool(np.any(owners == border_ids[END]))
        is_symbol = np.ones(len(rows), dtype=bool)
        is_symbol[border_ids] = False
        is_symbol[-1] = False
        emissions = np.vstack([rows[is_symbol], rows[border_ids[UNKNOWN]]]) + usual
        return cls(
            rows[border_ids[START]],
            index.transition_matrix(model.weights),
            emissions,
            rows[border_ids[END]] if has_end else np.zeros(0),
        )


def symbols_of(dataset: Dataset) -> IdArray:
    """Return the id of each token's symbol, (T,); V if unknown.

    Parameters
    ----------
    dataset : Dataset
        Of a `SymbolExtractor` that knows all of `BORDERS`.
    """
    n_borders = len(BORDERS)
    symbols = np.full(dataset.n_tokens, dataset.n_attributes - n_borders, dtype=np.int32)
    owners = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
    is_symbol = dataset.attributes >= n_borders
    symbols[owners[is_symbol]] = dataset.attributes[is_symbol] - n_borders
    return symbols
