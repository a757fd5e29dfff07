"""Kernels for attributes of segments."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel

SPACE = 32
"""The byte between the words of a segment."""


@kernel
def match_spans(
    words: IdArray,
    offsets: OffsetArray,
    text: NDArray[np.uint8],
    starts: OffsetArray,
    members: OffsetArray,
    loops: int,
    skips: int,
    n_atoms: int,
    longest: int,
    found: MaskArray,
) -> None:
    """Mark the segments whose text, with spaces between words, matches an expression as a whole.

    Parameters
    ----------
    words : int32 (T,)
        Of each token, -1 for none, which matches nothing.
    offsets : int64 (N + 1,)
    text : uint8
        The bytes of all words; word w is ``text[starts[w]:starts[w + 1]]``.
    starts : int64 (W + 1,)
    members, loops, skips, n_atoms
        As `Regexp.automaton` returns them; at most 62 atoms.
    longest : int
        K.
    found : uint8 (T · K,)
        Filled: 1 at t · K + d − 1 if the d tokens from t match.
    """
    found[:] = 0
    accepting = 1 << n_atoms
    begin = 1
    for _ in range(n_atoms):
        begin |= (begin & skips) << 1
    for sentence in range(len(offsets) - 1):
        end = offsets[sentence + 1]
        for at in range(offsets[sentence], end):
            states = begin
            for place in range(at, min(end, at + longest)):
                word = words[place]
                if word < 0:
                    break
                first = starts[word] - (1 if place > at else 0)
                for position in range(first, starts[word + 1]):
                    byte = SPACE if position < starts[word] else int(text[position])
                    taken = states & members[byte]
                    states = (taken & loops) | ((taken & ~loops) << 1)
                    more = states | ((states & skips) << 1)
                    while more != states:
                        states = more
                        more = states | ((states & skips) << 1)
                    if states == 0:
                        break
                if states == 0:
                    break
                if states & accepting:
                    found[at * longest + place - at] = 1
