"""Word clusters of a project: which text they are learned from, and who uses them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from app.domain.training_choice import CLUSTERS, NOTHING, VECTORS, TrainingChoice, digest_of
from app.jobs.data.snapshot import ProjectText
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.training import word_clusters
from app.jobs.training.word_clusters import (
    ClusterCache,
    ClusterSource,
    LearnedClusters,
    cluster_source,
    wanted_source,
)
from crfcore.crf import LinearChainCRF
from crfcore.features.word_clusters import learn_clusters
from crfcore.features.word_vectors import learn_vectors
from tests.local_text import LABELLED, made_up_names, named_project


@pytest.fixture
def project():
    return named_project()


@pytest.fixture(autouse=True)
def few_tokens(monkeypatch):
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", 400)


def learn(learning, project, cancelled=lambda: False, report=lambda _done, _total: None):
    return learning.learn_clusters(learning.snapshot(project), cancelled, report)


def train(learning, project):
    data = learning.snapshot(project)
    return learning.train(data, None, lambda _: None, lambda: False, 1)


def choice_of(project, parts):
    """Return a choice for the settings of a project."""
    settings = project.settings
    scores = {"score": -1.0, "score_before": -1.0, "f1": 0.5, "f1_before": 0.5}
    return TrainingChoice(
        c2=settings.c2, text_parts=parts, bias=0.0, n_sentences=LABELLED, c2_before=settings.c2,
        compared_text=True, template=digest_of(settings.template), **scores,
    )  # fmt: skip


def source_of(sizes, shown=None):
    """Return the source for documents with so many tokens, one sentence each, with ids from 1."""
    text = ProjectText(np.zeros((1, sum(sizes)), np.int32), np.cumsum([0, *sizes]), ["word"], 1)
    documents = np.arange(1, len(sizes) + 1, dtype=np.int32)
    return cluster_source(text, documents, tuple(shown or documents.tolist()))


def test_too_little_text_gives_no_clusters():
    assert source_of([399]) is None
    assert source_of([200, 199]) is None
    assert source_of([200, 200]) == ClusterSource((1, 2), 400)
    assert source_of([200, 200], shown=[1]) is None
    text = ProjectText(np.zeros((1, 0), np.int32), np.zeros(1, np.int64), [], 0)
    assert cluster_source(text, np.zeros(0, np.int32), ()) is None


def test_a_text_that_has_grown_by_a_fifth_is_learned_from_again():
    assert source_of([400, 79]) == ClusterSource((1,), 400)
    assert source_of([400, 80]) == ClusterSource((1, 2), 480)
    assert source_of([400, 79, 1]) == ClusterSource((1, 2, 3), 480)
    assert source_of([400, 80, 95]) == ClusterSource((1, 2), 480)


def test_removed_documents_are_not_learned_from():
    assert source_of([400, 400, 400], shown=[1, 3]) == ClusterSource((1, 3), 800)


@pytest.mark.parametrize("change", [{"learn_from_text": False}, {"template": "chunking"}])
def test_the_setting_and_the_template_decide(project, change):
    learning = ProjectLearning()
    assert wanted_source(learning.snapshot(project)) is not None
    project.settings = replace(project.settings, **change)
    assert wanted_source(learning.snapshot(project)) is None
    assert learn(learning, project) is None


def test_a_model_has_clusters_once_they_are_learned(project):
    learning = ProjectLearning()
    assert train(learning, project).cluster_tokens == 0
    n_tokens = project.corpus.n_tokens
    steps = []
    assert learn(learning, project, report=lambda *step: steps.append(step)) == n_tokens
    assert steps
    assert steps[-1][0] == steps[-1][1]
    assert learn(learning, project) is None, "nothing is new"
    assert learning.empirical(learning.snapshot(project)).cluster_tokens == n_tokens
    model = train(learning, project)
    assert model.cluster_tokens == n_tokens
    text = learning.snapshot(project).text.table()
    assert model.crf.extractor_.clusters.words == learn_clusters(text).words
    project.settings = replace(project.settings, learn_from_text=False)
    assert train(learning, project).cluster_tokens == 0


def test_they_say_of_unlabelled_words_what_they_are(project):
    learning = ProjectLearning()
    unseen = np.arange(LABELLED, project.corpus.n_sentences)
    names = set(made_up_names())
    right = np.array([project.words[word] in names for word in project.corpus.columns[0]])
    right = right[project.corpus.offsets[LABELLED] :]

    def accuracy():
        model = train(learning, project)
        found = learning.propose(model, learning.sentences(project, unseen))
        named = np.array([project.tags[tag] != "O" for tag in found.tags])
        return float((named == right).mean())

    without = accuracy()
    learn(learning, project)
    assert accuracy() > without


def test_a_cancelled_computation_keeps_nothing(project):
    learning = ProjectLearning()
    assert learn(learning, project, cancelled=lambda: True) is None
    assert train(learning, project).cluster_tokens == 0
    assert learn(learning, project) is not None


def test_more_text_replaces_them_and_until_then_they_stay(project):
    learning = ProjectLearning()
    project.documents[2] = replace(project.documents[2], removed=True)
    first = learn(learning, project)
    project.documents[2] = replace(project.documents[2], removed=False)
    assert train(learning, project).cluster_tokens == first
    assert learn(learning, project) == project.corpus.n_tokens
    assert train(learning, project).cluster_tokens == project.corpus.n_tokens


def test_a_stored_model_brings_its_clusters_back(project):
    learning = ProjectLearning()
    n_tokens = learn(learning, project)
    stored = train(learning, project).to_bytes()
    another = ProjectLearning()
    assert another.from_bytes(stored).cluster_tokens == n_tokens
    assert learn(another, project) is None, "they are those of this text"
    assert train(another, project).cluster_tokens == n_tokens


@pytest.mark.parametrize("parts", [VECTORS, CLUSTERS, NOTHING])
def test_a_stored_model_needs_no_parts_that_it_does_not_use(project, parts):
    learning = ProjectLearning()
    learn(learning, project)
    learning.training_choice = choice_of(project, parts)
    stored = train(learning, project).to_bytes()
    another = ProjectLearning()
    another.from_bytes(stored)
    assert another.training_choice.used_parts == parts
    assert learn(another, project) is None
    used = another._clusters.get(another.snapshot(project))

    another._clusters.complete(another.snapshot(project), lambda: True, parts)
    assert another._clusters.get(another.snapshot(project)) is used or used is None
    another._clusters.complete(another.snapshot(project), lambda: False, parts)
    all_parts = another._clusters.get(another.snapshot(project))
    assert all_parts.clusters is not None
    assert all_parts.vectors is not None
    if used is not None:
        assert all_parts.only(parts).same_as(used.only(parts)), "attributes stay as they are"

    project.settings = replace(project.settings, choose_training=False)
    again = ProjectLearning()
    again.from_bytes(stored)
    assert learn(again, project) is not None, "without the choice models use all"


def test_vectors_of_a_model_with_other_dimensions_are_replaced(project):
    learning = ProjectLearning()
    project.documents[2] = replace(project.documents[2], removed=True)
    learn(learning, project)
    crf = train(learning, project).crf
    few = learn_vectors(learning.snapshot(project).text.table(), n=3)
    extractor = SimpleNamespace(learned=crf.extractor_.learned._replace(vectors=few))
    cache = ClusterCache()
    cache.restore(SimpleNamespace(extractor_=extractor, metadata_=crf.metadata_))
    project.documents[2] = replace(project.documents[2], removed=False)
    data = learning.snapshot(project)
    found = cache.learn(data, lambda _done, _total: None, lambda: False)
    assert found.vectors.n_dimensions > 3


@pytest.mark.parametrize(
    "metadata",
    [
        None,
        [],
        {},
        {"documents": [1], "tokens": "1"},
        {"documents": [1], "tokens": True},
        {"documents": [1], "tokens": -1},
        {"documents": [1], "tokens": 10**4000},
        {"documents": 1, "tokens": 1},
        {"documents": ["a"], "tokens": 1},
    ],
)
def test_strange_metadata_of_a_model_are_ignored(metadata, project):
    learning = ProjectLearning()
    learn(learning, project)
    crf = LinearChainCRF.from_bytes(train(learning, project).to_bytes())
    assert LearnedClusters.of_model(crf) is not None
    crf.metadata_["clusters"] = metadata
    assert LearnedClusters.of_model(crf) is None
    cache = ClusterCache()
    cache.restore(crf)
    assert cache.get(learning.snapshot(project)) is None


def test_the_sentences_are_those_of_the_source(project):
    project.documents[1] = replace(project.documents[1], removed=True)
    chosen = word_clusters.cluster_text(ProjectLearning().snapshot(project)).sentences
    first = int(np.flatnonzero(project.corpus.documents == 2)[0])
    at = project.corpus.offsets[first]
    assert chosen.columns[0].ids.tolist() == project.corpus.columns[0][at:].tolist()


def test_models_have_vectors_if_the_template_reads_them(project):
    learning = ProjectLearning()
    learn(learning, project)
    assert train(learning, project).crf.extractor_.vectors is not None
    project.settings = replace(project.settings, template="U:%x[0,0]\nUk:%cluster[0,4]\nB\n")
    without = train(learning, project)
    assert without.crf.extractor_.vectors is None
    assert without.cluster_tokens == project.corpus.n_tokens

    # They are learned where a stored model has clusters alone.
    another = ProjectLearning()
    another.from_bytes(without.to_bytes())
    assert learn(another, project) is None
    project.settings = replace(project.settings, template="basic")
    assert learn(another, project) == project.corpus.n_tokens
    assert train(another, project).crf.extractor_.vectors is not None


def test_vectors_of_more_text_are_turned_onto_those_before(project):
    """The weights of a model are then a good start for the next one."""
    learning = ProjectLearning()
    project.documents[2] = replace(project.documents[2], removed=True)
    learn(learning, project)
    before = train(learning, project).crf.extractor_.vectors
    project.documents[2] = replace(project.documents[2], removed=False)
    learn(learning, project)
    after = train(learning, project).crf.extractor_.vectors
    plain = ProjectLearning()
    learn(plain, project)
    apart = train(plain, project).crf.extractor_.vectors

    def distance(vectors):
        known = [word for word in before.words if word in vectors.words]
        rows = [[one.words.index(word) for word in known] for one in (before, vectors)]
        return float(np.linalg.norm(before.vectors[rows[0]] - vectors.vectors[rows[1]]))

    assert distance(after) <= distance(apart)


def test_the_quick_model_is_the_same_with_vectors(project):
    learning = ProjectLearning()
    learn(learning, project)
    data = learning.snapshot(project)
    sentences = learning.sentences(project, np.arange(project.corpus.n_sentences))
    with_vectors = learning.propose(learning.empirical(data), sentences)
    learned = learning._clusters._newest
    learning._clusters._newest = replace(learned, vectors=None)
    without = learning.propose(learning.empirical(data), sentences)
    assert with_vectors.tags.tolist() == without.tags.tolist()
