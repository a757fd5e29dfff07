"""Kernels that find phrases among words, with a trie in one sorted array."""

from __future__ import annotations

from crfcore.arrays import IdArray, OffsetArray
from crfcore.jit import kernel


@kernel
def mark_phrases(
    words: IdArray,
    offsets: OffsetArray,
    starts: IdArray,
    branches: OffsetArray,
    targets: IdArray,
    values: IdArray,
    marks: IdArray,
) -> int:
    """Mark the phrases of some sentences, and return their number.

    From left to right; of several phrases that begin at a token, the longest is taken, and the
    search continues after it. Phrases do not cross the ends of sentences.

    Parameters
    ----------
    words : int32 (T,)
        Ids of the words, -1 for those in no phrase.
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    starts : int32 (W,)
        The node of a word that begins a phrase, or -1.
    branches : int64 (B,)
        ``node * W + word`` of each branch of the trie not from the root, in increasing order.
    targets : int32 (B,)
        The target node of each branch.
    values : int32 (nodes,)
        The value of the phrase that ends at a node, or -1.
    marks : int32 (T,)
        Filled: 2 · value at the first token of a phrase, 2 · value + 1 at its others, -1 elsewhere.
    """
    n_words = len(starts)
    n_found = 0
    for sentence in range(len(offsets) - 1):
        at, end = offsets[sentence], offsets[sentence + 1]
        while at < end:
            value = -1
            longest = at + 1
            place = at
            node = -1
            if words[at] >= 0:
                node = starts[words[at]]
            while node >= 0:
                place += 1
                if values[node] >= 0:
                    value = values[node]
                    longest = place
                if place >= end or words[place] < 0:
                    break
                wanted = node * n_words + words[place]
                low, high = 0, len(branches)
                while low < high:
                    middle = (low + high) // 2
                    if branches[middle] < wanted:
                        low = middle + 1
                    else:
                        high = middle
                node = targets[low] if low < len(branches) and branches[low] == wanted else -1
            if value < 0:
                marks[at] = -1
            else:
                n_found += 1
                marks[at] = 2 * value
                for token in range(at + 1, longest):
                    marks[token] = 2 * value + 1
            at = longest
    return n_found


@kernel
def whole_phrases(
    words: IdArray,
    offsets: OffsetArray,
    starts: IdArray,
    branches: OffsetArray,
    targets: IdArray,
    values: IdArray,
    longest: int,
    found: IdArray,
) -> None:
    """Find the phrase that each segment of at most `longest` tokens consists of.

    Parameters
    ----------
    words, offsets, starts, branches, targets, values
        As for `mark_phrases`.
    longest : int
        K.
    found : int32 (T · K,)
        Filled: at t · K + d − 1 the value of the phrase of d tokens from t, or -1.
    """
    n_words = len(starts)
    found[:] = -1
    for sentence in range(len(offsets) - 1):
        end = offsets[sentence + 1]
        for at in range(offsets[sentence], end):
            node = -1
            if words[at] >= 0:
                node = starts[words[at]]
            length = 1
            while node >= 0:
                found[at * longest + length - 1] = values[node]
                place = at + length
                length += 1
                if place >= end or length > longest or words[place] < 0:
                    break
                wanted = node * n_words + words[place]
                low, high = 0, len(branches)
                while low < high:
                    middle = (low + high) // 2
                    if branches[middle] < wanted:
                        low = middle + 1
                    else:
                        high = middle
                node = targets[low] if low < len(branches) and branches[low] == wanted else -1
