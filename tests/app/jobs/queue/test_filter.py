"""Tests of the filters of the queue."""

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.gazetteers import Gazetteer
from app.domain.proposals import Proposals
from app.domain.queue_filter import FoundSentences, QueueFilter, QueueKind
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role, TokenState
from app.jobs.measuring.held_out import HeldOut
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.queue.filter import queue_question
from app.jobs.suggestions.propose import sentences_of
from tests.memory_projects import project_of, set_tags

SENTENCES = [
    ["Anna", "lives", "in", "Ulm"],
    ["Ben", "sleeps", "in", "Rom"],
    ["Anna", "lives"],
    ["Ulm", "sleeps"],
    ["Ben", "lives", "in", "Ulm"],
    ["in", "Rom"],
]


@pytest.fixture
def project():
    project = project_of(SENTENCES, labels=("PER", "LOC"))
    project.words = sorted({word for words in SENTENCES for word in words})
    project.corpus.columns[0] = [project.words.index(w) for words in SENTENCES for w in words]
    project.documents[2] = Document(2, "b", 1)
    project.corpus.documents[4:] = 2
    for sentence_index in (0, 1):
        set_tags(project, sentence_index, ["B-PER", "O", "O", "B-LOC"])
    return project


@pytest.fixture
def learning():
    return ProjectLearning()


@pytest.fixture
def model(project, learning):
    return learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)


@pytest.fixture
def proposals(project, learning, model):
    found = Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
    sentence_indices = np.arange(6)
    made = learning.propose(model, sentences_of(project, sentence_indices))
    found.tags[:], found.probabilities[:], found.models[:] = made.tags, made.probabilities, 1
    found.lowest[:] = [2.0, 2.0, 0.9, 0.5, 0.95, 0.6]
    return found


def listed(project, proposals, learning, held, **wanted):
    order, visible = np.array([5, 4, 3, 2]), np.arange(6)
    question = queue_question(project, proposals, order, visible, QueueFilter(**wanted))
    return learning.filtered_queue(
        held if isinstance(held, HeldOut) else None, question, lambda: False
    )


def test_without_a_kind_the_queue_keeps_its_order(project, proposals, learning, model):
    parts = (project, proposals, learning, model)
    assert listed(*parts).sentence_indices.tolist() == [5, 4, 3, 2]
    assert listed(*parts, document=2).sentence_indices.tolist() == [5, 4]


def test_what_a_search_has_found_comes_in_the_order_of_the_text(
    project, proposals, learning, model
):
    parts = (project, proposals, learning, model)
    found = FoundSentences(np.array([4, 0, 4, 5]))
    assert listed(*parts, kind=QueueKind.FOUND, found=found).sentence_indices.tolist() == [0, 4, 5]
    assert listed(
        *parts, kind=QueueKind.FOUND, found=found, document=2
    ).sentence_indices.tolist() == [4, 5]
    assert listed(*parts, kind=QueueKind.FOUND).sentence_indices.tolist() == []


def test_inconsistent_names_are_listed_with_what_is_done(project, proposals, learning, model):
    # Sentences 0 and 1 are done; "Ulm" and "Rom" are places there.
    proposals.tags[project.corpus.span(3)] = [project.tag_id(tag) for tag in ("B-PER", "O")]
    proposals.tags[project.corpus.span(5)] = [project.tag_id(tag) for tag in ("O", "B-LOC")]
    parts = (project, proposals, learning, model)
    found = listed(*parts, kind=QueueKind.INCONSISTENT)
    assert found.sentence_indices.tolist() == [0, 3]
    assert found.names.by_sentence[0].name == "Ulm"
    assert (found.token_in(0), found.token_in(3), found.token_in(1)) == (3, 0, None)
    project.corpus.roles[0] = Role.CONTROL
    assert not len(listed(*parts, kind=QueueKind.INCONSISTENT).sentence_indices)


def test_by_what_the_model_says_of_its_certainty(project, proposals, learning, model):
    parts = (project, proposals, learning, model)
    assert listed(*parts, kind=QueueKind.UNCERTAIN).sentence_indices.tolist() == [3]
    assert listed(*parts, kind=QueueKind.CONFIDENT).sentence_indices.tolist() == [5, 4, 2]
    project.corpus.roles[4] = Role.CONTROL
    proposals.models[5] = 0
    assert listed(*parts, kind=QueueKind.CONFIDENT).sentence_indices.tolist() == [2]


