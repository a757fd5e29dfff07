"""The parameter `allowed_transitions`, as label ids."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from crfcore.errors import CrfError, UnknownLabelError, shown
from crfcore.training.feature_index import AllowedTransitions
from crfcore.training.linear_model import LinearModel
from crfcore.training.model_arrays import Model


def allowed_transitions(wanted: Any, names: tuple[str, ...]) -> AllowedTransitions:
    """Return "all", "observed", or the ids of the allowed pairs.

    Parameters
    ----------
    wanted : {"all", "observed"}, (L, L) matrix of 0 and 1, or pairs of labels
        A matrix is in the order of the labels; rows are previous labels.
    names : tuple of str
        The labels.

    Raises
    ------
    CrfError
        It has another type.
    UnknownLabelError
        A pair names an unknown label.
    """
    if isinstance(wanted, str):
        if wanted == "all":
            return "all"
        if wanted == "observed":
            return "observed"
        raise _impossible(wanted, len(names))
    try:
        rows = list(wanted)
    except TypeError:
        raise _impossible(wanted, len(names)) from None
    if all(_is_pair_of_names(row) for row in rows):
        numbers = {name: number for number, name in enumerate(names)}
        return tuple(_number(pair, numbers) for pair in rows)
    try:
        matrix = np.asarray(rows, dtype=np.float64)
    except (TypeError, ValueError):
        raise _impossible(wanted, len(names)) from None
    if matrix.shape != (len(names), len(names)) or not np.isin(matrix, (0.0, 1.0)).all():
        raise _impossible(wanted, len(names))
    return tuple(np.flatnonzero(matrix.ravel()).tolist())


def pairs_of(model: Model, labels: tuple[str, ...]) -> Any:
    """Return the allowed transitions of a model: pairs of labels, or "all"."""
    if not isinstance(model, LinearModel) or len(model.index.forbidden_pairs) == 0:
        return "all"
    forbidden = set(model.index.forbidden_pairs.tolist())
    pairs = enumerate(product(labels, repeat=2))
    return tuple(pair for number, pair in pairs if number not in forbidden)


def _is_pair_of_names(row: Any) -> bool:
    return (
        isinstance(row, tuple | list)
        and len(row) == 2
        and all(isinstance(name, str) for name in row)
    )


def _number(pair: Any, numbers: dict[str, int]) -> int:
    for name in pair:
        if name not in numbers:
            raise UnknownLabelError(
                f"allowed_transitions names the label {shown(name)}, which is not one of "
                f"{', '.join(numbers)}; correct it, or leave the pair out."
            )
    before, after = pair
    return numbers[before] * len(numbers) + numbers[after]


def _impossible(wanted: Any, n_labels: int) -> CrfError:
    return CrfError(
        f"allowed_transitions={shown(wanted)} is not possible; it must be 'all', 'observed', pairs "
        f"of labels that may follow one another, or a matrix of 0 and 1 of the shape "
        f"({n_labels}, {n_labels})."
    )
