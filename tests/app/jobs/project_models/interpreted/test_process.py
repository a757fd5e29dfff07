"""Tests of the child process with interpreted kernels, against compiled kernels."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from app.domain.gazetteers import Gazetteer
from app.domain.rules import ProjectRule, parameters_of
from app.edits.gazetteers import add_gazetteer
from app.edits.rules import add_rules
from app.edits.settings import change_settings
from app.jobs.data.snapshot import ProjectText
from app.jobs.project_models.interpreted import messages, process
from app.jobs.project_models.interpreted.process import InterpretedLearning
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.projects.create import create_sample
from app.jobs.suggestions.propose import NoAnswerError, Sentences
from app.session import Session
from app.storage.project_file import ProjectFile
from crfcore.errors import CrfError


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "sample.tagwright"
    create_sample(path)
    return path


@pytest.fixture
def session(sample):
    with ProjectFile.open(sample) as file:
        return Session(file.load())


@pytest.fixture(scope="module")
def child():
    child = InterpretedLearning()
    yield child
    child.close()


def open_sentence_indices(session, n=30):
    return np.flatnonzero(session.open_tokens > 0)[:n]


def with_rule(session):
    rule = ProjectRule(0, "count", parameters_of({"label": "DRUG", "at_most": 1}))
    session.apply(add_rules(session.project, [rule]))


def with_gazetteer(session):
    gazetteer = Gazetteer(0, "drugs", label="DRUG", as_rule=True)
    session.apply(add_gazetteer(session.project, gazetteer, {"check": "", "10 mg": "DOSE"}))


@pytest.mark.parametrize("prepare", [lambda _: None, with_rule, with_gazetteer])
def test_the_same_is_proposed_as_by_compiled_kernels(session, child, prepare):
    prepare(session)
    learning, sentence_indices = ProjectLearning(), open_sentence_indices(session)
    data = learning.snapshot(session.project)
    expected = learning.propose(
        learning.empirical(data), learning.sentences(session.project, sentence_indices)
    )
    model = child.learn(data)
    found = child.propose(model, learning.sentences(session.project, sentence_indices))
    np.testing.assert_array_equal(found.tags, expected.tags)
    np.testing.assert_allclose(found.probabilities, expected.probabilities, atol=1e-6)
    assert found.conflicts == expected.conflicts
    assert model.trained_on == data.trained_on()


def test_nothing_is_learnt_while_nothing_is_labelled(session, child):
    data = ProjectLearning().snapshot(session.project)
    assert child.learn(replace(data, states=np.zeros_like(data.states))) is None


def test_much_is_learnt_from_in_part(session, child, monkeypatch):
    monkeypatch.setattr(process, "MAX_TOKENS", 200)
    data = ProjectLearning().snapshot(session.project)
    sentences, tokens = child.learn(data).trained_on
    assert 100 < tokens <= 200
    assert 5 < sentences < 30


def test_very_many_phrases_are_not_taken_along(session, child, monkeypatch):
    with_gazetteer(session)
    monkeypatch.setattr(process, "MAX_PHRASES", 1)
    assert child.learn(ProjectLearning().snapshot(session.project)) is None


def test_an_older_model_proposes_nothing_any_more(session, child):
    learning = ProjectLearning()
    data = learning.snapshot(session.project)
    older, _ = child.learn(data), child.learn(data)
    with pytest.raises(NoAnswerError):
        child.propose(older, learning.sentences(session.project, open_sentence_indices(session)))


def test_what_the_library_refuses_is_told_and_the_child_goes_on(session, child):
    settings = replace(session.project.settings, template="U1:%x[0,7]\nB\n")
    session.apply(change_settings(session.project, settings))
    data = ProjectLearning().snapshot(session.project)
    with pytest.raises(CrfError, match="column"):
        child.learn(data)
    assert child.learn(replace(data, template="basic")) is not None


def test_who_waits_for_an_answer_hears_that_the_child_was_ended(session):
    child = InterpretedLearning()
    data = ProjectLearning().snapshot(session.project)
    closing = threading.Timer(0.2, child.close)
    closing.start()
    with pytest.raises(NoAnswerError):
        _ = [child.learn(data) for _ in range(1000)]
    closing.join()
    with pytest.raises(NoAnswerError):
        child.learn(data)


def test_an_answer_that_takes_too_long_is_given_up(session, monkeypatch):
    monkeypatch.setattr(process, "SECONDS", 0.01)
    child = InterpretedLearning()
    with pytest.raises(NoAnswerError):
        child.learn(ProjectLearning().snapshot(session.project))


def test_a_child_that_cannot_be_started_is_done_without(session, monkeypatch):
    monkeypatch.setattr(process, "python_module", lambda _: ["/nowhere/python"])
    child = InterpretedLearning()
    child.start()
    with pytest.raises(NoAnswerError):
        child.learn(ProjectLearning().snapshot(session.project))
    child.close()


def test_fields_that_a_document_lacks_stay_missing():
    columns = np.array([[2, 0, 1], [1, -1, -1]], np.int32)
    text = ProjectText(columns, np.array([0, 1, 3]), ["a", "b", "c"], 3)
    message = messages.sentences_message(
        Sentences(text, np.array([0, 1]), np.zeros(3, np.int32), {}, [], frozenset(), (), "iob2")
    )
    received = messages.sentences_of(message).text
    fields = [
        [received.words[word] if word >= 0 else None for word in row] for row in received.columns
    ]
    assert fields == [["c", "a", "b"], ["b", None, None]]
