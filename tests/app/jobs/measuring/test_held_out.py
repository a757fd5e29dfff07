"""Tests of held-out proposals for labelled sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.proposals import NO_TAG
from app.domain.tokens import Role
from app.jobs.data.snapshot import snapshot
from app.jobs.measuring import held_out as module
from app.jobs.measuring.held_out import FOLDS, HeldOut, held_out
from app.jobs.training.train import extract
from tests.memory_projects import project_of, set_tags

NAMES = ("Anna", "Ben")
PLACES = ("Ulm", "Rom")


@pytest.fixture
def project():
    sentences = [[name, "in", city] for name in NAMES for city in PLACES] * 3
    project = project_of([*sentences, ["Anna", "in", "Rom"]], labels=("PER", "LOC"))
    words = [word for sentence in [*sentences, ["Anna", "in", "Rom"]] for word in sentence]
    project.words = sorted(set(words))
    project.corpus.columns[0] = [project.words.index(word) for word in words]
    for sentence_index in range(len(sentences)):
        set_tags(project, sentence_index, ["B-PER", "O", "B-LOC"])
    return project


def answers(project, **more):
    data = snapshot(project)
    return held_out(data, extract(data), **more)


def test_a_wrong_label_is_contradicted_by_the_others(project):
    set_tags(project, 5, ["B-LOC", "O", "B-LOC"])
    found = answers(project)
    names = [project.tags[tag] for tag in found.tags[15:18].tolist()]
    assert names == ["B-PER", "O", "B-LOC"]
    assert (found.probabilities[15:18] > 0.5).all()


def test_only_what_is_labelled_is_proposed_for(project):
    found = answers(project)
    assert (found.tags[:-3] != NO_TAG).all()
    assert (found.tags[-3:] == NO_TAG).all()
    project.corpus.roles[2] = Role.CONTROL
    assert (answers(project).tags[6:9] == NO_TAG).all()


def test_no_model_has_learnt_from_what_it_proposes_for(project, monkeypatch):
    learnt, proposed_for = [], []
    train, propose = module.train, module.propose

    def trained(data, extraction, *, cancelled, wanted):
        learnt.append(set(wanted.sentence_indices.tolist()))
        return train(data, extraction, cancelled=cancelled, wanted=wanted)

    def proposed(model, sentences):
        proposed_for.append(set(sentences.sentence_indices.tolist()))
        assert not sentences.tag_sets.any()
        return propose(model, sentences)

    monkeypatch.setattr(module, "train", trained)
    monkeypatch.setattr(module, "propose", proposed)
    received = []
    answers(project, monitor=lambda *own: received.append(own))
    assert received == [(number, FOLDS) for number in range(FOLDS)]
    assert all(not own & others for own, others in zip(proposed_for, learnt, strict=True))
    assert sorted(sentence_index for own in proposed_for for sentence_index in own) == list(
        range(12)
    )


def test_it_can_be_stopped(project):
    assert answers(project, cancelled=lambda: True) is None


def test_too_little_tells_nothing(project):
    data = snapshot(project)
    few = replace(data, roles=np.where(np.arange(13) < 4, data.roles, Role.CONTROL))
    found = held_out(few, extract(data))
    assert (found.tags == NO_TAG).all()


def test_texts_that_came_since_have_no_answers():
    held = HeldOut(np.array([4, 5], np.int32), np.array([0.5, 0.75], np.float32))
    tags, chances = held.of_tokens(np.array([1, 2, 0]))
    assert tags.tolist() == [5, NO_TAG, 4]
    assert chances.tolist() == [0.75, 0.0, 0.5]
    tags, chances = HeldOut.none(0).of_tokens(np.array([3]))
    assert (tags.tolist(), chances.tolist()) == ([NO_TAG], [0.0])
