"""Rules about pairs of neighbouring labels."""

from __future__ import annotations

import numpy as np

from crfcore.constraints.alphabet import Alphabet, BoolArray
from crfcore.constraints.kinds import (
    EndsWith,
    FollowedBy,
    NeverAdjacent,
    NotFollowedBy,
    StartsWith,
    ValidScheme,
)
from crfcore.constraints.schemes import broken_pairs

NeighbourKind = FollowedBy | NotFollowedBy | NeverAdjacent | StartsWith | EndsWith | ValidScheme


def broken_by(kind: NeighbourKind, alphabet: Alphabet) -> BoolArray:
    """Return the pairs of neighbours that violate a rule.

    Returns
    -------
    (L + 1, L + 1) array
        [y, y'] for y' right after y, [L, y] for y at the first token, [y, L] for y at the last.
        Each occurrence is one violation.
    """
    n_labels = len(alphabet)
    result = np.zeros((n_labels + 1, n_labels + 1), dtype=np.bool_)
    if isinstance(kind, ValidScheme):
        return broken_pairs(alphabet.labels, kind.scheme)
    if isinstance(kind, StartsWith):
        result[n_labels, :n_labels] = ~alphabet.unit(kind.a).members
    elif isinstance(kind, EndsWith):
        result[:n_labels, n_labels] = ~alphabet.unit(kind.a).members
    else:
        ends = alphabet.unit(kind.a).ends
        begins = alphabet.unit(kind.b).begins[:n_labels]
        if isinstance(kind, FollowedBy):
            result[:n_labels, :n_labels] = ends[:, :n_labels] & ~begins
            result[:n_labels, n_labels] = ends[:, n_labels]
        else:
            result[:n_labels, :n_labels] = ends[:, :n_labels] & begins
        if isinstance(kind, NeverAdjacent):
            mirrored = alphabet.unit(kind.b).ends[:, :n_labels]
            result[:n_labels, :n_labels] |= mirrored & alphabet.unit(kind.a).begins[:n_labels]
    return result
