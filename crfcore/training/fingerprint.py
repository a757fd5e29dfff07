"""Hash of training data, by which a saved optimiser recognises its problem."""

from __future__ import annotations

import hashlib

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.features.vector_lines import unfold_vectors
from crfcore.training.feature_index import FeatureIndex


def fingerprint(
    dataset: Dataset,
    targets: Targets,
    index: FeatureIndex,
    sentence_weights: FloatArray | None = None,
    objective: str = "likelihood",
    costs: FloatArray | None = None,
) -> str:
    """Return the SHA-256 of an objective's data, without its penalties.

    Parameters
    ----------
    dataset, targets, index
        As for `Objective`.
    sentence_weights : (N,) array, optional
    objective : str
        The name of the objective.
    costs : (L, L) array, optional

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    digest = hashlib.sha256()
    dataset = unfold_vectors(dataset)
    arrays = (
        dataset.offsets,
        dataset.indptr,
        dataset.attributes,
        dataset.values,
        dataset.edge_indptr,
        dataset.edge_attributes,
        targets.label_sets,
        targets.sets,
        index.state_indptr,
        index.state_labels,
        index.transition_pairs,
        index.edge_indptr,
        index.edge_pairs,
        index.forbidden_pairs,
    )
    for array in arrays if sentence_weights is None else (*arrays, sentence_weights):
        # Lengths too, so that the concatenation of arrays is unambiguous.
        digest.update(f"{array.dtype.str}{array.shape};".encode())
        digest.update(np.ascontiguousarray(array).data)
    if objective != "likelihood":
        digest.update(objective.encode())
    if costs is not None:
        digest.update(np.ascontiguousarray(costs).data)
    return digest.hexdigest()
