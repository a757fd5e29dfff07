"""Query strategies by similarity to the pool."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from crfcore.active_learning.density_kernels import add_directions, dot_products
from crfcore.active_learning.labellings import sequence_entropy
from crfcore.active_learning.pool import Pool
from crfcore.arrays import FloatArray, OffsetArray
from crfcore.features.dataset import Dataset


class Directions(NamedTuple):
    """Sentences as vectors of attribute counts.

    Attributes
    ----------
    lengths : (N,) array
        The Euclidean length of each sentence's vector.
    mean : (A,) array
        The mean of the vectors of length 1.
    """

    lengths: FloatArray
    mean: FloatArray


def information_density(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by information density: sequence entropy × mean cosine to the pool.

    Vectors count the attributes that the model knows; the mean includes the sentence itself. B.
    Settles and M. Craven, EMNLP 2008, section 3.4, with β = 1; the mean of all cosines is the
    cosine with the mean of the unit vectors, so that the time is linear. In a part of a pool the
    cosine is that to the whole pool.
    """
    return sequence_entropy(pool, rng) * densities(pool)


def densities(pool: Pool) -> FloatArray:
    """Return the mean cosine of each sentence to the sentences of the whole pool, (N,)."""
    own, whole = _directions_of(pool), pool.whole
    mean = own.mean
    if whole.is_fitted and whole.dataset.n_attributes == len(mean):
        mean = _directions_of(whole).mean
    products = np.empty(pool.n_sentences)
    dot_products(*_arrays(pool.dataset), mean, products)
    return products / np.where(own.lengths > 0.0, own.lengths, 1.0)


def _directions_of(pool: Pool) -> Directions:
    return pool.cached("directions", lambda: directions(pool.dataset))


def directions(dataset: Dataset) -> Directions:
    """Return the lengths of sentences as vectors, and the mean of their directions."""
    lengths = np.empty(dataset.n_sentences)
    total = np.zeros(dataset.n_attributes)
    add_directions(*_arrays(dataset), np.zeros(dataset.n_attributes), lengths, total)
    return Directions(lengths, total / max(dataset.n_sentences, 1))


class Vectors:
    """Sentences of a dataset as vectors of attribute counts."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset

    def cosines(self, places: OffsetArray, others: OffsetArray) -> FloatArray:
        """Return the cosine similarities of some sentences with some others.

        Sentences without attributes have similarity 1 with each other, and 0 with all others.
        """
        rows, columns = self._directions(places), self._directions(others)
        products = np.asarray((rows @ columns.T).toarray())
        empty = [np.asarray(abs(one).sum(axis=1)).ravel() == 0.0 for one in (rows, columns)]
        products[np.ix_(*empty)] = 1.0
        return products

    def _directions(self, places: OffsetArray) -> Any:
        """Return the unit vectors of some sentences, as rows."""
        # Imported here because it is slow to load, and only diverse batches need it.
        from scipy import sparse

        offsets, indptr, attributes, values = _arrays(self._dataset.select(places))
        entries = values if len(values) else np.ones(len(attributes))
        shape = len(places), self._dataset.n_attributes
        counts = sparse.csr_array((entries, attributes, indptr[offsets]), shape=shape)
        counts.sum_duplicates()
        lengths = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
        return sparse.diags_array(1.0 / np.where(lengths > 0.0, lengths, 1.0)) @ counts


def _arrays(dataset: Dataset) -> tuple[OffsetArray, OffsetArray, Any, FloatArray]:
    return dataset.offsets, dataset.indptr, dataset.attributes, dataset.values
