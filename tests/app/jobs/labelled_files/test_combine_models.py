"""Model files combined for the window."""

from __future__ import annotations

import os

import pytest

from app.jobs.data.snapshot import snapshot
from app.jobs.labelled_files.combine_models import (
    LabelledSentences,
    combine,
    combine_files,
    confirmed_sentences,
    not_models,
    read_models,
)
from crfcore import LinearChainCRF, SemiMarkovCRF
from crfcore.errors import DataError
from crfcore.features.column_table import ColumnTable
from crfcore.features.targets import Targets
from crfcore.pooling import fit_pool
from tests.local_text import LABELLED, named_project
from tests.memory_projects import WORDS, project_of

SENTENCES = [[["Anna"], ["sleeps"]], [["Rome"], ["in"], ["Ulm"]]]


def saved(path, tags):
    crf = LinearChainCRF(template="basic").fit(SENTENCES, tags, labels=["A", "B"])
    crf.metadata_ = {"columns": ["word", "label"], "scheme": "tokens"}
    crf.save(path)
    return path


@pytest.fixture
def paths(tmp_path):
    return [
        saved(tmp_path / "one.crf", [["A", "B"], ["A", "B", "A"]]),
        saved(tmp_path / "other.crf", [["A", "B"], ["B", "B", "B"]]),
    ]


def test_files_are_read_one_after_the_other(paths, tmp_path):
    begun = []
    found = combine_files(
        paths, tmp_path / "m.crf", None, lambda *step: begun.append(step), lambda: False
    )
    assert begun == [(0, paths[0]), (1, paths[1]), (2, None)]
    assert found.weights == (0.5, 0.5)
    again = LinearChainCRF.from_bytes(found.to_bytes())
    assert again.predict(SENTENCES[:1]) == [["A", "B"]]
    assert not (tmp_path / "m.crf").exists()


def test_models_are_known_by_their_first_bytes(paths, tmp_path):
    model = paths[0].rename(tmp_path / "model of anna")
    text, empty, missing = tmp_path / "text.crf", tmp_path / "empty.crf", tmp_path / "missing"
    text.write_text("Anna sleeps.\n")
    empty.touch()
    assert not_models([model, text, empty, paths[1], missing]) == (text, empty)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of Unix")
def test_a_pipe_is_no_model_and_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert not_models([tmp_path / "pipe"]) == (tmp_path / "pipe",)


def test_a_model_that_makes_the_others_worse_gets_no_weight(paths, tmp_path):
    wrong = saved(tmp_path / "wrong.crf", [["B", "A"], ["B", "A", "B"]])
    models = read_models([paths[0], wrong, paths[1]])
    table = ColumnTable.from_sentences(SENTENCES)
    targets = Targets.from_labels([["A", "B"], ["A", "B", "A"]], ["A", "B"])
    data = LabelledSentences(table, targets, ("A", "B"))
    found = combine(models, data=data)
    assert fit_pool(models, table, data.given_labels(), negative=True).weights[1] < 0.0
    assert fit_pool(models, table, data.given_labels()).weights.tolist() == list(found.weights)
    assert found.weights[1] == 0.0
    assert found.weights[0] > 0.0
    assert found.crf.metadata_["combined"] == list(found.weights)


def test_models_of_segments_are_not_combined(paths, tmp_path):
    SemiMarkovCRF(template="basic", max_iterations=1).fit(SENTENCES[:1], [["B-X", "O"]]).save(
        tmp_path / "segments.crf"
    )
    with pytest.raises(DataError, match=r"segments\.crf: This model scores whole spans"):
        read_models([*paths, tmp_path / "segments.crf"])


def test_a_model_is_not_replaced_by_one_made_of_it(paths):
    with pytest.raises(DataError, match="would overwrite one of the combined models"):
        combine_files(paths, paths[1], None, lambda *_: None, lambda: False)


def test_weights_are_learned_from_confirmed_labels_unless_cancelled(tmp_path):
    data = snapshot(named_project(60))
    labelled = confirmed_sentences(data)
    given = labelled.given_labels()
    assert len(given) == labelled.table.n_sentences == LABELLED
    paths = []
    for name, part in (("all", slice(None)), ("two", slice(0, 2))):
        chosen = list(range(LABELLED))[part]
        crf = LinearChainCRF(template="basic").fit(
            labelled.table.select(chosen), [given[i] for i in chosen], labels=labelled.labels
        )
        crf.save(tmp_path / name)
        paths.append(tmp_path / name)
    steps = lambda *_: None  # noqa: E731
    found = combine_files(paths, tmp_path / "m", data, steps, lambda: False)
    assert found.learned_from == LABELLED
    assert found.weights[0] > found.weights[1]
    assert combine_files(paths, tmp_path / "m", data, steps, lambda: True) is None
    with pytest.raises(DataError, match="Too little is confirmed"):
        confirmed_sentences(snapshot(project_of([WORDS])))
