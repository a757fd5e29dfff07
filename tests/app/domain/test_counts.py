"""Tests of incremental progress counts, against counting from scratch."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.domain.counts import DocumentCounts, Progress, SpanCounts
from app.domain.documents import Document
from crfcore.text.tag_schemes import SCHEMES, tags_for
from tests.memory_projects import project_of, set_tags


def counted(project, open_tokens) -> dict[int, Progress]:
    """Count sentence by sentence."""
    found = {}
    for number, document in project.documents.items():
        if document.removed:
            continue
        sentence_indices = [
            p for p, d in enumerate(project.corpus.documents.tolist()) if d == number
        ]
        lengths = [int(project.corpus.lengths(np.array([p]))[0]) for p in sentence_indices]
        waiting = [int(open_tokens[p]) for p in sentence_indices]
        done = sum(not n for n in waiting)
        found[number] = Progress(
            len(sentence_indices), done, sum(lengths), sum(lengths) - sum(waiting)
        )
    return found


def summed(found: dict[int, Progress]) -> Progress:
    every = list(found.values())
    return Progress(
        sum(p.sentences for p in every),
        sum(p.confirmed_sentences for p in every),
        sum(p.tokens for p in every),
        sum(p.confirmed_tokens for p in every),
    )


@given(st.data())
def test_progress_is_that_of_counting_anew_after_every_change(data):
    lengths = data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=8))
    project = project_of([["a"] * length for length in lengths])
    corpus = project.corpus
    corpus.documents = np.array(
        data.draw(st.lists(st.integers(1, 3), min_size=len(lengths), max_size=len(lengths))),
        np.int32,
    )
    first = next(iter(project.documents.values()))
    project.documents = {n: replace(first, id=n, position=n) for n in (1, 2, 3)}
    waiting = np.array(lengths, np.int32)
    counts = DocumentCounts()
    for _ in range(data.draw(st.integers(1, 5))):
        change = data.draw(st.sampled_from(["tokens", "document", "nothing"]))
        if change == "tokens":
            for sentence_index in data.draw(st.lists(st.integers(0, len(lengths) - 1), max_size=3)):
                waiting[sentence_index] = data.draw(st.integers(0, lengths[sentence_index]))
        elif change == "document":
            number = data.draw(st.integers(1, 3))
            old: Document = project.documents[number]
            project.documents[number] = replace(old, removed=not old.removed)
        if data.draw(st.booleans()):
            assert counts.by_document(project, waiting) == counted(project, waiting)
        assert counts.overall(project, waiting) == summed(counted(project, waiting))
        assert counts.by_document(project, waiting) == counted(project, waiting)


@given(st.sampled_from(SCHEMES), st.lists(st.integers(0, 4), min_size=1, max_size=9), st.data())
def test_spans_are_counted_at_once_as_sentence_by_sentence(scheme, lengths, data):
    names = ["DRUG", "DOSE"]
    project = project_of([["w"] * n for n in lengths], scheme=scheme, labels=names)
    tags = st.sampled_from([*(names if scheme == "tokens" else tags_for(names, scheme)), None])
    project.documents[2] = Document(2, "removed.txt", 1, removed=True)
    slow = SpanCounts({})
    for sentence_index, n in enumerate(lengths):
        set_tags(project, sentence_index, data.draw(st.lists(tags, min_size=n, max_size=n)))
        project.corpus.documents[sentence_index] = data.draw(st.sampled_from([1, 1, 2]))
        slow.add(project, sentence_index)
    with patch("app.domain.counts.BLOCK", data.draw(st.integers(1, 4))):
        assert SpanCounts.of(project).by_tag == slow.by_tag
