"""Models of documents on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from app.__main__ import main
from app.domain.sentences import SentenceSource
from app.jobs.data.document_numbers import document_numbers
from crfcore import DocumentCRF


def _document(name: str, title: str, kind: str) -> str:
    return (
        f"-DOCSTART- O\n\n{title} O\n{name} B-{kind}\nx O\n\nsaw O\n{name} B-{kind}\n\n"
        f"{name} B-{kind}\nwent O\n\n"
    )


NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
TRAIN = "".join(
    _document(name, *(("mister", "PER") if number < 4 else ("company", "ORG")))
    for number, name in enumerate(NAMES)
)
TEXT = "-DOCSTART- _\n\ncompany _\nZoe _\nx _\n\nsaw _\nZoe _\n\n-DOCSTART- _\n\nsaw _\nYan _\n\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Run a command in a folder with a labelled file and a text; return the output."""
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)
    Path("text.conll").write_text(TEXT)

    def command(*arguments, status=0):
        assert main([*arguments]) == status
        return capfd.readouterr()

    return command


def test_a_model_of_documents_is_trained_tags_and_is_evaluated(run):
    found = run(
        *("train", "train.conll", "--model", "m.crf", "--documents", "--second-stage"),
        *("--c2", "0.01", "--test", "train.conll", "--json"),
    )
    figures = json.loads(found.out)
    assert figures["n_documents"] == 8
    assert figures["n_groups"] == 8
    assert figures["second_stage"]
    assert figures["test"]["f1"] > 0.9
    assert figures["test"]["log_likelihood"] is None
    model = DocumentCRF.load("m.crf")
    assert model.metadata_["scheme"] == "iob2"
    assert model.ties_.strength == figures["strength"]
    tagged = run("tag", "m.crf", "text.conll").out
    assert "company _ O\nZoe _ B-ORG\n" in tagged
    assert "saw _ O\nZoe _ B-ORG\n" in tagged
    assert tagged.count("-DOCSTART- _ O\n") == 2
    assert "B-ORG/" in run("tag", "m.crf", "text.conll", "--marginals").out
    # A confirmed label counts for the other sentence.
    lines = [
        "company _" if line == "company _" else line.replace("Zoe _", "Zoe B-PER", 1)
        for line in TEXT.split("\n\nsaw")[0].split("\n")
    ]
    given = "\n".join(lines) + "\n\nsaw" + "\n\nsaw".join(TEXT.split("\n\nsaw")[1:])
    Path("given.conll").write_text(given)
    confirmed = run("tag", "m.crf", "text.conll", "--constraints", "given.conll").out
    assert "company _ O\nZoe _ B-PER\n" in confirmed
    scores = json.loads(run("evaluate", "m.crf", "train.conll", "--json").out)
    assert scores["f1"] == figures["test"]["f1"]
    assert "precision" in run("evaluate", "m.crf", "train.conll").out
    assert (
        "has one labelling; leave out --nbest"
        in run("tag", "m.crf", "text.conll", "--nbest", "2", status=1).err
    )


def test_one_file_is_one_document_and_comments_begin_others():
    def source(before):
        return SentenceSource(before, ("word\n",), (0,))

    assert document_numbers([source(""), source("\n")]).tolist() == [0, 0]
    marked = [source(""), source("# newdoc id = 2\n# sent_id = 1\n"), source("\n")]
    assert document_numbers(marked).tolist() == [0, 1, 1]
    inside = SentenceSource("", ("-DOCSTART- O\n", "word O\n"), (1,))
    assert document_numbers([inside, source("\n"), inside]).tolist() == [0, 0, 1]
    assert document_numbers([]).dtype == np.int64


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--second-stage",), "--second-stage is for --documents"),
        (("--documents", "--choose"), "--choose is not available"),
        (("--documents", "--model-kind", "segments"), "--model-kind is not available"),
        (("--documents", "--bias-against-o", "1"), "--bias-against-o is not available"),
        (("--documents", "--gazetteer", "train.conll"), "--gazetteer is not available"),
    ],
)
def test_what_models_of_documents_do_not_have(run, arguments, message):
    found = run("train", "train.conll", "--model", "m.crf", *arguments, status=2)
    assert message in found.err
