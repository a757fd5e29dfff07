"""`LinearChainCRF.fit` over shards of files."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest

from crfcore import (
    CrfError,
    DataError,
    LinearChainCRF,
    ModelFileError,
    Shards,
    model_file,
    read_checkpoint,
)
from crfcore.training.shards import fitting
from tests.crfcore.training.shards.corpora import PLAIN, rows, sentences, write_files

SOME = sentences(40)
COLUMNS, LABELS = rows(SOME)


@pytest.fixture
def paths(tmp_path):
    return write_files(tmp_path, SOME)


def fitted(shards, **arguments):
    crf = LinearChainCRF(template=PLAIN, c2=0.5, max_iterations=30)
    return crf.fit(shards, **arguments)


def test_a_model_of_shards_is_a_model(paths, tmp_path):
    steps = []
    crf = fitted(
        Shards.from_files(tmp_path / "*.conll*", shard_tokens=40, out_of_core=tmp_path / "shards"),
        monitor=lambda progress: steps.append(progress.iteration),
        X_dev=COLUMNS[:5],
        y_dev=LABELS[:5],
        sample_weight=np.ones(len(SOME)),
    )
    plain = LinearChainCRF(template=PLAIN, c2=0.5).fit(COLUMNS, LABELS)
    assert crf.predict(COLUMNS) == plain.predict(COLUMNS)
    record = crf.training_
    assert (record.n_sentences, record.n_tokens) == (40, sum(map(len, SOME)))
    assert len(record.dev_scores) == record.iterations == steps[-1]
    again = LinearChainCRF.from_bytes(crf.to_bytes())
    assert again.state_features_ == crf.state_features_
    # From a model of other files, and by names of files.
    later = LinearChainCRF(template=PLAIN, c2=0.5, initial=crf)
    later.fit(Shards.from_files(list(map(str, paths))))
    assert later.training_.objective == pytest.approx(plain.training_.objective, rel=1e-4)


def test_a_checkpoint_leads_to_the_same_bits(paths, tmp_path, monkeypatch):
    monkeypatch.setattr(fitting, "CHECKPOINT_EACH", 4)
    shards, file = Shards.from_files(paths, shard_tokens=40), tmp_path / "state"
    whole = fitted(shards).to_bytes()

    class KilledError(Exception):
        pass

    def die(progress):
        if progress.iteration == 10:
            raise KilledError

    with pytest.raises(KilledError):
        fitted(shards, monitor=die, checkpoint=file)
    state = read_checkpoint(file)
    assert state.optimiser.iterations == 8
    again = fitted(shards, state=state)
    assert again.state_features_ == LinearChainCRF.from_bytes(whole).state_features_


def test_a_full_disk_ends_no_training(paths, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(fitting, "CHECKPOINT_EACH", 4)
    shards, file = Shards.from_files(paths, shard_tokens=40), tmp_path / "state"
    code = errno.ENOSPC

    @contextmanager
    def refused(_path):
        raise OSError(code, os.strerror(code))
        yield

    monkeypatch.setattr(model_file, "writing", refused)
    crf = fitted(shards, checkpoint=file)
    assert crf.state_features_ == fitted(shards).state_features_
    assert f"{file}: The disk is too full for this checkpoint; the training goes on" in caplog.text
    assert not file.exists()
    code = errno.EACCES
    with pytest.raises(ModelFileError, match="Permission denied"):
        fitted(shards, checkpoint=file)


@pytest.mark.parametrize("damage", ["torn", "model", "missing", "none", "numbers"])
def test_a_damaged_checkpoint_is_refused_in_a_sentence(paths, tmp_path, damage):
    file = tmp_path / "state"
    crf = fitted(Shards.from_files(paths), checkpoint=file)
    if damage == "torn":
        file.write_bytes(file.read_bytes()[:-9])
    elif damage == "model":
        crf.save(file)
    elif damage == "missing":
        file.unlink()
    elif damage == "none":
        file.write_bytes(b"no model")
    else:
        from crfcore import model_file

        content, arrays = model_file.read(file)
        content["state"]["iterations"] = -1
        model_file.write(file, content, arrays)
    with pytest.raises(ModelFileError, match=r"state: .*\.$"):
        read_checkpoint(file)


@pytest.mark.parametrize(
    ("params", "arguments", "message"),
    [
        ({"algorithm": "l2sgd"}, {}, "algorithm='l2sgd' is not available over shards"),
        ({"objective": "softmax-margin"}, {}, "objective='softmax-margin' is not available"),
        ({"initial": "passes"}, {}, "initial='passes' is not available over shards"),
        ({}, {"rules": ()}, "rules is not available over shards"),
        ({}, {"expectations": ()}, "expectations is not available over shards"),
        ({}, {"y": [["O"]]}, "y is not available over shards"),
        ({}, {"label_weight": [1.0]}, "label_weight is not possible"),
        ({}, {"labels": ["O"]}, "The label “.*” is not one of labels"),
        ({}, {"labels": []}, "has no label"),
        ({}, {"sample_weight": [1.0]}, "There are 40 sentences, and 1 numbers"),
        ({}, {"state": 5}, "is not the optimiser_state_"),
        ({"template": None}, {}, "need a template"),
        ({"template": "U0:%x[0,5]"}, {}, "column"),
    ],
)
def test_what_is_not_available_is_said_in_a_sentence(paths, params, arguments, message):
    crf = LinearChainCRF(**{"template": PLAIN, **params})
    with pytest.raises(CrfError, match=message):
        crf.fit(Shards.from_files(paths), **arguments)
    assert not crf.__sklearn_is_fitted__()


def test_files_that_cannot_be_read_are_named(paths, tmp_path):
    with pytest.raises(DataError, match=r"none\*: No file matches"):
        Shards.from_files(tmp_path / "none*")
    with pytest.raises(CrfError, match="no file to learn from"):
        Shards.from_files([])
    with pytest.raises(CrfError, match="5 is no file name"):
        Shards.from_files([5])
    with pytest.raises(DataError, match="absent: There is no such file"):
        fitted(Shards.from_files([*paths, tmp_path / "absent"]))
    paths[2].write_text("one O\n")
    with pytest.raises(DataError, match=r"part2.conll: Its number of columns is 2.*part0.conll 3"):
        fitted(Shards.from_files(paths))
    paths[0].write_text("one\n")
    with pytest.raises(DataError, match=r"part0.conll: The file has one column"):
        fitted(Shards.from_files(paths))


def test_a_checkpoint_never_takes_the_place_of_a_file_of_the_corpus(paths):
    before = paths[1].read_bytes()
    with pytest.raises(DataError, match=r"part1.*: The checkpoint would take the place"):
        fitted(Shards.from_files(paths), checkpoint=paths[1])
    assert paths[1].read_bytes() == before


def test_dask_is_not_imported_without_a_client(paths):
    code = (
        "import sys\n"
        "from crfcore import LinearChainCRF, Shards\n"
        f"crf = LinearChainCRF(template='U0:%x[0,0]', max_iterations=1)\n"
        f"crf.fit(Shards.from_files({list(map(str, paths))!r}))\n"
        "assert not {'dask', 'distributed'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)
