"""The pairs of neighbouring labels that a scheme allows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crfcore.text.tag_schemes import OUTSIDE, split_tag

# Prefixes that begin a span; that continue one; after which it must continue; after which it may.
_BEGIN = {"iob1": "I", "iob2": "B", "ioe2": "IE", "bioes": "BS", "bilou": "BU"}
_GO_ON = {"iob1": "I", "iob2": "I", "ioe2": "IE", "bioes": "IE", "bilou": "IL"}
_OPEN = {"iob1": "", "iob2": "", "ioe2": "I", "bioes": "BI", "bilou": "BI"}
_MAY_GO_ON = {"iob1": "BI", "iob2": "BI", "ioe2": "I", "bioes": "BI", "bilou": "BI"}


def broken_pairs(labels: Sequence[str], scheme: str) -> NDArray[np.bool_]:
    """Return which neighbours a scheme forbids.

    Parameters
    ----------
    labels : sequence of str
        L.
    scheme : str
        One of `crfcore.text.tag_schemes.SCHEMES`; under "tokens" every labelling is valid.

    Returns
    -------
    (L + 1, L + 1) array
        [y, y'] for y' right after y, [L, y] for y at the first token, [y, L] for y at the last.
        A labelling without any of these is valid.
    """
    n_labels = len(labels)
    result = np.zeros((n_labels + 1, n_labels + 1), dtype=np.bool_)
    if scheme == "tokens":
        return result
    parts = [split_tag(label) for label in labels] + [(OUTSIDE, "")]
    for before, one in enumerate(parts):
        for after, other in enumerate(parts):
            result[before, after] = not _is_allowed_pair(one, other, scheme)
    result[n_labels, n_labels] = False
    return result


def is_broken_pair(before: str | None, after: str | None, scheme: str) -> bool:
    """Return whether a scheme forbids two neighbours; None is the border of the sentence."""
    one, other = ((OUTSIDE, "") if label is None else split_tag(label) for label in (before, after))
    return scheme != "tokens" and not _is_allowed_pair(one, other, scheme)


def _is_allowed_pair(one: tuple[str, str], other: tuple[str, str], scheme: str) -> bool:
    prefix, type_ = one
    next_prefix, next_type = other
    same = prefix not in (OUTSIDE, "") and next_prefix != "" and type_ == next_type
    goes_on = same and prefix in _MAY_GO_ON[scheme] and next_prefix in _GO_ON[scheme]
    if prefix != "" and prefix in _OPEN[scheme] and not goes_on:
        return False
    if next_prefix == OUTSIDE or goes_on:
        return True
    if next_prefix == "B" and scheme == "iob1":
        return same and prefix in ("B", "I")
    return next_prefix != "" and next_prefix in _BEGIN[scheme]
