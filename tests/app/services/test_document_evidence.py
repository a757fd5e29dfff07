"""Documents are asked about when their labels change, the one in work first."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from app.domain.consistency import AUTOMATIC, OFF, PHRASES, TIES, ConsistencyChoice
from app.edits.documents import remove_document
from app.edits.settings import change_settings
from app.edits.spans import label_span, no_label
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.document_evidence import DocumentEvidenceKeeper
from app.services.suggester import Suggester
from app.services.trainer import NumberedModel, Trainer
from app.session import Session
from tests.memory_projects import project_of, set_tags

DRUG = 1


class Learning(ProjectLearning):
    """Learning that records the questions, and prefers phrases."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[list[int], int]] = []
        self.choice = ConsistencyChoice(PHRASES, (9, 5, 5), 40, 6)

        self.counts = Event()
        self.counts.set()

    def choose_consistency(self, data, cancelled):
        while not self.counts.wait(0.01):
            if cancelled():
                return None
        return self.choice

    def label_scores(self, question, stops):
        self.asked.append((question.sentences.sentence_indices.tolist(), question.corrected))
        return super().label_scores(question, stops)


@pytest.fixture
def parts(qtbot):
    project = project_of([["aspirin", "helps"], ["take", "Aspirin"], ["Aspirin", "again"]] * 2)
    words = ["aspirin", "helps", "take", "Aspirin", "again"]
    project.words = words
    project.corpus.columns[0] = [0, 1, 2, 3, 3, 4] * 2
    project.corpus.documents[:] = [0, 0, 0, 1, 1, 1]
    (only,) = project.documents.values()
    project.documents = {number: replace(only, id=number) for number in range(2)}
    set_tags(project, 0, ["B-DRUG", "O"])
    session, learning = Session(project), Learning()
    trainer = Trainer(session, learning)
    suggester = Suggester(session, learning)
    trainer.model_ready.connect(suggester.set_model)
    keeper = DocumentEvidenceKeeper(trainer, suggester, learning)
    yield session, learning, trainer, keeper, suggester
    keeper.close()
    keeper.wait()
    suggester.close()
    trainer.close()


def learn(parts, qtbot):
    """Give the services a full model, and wait for all documents."""
    session, learning, trainer, keeper, _ = parts
    data = learning.snapshot(session.project)
    model = learning.train(data, None, None, lambda: False, 1)
    trainer.model_ready.emit(NumberedModel(1, model, "full", 1, 2, 0.0))
    qtbot.waitUntil(lambda: keeper.idle)


def test_nothing_is_asked_before_the_kernels_are_compiled(parts, qtbot):
    learn(parts, qtbot)
    assert parts[1].asked == []
    assert parts[3].way == OFF


def test_all_documents_follow_a_model_and_one_follows_an_edit(parts, qtbot):
    session, learning, trainer, keeper, suggester = parts
    keeper.start()
    learn(parts, qtbot)
    assert keeper.way == PHRASES
    assert trainer.status.consistent == PHRASES
    assert trainer.status.consistency == learning.choice
    assert sorted(learning.asked) == [([0, 1, 2], -1), ([3, 4, 5], -1)]
    learning.asked.clear()
    session.apply(label_span(session.project, 4, 1, 1, DRUG))
    qtbot.waitUntil(lambda: keeper.idle)
    assert learning.asked == [([3, 4, 5], 4)]
    assert suggester.label_scores[5][0].any()
    assert not any(at in suggester.label_scores for at in (1, 2, 3))


def test_documents_without_open_tokens_are_asked_about_once_there_is_one(parts, qtbot):
    session, learning, _, keeper, suggester = parts
    session.apply(no_label(session.project, 1, 0, 0))
    session.apply(label_span(session.project, 1, 1, 1, DRUG))
    session.apply(label_span(session.project, 2, 0, 0, DRUG))
    session.apply(no_label(session.project, 2, 1, 1))
    keeper.start()
    learn(parts, qtbot)
    assert learning.asked == [([3, 4, 5], -1)]
    session.undo()
    qtbot.waitUntil(lambda: keeper.idle)
    assert [sentences for sentences, _ in learning.asked[1:]] == [[0, 1, 2]]
    assert suggester.label_scores[2][0].any()  # Aspirin


def test_a_document_that_is_removed_while_it_waits_holds_up_no_other(parts, qtbot):
    session, learning, _, keeper, _ = parts
    keeper.start()
    learn(parts, qtbot)
    learning.asked.clear()
    session.apply(remove_document(session.project, 0))
    keeper._due = {0: -1, 3: -1}
    keeper._evidence.ask_next()
    qtbot.waitUntil(lambda: keeper.idle)
    assert ([3, 4, 5], -1) in learning.asked


