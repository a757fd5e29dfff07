"""Tests of changes, and of finding sentence indices among few others and many."""

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.changes import Changes, are_among, rising, union

sentence_indices = st.lists(st.integers(0, 30), max_size=30).map(
    lambda found: np.array(found, np.int64)
)


@given(sentence_indices, sentence_indices)
def test_are_among_is_what_sorting_says(some, others):
    assert are_among(some, others).tolist() == np.isin(some, others).tolist()


@given(sentence_indices, sentence_indices)
def test_unions_are_sorted_and_name_each_index_once(some, others):
    assert rising(some).tolist() == sorted(set(some.tolist()))
    assert rising(np.sort(some)[::-1]).tolist() == sorted(set(some.tolist()))
    assert union(some, others).tolist() == sorted({*some.tolist(), *others.tolist()})


@given(sentence_indices, sentence_indices, sentence_indices)
def test_changes_know_which_of_some_sentences_they_change(some, tokens, proposals):
    changes = Changes(sentences=tokens, proposals=proposals)
    changed = {*tokens.tolist(), *proposals.tolist()}
    assert changes.changed_among(some.tolist()) == changed.intersection(some.tolist())
    for one in some.tolist():
        assert changes.are_only_of(one) == (changed <= {one})


@given(sentence_indices, sentence_indices)
def test_two_changes_together_have_the_sentences_of_both(some, others):
    both = Changes(sentences=some, queue=True).followed_by(Changes(sentences=others, by_hand=True))
    assert set(both.sentences.tolist()) == {*some.tolist(), *others.tolist()}
    assert both.queue
    assert both.by_hand
    assert not both.structure


SENTENCES_ONLY = {"queue", "history", "by_hand"}


@pytest.mark.parametrize("name", [one.name for one in fields(Changes) if one.type == "bool"])
def test_changes_of_sentences_and_the_queue_are_not_of_the_project(name):
    assert Changes(**{name: True}).of_project == (name not in SENTENCES_ONLY)
    assert not Changes(sentences=np.array([1]), proposals=np.array([2])).of_project
