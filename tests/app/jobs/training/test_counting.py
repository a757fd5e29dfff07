"""Tests of incremental counting, against counting from scratch."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.tokens import UNKNOWN_SET, Role, TokenState
from app.jobs.data.snapshot import snapshot
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.training import counting
from app.jobs.training.counting import LiveCounts, temperature_of_counts
from app.jobs.training.train import ExtractionCache, train
from app.storage.project_file import ProjectFile
from tests.crfcore.training.test_empirical_counts import assert_same

WORDS = ["Anna", "lives", "in", "Ulm", "Ben", "sleeps"]
TAGS = ["B-PER", "O", "B-LOC", "I-PER"]


@pytest.fixture
def project(tmp_path):
    rng = np.random.default_rng(1)
    sentences = [
        "".join(f"{WORDS[rng.integers(6)]} {TAGS[rng.integers(4)]}\n" for _ in range(4))
        for _ in range(12)
    ]
    (tmp_path / "gold").write_text("\n".join(sentences) + "\n")
    with ProjectFile.create(tmp_path / "p.tagwright") as file:
        image = file.load()
        import_document(file, image, tmp_path / "gold", ImportOptions("columns", use=Use.GOLD))
        return image


def edit(project, rng):
    """Change the label of a token, or the role of a sentence."""
    corpus = project.corpus
    at = int(rng.integers(corpus.n_tokens))
    kind = rng.integers(8)
    if kind == 0:
        corpus.roles[rng.integers(corpus.n_sentences)] = rng.choice([Role.POOL, Role.CONTROL])
        return
    if kind == 1:
        corpus.tag_sets[at], corpus.states[at] = UNKNOWN_SET, TokenState.UNKNOWN
        return
    tags = [project.tag_id(tag) for tag in rng.choice(TAGS, 1 + int(kind == 2), replace=False)]
    corpus.tag_sets[at] = project.set_id(tuple(sorted(tags)))
    corpus.states[at] = TokenState.NARROWED if kind == 2 else TokenState.CONFIRMED


@pytest.mark.parametrize("few", [0, 1, 8])
@pytest.mark.parametrize("seed", range(3))
def test_after_every_edit_the_counts_are_those_of_the_whole(project, monkeypatch, few, seed):
    monkeypatch.setattr(counting, "FEW", few)
    rng = np.random.default_rng(seed)
    live, cache = LiveCounts(), ExtractionCache()
    models = []
    for _ in range(12):
        data = snapshot(project)
        extraction = cache.get(data)
        model = live.model(data, extraction)
        anew = train(data, extraction, algorithm="empirical")
        assert model.crf.classes_ == anew.crf.classes_
        np.testing.assert_array_equal(model.tag_ids, anew.tag_ids)
        assert_same(model.crf._fitted.model.counts, anew.crf._fitted.model.counts)
        assert model.crf.metadata_ == anew.crf.metadata_
        models.append((model, anew))
        edit(project, rng)
    # Models returned before stay unchanged.
    for model, anew in models:
        assert_same(model.crf._fitted.model.counts, anew.crf._fitted.model.counts)


def test_other_sentences_are_counted_from_the_beginning(project):
    live = LiveCounts()
    data = snapshot(project)
    first = live.model(data, ExtractionCache().get(data))
    extraction = ExtractionCache().get(data)
    assert live.model(data, extraction).extraction is extraction is not first.extraction


def test_too_little_gives_no_model(project):
    learning = ProjectLearning()
    assert learning.empirical(learning.snapshot(project)) is not None
    project.corpus.states[:] = TokenState.UNKNOWN
    assert learning.empirical(learning.snapshot(project)) is None


def test_a_model_of_little_text_is_less_sure_and_proposes_the_same(project):
    data = snapshot(project)
    extraction = ExtractionCache().get(data)
    model = LiveCounts().model(data, extraction)
    plain = model.crf.with_temperature(None)
    labels, confident, *_ = model.crf.decode_dataset(extraction.dataset.whole())
    plain_labels, plainly_confident, *_ = plain.decode_dataset(extraction.dataset.whole())
    np.testing.assert_array_equal(labels, plain_labels)
    assert confident.mean() < 0.9 * plainly_confident.mean()
    # That was not measured, so nothing may report it.
    assert not model.is_calibrated


def test_the_more_is_counted_and_the_more_alike_it_is_the_less_it_is_damped():
    shares = np.array([5, 3, 2])
    warmth = [temperature_of_counts(shares * n) for n in (1, 6, 20, 60, 600)]
    assert warmth == sorted(warmth, reverse=True)
    assert warmth[0] > 2.5
    assert warmth[-1] < 1.001
    assert temperature_of_counts(np.array([9, 1, 0])) < 1.4
    assert temperature_of_counts(np.array([10, 0, 0])) == 1.0
