"""What confirmed labels of a document tell, as the window's jobs compute it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.consistency import OFF, PHRASES, TIES, ConfirmedName
from app.domain.tokens import TokenState
from app.jobs.data.snapshot import snapshot
from app.jobs.measuring import consistency_choice
from app.jobs.measuring.consistency_choice import (
    ENOUGH_SENTENCES,
    choose_consistency,
    consistency_of,
)
from app.jobs.suggestions import document_evidence
from app.jobs.suggestions.document_evidence import (
    Consistency,
    DocumentEvidence,
    DocumentQuestion,
    parts_of,
    ties_of,
)
from app.jobs.suggestions.propose import propose, sentences_of
from app.jobs.training.train import extract, train
from crfcore.errors import TrainingCancelled
from crfcore.graphs.confirmed_phrases import USUAL_COST
from crfcore.graphs.tied_document import TiedDocument
from tests.memory_projects import project_of, set_tags

FIRMS, PEOPLE = ("Acme", "Borealis", "Dunlop"), ("Ada", "Bo", "Cyra")
LABELLED = [
    *([["Yesterday", one, "left"] for one in PEOPLE]),
    *([["Shares", "of", one, "rose"] for one in FIRMS]),
]
NEW = [
    ["Everybody", "knows", "Springer"],
    ["Yesterday", "Springer", "left"],
    ["Yesterday", "Springer", "also", "left"],
]


def tags_of(words):
    return ["B-PER" if w in PEOPLE else "B-ORG" if w in FIRMS else "O" for w in words]


@pytest.fixture
def project():
    project = project_of([*LABELLED, *NEW], labels=("PER", "ORG"))
    words = [word for sentence in [*LABELLED, *NEW] for word in sentence]
    project.words = sorted(set(words))
    project.corpus.columns[0] = [project.words.index(word) for word in words]
    for at, own in enumerate(LABELLED):
        set_tags(project, at, tags_of(own))
    return project


@pytest.fixture
def model(project):
    data = snapshot(project)
    return train(data, extract(data))


def question(project, model, consistency, *, silent=(), known=None):
    part = project.visible()
    return DocumentQuestion(
        model,
        sentences_of(project, part),
        np.isin(part, silent),
        consistency,
        known or {},
    )


def suggested(project, model, scores, at):
    sentences = replace(sentences_of(project, np.array([at])), label_scores=scores)
    return [project.tags[tag] for tag in propose(model, sentences).tags.tolist()]


@pytest.mark.parametrize("way", [PHRASES, TIES])
@pytest.mark.parametrize("at", range(12))
def test_an_answer_that_is_stopped_goes_on_where_it_was(project, model, way, at, monkeypatch):
    monkeypatch.setattr(document_evidence, "CONFIRMED_AT_ONCE", 1)
    asks = 0

    def stops() -> bool:
        nonlocal asks
        asks += 1
        return asks > at

    consistency, first = Consistency(way, USUAL_COST), len(LABELLED)
    stopped, whole = DocumentEvidence(), DocumentEvidence()
    for evidence in (stopped, whole):
        evidence.scores(question(project, model, consistency))
    set_tags(project, first, ["O", "O", "B-ORG"])
    set_tags(project, 0, ["O", "B-ORG", "O"])
    after = question(project, model, consistency)
    expected = whole.scores(after)
    assert expected
    try:
        found = stopped.scores(after, stops)
    except TrainingCancelled:
        found = stopped.scores(after)
    else:
        assert asks <= at
    assert found.keys() == expected.keys()
    for sentence, scores in expected.items():
        np.testing.assert_allclose(found[sentence], scores, atol=1e-12)


def test_a_confirmed_phrase_is_suggested_again(project, model):
    phrases, evidence = Consistency(PHRASES, USUAL_COST), DocumentEvidence()
    first = len(LABELLED)
    assert suggested(project, model, {}, first + 1) == ["O", "B-PER", "O"]
    before = evidence.scores(question(project, model, phrases))
    assert not any(at in before for at in range(first, first + 3))
    set_tags(project, first, ["O", "O", "B-ORG"])
    scores = evidence.scores(question(project, model, phrases, known=before))
    assert {first + 1, first + 2} <= scores.keys() <= {first, first + 1, first + 2}
    column = list(model.crf.classes_).index("B-ORG")
    expected = np.zeros((3, len(model.crf.classes_)))
    expected[1, column] = USUAL_COST
    assert scores[first + 1] == pytest.approx(expected)
    assert suggested(project, model, scores, first + 1) == ["O", "B-ORG", "O"]
    # Nothing has changed since, and nothing is passed on.
    assert evidence.scores(question(project, model, phrases, known={**before, **scores})) == {}
    project.corpus.states[project.corpus.span(first)] = TokenState.UNKNOWN
    gone = evidence.scores(question(project, model, phrases, known={**before, **scores}))
    assert gone.keys() == scores.keys()
    assert not any(one.any() for one in gone.values())


def test_an_answer_that_follows_another_is_that_of_a_new_document(project, model):
    ties, first = consistency_of(snapshot(project), extract(snapshot(project)), TIES), len(LABELLED)
    evidence = DocumentEvidence()
    evidence.scores(question(project, model, ties))
    set_tags(project, first, ["O", "O", "B-ORG"])
    following = evidence.scores(question(project, model, ties))
    anew = DocumentEvidence().scores(question(project, model, ties))
    assert following.keys() == anew.keys()
    for at, scores in anew.items():
        assert following[at] == pytest.approx(scores, abs=1e-3)


def test_the_document_in_work_is_kept_while_others_are_asked_about(project, model, monkeypatch):
    made = []
    tied_document = document_evidence._tied_document
    monkeypatch.setattr(
        document_evidence,
        "_tied_document",
        lambda asked, labels, pause: (
            made.append(len(labels)) or tied_document(asked, labels, pause)
        ),
    )
    phrases, evidence, first = Consistency(PHRASES, USUAL_COST), DocumentEvidence(), len(LABELLED)
    in_work = question(project, model, phrases)
    parts = [
        replace(in_work, sentences=sentences_of(project, part), silent=np.zeros(len(part), bool))
        for part in (np.arange(2), np.arange(2, 4))
    ]
    evidence.scores(in_work)
    evidence.confirmed_names(in_work, first)
    for part in parts:
        evidence.scores(part)
    evidence.confirmed_names(in_work, first)
    set_tags(project, first, ["O", "O", "B-ORG"])
    after = question(project, model, phrases)
    assert evidence.scores(after).keys() == DocumentEvidence().scores(after).keys()
    n_tokens = len(project.corpus.tag_sets)
    assert made[:3] == [n_tokens, 6, 7]
    assert len(made) == 4, "the last one is for the comparison"


def test_test_sentences_neither_give_nor_take(project, model):
    phrases, first = Consistency(PHRASES, USUAL_COST), len(LABELLED)
    set_tags(project, first, ["O", "O", "B-ORG"])
    taken = DocumentEvidence().scores(question(project, model, phrases, silent=[first + 1]))
    assert first + 1 not in taken
    assert first + 2 in taken
    given = DocumentEvidence().scores(question(project, model, phrases, silent=[first]))
    assert not any(at in given for at in range(first, first + 3))


def test_it_tells_which_confirmed_names_spoke(project, model):
    phrases, first = Consistency(PHRASES, USUAL_COST), len(LABELLED)
    set_tags(project, first, ["O", "O", "B-ORG"])
    set_tags(project, first + 2, ["O", "B-ORG", "O", "O"])
    found = DocumentEvidence().confirmed_names(question(project, model, phrases), first + 1)
    assert found == {1: [ConfirmedName("Springer", "ORG", (first, first + 2))]}
    # Ties say the same of the same words, and it is told once.
    both = consistency_of(snapshot(project), extract(snapshot(project)), TIES)
    again = DocumentEvidence().confirmed_names(question(project, model, both), first + 1)
    assert again[1] == found[1]
    assert [(one.name, one.label) for one in again[0]] == [("Yesterday", "")]
    # What is confirmed in a sentence does not speak about that sentence.
    own = DocumentEvidence().confirmed_names(question(project, model, phrases), first)
    assert own == {2: [ConfirmedName("Springer", "ORG", (first + 2,))]}


def test_scores_of_other_labels_are_left_out(project, model):
    wrong = {len(LABELLED) + 1: np.full((3, 99), 50.0)}
    assert suggested(project, model, wrong, len(LABELLED) + 1) == ["O", "B-PER", "O"]


def test_long_documents_come_in_parts(monkeypatch):
    monkeypatch.setattr("app.jobs.suggestions.document_evidence.WINDOW", 10)
    offsets = np.arange(0, 4 * 25 + 1, 4)
    parts = parts_of(np.arange(25), offsets)
    assert np.concatenate(parts).tolist() == list(range(25))
    assert {len(part) for part in parts} <= {2, 3}
    assert [part.tolist() for part in parts_of(np.array([3]), offsets)] == [[3]]


def many_documents(*, consistent):
    """Return a project of documents in which a new name is always, or never, of one type."""
    rng = np.random.default_rng(5)
    sentences, tags, owners = [], [], []
    for document in range(12):
        kind = "B-PER" if document % 2 else "B-ORG"
        for number in range(4):
            label = kind if consistent or number % 2 else "B-ORG" if document % 2 else "B-PER"
            sentences.append([f"w{rng.integers(5)}", f"Name{document}", f"v{rng.integers(5)}"])
            tags.append(["O", label, "O"])
            owners.append(document)
    project = project_of(sentences, labels=("PER", "ORG"))
    words = [word for sentence in sentences for word in sentence]
    project.words = sorted(set(words))
    project.corpus.columns[0] = [project.words.index(word) for word in words]
    project.corpus.documents[:] = owners
    (only,) = project.documents.values()
    project.documents = {number: replace(only, id=number) for number in range(12)}
    for at, own in enumerate(tags):
        set_tags(project, at, own)
    return project


@pytest.mark.parametrize(("consistent", "ways"), [(True, (PHRASES, TIES)), (False, (OFF,))])
def test_it_is_on_where_held_out_documents_need_fewer_corrections(consistent, ways):
    data = snapshot(many_documents(consistent=consistent))
    choice = choose_consistency(data, extract(data))
    assert choice.way in ways
    assert choice.n_documents == 12
    assert choice.n_sentences == 48
    before, phrases, _ = choice.corrections
    assert (phrases < before) == consistent


def test_phrases_alone_are_judged_as_by_a_document_without_ties(monkeypatch):
    data = snapshot(many_documents(consistent=True))
    extraction = extract(data)
    expected = choose_consistency(data, extraction).corrections

    def whole_document(self, way):
        return None if way.way == OFF else tied_document_of(self, way)

    def tied_document_of(simulation, way):
        part = simulation._part
        return TiedDocument(
            part.words,
            part.offsets,
            simulation._names,
            simulation._scores,
            simulation._transitions,
            ties=ties_of(part.words, part.offsets, simulation._model),
            table=way.table_for(simulation._names),
            cost=way.cost,
            scheme=simulation._scheme,
        )

    monkeypatch.setattr(consistency_choice._Simulation, "_document", whole_document)
    assert choose_consistency(data, extraction).corrections == expected


def test_a_key_waits_for_one_sentence_of_a_held_out_document():
    data = snapshot(many_documents(consistent=True))
    asked = []
    choice = choose_consistency(data, extract(data), lambda: bool(asked.append(1)))
    assert len(asked) >= 3 * choice.n_sentences


def test_few_labels_choose_nothing(project):
    data = snapshot(project)
    assert len(LABELLED) < ENOUGH_SENTENCES
    assert choose_consistency(data, extract(data)) is None
    many = snapshot(many_documents(consistent=True))
    assert choose_consistency(many, extract(many), lambda: True) is None
