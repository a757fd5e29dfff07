"""Tests of evaluating a model, and of input that cannot be evaluated."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from app.domain.documents import LEARNING_OPTION, YES
from app.jobs.data.snapshot import project_columns, snapshot
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.jobs.labelled_files import evaluate as module
from app.jobs.labelled_files.evaluate import datasets_of, evaluate, load_for
from app.jobs.labelled_files.labelled_data import load
from app.jobs.progress import JobCancelledError
from app.jobs.projects.create import create_project
from app.jobs.tag_files.tag import tag
from app.jobs.train_files.options import TrainingOptions
from app.jobs.train_files.train import train_on
from app.jobs.training.train import extract, train
from crfcore import LinearChainCRF
from crfcore.errors import DataError
from crfcore.features.column_table import ColumnTable
from crfcore.features.template import parse_template
from crfcore.features.word_cases import learn_cases

GOLD = "Anna B-PER\nlives O\n\nUlm B-LOC\nis O\n\n" * 3


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.conll"
    path.write_text(GOLD)
    return path


@pytest.fixture
def crf(gold):
    return train_on(load(gold), TrainingOptions()).crf


def test_sentences_with_unlabelled_tokens_are_left_out(crf, tmp_path):
    path = tmp_path / "some.conll"
    path.write_text("Anna B-PER\nlives _\n\nUlm B-LOC\nis O\n")
    scores = evaluate(crf, load_for(crf, path))
    assert (scores["sentences"], scores["tokens"], scores["f1"]) == (1, 2, 1.0)
    path.write_text("Anna B-PER\nlives _\n")
    with pytest.raises(DataError, match="No fully labelled sentence"):
        evaluate(crf, load_for(crf, path))


@pytest.mark.parametrize(
    "lines",
    [
        ("She was given 5 mg of it on Monday.", "The cat “slept well.”", "", "No more"),
        ("She was given 5 mg .", "The cat slept well ."),  # six and five columns
        ("He was seen by her .", "The cat slept very well ."),  # six columns each
    ],
)
def test_a_plain_text_is_called_one(crf, tmp_path, lines):
    path = tmp_path / "plain.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError, match=r"plain\.txt: This is plain text without labels; "):
        load_for(crf, path)


def test_of_a_column_file_it_is_told_what_its_rows_lack(crf, tmp_path):
    path = tmp_path / "bad.conll"
    path.write_text("Anna B-PER\nlives\n. O\n")
    with pytest.raises(DataError, match="line 2: Found 1 field"):
        load_for(crf, path)
    path.write_text("a b c d\n. . . .\n")
    with pytest.raises(DataError, match="has 4 columns"):
        load_for(crf, path)


def test_unlabelled_tokens_teach_nothing_but_stay(tmp_path):
    path = tmp_path / "some.conll"
    path.write_text(GOLD + "Ida _\nlives O\n")
    training = train_on(load(path), TrainingOptions(algorithm="empirical"))
    assert training.figures["n_tokens"] == 14
    assert sorted(training.crf.classes_) == ["B-LOC", "B-PER", "O"]


@pytest.fixture
def model_of_cases():
    """A model for which words in capitals within sentences are names."""
    names, others = ["Anna", "Ida", "Uwe"], ["Bread", "Milk", "Tea"]
    sentences = [[word, "is", "here"] for word in (*names, *others)]
    sentences += [["I", "see", word] for word in names]
    sentences += [["I", "see", word.lower()] for word in others]
    tags = [["B-PER" if word in names else "O" for word in words] for words in sentences]
    table = ColumnTable.from_words(sentences)
    crf = LinearChainCRF(template=parse_template("Ul:%case[0]\nB\n"))
    crf.fit(table, tags, cases=learn_cases(table))
    crf.metadata_["columns"] = ["word", "label"]
    return crf


def test_cases_of_unknown_words_come_from_the_whole_text(model_of_cases):
    text = ColumnTable.from_words([["Tia", "is", "here"], ["I", "see", "Tia"]])
    assert model_of_cases.predict(text) == [["B-PER", "O", "O"], ["O", "O", "B-PER"]]
    assert model_of_cases.predict(text.select([0])) == [["O", "O", "O"]]
    first = datasets_of(model_of_cases, text)(0, 1)
    assert model_of_cases.predict(first) == [["B-PER", "O", "O"]]


def test_unlabelled_sentences_of_a_file_and_a_project_are_text_too(model_of_cases, tmp_path):
    path, project = tmp_path / "some.conll", tmp_path / "some.tagwright"
    path.write_text("I _\nsee _\nTia _\n\nTia B-PER\nis O\nhere O\n\n\nOde O\nis O\nhere O\n")
    with create_project(project) as file:
        import_document(file, file.load(), path)
    for labelled in (path, project):
        scores = evaluate(model_of_cases, load_for(model_of_cases, labelled))
        assert (scores["sentences"], scores["f1"]) == (2, 1.0)


def test_a_model_of_attributes_reads_no_files(gold):
    crf = LinearChainCRF().fit([[{"w": "a"}, {"w": "b"}]], [["B-PER", "O"]])
    with pytest.raises(DataError, match="use it from Python"):
        load_for(crf, gold)
    with pytest.raises(DataError, match="use it from Python"):
        tag(crf, gold)


def test_a_project_without_labels_teaches_nothing(tmp_path):
    path = tmp_path / "p.tagwright"
    create_project(path).close()
    with pytest.raises(DataError, match="Label some sentences first"):
        load(path)


def test_scoring_can_be_stopped(crf, gold):
    with pytest.raises(JobCancelledError):
        evaluate(crf, load_for(crf, gold), monitor=lambda done, total: True)


def test_columns_of_a_project(tmp_path):
    with create_project(tmp_path / "p.tagwright") as file:
        project = file.load()
        assert project_columns(project) == ("word", "label")
        path = tmp_path / "a.conll"
        path.write_text("Anna x NNP B-PER\n")
        import_document(file, project, path, ImportOptions(columns=("word", "_", "tag", "label")))
        assert project_columns(project) == ("word", "tag", "label")
        project.documents.clear()
        assert project_columns(project) == ("word", "column2", "label")


def test_text_that_is_only_learned_from_adds_no_columns_to_the_model(tmp_path):
    labelled = tmp_path / "a.conll"
    labelled.write_text("Anna B-PER\nlives O\n\nUlm B-LOC\n")
    more = tmp_path / "b.conll"
    more.write_text("Ida ida NNP O\nlives live VBZ O\n")
    options = ImportOptions(columns=("word", "lemma", "xpos", "label"))
    with create_project(tmp_path / "p.tagwright") as file:
        project = file.load()
        import_document(file, project, labelled)
        import_document(file, project, more, options)
        assert project_columns(project) == ("word", "lemma", "xpos", "label")
        (added,) = [one for one in project.documents.values() if one.name == "b.conll"]
        layout = added.layout.with_option(LEARNING_OPTION, YES)
        project.documents[added.id] = replace(added, layout=layout)
        assert project_columns(project) == ("word", "label")
        data = snapshot(project)
        model = train(data, extract(data))
    assert model.crf.metadata_["columns"] == ["word", "label"]
    words = tmp_path / "words.conll"
    words.write_text("Anna\nlives\n")
    tagged = "".join(tag(model.crf, words)).split()
    assert (tagged[0], tagged[1]) == ("Anna", "B-PER")


@pytest.mark.parametrize(
    ("dimensions", "sizes"), [(0, [4, 2]), (1, [4, 2]), (10, [4, 2]), (25, [1, 3, 1, 1])]
)
def test_datasets_have_fewer_sentences_where_tokens_have_many_dimensions(
    dimensions, sizes, monkeypatch
):
    """Sentences of 5, 1, 2, 1, 7 and 0 tokens, at most four at once, and 100 dimensions in all."""
    vectors = SimpleNamespace(n_dimensions=dimensions) if dimensions else None
    unigrams = parse_template("U:%vector[0]\n").unigrams
    extractor = SimpleNamespace(template=SimpleNamespace(unigrams=unigrams), vectors=vectors)
    monkeypatch.setattr(module, "template_extractor", lambda _: extractor)
    monkeypatch.setattr(module, "MOST_ENTRIES", 100)
    found = list(module.batches(None, np.array([0, 5, 6, 8, 9, 16, 16]), 4))
    assert [last - first for first, last in found] == sizes
    assert [first for first, _ in found] == [0, *(last for _, last in found[:-1])]
