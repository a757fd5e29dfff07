"""Datasets of words and word classes, from integer arrays."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import IdArray, OffsetArray
from crfcore.features.dataset import Dataset
from crfcore.features.gather_kernels import copy_segments
from crfcore.features.segments import offsets_of


def dataset_of_words(
    words: IdArray,
    offsets: OffsetArray,
    class_indptr: OffsetArray,
    classes: IdArray,
    n_classes: int,
) -> Dataset:
    """Return a dataset whose attributes are words and their classes.

    Parameters
    ----------
    words : (T,) array
        Ids of words, below W.
    offsets : (N + 1,) array
        Tokens of sentence i are ``offsets[i]:offsets[i + 1]``.
    class_indptr : (W + 1,) array
        Word w has the classes ``classes[class_indptr[w]:class_indptr[w + 1]]``, such as those of
        `crfcore.features.spelling`.
    classes : (n,) array
        Ids of classes.
    n_classes : int
        The number of classes.

    Returns
    -------
    Dataset
        Word w is attribute w, and class c attribute W + c.
    """
    n_words = len(class_indptr) - 1
    rows = offsets_of(np.diff(class_indptr) + 1)
    entries = np.empty(int(rows[-1]), np.int32)
    is_word = np.zeros(len(entries), np.bool_)
    is_word[rows[:-1]] = True
    entries[is_word] = np.arange(n_words)
    entries[~is_word] = classes + np.int32(n_words)
    indptr = offsets_of(np.diff(rows)[words])
    attributes = np.empty(int(indptr[-1]), np.int32)
    copy_segments(rows, words.astype(np.int64), indptr, entries, attributes)
    return Dataset(offsets, indptr, attributes, n_words + n_classes)
