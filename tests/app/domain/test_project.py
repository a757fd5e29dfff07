"""Tests of the image of a project in memory."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.labels import Label
from app.domain.project import Corpus, Project
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import TokenState
from tests.memory_projects import project_of


def corpus_of(texts: list[str], *, first_id: int = 1, document: int = 1, rows: int = 1) -> Corpus:
    """Sentences whose words are separated by single spaces."""
    starts, ends, offsets = [], [], [0]
    for text in texts:
        at = 0
        for word in text.split(" "):
            starts.append(at)
            ends.append(at + len(word))
            at += len(word) + 1
        offsets.append(len(starts))
    n_tokens = len(starts)
    return Corpus(
        ids=np.arange(first_id, first_id + len(texts), dtype=np.int64),
        documents=np.full(len(texts), document, np.int32),
        roles=np.zeros(len(texts), np.uint8),
        texts=texts,
        offsets=np.array(offsets, np.int64),
        starts=np.array(starts, np.int32),
        ends=np.array(ends, np.int32),
        columns=np.zeros((rows, n_tokens), np.int32),
        tag_sets=np.zeros(n_tokens, np.int32),
        states=np.zeros(n_tokens, np.uint8),
        edits=np.zeros(n_tokens, np.int64),
    )


def test_words_are_cut_by_code_points():
    corpus = corpus_of(["😀 Berlin ist schön", "Ja"])
    assert corpus.words_of(0) == ["😀", "Berlin", "ist", "schön"]
    assert corpus.words_of(1) == ["Ja"]
    assert corpus.n_tokens == 5


def test_joined_is_what_appending_gives():
    parts = [
        corpus_of(["a b", "c"]),
        corpus_of(["d e f"], first_id=7, document=2, rows=2),
        corpus_of(["g"], first_id=9),
    ]
    joined = Corpus.joined(parts)
    for part in parts[1:]:
        parts[0].append(part)
    for name in Corpus.__slots__:
        one, other = getattr(joined, name), getattr(parts[0], name)
        assert np.array_equal(one, other), name
        assert name == "texts" or one.dtype == other.dtype, name
    assert Corpus.joined([]).n_sentences == 0


def test_append_keeps_offsets_and_fills_missing_columns():
    corpus = corpus_of(["a b", "c"])
    corpus.append(corpus_of(["d e f"], first_id=7, document=2, rows=2))
    assert corpus.offsets.tolist() == [0, 2, 3, 6]
    assert corpus.columns[1].tolist() == [-1, -1, -1, 0, 0, 0]
    assert corpus.sentence_index_of(7) == 2
    assert corpus.words_of(2) == ["d", "e", "f"]


def test_a_sentence_that_is_not_there_has_no_place():
    corpus = corpus_of(["a"], first_id=3)
    for missing in (2, 4):
        with pytest.raises(KeyError):
            corpus.sentence_index_of(missing)


def test_tags_and_sets_are_interned_once():
    project = Project()
    tag = project.tag_id("B-DRUG")
    other = project.tag_id("O")
    assert project.tag_id("B-DRUG") == tag
    assert project.set_id((other, tag)) == project.set_id((tag, other))
    assert project.tag_of(project.set_id((tag,))) == "B-DRUG"
    assert project.tag_of(project.set_id((tag, other))) is None
    assert project.tag_of(0) is None


def test_only_confirmed_tokens_show_a_tag():
    project = Project(corpus=corpus_of(["a b c"]))
    drug = project.set_id((project.tag_id("DRUG"),))
    project.corpus.tag_sets[:2] = drug
    project.corpus.states[:2] = [TokenState.CONFIRMED, TokenState.SUGGESTED]
    assert project.tags_of(0) == ["DRUG", None, None]


def test_a_sentence_is_confirmed_when_all_its_tokens_are():
    project = Project(corpus=corpus_of(["a b", "c", "d e"]))
    project.corpus.states[[0, 1, 3]] = TokenState.CONFIRMED
    assert project.confirmed_sentences().tolist() == [True, False, False]


def test_sentences_of_removed_documents_are_hidden():
    project = Project(corpus=corpus_of(["a"]))
    project.corpus.append(corpus_of(["b"], first_id=2, document=2))
    project.documents = {1: Document(1, "one", 0, removed=True), 2: Document(2, "two", 1)}
    assert project.visible().tolist() == [1]


def test_the_palette_is_ordered_and_leaves_out_removed_labels():
    labels = [
        Label(1, "B", 1, "2", 1),
        Label(2, "A", 0, "1", 0),
        Label(3, "C", 2, "", 2, removed=True),
    ]
    project = Project(labels={label.id: label for label in labels})
    assert [label.name for label in project.visible_labels()] == ["A", "B"]


def test_a_snapshot_stays_as_it_was():
    project = project_of()
    project.rules[1] = ProjectRule(1, "ends_with", '{"a": "O"}')
    before = project.snapshot()
    tags, sets = list(project.tags), list(project.tag_sets)
    project.rules.clear()
    project.labels.clear()
    project.flags[1] = SentenceFlags.FLAGGED
    project.tag_id("B-NEW")
    project.set_id((0, 1))
    project.corpus.states[:] = TokenState.CONFIRMED
    project.corpus.tag_sets[:] = 1
    assert (list(before.rules), list(before.labels), before.flags) == ([1], [1, 2], {})
    assert (before.tags, before.tag_sets) == (tags, sets)
    assert ("B-NEW" in before.tag_ids, (0, 1) in before.set_ids) == (False, False)
    assert not before.corpus.states.any()
    assert not before.corpus.tag_sets.any()
    assert before.corpus.columns is project.corpus.columns
    assert before.words is project.words


def test_places_of_many_sentences_are_found_also_where_ids_are_missing():
    corpus = corpus_of(["a", "b", "c"], first_id=4)
    corpus.append(corpus_of(["d", "e"], first_id=9))
    for ids in ([4, 5, 6], [9, 4, 10], [], [10]):
        wanted = [corpus.sentence_index_of(one) for one in ids]
        assert corpus.sentence_indices_of(np.array(ids, np.int64)).tolist() == wanted
    assert not len(Corpus.empty().sentence_indices_of(np.zeros(0, np.int64)))
