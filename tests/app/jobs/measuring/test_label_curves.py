"""Learning curves by label: no model is scored on what it has learned from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.gazetteers import Gazetteer
from app.domain.tokens import Role
from app.jobs.data.snapshot import snapshot
from app.jobs.measuring import label_curves as module
from app.jobs.measuring.label_curves import ENOUGH_SENTENCES, FOLDS, PARTS, label_curves
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.training import word_clusters
from app.jobs.training.train import extract
from tests.local_text import made_up_names, named_project
from tests.memory_projects import set_tags

N_LABELLED = 48


def labelled_project(n=N_LABELLED, scheme="iob2"):
    project = named_project()
    names = set(made_up_names())
    tag = "B-NAME" if scheme == "iob2" else "NAME"
    offsets = project.corpus.offsets.tolist()
    for at in range(n):
        ids = project.corpus.columns[0, offsets[at] : offsets[at + 1]].tolist()
        words = [project.words[number] for number in ids]
        set_tags(project, at, [tag if word in names else "O" for word in words])
    return project


def curves(project, n_ways=1, **more):
    data = snapshot(project)
    return label_curves(data, [extract(data)] * n_ways, **more)


def test_few_labelled_sentences_give_no_curve():
    found = curves(labelled_project(ENOUGH_SENTENCES - 1))
    assert (found.curves, found.n_sentences) == ((), ENOUGH_SENTENCES - 1)
    assert curves(labelled_project(ENOUGH_SENTENCES)).curves


def test_curves_rise_to_the_scores_of_cross_validation():
    steps = []
    found = curves(labelled_project(), monitor=lambda *step: steps.append(step))
    assert found.sizes == (4, 8, 16, 32)
    assert steps == [(n, FOLDS * len(PARTS)) for n in range(FOLDS * len(PARTS))]
    whole, names = found.curves
    assert (whole.label, names.label) == ("", "NAME")
    assert whole.without == names.without
    assert whole.with_text == ()
    assert names.n_labelled == N_LABELLED
    assert names.without[-1] > names.without[0]


def test_the_second_extraction_gives_the_curve_with_text():
    found = curves(labelled_project(), n_ways=2)
    assert [one.with_text for one in found.curves] == [one.without for one in found.curves]


def test_partial_and_test_sentences_are_left_out():
    project = labelled_project()
    project.corpus.roles[0] = Role.CONTROL
    project.corpus.states[project.corpus.offsets[1]] = 0
    project.corpus.tag_sets[project.corpus.offsets[1]] = 0
    assert curves(project).n_sentences == N_LABELLED - 2


def test_no_model_has_learned_from_what_it_is_scored_on(monkeypatch):
    learned, scored = [], []
    train, propose = module.train, module.propose

    def trained(data, extraction, *, cancelled, wanted):
        learned.append(set(wanted.sentence_indices.tolist()))
        return train(data, extraction, cancelled=cancelled, wanted=wanted)

    def proposed(model, sentences):
        scored.append(set(sentences.sentence_indices.tolist()))
        assert not sentences.tag_sets.any()
        return propose(model, sentences)

    monkeypatch.setattr(module, "train", trained)
    monkeypatch.setattr(module, "propose", proposed)
    curves(labelled_project())
    assert len(learned) == FOLDS * len(PARTS)
    assert all(not one & other for one, other in zip(learned, scored, strict=True))
    for fold in range(FOLDS):
        own = learned[fold * len(PARTS) : (fold + 1) * len(PARTS)]
        assert own[0] < own[1] < own[2] < own[3]
        assert own[3] | scored[fold * len(PARTS)] == set(range(N_LABELLED))


def test_models_for_curves_expect_nothing_of_gazetteers(monkeypatch):
    """A training with expectations takes many times as long, and there are a dozen."""
    lists = []
    train = module.train

    def trained(data, *arguments, **more):
        lists.append(data.lists)
        return train(data, *arguments, **more)

    monkeypatch.setattr(module, "train", trained)
    project = labelled_project()
    project.gazetteers[1] = Gazetteer(1, "names", label="NAME", share=0.9)
    project.phrases[1] = dict.fromkeys(made_up_names(), "")
    assert snapshot(project).expecting()
    curves(project)
    assert lists == [()] * (FOLDS * len(PARTS))


def test_labels_of_tokens_have_curves_as_well():
    project = labelled_project(scheme="tokens")
    project.settings = replace(project.settings, scheme="tokens")
    found = curves(project)
    assert "NAME" in [one.label for one in found.curves]


def test_it_can_be_cancelled():
    assert curves(labelled_project(), cancelled=lambda: True) is None


@pytest.mark.parametrize("least", [400, 10**9])
def test_a_project_compares_with_its_clusters(monkeypatch, least):
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", least)
    project, learning = labelled_project(), ProjectLearning()
    data = learning.snapshot(project)
    learning.learn_clusters(data, lambda: False, lambda _done, _all: None)
    found = learning.label_curves(data, lambda: False, lambda _done, _all: None)
    assert bool(found.curves[0].with_text) == (least == 400)
