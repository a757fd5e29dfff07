"""The choice of training settings, against training and scoring by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from app.jobs import training_choice as module
from app.jobs import word_clusters
from app.jobs.learning import ProjectLearning
from app.jobs.snapshot import snapshot
from app.jobs.train import extract
from app.jobs.training_choice import ENOUGH_SENTENCES, FOLDS, STRENGTHS, choose_training
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.model_selection.folds import sentence_folds
from tests.local_text import made_up_names, named_project
from tests.memory_projects import set_tags

N_LABELLED = 40


def labelled_project(n=N_LABELLED):
    project = named_project()
    names = set(made_up_names())
    offsets = project.corpus.offsets.tolist()
    for at in range(n):
        ids = project.corpus.columns[0, offsets[at] : offsets[at + 1]].tolist()
        words = [project.words[number] for number in ids]
        set_tags(project, at, ["B-NAME" if word in names else "O" for word in words])
    return project


def choose(project, ways=(False,), **more):
    data = snapshot(project)
    extraction = extract(data)
    return choose_training(data, dict.fromkeys(ways, extraction), **more)


def by_hand(project, c2):
    """Return the mean over folds of the log-likelihood per token of sentences held out."""
    offsets = project.corpus.offsets.tolist()
    words = [
        [project.words[n] for n in project.corpus.columns[0, first:last].tolist()]
        for first, last in pairwise(offsets)
    ][:N_LABELLED]
    names = set(made_up_names())
    tags = [["B-NAME" if word in names else "O" for word in own] for own in words]
    scores = []
    for fold in sentence_folds(N_LABELLED, FOLDS, module.SEED):
        others = np.delete(np.arange(N_LABELLED), fold).tolist()
        crf = LinearChainCRF(template="basic", c2=c2)
        crf.fit(ColumnTable.from_words([words[n] for n in others]), [tags[n] for n in others])
        held = ColumnTable.from_words([words[n] for n in fold])
        score = crf.log_likelihood(held, [tags[n] for n in fold])
        scores.append(score / sum(len(words[n]) for n in fold))
    return float(np.mean(scores))


def test_few_labels_choose_nothing():
    assert choose(labelled_project(ENOUGH_SENTENCES - 1)) is None
    assert choose(labelled_project(ENOUGH_SENTENCES)) is not None


def test_a_bad_setting_is_replaced_by_a_better_one():
    project = labelled_project()
    project.settings = replace(project.settings, c2=100.0)
    found = choose(project)
    assert found.c2 in STRENGTHS
    assert found.score > found.score_before
    assert not found.compared_text
    # The attributes of a project are those of all its words, with weights for the labelled alone.
    assert found.score_before == pytest.approx(by_hand(project, 100.0), abs=2e-3)
    assert found.score == pytest.approx(by_hand(project, found.c2), abs=2e-3)


def test_the_settings_stay_where_nothing_is_clearly_better():
    found = choose(labelled_project(), ways=(False, True))
    assert found.from_text, "both ways are the same"
    assert found.compared_text


def test_steps_are_reported_and_it_can_be_cancelled():
    steps = []
    choose(labelled_project(), monitor=lambda *step: steps.append(step))
    n_steps = FOLDS * len(STRENGTHS)
    assert steps == [(n, n_steps) for n in range(n_steps)]
    assert choose(labelled_project(), cancelled=lambda: True) is None


def test_models_are_trained_by_the_choice_and_keep_it(monkeypatch):
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", 400)
    project, learning = labelled_project(), ProjectLearning()
    project.settings = replace(project.settings, c2=100.0)

    def train():
        data = learning.snapshot(project)
        return learning.train(data, None, lambda _: None, lambda: False, 1)

    def quiet(_done, _all):
        pass

    learning.learn_clusters(learning.snapshot(project), lambda: False, quiet)
    assert train().crf.c2 == 100.0
    found = learning.choose_training(learning.snapshot(project), lambda: False, quiet)
    assert found.compared_text
    model = train()
    assert model.crf.c2 == found.c2
    assert bool(model.cluster_tokens) == found.from_text
    learning.training_choice = replace(found, from_text=False)
    assert train().cluster_tokens == 0

    another = ProjectLearning()
    another.from_bytes(model.to_bytes())
    assert another.training_choice == found
    project.settings = replace(project.settings, choose_training=False)
    assert train().crf.c2 == 100.0
