import numpy as np
import pytest

from crfcore.metrics import sequence_accuracy_score


def test_a_sentence_counts_if_all_of_it_is_right():
    gold = [["a", "b"], ["a"], ["b", "b"], []]
    assert sequence_accuracy_score(gold, [["a", "b"], ["b"], ["b", "a"], []]) == 0.5
    found = np.empty(4, dtype=object)
    found[:] = gold
    assert sequence_accuracy_score(gold, found) == 1.0
    assert sequence_accuracy_score([], []) == 0.0


def test_different_sentences_cannot_be_compared():
    with pytest.raises(ValueError, match="zip"):
        sequence_accuracy_score([["a"]], [])
