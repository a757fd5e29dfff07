"""Words with the same neighbours, by vectors of a project's text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.documents import LEARNING_OPTION, YES
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.search import similar_words
from crfcore.errors import CrfError
from tests.local_text import made_up_names, named_project


@pytest.fixture
def project():
    return named_project()


@pytest.fixture(autouse=True)
def few_tokens(monkeypatch):
    monkeypatch.setattr(similar_words, "LEAST_TOKENS", 400)


def find(learning, project, word, cancelled=lambda: False):
    steps = []
    data = learning.snapshot(project)
    return learning.similar_words(data, word, cancelled, lambda *step: steps.append(step)), steps


def test_names_are_like_names(project):
    names = set(made_up_names())
    word = sorted(names & set(project.words))[0]
    learning = ProjectLearning()
    found, steps = find(learning, project, word)
    assert steps
    assert (found.word, found.n_tokens, found.is_too_short) == (
        word,
        project.corpus.n_tokens,
        False,
    )
    assert len(found.nearest) == similar_words.N_WORDS
    assert {like for like, _ in found.nearest} <= names - {word}
    cosines = [cosine for _, cosine in found.nearest]
    assert cosines == sorted(cosines, reverse=True)
    _, again = find(learning, project, word)
    assert not again, "the vectors are kept"


def test_rare_words_are_not_listed(project, monkeypatch):
    monkeypatch.setattr(similar_words, "LEAST_COUNT", 10_000)
    found, _ = find(ProjectLearning(), project, project.words[0])
    assert found.nearest == ()
    assert not found.is_too_short


def test_words_of_added_text_alone_are_not_listed(project):
    corpus = project.corpus
    corpus.documents = np.where(np.arange(corpus.n_sentences) < 10, 1, 2).astype(np.int32)
    here = corpus.columns[0][: corpus.offsets[10]].tolist()
    known = {project.words[at] for at in here}
    name = sorted(known & set(made_up_names()))[0]
    before, _ = find(ProjectLearning(), project, name)
    assert not {like for like, _ in before.nearest} <= known
    added = project.documents[2].layout.with_option(LEARNING_OPTION, YES)
    project.documents[2] = replace(project.documents[2], layout=added)
    found, _ = find(ProjectLearning(), project, name)
    assert found.n_tokens == before.n_tokens
    assert [like for like, _ in found.nearest][:2] == [
        like for like, _ in before.nearest if like in known
    ][:2]
    assert {like for like, _ in found.nearest} <= known


def test_a_short_text_has_none(project, monkeypatch):
    monkeypatch.setattr(similar_words, "LEAST_TOKENS", 10_000)
    found, steps = find(ProjectLearning(), project, project.words[0])
    assert found.is_too_short
    assert (found.nearest, steps) == ((), [])


def test_another_text_is_compared_anew(project):
    learning = ProjectLearning()
    find(learning, project, "we")
    project.documents[2] = replace(project.documents[2], removed=True)
    found, steps = find(learning, project, "we")
    assert steps
    assert found.n_tokens < project.corpus.n_tokens


def test_a_cancelled_search_finds_nothing(project):
    learning = ProjectLearning()
    assert find(learning, project, "we", cancelled=lambda: True) == (None, [])
    assert find(learning, project, "we")[0] is not None


def test_a_word_that_the_text_lacks_is_an_error(project):
    with pytest.raises(CrfError, match="Rumpelstiltskin"):
        find(ProjectLearning(), project, "Rumpelstiltskin")
