"""Tests of tagging under the scheme of a model."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from app.jobs.labelled_files.evaluate import evaluate, load_for
from app.jobs.labelled_files.scheme import ModelScheme
from app.jobs.tag_files.tag import TagOptions, tag
from crfcore import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.text.tag_schemes import convert, spans


def table(*sentences: list[str]) -> ColumnTable:
    return ColumnTable.from_words(sentences)


@pytest.fixture
def model() -> LinearChainCRF:
    """Return a model that looks at words alone, and so begins spans with I."""
    sentences = table(["Anna", "Maria", "ruft", "an"], ["Ute", "Maria", "ruft", "an"])
    labels = [["B-PER", "I-PER", "O", "O"]] * 2
    crf = LinearChainCRF(template="U0:%x[0,0]\n", c2=0.01)
    crf.fit(sentences, labels, labels=["O", "B-PER", "I-PER"])
    crf.metadata_ = {"scheme": "iob2", "columns": ["word"]}
    return crf


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """Return a file with a sentence that tempts the model, and one that does not."""
    path = tmp_path / "text.conll"
    path.write_text("Maria\nruft\nAnna\nMaria\n\nAnna\nruft\n", encoding="utf-8")
    return path


BEGINNING = '{"format": "tagwright rules", "version": 1, '


def labels_in(pieces) -> list[list[str]]:
    blocks = "".join(pieces).strip().split("\n\n")
    return [
        [line.split("\t")[0].split()[1] for line in block.splitlines() if line[0] != "#"]
        for block in blocks
    ]


def is_valid(labels: list[str], scheme: str = "iob2") -> bool:
    return convert(labels, scheme, "bioes" if scheme != "bioes" else "iob2") is not None


def test_the_labels_are_the_best_ones_that_are_valid(model, text) -> None:
    free = model.predict(table(["Maria", "ruft", "Anna", "Maria"]))[0]
    assert free[0] == "I-PER"
    first, second = labels_in(tag(model, text))
    assert second == ["B-PER", "O"]
    candidates = [list(found) for found in product(model.classes_, repeat=4)]
    words = table(["Maria", "ruft", "Anna", "Maria"])
    best = max(filter(is_valid, candidates), key=lambda one: model.log_likelihood(words, [one]))
    assert first == best


def test_what_is_valid_already_is_as_the_model_says(model, text) -> None:
    text.write_text("Anna\nMaria\nruft\n\nUte\n", encoding="utf-8")
    assert labels_in(tag(model, text)) == model.predict(table(["Anna", "Maria", "ruft"], ["Ute"]))


@pytest.mark.parametrize("scheme", [None, "tokens", "bioes"])
def test_without_a_scheme_that_the_model_writes_its_labels_stay(model, text, scheme) -> None:
    model.metadata_ = {"columns": ["word"]} | ({"scheme": scheme} if scheme else {})
    found = labels_in(tag(model, text))
    assert found == model.predict(table(["Maria", "ruft", "Anna", "Maria"], ["Anna", "ruft"]))


def test_probabilities_and_ranks_are_those_under_the_scheme(model, text) -> None:
    rows = "".join(tag(model, text, TagOptions(marginals=True))).splitlines()
    first = dict(pair.rsplit("/", 1) for pair in rows[0].split()[2:])
    assert float(first["I-PER"]) == 0.0
    assert sum(map(float, first.values())) == pytest.approx(1.0, abs=1e-5)
    ranked = labels_in(tag(model, text, TagOptions(nbest=3)))
    assert all(map(is_valid, ranked[:3]))


def test_all_ranks_are_valid_where_the_first_is_so_anyway(model, text) -> None:
    text.write_text("Anna\nruft\n", encoding="utf-8")
    free = [labels for labels, _ in model.nbest(table(["Anna", "ruft"]), 4)[0]]
    assert is_valid(free[0])
    assert not all(map(is_valid, free))
    ranked = labels_in(tag(model, text, TagOptions(nbest=4)))
    assert ranked[0] == free[0]
    assert len(ranked) == 4
    assert all(map(is_valid, ranked))


def test_constraints_come_first(model, text, tmp_path) -> None:
    known = tmp_path / "known.txt"
    known.write_text("I-PER\n_\n_\n_\n\n_\n_\n", encoding="utf-8")
    first, second = labels_in(tag(model, text, TagOptions(constraints=known)))
    assert (first[0], second) == ("I-PER", ["B-PER", "O"])
    known.write_text("_\n_\nO\n_\n\n_\n_\n", encoding="utf-8")
    first, _ = labels_in(tag(model, text, TagOptions(constraints=known)))
    assert is_valid(first)
    assert first[2] == "O"


def test_rules_hold_as_well_as_the_scheme(model, text, tmp_path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(
        BEGINNING + '"rules": [{"kind": "count", "unit": "PER", "at_most": 1}]}', "utf-8"
    )
    options = TagOptions(constraints=rules)
    first, _ = labels_in(tag(model, text, options))
    assert is_valid(first)
    assert len(spans(first, "iob2")) == 1
    content = BEGINNING + '"sentences": [{"sentence": 0, "rules": [%s]}]}'
    rules.write_text(content % '{"kind": "pin", "token": 0, "label": "I-PER"}', "utf-8")
    first, _ = labels_in(tag(model, text, options))
    assert first[0] == "I-PER", "what contradicts the scheme is decoded without it"


@pytest.mark.parametrize("scheme", ["iob2", "tokens"])
def test_what_is_scored_are_the_labels_that_are_written(model, text, tmp_path, scheme) -> None:
    model.metadata_ |= {"scheme": scheme, "columns": ["word", "label"]}
    written = labels_in(tag(model, text))
    sentences = [["Maria", "ruft", "Anna", "Maria"], ["Anna", "ruft"]]
    if scheme == "iob2":
        assert written != model.predict(table(*sentences))
    gold = tmp_path / "gold.conll"
    rows = [
        "".join(f"{word} {label}\n" for word, label in zip(words, labels, strict=True))
        for words, labels in zip(sentences, written, strict=True)
    ]
    gold.write_text("\n".join(rows), encoding="utf-8")
    scores = evaluate(model, load_for(model, gold))
    assert (scores["token_accuracy"], scores["sentences"]) == (1.0, 2)


@pytest.mark.parametrize("scheme", ["iob1", "iob2", "ioe2", "bioes", "bilou"])
def test_validity_is_that_of_strict_reading(scheme) -> None:
    labels = ["O", "B-X", "I-X", "I-Y", "E-X", "S-X", "L-X", "U-Y"]
    for length in (1, 2, 3):
        for found in product(labels, repeat=length):
            assert ModelScheme(scheme).is_valid(found) == is_valid(list(found), scheme), found