def test_nothing_stays_of_names_that_are_turned_off_after_a_removal(parts, qtbot):
    session, _, trainer, keeper, suggester = parts
    trainer.model_ready.connect(suggester.set_model)
    keeper.start()
    learn(parts, qtbot)
    at_rest = lambda: keeper.idle and not suggester._following and suggester._query.idle  # noqa: E731
    qtbot.waitUntil(at_rest)
    at = session.corpus.span(5)
    before = session.proposals.probabilities[at].tolist()
    session.apply(label_span(session.project, 4, 1, 1, DRUG))
    qtbot.waitUntil(at_rest)
    assert session.proposals.probabilities[at].tolist() != before
    session.apply(remove_document(session.project, 0))
    settings = replace(session.project.settings, consistency=OFF)
    session.apply(change_settings(session.project, settings))
    qtbot.waitUntil(at_rest)
    assert session.proposals.probabilities[at].tolist() == before


def test_a_setting_takes_the_place_of_the_count_for_another(parts, qtbot):
    session, learning, trainer, keeper, _ = parts
    learning.counts.clear()
    keeper.start()
    data = learning.snapshot(session.project)
    model = learning.train(data, None, None, lambda: False, 1)
    trainer.model_ready.emit(NumberedModel(1, model, "full", 1, 2, 0.0))
    assert keeper._count.running
    session.apply(
        change_settings(session.project, replace(session.project.settings, consistency=TIES))
    )
    qtbot.waitUntil(lambda: keeper.idle)
    assert keeper.way == TIES
    assert trainer.status.consistency is None


def test_documents_that_nobody_works_on_wait_for_a_training(parts, qtbot):
    _, learning, trainer, keeper, suggester = parts
    keeper.start()
    learn(parts, qtbot)
    learning.asked.clear()
    suggester.set_visible(np.array([1]))
    trainer.show_status(state="training")
    trainer.model_ready.emit(replace(keeper._model, number=2))
    qtbot.waitUntil(lambda: not keeper._evidence.running)
    assert learning.asked == [([0, 1, 2], -1)]
    assert not keeper.idle
    trainer.show_status(iteration=1)
    assert not keeper._evidence.running
    trainer.show_status(state="idle")
    qtbot.waitUntil(lambda: keeper.idle)
    assert learning.asked == [([0, 1, 2], -1), ([3, 4, 5], -1)]


def test_they_wait_for_some_seconds_only(parts, qtbot, monkeypatch):
    monkeypatch.setattr("app.services.document_evidence.PATIENCE", 0.01)
    _, learning, trainer, keeper, _ = parts
    keeper.start()
    learn(parts, qtbot)
    learning.asked.clear()
    trainer.show_status(state="training")
    trainer.model_ready.emit(replace(keeper._model, number=2))
    qtbot.waitUntil(lambda: keeper.idle)
    assert learning.asked == [([0, 1, 2], -1), ([3, 4, 5], -1)]


def test_the_setting_turns_it_off_and_on(parts, qtbot):
    session, _, trainer, keeper, suggester = parts
    keeper.start()
    learn(parts, qtbot)
    session.apply(label_span(session.project, 4, 1, 1, DRUG))
    qtbot.waitUntil(lambda: keeper.idle)
    assert suggester.label_scores

    def set_way(way):
        settings = replace(session.project.settings, consistency=way)
        session.apply(change_settings(session.project, settings))
        qtbot.waitUntil(lambda: keeper.idle)

    set_way(OFF)
    assert not suggester.label_scores
    assert keeper.question_about(5) is None
    set_way(TIES)
    assert keeper.way == TIES
    assert trainer.status.consistency is None
    assert suggester.label_scores
    session.undo()
    session.undo()
    assert session.project.settings.consistency == AUTOMATIC
    qtbot.waitUntil(lambda: keeper.idle)
    assert keeper.way == PHRASES


def test_where_nothing_is_gained_it_stays_off(parts, qtbot):
    _, learning, _, keeper, suggester = parts
    learning.choice = None
    keeper.start()
    learn(parts, qtbot)
    assert keeper.way == OFF
    assert learning.asked == []
    assert not suggester.label_scores


def test_a_question_is_about_the_document_of_a_sentence(parts, qtbot):
    keeper = parts[3]
    keeper.start()
    learn(parts, qtbot)
    question = keeper.question_about(1)
    assert np.array_equal(question.sentences.sentence_indices, [0, 1, 2])
    assert keeper.question_about(99) is None


def test_a_correction_whose_effect_was_taken_back_tells_other_sentences_nothing(parts, qtbot):
    session, learning, _, keeper, suggester = parts
    keeper.start()
    learn(parts, qtbot)
    session.apply(label_span(session.project, 4, 1, 1, DRUG))
    qtbot.waitUntil(lambda: keeper.idle)
    assert suggester.label_scores[5][0].any()
    learning.asked.clear()
    sentence = int(session.corpus.ids[4])
    session.suggestions.declined = {sentence: frozenset({1})}
    session.set_queue(np.array([5]))  # anything that is announced
    qtbot.waitUntil(lambda: keeper.idle)
    assert learning.asked == [([3, 4, 5], -1)]
    assert not np.any(suggester.label_scores.get(5, 0.0))
    assert not session.corpus.states[session.corpus.span(4)][0]
    assert session.corpus.states[session.corpus.span(4)][1], "the label itself stays"
