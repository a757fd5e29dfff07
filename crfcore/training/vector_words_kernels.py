"""Kernel that finds the words of vectors."""

from __future__ import annotations

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def find_words(
    indptr: OffsetArray,
    attributes: IdArray,
    numbers: IdArray,
    vectors: IdArray,
    vector_of: IdArray,
    counts: IdArray,
    last: IdArray,
    words: IdArray,
) -> None:
    """Write the most frequent attribute that only tokens with one vector have, of each vector.

    Parameters
    ----------
    indptr, attributes : arrays
        As of `TokenAttributes`.
    numbers : int32 (A,)
        The variable of each attribute; -1 for attributes that are left out.
    vectors : int32 (T, M)
        The vectors of each token, or -1; those of different columns differ.
    vector_of : int32 (G, M), written
        By variable: its vector in each column, -2 for none or several.
    counts, last : int32 (G,), written
        By variable: the number of its tokens, and the last of them. A variable that a token has
        twice is nobody's word.
    words : int32 (D,), written
        The variable for each vector, or -1.
    """
    n_columns = vectors.shape[1]
    counts[:] = 0
    last[:] = -1
    words[:] = -1
    for t in range(vectors.shape[0]):
        for k in range(indptr[t], indptr[t + 1]):
            number = numbers[attributes[k]]
            if number < 0:
                continue
            if counts[number] == 0:
                for m in range(n_columns):
                    vector_of[number, m] = vectors[t, m] if vectors[t, m] >= 0 else -2
            else:
                is_again = last[number] == t
                for m in range(n_columns):
                    if is_again or vector_of[number, m] != vectors[t, m]:
                        vector_of[number, m] = -2
            counts[number] += 1
            last[number] = t
    for number in range(counts.shape[0]):
        if counts[number] == 0:
            continue
        for m in range(n_columns):
            own = vector_of[number, m]
            if own >= 0 and (words[own] < 0 or counts[number] > counts[words[own]]):
                words[own] = number
