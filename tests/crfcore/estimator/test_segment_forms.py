"""Which sentences have a segmentation, by enumeration."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.estimator.segment_forms import forms_of, possible_sentences
from tests.segmentations import segmentations, tags_of

SCHEMES = {
    "iob2": ["O", "B-X", "I-X", "B-Y"],
    "ioe2": ["O", "I-X", "E-X"],
    "bioes": ["O", "B-X", "I-X", "E-X", "S-X"],
}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("longest", [1, 2, None])
def test_sentences_are_possible_if_a_segmentation_is_allowed(scheme, longest):
    labels = SCHEMES[scheme]
    rng = np.random.default_rng(0)
    lengths = [1, 3, 2, 4, 3, 1, 2, 3] * 6
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    allowed = (rng.random((offsets[-1], len(labels))) < 0.45).astype(np.uint8)
    found = possible_sentences(labels, scheme, offsets, allowed, longest)
    forms = forms_of(labels, scheme, longest or max(lengths))
    expected = []
    for start, n_tokens in zip(offsets.tolist(), lengths, strict=False):
        every = set()
        for one in segmentations(n_tokens, forms):
            every.add(tuple(tag for _, n, kind in one for tag in tags_of(n, kind, forms)))
        rows = allowed[start : start + n_tokens]
        expected.append(any(all(rows[np.arange(n_tokens), list(one)]) for one in every))
    assert found.tolist() == expected
    assert 0 < sum(expected) < len(expected)


def test_labels_may_be_outside_of_spans_alone():
    # Of the second sentence, one token has no label that is allowed.
    allowed = np.array([[1], [1], [1], [0]], np.uint8)
    found = possible_sentences(["O"], "iob2", np.array([0, 2, 4]), allowed)
    assert found.tolist() == [True, False]
