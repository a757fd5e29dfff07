"""Tests of the sample project: sound files, varied sentences, improving scores."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.domain.settings import ProjectSettings
from app.jobs.projects.create import create_sample
from app.storage.project_file import ProjectFile
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.metrics.spans import span_scores
from crfcore.text.tag_schemes import spans

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
LABELS = {"DRUG", "DOSE", "TITLE", "PERSON", "DATE", "CONDITION"}
N_TRAINING = 80

Sentence = list[list[str]]


def read_sample(name: str) -> list[Sentence]:
    text = (SAMPLE / name).read_text(encoding="utf-8")
    return [[row.split(" ") for row in block.split("\n")] for block in text.strip().split("\n\n")]


def words_of(sentence: Sentence) -> list[str]:
    return [row[0] for row in sentence]


def tags_of(sentence: Sentence) -> list[str]:
    return [row[1] for row in sentence]


def outline(sentence: Sentence) -> tuple[str, ...]:
    """Return the sentence with each entity replaced by its label."""
    outlined: list[str] = []
    for word, tag in sentence:
        prefix, _, label = tag.partition("-")
        if prefix == "O":
            outlined.append(word.lower())
        elif prefix == "B":
            outlined.append(label)
    return tuple(outlined)


@pytest.fixture(scope="module")
def labelled() -> list[Sentence]:
    return read_sample("labelled.conll")


@pytest.fixture(scope="module")
def answers() -> list[Sentence]:
    return read_sample("answers.conll")


def test_there_is_enough_to_learn_from_and_to_label(labelled, answers):
    assert len(labelled) >= 130
    assert len(answers) >= 170


def test_unlabelled_sentences_are_those_of_the_answers(answers):
    unlabelled = read_sample("unlabelled.conll")
    assert all(len(row) == 1 for sentence in unlabelled for row in sentence)
    assert [words_of(sentence) for sentence in unlabelled] == [words_of(s) for s in answers]


@pytest.mark.parametrize("name", ["labelled.conll", "answers.conll"])
def test_each_row_is_a_word_and_a_tag(name):
    for sentence in read_sample(name):
        for row in sentence:
            assert len(row) == 2
            assert all(field and field == field.strip() for field in row)


@pytest.mark.parametrize("name", ["labelled.conll", "answers.conll"])
def test_tags_are_well_formed_iob2(name):
    for sentence in read_sample(name):
        tags = ["O", *tags_of(sentence)]
        for before, tag in pairwise(tags):
            prefix, _, label = tag.partition("-")
            assert tag == "O" or (prefix in {"B", "I"} and label in LABELS), words_of(sentence)
            if prefix == "I":
                assert before in {f"B-{label}", f"I-{label}"}, words_of(sentence)


def test_all_labels_occur_early_and_often(labelled, answers):
    def labels_in(sentences: list[Sentence]) -> list[str]:
        return [span.label for sentence in sentences for span in spans(tags_of(sentence))]

    assert set(labels_in(labelled[:10])) == LABELS
    for part in (labelled[:N_TRAINING], labelled[N_TRAINING:], answers):
        found = labels_in(part)
        assert min(found.count(label) for label in LABELS) >= 10


def test_some_entities_are_long_and_some_sentences_have_none(labelled, answers):
    sentences = labelled + answers
    lengths = [span.end - span.start for sentence in sentences for span in spans(tags_of(sentence))]
    assert sum(length > 1 for length in lengths) > len(lengths) / 5
    plain = sum(set(tags_of(sentence)) == {"O"} for sentence in sentences)
    assert 0.15 < plain / len(sentences) < 0.5


def test_no_two_sentences_differ_in_their_entities_alone(labelled, answers):
    outlines = [outline(sentence) for sentence in labelled + answers]
    assert len(set(outlines)) == len(outlines)


def test_sentences_are_of_many_lengths(labelled, answers):
    lengths = sorted(len(sentence) for sentence in labelled + answers)
    assert lengths[0] == 3
    assert 35 <= lengths[-1] <= 40
    assert len(set(lengths)) >= 25
    # The middle half of the sentences spans more than a few tokens of length.
    assert lengths[3 * len(lengths) // 4] - lengths[len(lengths) // 4] >= 6


def f1_after(training: list[Sentence], held_out: list[Sentence]) -> float:
    """Train as the window does and return the span F1 on unseen sentences."""
    crf = LinearChainCRF(c2=ProjectSettings().c2, template="basic")
    crf.fit(
        ColumnTable.from_sentences([[[word] for word in words_of(s)] for s in training]),
        [tags_of(s) for s in training],
    )
    predicted = crf.predict(
        ColumnTable.from_sentences([[[word] for word in words_of(s)] for s in held_out])
    )
    return span_scores([tags_of(s) for s in held_out], predicted).f1


def test_proposals_get_better_with_each_handful_of_sentences(labelled):
    held_out = labelled[N_TRAINING:]
    after_10, after_40, after_80 = (f1_after(labelled[:n], held_out) for n in (10, 40, 80))
    assert after_10 < after_40 < after_80
    assert after_80 >= 0.6


def test_what_was_learned_helps_with_the_unlabelled_sentences(labelled, answers):
    assert f1_after(labelled[:N_TRAINING], answers) >= 0.6


def test_the_order_of_the_sentences_is_not_what_makes_it_work(labelled):
    random = np.random.default_rng(20)
    curves = []
    for _ in range(3):
        shuffled = [
            labelled[sentence_index] for sentence_index in random.permutation(len(labelled))
        ]
        curves.append([f1_after(shuffled[:n], shuffled[N_TRAINING:]) for n in (10, 40, 80)])
    after_10, after_40, after_80 = np.mean(curves, axis=0)
    assert after_10 < after_40 < after_80
    assert after_80 >= 0.6


def test_every_label_of_the_sample_has_a_description(tmp_path: Path) -> None:
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with ProjectFile.open(path) as file:
        labels = file.load().visible_labels()
    assert [label.name for label in labels] == [
        "CONDITION", "DOSE", "DATE", "PERSON", "DRUG", "TITLE"
    ]  # fmt: skip
    assert [label.key for label in labels] == list("123456")
    assert all(len(label.description) > 40 for label in labels)
