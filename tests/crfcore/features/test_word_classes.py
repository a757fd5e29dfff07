from __future__ import annotations

import numpy as np

from crfcore.features.word_classes import dataset_of_words


def test_tokens_have_their_word_and_its_classes():
    words = np.array([2, 0, 1, 2, 0], np.int32)
    dataset = dataset_of_words(
        words, np.array([0, 2, 2, 5]), np.array([0, 0, 2, 3]), np.array([1, 0, 1], np.int32), 4
    )
    rows = [dataset.attributes[slice(*dataset.indptr[t : t + 2])].tolist() for t in range(5)]
    assert rows == [[2, 4], [0], [1, 4, 3], [2, 4], [0]]
    assert dataset.n_attributes == 7
    assert dataset.n_sentences == 3
