"""What labels say about the spans of a grammar in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from crfcore.arrays import MaskArray
from crfcore.grammars.chart import Bracket
from crfcore.text.tag_schemes import OUTSIDE, spans


class Known(NamedTuple):
    """What is known of a sentence: spans, and tokens outside all spans, uint8 (n,)."""

    brackets: Sequence[Bracket]
    outside: MaskArray


def known_from(labels: Sequence[str | None], types: Sequence[str]) -> Known:
    """Return what the labels of a sentence say about a grammar's spans.

    Parameters
    ----------
    labels : sequence of str or None
        A tag of each token, None for an unknown one. Spans next to an unknown token may be longer,
        and say nothing.
    types : sequence of str
        The labels that the grammar finds; spans of others are outside its own.
    """
    tags = [OUTSIDE if label is None else label for label in labels]
    is_open = np.array([label is None for label in labels], np.bool_)
    outside = (~is_open).astype(np.uint8)
    brackets = []
    for span in spans(tags):
        if span.label not in types:
            continue
        outside[span.start : span.end] = 0
        around = is_open[max(span.start - 1, 0) : span.end + 1]
        if not around.any():
            brackets.append(Bracket(span.start, span.end, span.label))
    return Known(brackets, outside)
