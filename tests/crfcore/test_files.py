"""Damaged and hostile model files: fast plain errors, and no crash."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from crfcore import (
    HiddenMarkovModel,
    LinearChainCRF,
    Matrix,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
    ModelFileError,
    model_file,
)
from crfcore.errors import CrfError
from crfcore.files import restored
from tests.damaged_models import DAMAGES, HOSTILITIES, opened, with_right_checksum

WORDS = [[["the", "D"], ["cat", "N"]], [["a", "D"], ["dog", "N"], ["ran", "V"]]]
ITEMS = [[{"w": "the", "n": 2.0}, {"w": "cat"}], [["a"], ["dog"], ["ran"]]]
ROWS = Matrix(np.arange(1.0, 11.0).reshape(5, 2), lengths=[2, 3])
Y = [["a", "b"], ["a", "b", "c"]]
KINDS = ["template", "edges", "wapiti", "items", "matrix", "empirical"]


def trained(kind):
    """Return a model of a kind and what it reads."""
    template = {
        "template": "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,1]/%x[1,0]\nU2:%suffix[0,0,2]\nB\n",
        "edges": "U0:%x[0,0]\nB0:%x[0,1]\n",
        "wapiti": 'u:%t[0,0,"^a"]%m[-1,0,"^.?"]\n*:%x[@1,0]\n',
        "empirical": "U0:%x[0,0]\nU1:%x[-1,0]\nB\n",
    }.get(kind)
    algorithm = "empirical" if kind == "empirical" else "lbfgs"
    crf = LinearChainCRF(template=template, max_iterations=3, algorithm=algorithm)
    sentences = {"items": ITEMS, "matrix": ROWS}.get(kind, WORDS)
    return crf.fit(sentences, Y), sentences


@pytest.fixture(scope="module")
def models():
    return {kind: (crf.to_bytes(), sentences) for kind, (crf, sentences) in map(named, KINDS)}


def named(kind):
    return kind, trained(kind)


def assert_refused_quickly(data):
    start = time.thread_time()
    with pytest.raises(ModelFileError, match=r"^m\.crf: .+\.$"):
        LinearChainCRF.from_bytes(data, name="m.crf")
    assert time.thread_time() - start < 1.0


def assert_refused_or_usable(data, sentences):
    start = time.thread_time()
    crf = None
    with suppress(ModelFileError):
        crf = LinearChainCRF.from_bytes(data, name="m.crf")
    assert time.thread_time() - start < 1.0
    if crf is not None:
        # Other numbers may be a model, too; it must not lead out of its arrays.
        crf.predict_marginals(sentences)
        crf.predict(sentences)


def check(models, rng, n_each):
    for kind in KINDS:
        data, sentences = models[kind]
        LinearChainCRF.from_bytes(data).predict(sentences)
        for _ in range(n_each):
            for damage in DAMAGES:
                assert_refused_quickly(damage(rng, data))
            for hostility in HOSTILITIES:
                assert_refused_or_usable(hostility(rng, data), sentences)


def test_some_damaged_models(models):
    check(models, np.random.default_rng(0), 5)


@pytest.mark.slow
def test_a_thousand_damaged_models(models):
    # 6 kinds of models, 7 ways to damage them.
    check(models, np.random.default_rng(1), 24)


@pytest.mark.parametrize("mapped", [True, False, None])
def test_a_mapped_model_predicts_trains_and_is_replaced(tmp_path, mapped):
    crf, sentences = trained("template")
    path = tmp_path / "m.crf"
    crf.save(path)
    before = path.read_bytes()
    loaded = LinearChainCRF.load(path, mapped=mapped)
    assert loaded.predict(sentences) == crf.predict(sentences)
    assert loaded.state_features_ == crf.state_features_
    LinearChainCRF(template=crf.template, initial=loaded, max_iterations=1).fit(WORDS, Y)
    assert path.read_bytes() == before
    loaded.compact().save(path)
    assert loaded.predict_marginals(sentences) == crf.predict_marginals(sentences)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_arrays_that_cannot_be_written_serve(kind):
    # Kernels are compiled once more for them, which is why files are not opened so.
    crf, sentences = trained(kind)
    content, arrays = model_file.parse(crf.to_bytes())
    for array in arrays.values():
        array.setflags(write=False)
    loaded = restored(LinearChainCRF, content, arrays, name="m.crf")
    assert loaded.predict(sentences) == crf.predict(sentences)
    assert loaded.predict_marginals(sentences) == crf.predict_marginals(sentences)


def test_single_precision_halves_the_weights(tmp_path):
    crf, sentences = trained("template")
    crf.save(tmp_path / "single.crf", precision="single")
    loaded = LinearChainCRF.load(tmp_path / "single.crf")
    assert loaded.state_features_ == pytest.approx(crf.state_features_, rel=1e-7)
    assert len(crf.to_bytes(precision="single")) < len(crf.to_bytes())
    assert loaded.predict(sentences) == crf.predict(sentences)
    counted, sentences = trained("empirical")
    assert counted.to_bytes(precision="single") == counted.to_bytes()


def test_another_precision_is_rejected():
    crf, _ = trained("items")
    with pytest.raises(Exception, match="precision='half' is unknown"):
        crf.to_bytes(precision="half")


def test_a_model_with_strange_parameters_is_rejected():
    crf, _ = trained("items")
    crf.threads = "two"
    with pytest.raises(ModelFileError, match="its parameter threads is 'two'"):
        LinearChainCRF.from_bytes(crf.to_bytes())
    crf.threads, crf.c2 = 1, [1]
    with pytest.raises(ModelFileError, match=r"its parameter c2 is \[1\]"):
        LinearChainCRF.from_bytes(crf.to_bytes())


def test_what_other_programs_have_trained_is_a_crf_and_nothing_else(tmp_path):
    for estimator in (HiddenMarkovModel, MaximumEntropyClassifier, MaximumEntropyMarkovModel):
        with pytest.raises(CrfError, match=f"is no {estimator.__name__}; use LinearChainCRF"):
            estimator.import_model(tmp_path / "model")


def with_params(crf, **params):
    """Return the bytes of a model of which the file says other parameters, behind its checksum."""
    header, arrays = opened(crf.to_bytes())
    header["content"]["params"].update(params)
    return with_right_checksum(header, arrays)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("model_filename", "victim"),
        ("model_filename", None),
        ("initial", "victim"),
        ("initial", "zeros"),
        ("template", "victim"),
        ("template", "basic"),
        ("trainer_cls", "os.system"),
        ("hierarchy", []),
        ("no_such", 1),
        ("x" * 10_000, 1),
    ],
)
def test_a_file_says_neither_paths_nor_unknown_parameters(tmp_path, monkeypatch, name, value):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "victim").write_text("mine")
    crf, _ = trained("items")
    with pytest.raises(ModelFileError, match=r"its (file says|parameter)") as refused:
        LinearChainCRF.from_bytes(with_params(crf, **{name: value}))
    assert len(str(refused.value)) < 300
    assert (tmp_path / "victim").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("verbose", "yes"),
        ("verbose", 2),
        ("algorithm", 3),
        ("algorithm", "a" * 1001),
        ("c2", "1"),
        ("c2", -1.0),
        ("c2", float("nan")),
        ("c2", float("inf")),
        ("c1", 1e300),
        ("max_iterations", 10**30),
        ("max_iterations", 0.5),
        ("max_iterations", -1),
        ("threads", 0),
        ("threads", True),
        ("threads", 10**6),
        ("threads", None),
        ("seed", None),
        ("seed", []),
        ("dev_score", None),
        ("cost", 3),
        ("cost", True),
        ("cost", "c" * 10_000),
        ("cost", {"missed": -1}),
        ("cost", {"missed": "2"}),
        ("cost", {"missed": 1e300}),
        ("cost", {"lost": 1}),
        ("cost", {"missed": {}}),
        ("cost", [[0, 1], [1]]),
        ("cost", [[0, float("nan")], [1, 0]]),
        ("cost", [[1, 1], [1, 1]]),
        ("cost", [[[0.0]]]),
        ("cost", [[{}]]),
    ],
)
def test_a_parameter_from_a_file_is_of_its_kind_and_range(name, value):
    crf, _ = trained("items")
    with pytest.raises(ModelFileError, match=name):
        LinearChainCRF.from_bytes(with_params(crf, **{name: value}))


@pytest.mark.parametrize(
    ("name", "value"),
    [("all_possible_states", 1), ("c2", 1), ("verbose", True), ("exponent", "held-out")],
)
def test_what_a_user_may_have_said_is_read(name, value):
    crf, _ = trained("items")
    assert getattr(LinearChainCRF.from_bytes(with_params(crf, **{name: value})), name) == value


CUT = """\
import os, resource, sys
from crfcore import LinearChainCRF
crf = LinearChainCRF.load(sys.argv[1])
os.truncate(sys.argv[1], 0)
print(crf.predict([[["w=The"], ["w=cat"]]])[0], crf.state_features_ is not None)
"""


def test_a_model_that_is_cut_while_it_is_used_keeps_answering(tmp_path):
    crf, _ = trained("items")
    path = tmp_path / "m.crf"
    crf.save(path)
    done = subprocess.run(
        [sys.executable, "-c", CUT, str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "True" in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_model_is_a_plain_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/null")):
        for mapped in (True, False):
            with pytest.raises(ModelFileError, match="pipe or a device"):
                LinearChainCRF.load(path, mapped=mapped)
    with pytest.raises(ModelFileError, match="NUL"):
        LinearChainCRF.load("m\0.crf")


def test_a_file_larger_than_the_memory_is_not_read(tmp_path):
    path = tmp_path / "m.crf"
    # The beginning of a file, which says its length.
    start = model_file.MAGIC + struct.pack("<IIQ", model_file.VERSION, 0, 1 << 42)
    path.write_bytes(start)
    os.truncate(path, 1 << 42)
    for mapped in (True, False):
        with pytest.raises(ModelFileError, match="more bytes than there is memory"):
            LinearChainCRF.load(path, mapped=mapped)


@pytest.mark.parametrize("kind", ["items", "template"])
def test_an_alphabet_that_names_a_string_twice_is_rejected(kind):
    # Numbers would be given that are larger than there are strings, and kernels follow them.
    crf, _ = trained(kind)
    header, arrays = opened(crf.to_bytes())
    names = header["arrays"]
    _, shape, place = names["extractor/string_offsets"]
    ends = np.frombuffer(arrays, "<i8", shape[0], place)
    text = names["extractor/strings"][2]
    lengths = np.diff(ends)
    one, other = next(
        (i, j) for i in range(len(lengths)) for j in range(i) if lengths[i] == lengths[j]
    )
    size = int(lengths[one])
    source = text + int(ends[other])
    target = text + int(ends[one])
    arrays[target : target + size] = arrays[source : source + size]
    with pytest.raises(ModelFileError, match="are the same"):
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))


def test_arrays_that_share_a_place_are_rejected():
    crf, _ = trained("items")
    header, arrays = opened(crf.to_bytes())
    header["arrays"]["more"] = header["arrays"]["weights"]
    with pytest.raises(ModelFileError, match="two arrays share a place"):
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))


def test_a_description_of_any_length_is_neither_written_nor_read():
    crf, _ = trained("items")
    crf.metadata_ = {"note": "a" * (16 << 20)}
    with pytest.raises(ModelFileError, match=r"could not be saved: what is JSON"):
        crf.to_bytes()
    header, arrays = opened(trained("items")[0].to_bytes())
    long = json.dumps(header).encode() + b" " * (16 << 20)
    with pytest.raises(ModelFileError, match="longer than one can be"):
        LinearChainCRF.from_bytes(with_right_checksum(long, arrays))


def test_more_parts_than_anybody_puts_side_by_side_are_rejected():
    crf, _ = trained("items")
    header, arrays = opened(crf.to_bytes())
    header["content"]["extractor"] = {"kind": "blocks", "parts": [{"kind": "attributes"}] * 101}
    with pytest.raises(ModelFileError, match="more than 100 parts"):
        LinearChainCRF.from_bytes(with_right_checksum(header, arrays))
