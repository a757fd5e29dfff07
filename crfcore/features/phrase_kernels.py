"""Kernels that find phrases among words: a trie whose branches lie in one rising array."""

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
    """Mark the phrases of some sentences, and return how many there are.

    Read from left to right; where several phrases begin, the longest counts, and the next is
    looked for behind it, so that no two overlap and none reaches over the end of a sentence.

    Parameters
    ----------
    words : int32 (T,)
        Numbers of the words, -1 for those that stand in no phrase.
    offsets : int64 (N + 1,)
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    starts : int32 (W,)
        The node to which a word leads that begins a phrase, or -1.
    branches : int64 (B,)
        ``node * W + word`` of each branch of the trie that leaves another node, rising.
    targets : int32 (B,)
        The node to which each branch leads.
    values : int32 (nodes,)
        What a phrase that ends at a node stands for, or -1 where none ends.
    marks : int32 (T,)
        Filled: twice the value at the first token of a phrase, one more at its others, -1
        elsewhere.
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