def test_by_a_label_that_is_said_or_proposed(project, proposals, learning, model):
    parts = (project, proposals, learning, model)
    at = project.corpus.offsets
    proposals.tags[:] = project.tag_ids["O"]
    proposals.tags[at[5] + 1] = project.tag_ids["B-LOC"]
    set_tags(project, 3, ["B-LOC", None])
    set_tags(project, 2, ["B-PER", None])
    assert listed(*parts, label=2).sentence_indices.tolist() == [5, 3]
    assert listed(*parts, label=1).sentence_indices.tolist() == [2]
    assert listed(*parts, label=2, document=2).sentence_indices.tolist() == [5]
    project.corpus.roles[5] = Role.CONTROL
    assert listed(*parts, label=2).sentence_indices.tolist() == [3]


def test_by_what_a_person_has_noted(project, proposals, learning, model):
    parts = (project, proposals, learning, model)
    ids = project.corpus.ids
    project.flags = {
        int(ids[0]): SentenceFlags.FLAGGED,
        int(ids[3]): SentenceFlags.LATER,
        int(ids[4]): SentenceFlags.FLAGGED | SentenceFlags.SKIPPED,
        int(ids[5]): SentenceFlags.ANSWERED,
    }
    assert listed(*parts, kind=QueueKind.FLAGGED).sentence_indices.tolist() == [0, 4]
    assert listed(*parts, kind=QueueKind.LATER).sentence_indices.tolist() == [3]
    assert listed(*parts, kind=QueueKind.SKIPPED).sentence_indices.tolist() == [4]
    assert listed(*parts, kind=QueueKind.ANSWERED).sentence_indices.tolist() == [5]


def test_where_gazetteer_and_model_disagree(project, proposals, learning, model):
    parts = (project, proposals, learning, model)
    assert not len(listed(*parts, kind=QueueKind.DISAGREE).sentence_indices)
    project.gazetteers[1] = Gazetteer(1, "towns", label="LOC")
    project.phrases[1] = {"Ulm": "", "Ben": ""}
    proposals.tags[:] = project.tag_ids["O"]
    at = project.corpus.offsets
    proposals.tags[at[3]] = project.tag_ids["B-LOC"]
    proposals.tags[at[4]] = project.tag_ids["B-PER"]
    proposals.tags[at[4] + 3] = project.tag_ids["B-LOC"]
    found = listed(*parts, kind=QueueKind.DISAGREE)
    assert found.sentence_indices.tolist() == [4]
    shown_text = found.disagreements[4]
    assert (shown_text.token, shown_text.current, shown_text.proposed, shown_text.confirmed) == (
        0,
        "B-LOC",
        "B-PER",
        False,
    )
    # A gazetteer does not affect the user's labels.
    set_tags(project, 4, ["B-PER", None, None, None])
    assert not len(listed(*parts, kind=QueueKind.DISAGREE).sentence_indices)


def test_what_is_confirmed_and_the_model_is_sure_of_something_else(project, proposals, learning):
    held = HeldOut.none(project.corpus.n_tokens)
    parts = (project, proposals, learning, held)
    at = project.corpus.offsets[2]
    held.tags[at : at + 2] = project.tag_ids["B-PER"], project.tag_ids["O"]
    held.probabilities[at : at + 2] = 0.95, 0.99
    set_tags(project, 2, ["B-PER", "O"])
    assert not len(listed(*parts, kind=QueueKind.CONTRADICTED).sentence_indices)
    set_tags(project, 2, ["B-LOC", "O"])
    found = listed(*parts, kind=QueueKind.CONTRADICTED)
    assert found.sentence_indices.tolist() == [2]
    shown_text = found.disagreements[2]
    assert (shown_text.token, shown_text.current, shown_text.proposed, shown_text.confirmed) == (
        0,
        "B-LOC",
        "B-PER",
        True,
    )
    assert shown_text.probability == pytest.approx(0.95)
    held.probabilities[at] = 0.85
    assert not len(listed(*parts, kind=QueueKind.CONTRADICTED).sentence_indices)
    held.probabilities[at] = 0.95
    project.flags = {int(project.corpus.ids[2]): SentenceFlags.SKIPPED}
    assert not len(listed(*parts, kind=QueueKind.CONTRADICTED).sentence_indices)
    project.flags = {}
    project.corpus.roles[2] = Role.CONTROL
    assert not len(listed(*parts, kind=QueueKind.CONTRADICTED).sentence_indices)
    assert not len(listed(*parts[:3], None, kind=QueueKind.CONTRADICTED).sentence_indices)


def test_it_can_be_stopped_and_tells_how_far_it_is(project, proposals, learning):
    wanted = QueueFilter(QueueKind.CONTRADICTED)
    held = HeldOut.none(project.corpus.n_tokens)
    question = queue_question(project, proposals, np.arange(2, 6), np.arange(6), wanted)
    assert learning.filtered_queue(held, question, lambda: True) is None
    received = []
    learning.filtered_queue(held, question, lambda: False, lambda *own: received.append(own))
    assert received == [(0, 2)]
    assert project.corpus.states[0] == TokenState.CONFIRMED
