"""Tests of plain files of projects whose documents have different numbers of columns."""

from __future__ import annotations

import json

import numpy as np
import pytest

from app.domain.settings import ProjectSettings
from app.jobs.data.snapshot import snapshot
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.jobs.projects.plain_files import write_everything
from app.jobs.projects.read_plain_files import read_everything
from app.jobs.training.train import extract, train
from app.storage.project_file import ProjectFile

TEMPLATE = "U0:%x[0,0]\nU1:%x[0,1]\nU2:%x[0,2]\nB\n"
WIDE = "Anna\tNE\tcap\tB-PER\nsings\tVB\tlow\tO\n\nUlm\tNE\tcap\tB-LOC\nsleeps\tVB\tlast\tO\n"
NARROW = "Ben\tB-PER\nruns\tO\n\nBonn\tB-LOC\ngrows\tO\n"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "mixed.tagwright"
    with ProjectFile.create(path, ProjectSettings(template=TEMPLATE)) as file:
        for name, text, columns in (
            ("narrow.conll", NARROW, ("word", "label")),
            ("wide.conll", WIDE, ("word", "pos", "case", "label")),
        ):
            (tmp_path / name).write_text(text)
            options = ImportOptions("columns", columns=columns)
            import_document(file, file.load(), tmp_path / name, options)
    return path


def exported(path, out):
    with ProjectFile.open(path) as file:
        write_everything(file, out)
    lines = (out / "sentences.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def fields_of(project):
    return [
        [project.words[word] if word >= 0 else None for word in token]
        for token in project.corpus.columns.T.tolist()
    ]


def loaded(path):
    with ProjectFile.open(path) as file:
        return file.load()


def weights_of(path):
    """Return the weights of a model trained on a project, by attribute and label."""
    data = snapshot(loaded(path))
    model = train(data, extract(data))
    return model.crf.fitted_.state_features()


def test_a_missing_field_is_left_out(path, tmp_path):
    sentences = exported(path, tmp_path / "files")
    assert [token["fields"] for token in sentences[0]["tokens"]] == [["Ben"], ["runs"]]
    assert sentences[2]["tokens"][0]["fields"] == ["Anna", "NE", "cap"]


def test_a_copy_trains_to_the_same_model(path, tmp_path):
    exported(path, tmp_path / "files")
    copy = tmp_path / "copy.tagwright"
    read_everything(tmp_path / "files", copy)
    assert fields_of(loaded(copy)) == fields_of(loaded(path))
    expected, received = weights_of(path), weights_of(copy)
    assert expected.keys() == received.keys()
    keys = sorted(expected)
    np.testing.assert_array_equal([received[key] for key in keys], [expected[key] for key in keys])


def test_invented_fields_of_older_exports_are_left_out(path, tmp_path):
    sentences = exported(path, tmp_path / "files")
    for sentence in sentences[:2]:
        for token in sentence["tokens"]:
            token["fields"] += ["last", "last"]
    lines = [json.dumps(sentence) + "\n" for sentence in sentences]
    (tmp_path / "files" / "sentences.jsonl").write_text("".join(lines))
    project = tmp_path / "files" / "project.json"
    values = json.loads(project.read_text())
    del values["counts"]
    project.write_text(json.dumps(values))
    copy = tmp_path / "copy.tagwright"
    read_everything(tmp_path / "files", copy)
    assert fields_of(loaded(copy)) == fields_of(loaded(path))
