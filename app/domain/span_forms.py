"""Positions of tokens in their spans as numbers, and the tags for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.text.tag_schemes import Span, encode

SINGLE, FIRST, MIDDLE, LAST, TOUCHING_SINGLE, TOUCHING_FIRST = range(6)
"""Positions in a span; a touching span directly follows one of the same label."""


def forms_of(inside: NDArray[np.bool_], touches: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the form of each token (T,).

    ``inside`` (T + 1,): the token continues the span of the previous one; ``touches`` (T,): it has
    the same label as the previous one.
    """
    first, last = ~inside[:-1], ~inside[1:]
    return np.select(
        [first & last & touches, first & last, first & touches, first, last],
        [TOUCHING_SINGLE, SINGLE, TOUCHING_FIRST, FIRST, LAST],
        MIDDLE,
    )


def form_tags(name: str, scheme: str) -> list[str]:
    """Return the tags of a label by form."""
    long = encode([Span(0, 3, name)], 3, scheme)
    single = encode([Span(0, 1, name), Span(1, 2, name)], 2, scheme)
    touching = encode([Span(0, 1, name), Span(1, 4, name)], 4, scheme)
    return [single[0], *long, single[1], touching[1]]
