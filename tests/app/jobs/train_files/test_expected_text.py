"""Expectations of the command line: labels that are added to those of labelled sentences."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.jobs.data.snapshot import with_labels
from app.jobs.train_files.expected_text import ExpectedText
from crfcore.features.targets import Targets
from crfcore.training.expectations import Expectation

TARGETS = st.lists(
    st.one_of(st.none(), st.sampled_from("AB"), st.just(frozenset("AB")), st.just(frozenset("BC")))
)


def test_labels_of_expectations_come_after_the_known():
    text = ExpectedText((Expectation("a", ["C", "B"], 0.5), Expectation("b", ["D", "C"], 0.5)))
    assert text.labels(("A", "B")) == ("A", "B", "C", "D")


@given(TARGETS)
def test_what_is_known_of_tokens_is_the_same_with_more_labels(tokens):
    before = Targets.from_labels([tokens], ["A", "B", "C"])
    after = with_labels(before, 5)
    unknown = np.array([token is None for token in tokens], dtype=bool)
    mask = after.allowed_by_set()[after.label_sets]
    assert np.array_equal(mask[:, :3], before.allowed_by_set()[before.label_sets])
    assert np.array_equal(mask[:, 3:].any(axis=1), unknown)
    assert np.array_equal(mask[:, 3:].all(axis=1), unknown)
